//! The tests of the wrappers (`cargo xtask bindings --test`), each a script of its own.

use crate::counts::Count;
use crate::log::{Job, Log};
use crate::machine::{program, provide, root};
use crate::{Failure, Outcome, Result, dist};

/// A wrapper, and the parts of its script that run side by side; the longest first.
const PARTS: [(&str, &[&str]); 4] = [
    ("cpp", &["g++", "clang++"]),
    ("python", &[""]),
    ("csharp", &[""]),
    ("delphi", &[""]),
];

pub fn run(names: &[&str], strict: bool) -> Outcome {
    let known = |name: &&str| PARTS.iter().any(|(known, _)| known == name);
    if !names.iter().all(known) {
        return Err(Failure::Usage);
    }
    let chosen = |name: &str| names.is_empty() || names.contains(&name);
    for (name, _) in PARTS.iter().filter(|(name, _)| chosen(name)) {
        provide(name);
    }
    let mut log = Log::new(strict);
    log.side_by_side(jobs(chosen)?);
    log.end()
}

pub fn jobs(chosen: impl Fn(&str) -> bool) -> Result<Vec<Job>> {
    let library = dist::library()?;
    let mut jobs = Vec::new();
    for (name, parts) in PARTS.iter().filter(|(name, _)| chosen(name)) {
        for part in *parts {
            let mut command = program("bash");
            command.arg(format!("bindings/{name}/tests/run"));
            command.args((!part.is_empty()).then_some(part));
            command.env("HR_LIBRARY", library.join("libhr.so"));
            command.env("HR_LIBRARY_DIR", &library);
            command.env("HR_SANDBOX", root().join("target/release/hr-sandbox"));
            let name = format!("{name} {part}");
            jobs.push(Job::new(name.trim_end(), command, Count::Last));
        }
    }
    Ok(jobs)
}
