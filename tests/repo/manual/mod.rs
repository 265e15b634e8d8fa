//! README and manual are true: what they name exists, the defaults are the library's, their programs are the examples, their
//! commands run. `HR_BLESS=1 cargo test --test repo manual` renews the programs in them. Their links, and what both languages
//! must have in common, is checked by `cargo xtask docs --check`, which makes the reference.

#[cfg(all(target_os = "linux", target_arch = "x86_64", target_env = "gnu"))]
mod commands;
mod guides;
mod names;
mod pictures;
mod programs;
mod tables;

use std::collections::BTreeSet;

fn read(name: &str) -> String {
    testkit::folders::read(name).replace("\r\n", "\n")
}

/// What a link's brackets point to, from here.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let targets = text.split("](").skip(1);
    let targets = targets.map(|rest| rest.split(')').next().unwrap());
    targets.filter(|target| !target.contains("://"))
}

/// README, then the pages of the manual in both languages, in the order of their summaries.
fn manual() -> Vec<String> {
    let mut pages = vec!["README.md".to_owned()];
    for folder in ["docs/en", "docs/fr"] {
        let summary = read(&format!("{folder}/SUMMARY.md"));
        pages.extend(links(&summary).map(|page| format!("{folder}/{page}")));
    }
    pages
}

/// The words of a text that begin with `prefix` and go on with letters, digits and underscores.
fn words<'a>(text: &'a str, prefix: &str) -> BTreeSet<&'a str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .filter(|word| word.starts_with(prefix))
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
    let rows = section.filter(|line| line.starts_with('|')).skip(2);
    let cells = rows.map(|row| row.trim_matches('|').split('|'));
    let cells = cells.map(|row| row.map(|cell| cell.trim().replace('`', "")).collect());
    cells.collect()
}
