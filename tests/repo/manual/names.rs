//! Files, commands, functions and codes that the pages name exist.

use std::collections::BTreeSet;

use testkit::folders::root;
use testkit::header;

use super::{manual, read, words};

/// The pages beside the manual whose names are checked.
const OTHERS: [&str; 5] = [
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "RELEASING.md",
    "SECURITY.md",
];

fn pages(more: &[&str]) -> Vec<String> {
    let others = OTHERS.iter().chain(more).map(|page| (*page).to_owned());
    manual().into_iter().chain(others).collect()
}

/// The lines outside the blocks of code.
fn prose(text: &str) -> String {
    let outside = text.split("\n```").step_by(2);
    outside.collect::<Vec<_>>().join("\n")
}

/// What a build or an archive has is checked by the blocks that use it.
const MADE: [&str; 5] = ["target/", "bin/", "lib/", "share/", "include/hr"];

/// Whether a word between backticks is a path of this project: it has a slash, and neither a scheme nor a
/// placeholder nor the form of a path on a server.
fn is_path(word: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-' | '/');
    let begins = |c: char| c.is_ascii_alphabetic() || c == '.';
    word.contains('/') && word.starts_with(begins) && word.chars().all(plain)
}

#[test]
fn the_files_that_they_name_exist() {
    for page in pages(&[]) {
        let text = prose(&read(&page));
        let spans = text.split('`').skip(1).step_by(2);
        let words = spans.flat_map(str::split_whitespace);
        for path in words.filter(|word| is_path(word)) {
            let made = MADE.iter().any(|folder| path.starts_with(folder));
            assert!(made || root().join(path).exists(), "{page} names {path}");
        }
    }
}

#[test]
fn the_commands_that_they_name_exist() {
    let xtask = read("xtask/src/main.rs");
    let first = |text: &str| -> String {
        let name = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
        text.chars().take_while(name).collect()
    };
    for page in pages(&["xtask/src/test.rs"]) {
        let text = read(&page).replace("\\\n", " ");
        for after in text.split("cargo xtask ").skip(1) {
            let command = format!("\"{}\"", first(after));
            let listed = xtask.contains(&command) || after.starts_with(['"', '{']);
            assert!(listed, "{page}: cargo xtask {command}");
        }
        let commands = text.split(['`', '\n', '"']);
        for command in commands.filter(|command| command.contains(" --test ")) {
            if command.contains("cargo xtask ") {
                continue;
            }
            let suites = command.split(" --test ").skip(1).map(first);
            let suites: Vec<_> = suites
                .map(|suite| root().join("tests").join(suite))
                .collect();
            let missing = suites.iter().find(|suite| !suite.join("main.rs").exists());
            assert!(missing.is_none(), "{page}: {command}");
            let modules = command
                .split_whitespace()
                .filter_map(|word| word.split_once("::"));
            for (module, _) in modules {
                let file = format!("{module}.rs");
                let mut suites = suites.iter();
                let there = suites.any(|one| one.join(&file).exists() || one.join(module).is_dir());
                assert!(there, "{page}: {module} of {command}");
            }
        }
    }
}

#[test]
fn the_functions_and_codes_that_they_name_exist() {
    let header = header::header();
    let functions = header.functions.iter().chain(&header.callbacks);
    let functions = functions.map(|one| &*one.name);
    let codes = header.constants.iter().map(|one| &*one.name);
    let known: BTreeSet<&str> = functions.chain(codes).collect();
    for page in manual() {
        let text = read(&page);
        for name in words(&text, "hr_").union(&words(&text, "HR_E_")) {
            assert!(known.contains(name), "{page}: {name}");
        }
    }
}
