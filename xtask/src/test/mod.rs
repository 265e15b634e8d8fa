//! The tests: which steps a choice has, and how they are run.

mod steps;

use crate::bindings::{self, wrappers};
use crate::log::Log;
use crate::machine::{has, program};
use crate::{Failure, Outcome, Result, console, install, scripts};
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
    let choice = Choice::parse(arguments).ok_or(Failure::Usage)?;
    let strict = choice == Choice::All { strict: true };
    let (steps, tools) = match choice {
        Choice::Fast => (steps::FAST, None),
        Choice::All { .. } => (steps::ALL, Some("test")),
        Choice::Matrix => (steps::MATRIX, Some("matrix")),
    };
    if tools.is_some_and(|command| !install::provide(command)) && strict {
        return Err(Failure::Reported(1));
    }
    let mut log = Log::new();
    for step in steps {
        log.stage(&step.title(), steps.len());
        make(step, strict, &mut log)?;
    }
    log.end()
}

fn make(step: &Step, strict: bool, log: &mut Log) -> Result<()> {
    let mut command = match step.work {
        Work::Program(name) => program(name),
        Work::Python if !has("python3") => {
            log.say(&format!(
                "NOT RUN: {} (python3 is not installed)",
                step.title()
            ));
            return Ok(());
        }
        Work::Python => scripts::module(step.words[0]),
        Work::Generated => return bindings::check(log),
        Work::Languages => {
            // The longest first.
            let mut jobs = Vec::from_iter(console::all(log, strict)?);
            jobs.extend(wrappers::all(strict)?);
            return log.side_by_side(jobs);
        }
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
    log.run(&step.title(), &mut command)
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

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

    fn files(folder: &Path) -> Vec<PathBuf> {
        let mut found = Vec::new();
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            match entry.path() {
                path if path.is_dir() => found.extend(files(&path)),
                path => found.push(path),
            }
        }
        found
    }

    /// A suite is a folder or a file of tests/, a filter is a module of it, perhaps with one of its tests.
    #[test]
    fn the_steps_name_suites_and_tests_that_exist() {
        let tests = crate::machine::root().join("tests");
        let own = |step: &Step| !step.words.contains(&"--manifest-path");
        let steps = [steps::FAST, steps::ALL, steps::MATRIX].concat();
        for step in steps.into_iter().filter(own) {
            let suites = step.words.windows(2).filter(|pair| pair[0] == "--test");
            let suites: Vec<PathBuf> = suites.map(|pair| tests.join(pair[1])).collect();
            for suite in &suites {
                assert!(suite.join("main.rs").exists(), "{}", step.title());
            }
            for filter in step.words.iter().filter(|word| word.contains("::")) {
                let (module, test) = filter.split_once("::").unwrap();
                let of_module = |path: &PathBuf| {
                    path.ends_with(format!("{module}.rs"))
                        || path.ends_with(format!("{module}/mod.rs"))
                };
                let found = suites.iter().flat_map(|suite| files(suite)).find(of_module);
                let text = found.map(|path| std::fs::read_to_string(path).unwrap());
                let there = text.is_some_and(|text| text.contains(&format!("fn {test}")));
                assert!(there, "{filter} in {}", step.title());
            }
        }
    }
}
