//! The tests: the steps of a choice as data, and how they are run.

use std::path::Path;
use std::process::Command;

use crate::log::{Job, Log};
use crate::machine::{has, module, program, program_at, provide, root};
use crate::{Failure, Outcome, Result, dist};

/// Commands that run after each other, or side by side, the longest first; variables of the environment stand before some.
type Steps = &'static [&'static [&'static str]];

/// `--workspace` although some suites are named: so it is the build of `ALL`.
const FAST: Steps = &[
    &["cargo xtask bindings --check", "cargo xtask docs --check"],
    &["cargo test --workspace --no-fail-fast --lib --bins"],
    &[
        "HR_MATRIX=sample cargo test --workspace --no-fail-fast --test api --test faults --test repo -- \
            functions:: order::from_a_login matrix::every_fault_at_every_call contract::",
    ],
];

const ALL: Steps = &[
    &["cargo xtask bindings --check", "cargo xtask docs --check"],
    // Each has a profile of its own: while one links, or waits for what it tests, the other has the processors.
    &[
        "cargo test --workspace --no-fail-fast",
        // Its library is the one that programs in other languages use.
        "cargo xtask dist",
    ],
    &[
        "cargo xtask sanitize address",
        "cargo xtask console",
        "cargo xtask bindings --test cpp",
        // Of the library with its doors for fuzzing, which is another build.
        "cargo test --locked --manifest-path fuzz/Cargo.toml --target-dir target/fuzz --no-fail-fast",
        "cargo xtask bindings --test python",
        "cargo xtask bindings --test csharp",
        "cargo xtask bindings --test delphi",
        "cargo xtask bench budget",
        // It keeps the folder from which the others have their library.
        "cargo xtask dist --windows --check",
    ],
];

/// What `ALL` leaves out: it takes hours.
const MATRIX: Steps = &[
    &["cargo build --release"],
    &[
        "HR_MATRIX=full HR_SYSCALL_FAULTS=full HR_JOURNAL=full cargo test --release -p healthrecord \
            --no-fail-fast --test faults -- journal:: matrix:: scarce:: steps:: syscall_faults:: --nocapture",
    ],
    // The boundary once more with the release profile.
    &[
        "HR_RANDOM=full HR_JOURNAL=full cargo test --release -p healthrecord --no-fail-fast --test api \
            --test host -- functions:: journal::damage:: order:: pins::dishonest_client:: process::",
    ],
    &["cargo test --release -p healthrecord --no-fail-fast --test host -- --ignored valgrind"],
    &["HR_MATRIX=full cargo xtask bindings --test cpp"],
    &["cargo xtask sanitize thread"],
    &["cargo xtask windows"],
    &["cargo xtask docs --search"],
];

/// The command of a line; `own` is this program, since cargo may be building something else.
fn command(line: &str, own: &Path) -> Command {
    let mut words = line.split_whitespace().peekable();
    let mut variables = Vec::new();
    while let Some(variable) = words.next_if(|word| word.contains('=')) {
        variables.extend(variable.split_once('='));
    }
    let name = match words.next() {
        Some("cargo") if words.next_if_eq(&"xtask").is_some() => own,
        name => Path::new(name.unwrap_or_default()),
    };
    let mut command = program_at(name);
    command.args(words).envs(variables);
    command
}

pub fn run(_: &str, arguments: &[&str], strict: bool) -> Outcome {
    let (steps, needed) = match (arguments, strict) {
        ([] | ["--all"], _) => (ALL, Some("test")),
        (["--fast"], false) => (FAST, None),
        (["--matrix"], false) => (MATRIX, Some("matrix")),
        _ => return Err(Failure::Usage),
    };
    if needed.is_some_and(|command| !provide(command)) && strict {
        return Err(Failure::Reported);
    }
    // Before it is built anew.
    let own = std::env::current_exe()?;
    let mut log = Log::new(strict);
    for step in steps {
        log.stage(&step.join(", "), steps.len(), |log| {
            let each = step.iter().map(|line| Job {
                name: line.trim_start_matches("cargo xtask ").to_owned(),
                command: command(line, &own),
            });
            log.run(each.collect());
        });
    }
    log.end()
}

/// A command of a Python module of the same name; that of the console is a script.
pub fn run_tool(name: &str, words: &[&str], strict: bool) -> Outcome {
    let complete = provide(name);
    let (can, mut command) = match name {
        "console" => (complete, program("bash tools/console")),
        _ => (has("python3"), module(name)),
    };
    command.args(words);
    let mut log = Log::new(strict);
    let name = name.to_owned();
    match can {
        true => log.run(vec![Job { name, command }]),
        false => log.not_run(&format!(
            "cargo xtask {name} (what it needs is not installed)"
        )),
    }
    log.end()
}

/// The tests of the sandbox's page in a browser.
pub fn run_console(name: &str, words: &[&str], strict: bool) -> Outcome {
    match words {
        [] => run_tool(name, words, strict),
        [only] if !only.starts_with('-') => run_tool(name, words, strict),
        _ => Err(Failure::Usage),
    }
}

/// The wrappers whose tests are scripts of their own.
const WRAPPERS: [&str; 4] = ["cpp", "python", "csharp", "delphi"];

pub fn run_wrappers(names: &[&str], strict: bool) -> Outcome {
    if !names.iter().all(|name| WRAPPERS.contains(name)) {
        return Err(Failure::Usage);
    }
    let mut log = Log::new(strict);
    let chosen = WRAPPERS.into_iter();
    let chosen = chosen.filter(|name| names.is_empty() || names.contains(name));
    let jobs = chosen.map(wrapper).collect::<Result<Vec<Job>>>()?;
    log.run(jobs);
    log.end()
}

fn wrapper(name: &str) -> Result<Job> {
    provide(name);
    let library = dist::library()?;
    let mut command = program(&format!("bash bindings/{name}/tests/run"));
    command.env("HR_LIBRARY", library.join("libhr.so"));
    command.env("HR_LIBRARY_DIR", &library);
    command.env("HR_SANDBOX", root().join("target/release/hr-sandbox"));
    let name = name.to_owned();
    Ok(Job { name, command })
}
