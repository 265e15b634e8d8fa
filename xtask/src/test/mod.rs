//! The tests: which steps a choice has, and how they are run.

mod steps;

use crate::log::Log;
use crate::machine::{has, program};
use crate::{Failure, Outcome, Result, bindings, debian, scripts};
use steps::{Step, Work};

#[derive(Debug, PartialEq)]
enum Choice {
    Fast,
    All { strict: bool },
    Matrix,
}

impl Choice {
    fn parse(arguments: &[String]) -> Option<Choice> {
        let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
        match words[..] {
            [] | ["--all"] => Some(Choice::All { strict: false }),
            ["--strict"] | ["--all", "--strict"] | ["--strict", "--all"] => {
                Some(Choice::All { strict: true })
            }
            ["--fast"] => Some(Choice::Fast),
            ["--matrix"] => Some(Choice::Matrix),
            _ => None,
        }
    }
}

pub fn run(arguments: &[String]) -> Outcome {
    let (steps, strict) = match Choice::parse(arguments).ok_or(Failure::Usage)? {
        Choice::Fast => (steps::FAST, false),
        Choice::Matrix => (steps::MATRIX, false),
        Choice::All { strict } => {
            provide(strict)?;
            (steps::ALL, strict)
        }
    };
    let mut log = Log::new();
    for step in steps {
        make(step, strict, &mut log)?;
    }
    println!("{}", log.summary());
    match log.broken {
        false => Ok(()),
        true => Err(Failure::Reported(1)),
    }
}

/// Installs missing tools where that is possible, and names those that stay missing.
fn provide(strict: bool) -> Outcome {
    let absent = debian::provide(&debian::TOOLS);
    if absent.is_empty() {
        return Ok(());
    }
    let names: Vec<&str> = absent.iter().map(|tool| tool.program).collect();
    println!(
        "NOT RUN: what needs {} (not installed, and unavailable here)",
        names.join(" ")
    );
    match strict {
        true => Err(Failure::Reported(1)),
        false => Ok(()),
    }
}

fn make(step: &Step, strict: bool, log: &mut Log) -> Result<()> {
    println!("== {}", step.title());
    let mut command = match step.work {
        Work::Cargo => program("cargo"),
        Work::Python if !has("python3") => {
            log.say(&format!(
                "NOT RUN: {} (python3 is not installed)",
                step.title()
            ));
            return Ok(());
        }
        Work::Python => scripts::module(step.words[0]),
        Work::Bindings => return bindings::all(log, strict),
    };
    command.args(match step.work {
        Work::Python => &step.words[1..],
        _ => step.words,
    });
    command.envs(step.environment.iter().copied());
    if strict {
        command.env("HR_STRICT", "1");
        if matches!(step.work, Work::Python) {
            command.arg("--strict");
        }
    }
    log.run(&mut command)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(words: &[&str]) -> Option<Choice> {
        let words: Vec<String> = words.iter().map(|word| word.to_string()).collect();
        Choice::parse(&words)
    }

    #[test]
    fn one_choice_is_made() {
        let lenient = || Some(Choice::All { strict: false });
        let strict = || Some(Choice::All { strict: true });
        assert_eq!((of(&[]), of(&["--all"])), (lenient(), lenient()));
        assert_eq!(
            (of(&["--strict"]), of(&["--all", "--strict"])),
            (strict(), strict())
        );
        assert_eq!(of(&["--strict", "--all"]), strict());
        assert_eq!(of(&["--fast"]), Some(Choice::Fast));
        assert_eq!(of(&["--matrix"]), Some(Choice::Matrix));
    }

    #[test]
    fn what_does_not_go_together_is_refused() {
        for words in [
            &["--fast", "--strict"][..],
            &["--matrix", "--strict"],
            &["--fast", "--all"],
            &["--strict", "--strict"],
            &["all"],
            &["--else"],
        ] {
            assert_eq!(of(words), None, "{words:?}");
        }
    }

    /// A suite that is renamed must not leave the fast loop unnoticed: cargo refuses an unknown one.
    #[test]
    fn the_steps_name_suites_that_exist() {
        let manifest = std::fs::read_to_string(crate::machine::root().join("Cargo.toml")).unwrap();
        for step in [steps::FAST, steps::ALL, steps::MATRIX].concat() {
            for pair in step.words.windows(2).filter(|pair| pair[0] == "--test") {
                let tests = crate::machine::root().join("tests");
                let there = tests.join(format!("{}.rs", pair[1])).exists()
                    || tests.join(pair[1]).join("main.rs").exists()
                    || manifest.contains(&format!("name = \"{}\"", pair[1]));
                assert!(there, "{}", step.title());
            }
        }
    }
}
