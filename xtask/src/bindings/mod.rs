//! The other languages: what is made from the header (`cargo xtask bindings`), and the wrappers' tests
//! (`cargo xtask bindings --test`).

mod api;
mod cpp;
mod csharp;
mod delphi;
mod header;
mod prose;
mod python;
mod schema;
mod stdcall;
mod symbols;
#[cfg(test)]
mod tests;
mod vb6;
mod windev;
pub mod wrappers;

use std::path::Path;

use hr_header::Header;

use crate::log::Log;
use crate::machine::root;
use crate::{Failure, Outcome, Result};
use api::Api;
use schema::Schema;

/// What the first line of each file says.
const NOTICE: &str = "Generated from include/hr.h by cargo xtask bindings: do not edit.";

const PAGE: &str = "docs/symbols.md";

/// A file of the repository, and what it is to hold.
struct Made {
    path: &'static str,
    text: String,
}

pub fn run(arguments: &[String]) -> Outcome {
    match arguments.first().map(String::as_str) {
        None => Ok(write(root())?),
        Some("--check") if arguments.len() == 1 => {
            let mut log = Log::new();
            check(&mut log)?;
            log.end()
        }
        Some("--test") => wrappers::run(&arguments[1..]),
        Some(_) => Err(Failure::Usage),
    }
}

/// Compares all files with what the sources give; each that differs is a failure.
pub fn check(log: &mut Log) -> Result<()> {
    let found = differences(&everything(root())?, root());
    for difference in &found {
        log.say(difference);
    }
    log.broken |= !found.is_empty();
    match found.len() {
        0 => log.say("generated: 1 passed, 0 failed"),
        count => log.say(&format!(
            "generated: 0 passed, {count} failed; cargo xtask bindings writes them"
        )),
    }
    Ok(())
}

fn everything(root: &Path) -> Result<Vec<Made>> {
    let text = header::text(root)?;
    let mut files = layers(root, &text)?;
    files.insert(
        0,
        Made {
            path: "include/hr.h",
            text,
        },
    );
    Ok(files)
}

/// What is made from a header.
fn layers(root: &Path, header: &str) -> Result<Vec<Made>> {
    if let Some(other) = header.chars().find(|c| !c.is_ascii()) {
        return Err(format!(
            "the header has {other}, which VB6 and Pascal cannot show"
        ));
    }
    let header = Header::parse(&header.replace("this header", "hr.h"));
    let api = Api::of(&header)?;
    let page = std::fs::read_to_string(root.join(PAGE));
    let page = page.map_err(|error| format!("{PAGE}: {error}"))?;
    let modules = stdcall::modules(&root.join("src/ffi"))?;
    let schema = Schema::read(root)?;
    let files = [
        ("bindings/csharp/src/Native.cs", csharp::layer(&api)),
        (
            "bindings/csharp/src/SessionCalls.cs",
            csharp::session(&api, &schema),
        ),
        (
            "bindings/csharp/src/ClientCalls.cs",
            csharp::client(&api, &schema),
        ),
        ("bindings/csharp/src/Words.cs", csharp::words(&api, &schema)),
        ("bindings/csharp/src/Results.cs", csharp::results(&schema)),
        ("bindings/csharp/src/Requests.cs", csharp::requests(&schema)),
        ("bindings/delphi/src/HrApi.pas", delphi::layer(&api)),
        (
            "bindings/python/src/healthrecord/_native.py",
            python::layer(&api),
        ),
        ("bindings/vb6/HealthRecordApi.bas", vb6::layer(&api)?),
        ("bindings/windev/HealthRecordApi.wl", windev::layer(&api)),
        ("src/ffi/stdcall/table.rs", stdcall::table(&api, &modules)?),
        (
            PAGE,
            symbols::page(&api, &page.replace("\r\n", "\n"), env!("CARGO_PKG_VERSION"))?,
        ),
    ];
    let files = cpp::layer(&api, &schema).into_iter().chain(files);
    Ok(files.map(|(path, text)| Made { path, text }).collect())
}

fn kept(file: &Made, root: &Path) -> String {
    std::fs::read_to_string(root.join(file.path)).unwrap_or_default()
}

fn write(root: &Path) -> Result<()> {
    for file in everything(root)? {
        if kept(&file, root) != file.text {
            let wrong = |error: std::io::Error| format!("{}: {error}", file.path);
            let path = root.join(file.path);
            let folder = path.parent().unwrap_or(root);
            std::fs::create_dir_all(folder).map_err(wrong)?;
            std::fs::write(path, &file.text).map_err(wrong)?;
            println!("{}", file.path);
        }
    }
    Ok(())
}

/// Git may give other line ends.
fn differences(files: &[Made], root: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for file in files {
        let kept = kept(file, root).replace("\r\n", "\n");
        let text = file.text.replace("\r\n", "\n");
        if kept != text {
            let same = kept
                .lines()
                .zip(text.lines())
                .take_while(|(one, other)| one == other);
            let line = same.count() + 1;
            found.push(format!(
                "{} is not what the sources give, from line {line} on",
                file.path
            ));
        }
    }
    found
}
