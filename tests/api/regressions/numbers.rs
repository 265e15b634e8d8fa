//! The numbers of past failures: each stands at one test.

use std::path::Path;

/// The numbers go on in the tests of what they are about: `fn r14_...`, or `R14:` in a comment. Each group has its ten.
#[test]
fn numbers_are_given_once() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["src", "tests", "sandbox", "fuzz/tests"].map(|name| root.join(name));
    let mut numbers: Vec<u32> = folders.iter().flat_map(|folder| given_in(folder)).collect();
    numbers.sort_unstable();
    let twice: Vec<_> = numbers
        .windows(2)
        .filter(|pair| pair[0] == pair[1])
        .collect();
    assert!(twice.is_empty(), "{twice:?}");
    // In a comment within a test, and in a module of a file.
    for number in [114, 194] {
        assert!(numbers.contains(&number), "R{number} of {numbers:?}");
    }
}

fn given_in(path: &Path) -> Vec<u32> {
    if path.is_dir() {
        let entries = std::fs::read_dir(path).unwrap();
        return entries
            .flat_map(|entry| given_in(&entry.unwrap().path()))
            .collect();
    }
    match path.extension().is_some_and(|ending| ending == "rs") {
        true => std::fs::read_to_string(path)
            .unwrap()
            .lines()
            .flat_map(|line| given(line.trim_start()))
            .collect(),
        false => Vec::new(),
    }
}

fn given(line: &str) -> Vec<u32> {
    if let Some(name) = line.strip_prefix("fn r") {
        let number = name.split('_').next().unwrap_or_default();
        return number.parse().into_iter().collect();
    }
    let comment = line.strip_prefix("//").unwrap_or_default();
    let words = comment.split_whitespace();
    words
        .filter_map(|word| word.strip_prefix('R')?.strip_suffix(':')?.parse().ok())
        .collect()
}
