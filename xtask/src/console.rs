//! The tests of the sandbox's console in a browser: what they need, and how they are run.

use std::fs;
use std::path::Path;

use crate::counts::Count;
use crate::log::{Job, Log};
use crate::machine::{has, program, provide, root};
use crate::{Failure, Outcome};

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

/// Only the tests whose name has this.
pub fn run(_: &str, names: &[&str], strict: bool) -> Outcome {
    let name = match names {
        [] => None,
        [name] if !name.starts_with('-') => Some(*name),
        _ => return Err(Failure::Usage),
    };
    provide("console");
    let mut log = Log::new(strict);
    let jobs = Vec::from_iter(job(&mut log, name));
    log.side_by_side(jobs);
    log.end()
}

/// None where something is missing.
pub fn job(log: &mut Log, name: Option<&str>) -> Option<Job> {
    let folder = root().join("target/console");
    let named = std::env::var("CHROMIUM").ok();
    let named = named.filter(|name| !name.is_empty());
    let found = BROWSERS.into_iter().find(|name| has(name));
    let browser = named.or(found.map(str::to_owned));
    let missing = PROGRAMS.into_iter().find(|name| !has(name));
    let missing = match (&browser, missing) {
        (None, _) => Some("chromium is not installed".to_owned()),
        (_, Some(name)) => Some(format!("{name} is not installed")),
        _ => modules(&folder).err(),
    };
    if let Some(missing) = missing {
        log.not_run(&format!("the console in a browser ({missing})"));
        return None;
    }
    let mut cargo = program("cargo");
    cargo.args(["build", "--release", "--quiet"]);
    log.run("cargo build --release", cargo, Count::Sum);
    let mut command = program("node");
    command.args(["--test", "--test-reporter=spec"]);
    if let Some(name) = name {
        command.arg(format!("--test-name-pattern={name}"));
    }
    command.arg("tests/console/main.test.js");
    command.env("NO_COLOR", "1").env_remove("FORCE_COLOR");
    command.env("HR_CONSOLE", &folder);
    command.env("CHROMIUM", browser.unwrap_or_default());
    Some(Job::new("console", command, Count::Sum))
}

/// Installs the modules of node below target/, unless those of this manifest are there.
fn modules(folder: &Path) -> crate::Result<()> {
    let source = root().join("tests/console");
    let same = |name: &&str| {
        let text = |folder: &Path| fs::read(folder.join(name)).ok();
        text(&source) == text(folder)
    };
    // npm writes its own list last.
    if MANIFEST.iter().all(same) && folder.join("node_modules/.package-lock.json").exists() {
        return Ok(());
    }
    for name in MANIFEST {
        let copied = fs::create_dir_all(folder)
            .and_then(|()| fs::copy(source.join(name), folder.join(name)));
        copied.map_err(|error| format!("{name}: {error}"))?;
    }
    let mut npm = program("npm");
    npm.args(["ci", "--no-audit", "--no-fund", "--ignore-scripts"]);
    npm.args(["--loglevel=error", "--prefix"]).arg(folder);
    match npm.status().is_ok_and(|status| status.success()) {
        true => Ok(()),
        false => Err("npm could not install what package.json names".to_owned()),
    }
}
