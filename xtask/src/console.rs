//! The tests of the sandbox's console in a browser: what they need, and how they are run.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::counts::Count;
use crate::log::{Job, Log};
use crate::machine::{has, program, root, succeeds};
use crate::{Failure, Outcome, Result, install};

/// Beside python3, with which the tests run programs that use the library.
const PROGRAMS: [&str; 3] = ["python3", "node", "npm"];

/// The names of Chromium; the environment variable `CHROMIUM` names another.
const BROWSERS: [&str; 4] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];

/// What says which modules of node the tests use.
const MANIFEST: [&str; 3] = ["package.json", "package-lock.json", ".npmrc"];

#[derive(Debug, Default, PartialEq)]
struct Options {
    strict: bool,
    /// Only the tests whose name has this.
    name: Option<String>,
}

impl Options {
    fn parse(arguments: &[String]) -> Option<Options> {
        let mut options = Options::default();
        for argument in arguments {
            match argument.as_str() {
                "--strict" => options.strict = true,
                word if word.starts_with('-') || options.name.is_some() => return None,
                word => options.name = Some(word.to_owned()),
            }
        }
        Some(options)
    }
}

pub fn run(arguments: &[String]) -> Outcome {
    let mut options = Options::parse(arguments).ok_or(Failure::Usage)?;
    options.strict |= std::env::var("HR_STRICT").as_deref() == Ok("1");
    install::provide("console");
    let mut log = Log::new();
    if let Some(mut node) = tests(&mut log, &options)? {
        log.run("cargo xtask console", &mut node)?;
    }
    log.end()
}

/// All of them, to run beside others; None where something is missing.
pub fn all(log: &mut Log, strict: bool) -> Result<Option<Job>> {
    let command = tests(log, &Options { strict, name: None })?;
    Ok(command.map(|command| Job {
        name: "console".to_owned(),
        command,
        count: Count::Sum,
    }))
}

fn tests(log: &mut Log, options: &Options) -> Result<Option<Command>> {
    let folder = root().join("target/console");
    let browser = browser();
    let missing = match &browser {
        None => Some("chromium is not installed".to_owned()),
        Some(_) => missing(),
    };
    let missing = match missing {
        None => modules(log, &folder)?,
        missing => missing,
    };
    if let Some(missing) = missing {
        log.say(&format!("NOT RUN: the console in a browser ({missing})"));
        log.broken |= options.strict;
        return Ok(None);
    }
    let mut cargo = program("cargo");
    cargo.args(["build", "--release", "--quiet"]);
    if !log.follow(&mut cargo, |log, line| log.note(line))? {
        return Err("the library and the sandbox do not build".into());
    }
    let mut node = program("node");
    node.args(["--test", "--test-reporter=spec"]);
    if let Some(name) = &options.name {
        node.arg(format!("--test-name-pattern={name}"));
    }
    node.arg("tests/console/main.test.js");
    node.env("NO_COLOR", "1").env_remove("FORCE_COLOR");
    node.env("HR_CONSOLE", &folder);
    node.env("CHROMIUM", browser.unwrap_or_default());
    if options.strict {
        node.env("HR_STRICT", "1");
    }
    Ok(Some(node))
}

fn browser() -> Option<String> {
    let named = std::env::var("CHROMIUM").ok();
    let named = named.filter(|name| !name.is_empty());
    named.or_else(|| {
        let found = BROWSERS.into_iter().find(|name| has(name));
        found.map(str::to_owned)
    })
}

fn missing() -> Option<String> {
    if let Some(name) = PROGRAMS.into_iter().find(|name| !has(name)) {
        return Some(format!("{name} is not installed"));
    }
    let enough = "process.exit(parseInt(process.versions.node) >= 18 ? 0 : 1)";
    let fits = succeeds(program("node").args(["-e", enough]));
    (!fits).then(|| "node is older than 18".to_owned())
}

/// Installs the modules of node below target/, unless they are there; gives why they are not.
fn modules(log: &mut Log, folder: &Path) -> Result<Option<String>> {
    let source = root().join("tests/console");
    if installed(&source, folder) {
        return Ok(None);
    }
    let copy = |name: &str| -> std::io::Result<()> {
        fs::create_dir_all(folder)?;
        fs::write(folder.join(name), fs::read(source.join(name))?)
    };
    for name in MANIFEST {
        copy(name).map_err(|error| format!("{name}: {error}"))?;
    }
    let mut npm = program("npm");
    npm.args(["ci", "--no-audit", "--no-fund", "--ignore-scripts"]);
    npm.args(["--loglevel=error", "--prefix"]).arg(folder);
    let fine = log.follow(&mut npm, |log, line| log.note(line))?;
    Ok((!fine).then(|| "npm could not install what package.json names".to_owned()))
}

/// npm writes its own list last.
fn installed(source: &Path, folder: &Path) -> bool {
    let same = |name: &str| {
        let text = |folder: &Path| fs::read(folder.join(name)).ok();
        text(source).is_some() && text(source) == text(folder)
    };
    let list: PathBuf = folder.join("node_modules/.package-lock.json");
    MANIFEST.iter().all(|name| same(name)) && list.exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_strict_and_one_name() {
        let parse = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|word| word.to_string()).collect();
            Options::parse(&words).map(|options| (options.strict, options.name))
        };
        assert_eq!(parse(&[]), Some((false, None)));
        let named = Some((true, Some("outcomes".to_owned())));
        assert_eq!(parse(&["--strict", "outcomes"]), named);
        assert_eq!(parse(&["--else"]), None);
        assert_eq!(parse(&["two", "names"]), None);
    }

    #[test]
    fn modules_are_installed_once_for_each_lock() {
        let folder = std::env::temp_dir().join(format!("hr-xtask-{}", std::process::id()));
        let (source, copy) = (folder.join("source"), folder.join("copy"));
        fs::create_dir_all(&source).unwrap();
        fs::create_dir_all(copy.join("node_modules")).unwrap();
        let write = |folder: &Path, text: &str| {
            for name in MANIFEST {
                fs::write(folder.join(name), text).unwrap();
            }
        };
        write(&source, "1");
        write(&copy, "1");
        assert!(!installed(&source, &copy));
        fs::write(copy.join("node_modules/.package-lock.json"), "").unwrap();
        assert!(installed(&source, &copy));
        write(&source, "2");
        assert!(!installed(&source, &copy));
        fs::remove_dir_all(&folder).unwrap();
    }
}
