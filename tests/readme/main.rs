//! The README is true: its commands run, its programs are the examples, its tables agree with the header and
//! the library, what it names exists. `HR_BLESS=1 cargo test --test readme` renews the programs in it.

#[path = "../support/header.rs"]
mod header;
#[path = "../support/outer.rs"]
mod outer;
#[path = "../support/mod.rs"]
mod support;

mod commands;
mod programs;
mod tables;
mod words;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(name: &str) -> String {
    let text = std::fs::read_to_string(root().join(name));
    text.unwrap_or_else(|error| panic!("{name}: {error}"))
        .replace("\r\n", "\n")
}

/// Where cargo builds for this test, so that what a block builds is not built twice.
fn target() -> PathBuf {
    let temporary = Path::new(env!("CARGO_TARGET_TMPDIR"));
    temporary.parent().unwrap().to_owned()
}

/// The fenced blocks of a language; `mark` is the line that must stand before each.
fn blocks<'a>(text: &'a str, mark: &str, language: &str) -> Vec<&'a str> {
    let fence = format!("\n{mark}```{language}\n");
    text.split(&*fence)
        .skip(1)
        .map(|rest| rest.split_once("```\n").expect("the block ends").0)
        .collect()
}

/// The rows of the table under a heading, as cells; without its head.
fn table(text: &str, heading: &str) -> Vec<Vec<String>> {
    let section = text.split_once(&format!("\n## {heading}\n"));
    let section = section.unwrap_or_else(|| panic!("no heading {heading}")).1;
    let section = section.split("\n## ").next().unwrap();
    let rows = section.lines().filter(|line| line.starts_with('|'));
    rows.skip(2)
        .map(|row| {
            let row = row.trim_matches('|');
            row.split('|')
                .map(|cell| cell.trim().replace('`', ""))
                .collect()
        })
        .collect()
}

/// The words of a text that begin with `prefix` and go on with letters, digits and underscores.
fn words<'a>(text: &'a str, prefix: &str) -> BTreeSet<&'a str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .filter(|word| word.starts_with(prefix))
        .collect()
}
