//! `cargo xtask COMMAND`: what a contributor does beyond cargo.
//!
//!   test       every test and its summary; fast: the share for the loop of edit and test
//!   bindings   what is made from the header for other languages; the tests of the wrappers
//!   console    the tests of the sandbox's page in a browser
//!   scripts    fuzz, sanitize, windows, bench: the Python package under tools/
//!   dist       the archives that are shipped
//!   install    missing tools, installed where that is possible
//!   log        the output of commands, shown; counts: what its lines add up to
//!   machine    programs and folders of the machine

mod bindings;
mod console;
mod counts;
mod dist;
mod help;
mod install;
mod log;
mod machine;
mod scripts;
mod test;

use std::process::ExitCode;

/// What went wrong, in one text for a person.
type Result<T> = std::result::Result<T, String>;

/// Why a command does not end with success.
enum Failure {
    /// The arguments are none of this command's.
    Usage,
    /// What it did failed, which it has reported; the exit status.
    Reported(u8),
    Stopped(String),
}

impl From<String> for Failure {
    fn from(text: String) -> Failure {
        Failure::Stopped(text)
    }
}

type Outcome = std::result::Result<(), Failure>;

struct Command {
    name: &'static str,
    help: &'static str,
    run: fn(&[String]) -> Outcome,
}

const COMMANDS: [Command; 8] = [
    Command {
        name: "test",
        help: help::TEST,
        run: test::run,
    },
    Command {
        name: "fuzz",
        help: help::FUZZ,
        run: |arguments| scripts::run("fuzz", arguments),
    },
    Command {
        name: "sanitize",
        help: help::SANITIZE,
        run: |arguments| scripts::run("sanitize", arguments),
    },
    Command {
        name: "windows",
        help: help::WINDOWS,
        run: |arguments| scripts::run("windows", arguments),
    },
    Command {
        name: "bench",
        help: help::BENCH,
        run: |arguments| scripts::run("bench", arguments),
    },
    Command {
        name: "bindings",
        help: help::BINDINGS,
        run: bindings::run,
    },
    Command {
        name: "console",
        help: help::CONSOLE,
        run: console::run,
    },
    Command {
        name: "dist",
        help: help::DIST,
        run: dist::command,
    },
];

/// The commands, each with the first line of its help.
fn overview() -> String {
    let mut text = "usage: cargo xtask COMMAND [--help]\n".to_owned();
    for Command { name, help, .. } in &COMMANDS {
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
    let Some(command) = COMMANDS
        .iter()
        .find(|command| words.first() == Some(&command.name))
    else {
        if words.first().is_some_and(|word| is_help(word)) {
            println!("{}", overview());
            return ExitCode::SUCCESS;
        }
        eprintln!("{}", overview());
        return ExitCode::from(2);
    };
    if words[1..].iter().any(|word| is_help(word)) {
        println!("{}", command.help);
        return ExitCode::SUCCESS;
    }
    match (command.run)(&arguments[1..]) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Reported(status)) => ExitCode::from(status),
        Err(Failure::Usage) => {
            eprintln!("{}", command.help);
            ExitCode::from(2)
        }
        Err(Failure::Stopped(error)) => {
            eprintln!("{}: {error}", command.name);
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{COMMANDS, overview};

    #[test]
    fn every_command_states_what_it_does_needs_and_takes() {
        for command in &COMMANDS {
            let name = command.name;
            let usage = format!("usage: cargo xtask {name}");
            for part in [usage.as_str(), "\nNeeds: ", "\nTakes: "] {
                assert!(command.help.contains(part), "{name}: no {part:?}");
            }
            let summary = command.help.lines().next().unwrap();
            assert!(summary.len() <= 90, "{name}: {summary}");
            assert!(overview().contains(&format!("\n{name:<9} {summary}")));
        }
    }
}
