//! The tests of the wrappers, each a script of its own.

use crate::counts::Count;
use crate::install;
use crate::log::{Job, Log};
use crate::machine::{program, root};
use crate::{Failure, Outcome, Result, dist};

/// A wrapper, and the parts of its script that run side by side; the longest first.
const PARTS: [(&str, &[&str]); 4] = [
    ("cpp", &["g++", "clang++"]),
    ("python", &[]),
    ("csharp", &[]),
    ("delphi", &[]),
];

#[derive(Debug, PartialEq)]
struct Options {
    strict: bool,
    names: Vec<&'static str>,
}

impl Options {
    fn parse(arguments: &[String]) -> Option<Options> {
        let mut options = Options {
            strict: false,
            names: Vec::new(),
        };
        let known = || PARTS.iter().map(|(name, _)| *name);
        for argument in arguments {
            match known().find(|name| name == argument) {
                Some(name) => options.names.push(name),
                None if argument == "--strict" => options.strict = true,
                None => return None,
            }
        }
        if options.names.is_empty() {
            options.names.extend(known());
        }
        Some(options)
    }
}

pub fn run(arguments: &[String]) -> Outcome {
    let options = Options::parse(arguments).ok_or(Failure::Usage)?;
    let strict = options.strict || std::env::var("HR_STRICT").as_deref() == Ok("1");
    for name in &options.names {
        install::provide(name);
    }
    let mut log = Log::new();
    log.side_by_side(jobs(&options.names, strict)?)?;
    log.end()
}

/// The scripts of all wrappers.
pub fn all(strict: bool) -> Result<Vec<Job>> {
    jobs(&PARTS.map(|(name, _)| name), strict)
}

fn jobs(names: &[&str], strict: bool) -> Result<Vec<Job>> {
    let library = dist::library()?;
    let mut jobs = Vec::new();
    let mut job = |name: &str, part: Option<&str>| {
        let mut command = program("bash");
        command.arg(format!("bindings/{name}/tests/run")).args(part);
        command.env("HR_LIBRARY", library.join("libhr.so"));
        command.env("HR_LIBRARY_DIR", &library);
        command.env("HR_SANDBOX", root().join("target/release/hr-sandbox"));
        if strict {
            command.env("HR_STRICT", "1");
        }
        jobs.push(Job {
            name: part.map_or(name.to_owned(), |part| format!("{name} {part}")),
            command,
            count: Count::Last { strict },
        });
    };
    for (name, parts) in PARTS.iter().filter(|(name, _)| names.contains(name)) {
        match parts {
            [] => job(name, None),
            parts => parts.iter().for_each(|part| job(name, Some(part))),
        }
    }
    Ok(jobs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_names_and_strict() {
        let parse = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|word| word.to_string()).collect();
            Options::parse(&words).map(|options| (options.strict, options.names))
        };
        let all = vec!["cpp", "python", "csharp", "delphi"];
        assert_eq!(parse(&[]), Some((false, all)));
        assert_eq!(parse(&["python"]), Some((false, vec!["python"])));
        assert_eq!(parse(&["cpp", "--strict"]), Some((true, vec!["cpp"])));
        assert_eq!(parse(&["ruby"]), None);
        assert_eq!(parse(&["--else"]), None);
    }
}
