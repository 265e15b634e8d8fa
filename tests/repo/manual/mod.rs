//! README and manual are true: their commands run, their programs are the examples, their tables agree with the header
//! and the library, what they name exists. `HR_BLESS=1 cargo test --test repo manual` renews the programs in them.

mod commands;
mod programs;
mod symbols;
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

/// What a link's brackets point to, from here.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let targets = text.split("](").skip(1);
    let targets = targets.map(|rest| rest.split(')').next().unwrap());
    targets.filter(|target| !target.contains("://"))
}

/// README, then the pages of the manual in the order of its summary.
fn manual() -> Vec<String> {
    let summary = read("docs/SUMMARY.md");
    let pages = links(&summary).map(|page| format!("docs/{page}"));
    std::iter::once("README.md".to_owned())
        .chain(pages)
        .collect()
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

/// The rows of the table under a heading of any level, as cells; without its head.
fn table(page: &str, heading: &str) -> Vec<Vec<String>> {
    let text = read(page);
    let is_heading = |line: &&str| line.starts_with('#');
    let mut lines = text.lines();
    let title = |line: &str| line.trim_start_matches('#').trim() == heading;
    let found = lines.any(|line| is_heading(&line) && title(line));
    assert!(found, "{page} has no heading {heading}");
    let section = lines.take_while(|line| !is_heading(line));
    let rows: Vec<Vec<String>> = section
        .filter(|line| line.starts_with('|'))
        .skip(2)
        .map(|row| {
            let row = row.trim_matches('|');
            row.split('|')
                .map(|cell| cell.trim().replace('`', ""))
                .collect()
        })
        .collect();
    assert!(!rows.is_empty(), "{page} has no table under {heading}");
    rows
}

/// The words of a text that begin with `prefix` and go on with letters, digits and underscores.
fn words<'a>(text: &'a str, prefix: &str) -> BTreeSet<&'a str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .filter(|word| word.starts_with(prefix))
        .collect()
}
