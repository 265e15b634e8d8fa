//! The tests: the steps of a choice as data, and how they are run.

use crate::counts::Count;
use crate::log::Log;
use crate::machine::{has, module, program, provide};
use crate::{Failure, Outcome, Result, bindings, console, wrappers};

#[derive(Clone, Copy)]
enum Work {
    /// A program and its arguments.
    Program(&'static str),
    /// A module of tools/hr_tools, and its arguments.
    Tools,
    /// Whether the generated files are what the sources give.
    Generated,
    /// The wrappers' tests and the sandbox's page in a browser, side by side.
    Languages,
}

#[derive(Clone, Copy)]
struct Step {
    work: Work,
    words: &'static [&'static str],
    environment: &'static [(&'static str, &'static str)],
}

impl Step {
    /// The command that makes this step alone.
    fn title(&self) -> String {
        let variables = self.environment.iter();
        let variables = variables.map(|(name, value)| format!("{name}={value}"));
        let start = match self.work {
            Work::Program(name) => name,
            Work::Tools => "cargo xtask",
            Work::Generated => "cargo xtask bindings --check",
            Work::Languages => "cargo xtask bindings --test, cargo xtask console",
        };
        let words = [start].into_iter().chain(self.words.iter().copied());
        let parts = variables.chain(words.map(str::to_owned));
        parts.collect::<Vec<_>>().join(" ")
    }

    fn run(&self, log: &mut Log) -> Result<()> {
        let (mut command, count) = match self.work {
            Work::Generated => return bindings::check(log),
            Work::Languages => {
                // The longest first.
                let mut jobs = Vec::from_iter(console::job(log, None));
                jobs.extend(wrappers::jobs(|_| true)?);
                log.side_by_side(jobs);
                return Ok(());
            }
            Work::Tools => {
                tool(log, self.words[0], &self.words[1..]);
                return Ok(());
            }
            Work::Program(name) => (program(name), Count::Sum),
        };
        command.args(self.words);
        command.envs(self.environment.iter().copied());
        log.run(&self.title(), command, count);
        Ok(())
    }
}

/// Runs a module of tools/hr_tools.
fn tool(log: &mut Log, name: &str, words: &[&str]) {
    let title = format!("cargo xtask {name} {}", words.join(" "));
    if !has("python3") {
        return log.not_run(&format!("{title} (python3 is not installed)"));
    }
    let mut command = module(name);
    command.args(words);
    log.run(&title, command, Count::Tools);
}

/// The command of the same name.
pub fn run_tool(name: &str, words: &[&str], strict: bool) -> Outcome {
    provide(name);
    let mut log = Log::new(strict);
    tool(&mut log, name, words);
    log.end()
}

const fn own(work: Work) -> Step {
    Step {
        work,
        words: &[],
        environment: &[],
    }
}

const fn cargo(words: &'static [&'static str]) -> Step {
    Step {
        words,
        ..own(Work::Program("cargo"))
    }
}

const fn tools(words: &'static [&'static str]) -> Step {
    Step {
        words,
        ..own(Work::Tools)
    }
}

/// `--workspace` although some suites are named: so it is the build of `ALL`.
#[rustfmt::skip]
const FAST: &[Step] = &[
    own(Work::Generated),
    cargo(&["test", "--workspace", "--no-fail-fast", "--lib", "--bins"]),
    Step {
        environment: &[("HR_MATRIX", "sample")],
        ..cargo(&["test", "--workspace", "--no-fail-fast", "--test", "api", "--test", "faults", "--test", "repo", "--",
            "functions::", "order::from_a_login", "matrix::every_fault_at_every_call", "contract::",
            // It builds the library as it is shipped.
            "--skip", "the_shared_library_exports"])
    },
];

#[rustfmt::skip]
const ALL: &[Step] = &[
    own(Work::Generated),
    cargo(&["build", "--release"]),
    // Its library is the one that programs in other languages use.
    cargo(&["xtask", "dist"]),
    cargo(&["test", "--workspace", "--no-fail-fast"]),
    // Of the library with its doors for fuzzing, which is another build.
    cargo(&["test", "--locked", "--manifest-path", "fuzz/Cargo.toml", "--target-dir", "target/fuzz", "--no-fail-fast"]),
    own(Work::Languages),
    tools(&["sanitize", "address"]),
    tools(&["bench", "budget"]),
    cargo(&["xtask", "dist", "--windows", "--check"]),
];

/// What `ALL` leaves out: it takes hours.
#[rustfmt::skip]
const MATRIX: &[Step] = &[
    cargo(&["build", "--release"]),
    Step {
        environment: &[("HR_MATRIX", "full"), ("HR_SYSCALL_FAULTS", "full"), ("HR_JOURNAL", "full")],
        ..cargo(&["test", "--release", "-p", "healthrecord", "--no-fail-fast", "--test", "faults", "--",
            "journal::", "matrix::", "scarce::", "steps::", "syscall_faults::", "--nocapture"])
    },
    // The boundary once more with the release profile.
    Step {
        environment: &[("HR_RANDOM", "full"), ("HR_JOURNAL", "full")],
        ..cargo(&["test", "--release", "-p", "healthrecord", "--no-fail-fast", "--test", "api", "--test", "host", "--",
            "functions::", "damage::", "order::", "pins::dishonest_client::", "process::"])
    },
    cargo(&["test", "--release", "-p", "healthrecord", "--no-fail-fast", "--test", "host", "--", "--ignored", "valgrind"]),
    Step {
        work: Work::Program("bash"),
        words: &["bindings/cpp/tests/run", "g++"],
        environment: &[("HR_VALGRIND", "1")],
    },
    tools(&["sanitize", "thread"]),
    tools(&["windows"]),
];

pub fn run(_: &str, arguments: &[&str], strict: bool) -> Outcome {
    let (steps, needed) = match (arguments, strict) {
        ([] | ["--all"], _) => (ALL, Some("test")),
        (["--fast"], false) => (FAST, None),
        (["--matrix"], false) => (MATRIX, Some("matrix")),
        _ => return Err(Failure::Usage),
    };
    if needed.is_some_and(|command| !provide(command)) && strict {
        return Err(Failure::Reported(1));
    }
    let mut log = Log::new(strict);
    for step in steps {
        log.stage(&step.title(), steps.len());
        step.run(&mut log)?;
    }
    log.end()
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::*;

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
        let steps = [FAST, ALL, MATRIX].concat();
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
