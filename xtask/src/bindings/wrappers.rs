//! The tests of the wrappers, each a script of its own, and the sum of their counts.

use std::process::Command;

use crate::log::Log;
use crate::machine::{program, root};
use crate::{Failure, Outcome, Result};

const NAMES: [&str; 4] = ["cpp", "python", "csharp", "delphi"];

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
        for argument in arguments {
            match NAMES.iter().find(|name| *name == argument) {
                Some(name) => options.names.push(name),
                None if argument == "--strict" => options.strict = true,
                None => return None,
            }
        }
        if options.names.is_empty() {
            options.names.extend(NAMES);
        }
        Some(options)
    }
}

pub fn run(arguments: &[String]) -> Outcome {
    let options = Options::parse(arguments).ok_or(Failure::Usage)?;
    let strict = options.strict || std::env::var("HR_STRICT").as_deref() == Ok("1");
    match wrappers(&mut Log::new(), &options.names, strict)? {
        true => Ok(()),
        false => Err(Failure::Reported(1)),
    }
}

/// All of them, for a log that adds up more.
pub fn all(log: &mut Log, strict: bool) -> Result<()> {
    let fine = wrappers(log, &NAMES, strict)?;
    log.broken |= !fine;
    Ok(())
}

fn wrappers(log: &mut Log, names: &[&str], strict: bool) -> Result<bool> {
    let (mut passed, mut failed) = (0, 0);
    for name in names {
        let mut command = program("bash");
        command.arg(format!("bindings/{name}/tests/run"));
        let built = root().join("target/release");
        command.env("HR_LIBRARY", built.join("libhr.so"));
        command.env("HR_LIBRARY_DIR", &built);
        command.env("HR_SANDBOX", built.join("hr-sandbox"));
        if strict {
            command.env("HR_STRICT", "1");
        }
        let (ok, bad) = one(log, &mut command, strict)?;
        log.say(&format!("binding {name}: {ok} passed, {bad} failed"));
        passed += ok;
        failed += bad;
    }
    log.say(&format!("bindings: {passed} passed, {failed} failed"));
    Ok(failed == 0)
}

/// Runs a wrapper's script; gives how many of its tests passed and failed.
fn one(log: &mut Log, command: &mut Command, strict: bool) -> Result<(u64, u64)> {
    let mut last = None;
    let fine = log.follow(command, |log, line| {
        log.note(line);
        last = counts(line).or(last);
    })?;
    Ok(judged(last, fine, strict))
}

/// The counts in a line: "12 passed, 0 failed" of the scripts, "12 passed in 3s" of pytest.
fn counts(line: &str) -> Option<(u64, u64)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let number = |what: &str| {
        let pair = words
            .windows(2)
            .find(|pair| pair[1].trim_end_matches([',', ';']) == what)?;
        pair[0].parse::<u64>().ok()
    };
    match (number("passed"), number("failed")) {
        (None, None) => None,
        (passed, failed) => Some((passed.unwrap_or(0), failed.unwrap_or(0))),
    }
}

/// Passed and failed, from the last counts of a script and from whether it ended with success.
fn judged(last: Option<(u64, u64)>, fine: bool, strict: bool) -> (u64, u64) {
    let (passed, failed) = last.unwrap_or((0, 0));
    // What did not run at all is no success where nothing may be left out.
    let nothing = strict && passed == 0;
    let failed = match failed {
        0 if !fine || nothing => 1,
        _ => failed,
    };
    (passed, failed)
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
        assert_eq!(parse(&[]), Some((false, NAMES.to_vec())));
        assert_eq!(parse(&["python"]), Some((false, vec!["python"])));
        assert_eq!(parse(&["cpp", "--strict"]), Some((true, vec!["cpp"])));
        assert_eq!(parse(&["ruby"]), None);
        assert_eq!(parse(&["--else"]), None);
    }

    #[test]
    fn counts_of_scripts_and_of_pytest() {
        assert_eq!(counts("12 passed, 3 failed"), Some((12, 3)));
        assert_eq!(counts("1 failed, 140 passed in 12.31s"), Some((140, 1)));
        assert_eq!(counts("===== 140 passed in 12.31s ====="), Some((140, 0)));
        assert_eq!(counts("12 tests"), None);
        assert_eq!(counts("all passed"), None);
    }

    #[test]
    fn what_ends_badly_or_did_not_run_is_a_failure() {
        assert_eq!(judged(Some((12, 0)), true, true), (12, 0));
        assert_eq!(judged(Some((12, 3)), false, false), (12, 3));
        assert_eq!(judged(Some((12, 0)), false, false), (12, 1));
        assert_eq!(judged(None, false, false), (0, 1));
        assert_eq!(judged(Some((0, 0)), true, false), (0, 0));
        assert_eq!(judged(Some((0, 0)), true, true), (0, 1));
        assert_eq!(judged(None, true, true), (0, 1));
    }

    #[test]
    #[cfg(unix)]
    fn the_last_counts_of_a_script_are_its_own() {
        let script =
            "echo '9 passed, 0 failed'; echo '3 passed, 1 failed'; echo 'NOT RUN: a'; exit 1";
        let mut log = Log::on(Box::new(std::io::sink()));
        let seen = one(&mut log, Command::new("sh").args(["-c", script]), false);
        assert_eq!(seen, Ok((3, 1)));
        // They are added up by the line behind all of them.
        assert_eq!(
            log.summary(),
            "tests: 0 passed, 0 failed, 0 skipped\nNOT RUN: a"
        );
    }
}
