//! `cargo xtask COMMAND`: what a contributor does beyond cargo.
//!
//!   test       the commands of a run, and those of Python modules and scripts: tools/hr_tools, the wrappers' tests
//!   bindings   what is made from the header for other languages
//!   dist       the archives that are shipped
//!   docs       the manual
//!   log        commands shown, timed and judged; machine: programs and folders

mod bindings;
mod dist;
mod docs;
mod help;
mod log;
mod machine;
mod test;

use std::process::ExitCode;

use anyhow::Result;

/// Why a command does not end with success.
enum Failure {
    /// The arguments are none of this command's.
    Usage,
    /// What it did failed, which it has reported.
    Reported,
    Stopped(anyhow::Error),
}

impl<E: Into<anyhow::Error>> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure::Stopped(error.into())
    }
}

type Outcome = std::result::Result<(), Failure>;

/// The outcome of what has reported its failure itself.
fn reported(is_well: bool) -> Outcome {
    is_well.then_some(()).ok_or(Failure::Reported)
}

/// Runs with its name and its arguments, in a strict run or in another one.
type Run = fn(&str, &[&str], bool) -> Outcome;

const COMMANDS: [(&str, &str, Run); 10] = [
    ("test", help::TEST, test::run),
    ("fuzz", help::FUZZ, test::run_tool),
    ("sanitize", help::SANITIZE, test::run_tool),
    ("windows", help::WINDOWS, test::run_tool),
    ("bench", help::BENCH, test::run_tool),
    ("bindings", help::BINDINGS, bindings::run),
    ("console", help::CONSOLE, test::run_console),
    ("docs", help::DOCS, docs::run),
    ("dist", help::DIST, dist::run),
    ("release", help::RELEASE, test::run_tool),
];

/// The commands, each with the first line of its help.
fn overview() -> String {
    let mut text = "usage: cargo xtask COMMAND [--help]\n".to_owned();
    for (name, help, _) in COMMANDS {
        let summary = help.lines().next().unwrap_or_default();
        text += &format!("\n{name:<9} {summary}");
    }
    text
}

fn is_help(word: &str) -> bool {
    matches!(word, "--help" | "-h" | "help")
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let named = words.first().copied().unwrap_or_default();
    let Some((name, help, run)) = COMMANDS.iter().find(|(known, ..)| *known == named) else {
        if is_help(named) {
            println!("{}", overview());
            return ExitCode::SUCCESS;
        }
        eprintln!("{}", overview());
        return ExitCode::from(2);
    };
    let words = &words[1..];
    if words.iter().any(|word| is_help(word)) {
        println!("{help}");
        return ExitCode::SUCCESS;
    }
    let strict = words.contains(&"--strict");
    let mut words = words.to_vec();
    words.retain(|word| *word != "--strict");
    match run(name, &words, strict) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Reported) => ExitCode::FAILURE,
        Err(Failure::Usage) => {
            eprintln!("{help}");
            ExitCode::from(2)
        }
        Err(Failure::Stopped(error)) => {
            eprintln!("{name}: {error:#}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::COMMANDS;

    #[test]
    fn every_command_states_what_it_does_needs_and_takes() {
        for (name, help, _) in COMMANDS {
            for part in [&*format!("usage: cargo xtask {name}"), "Needs: ", "Takes: "] {
                assert!(help.contains(part), "{name}: no {part:?}");
            }
        }
    }
}
