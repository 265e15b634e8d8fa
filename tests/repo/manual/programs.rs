//! The programs that the pages show are the examples that other tests compile and run.

use super::{blocks, read, root};

/// A page that shows a part of a program: from the first line of its block to the last.
const PARTS: [(&str, &str, &str); 2] = [
    (
        "README.md",
        "python",
        "bindings/python/examples/quickstart.py",
    ),
    (
        "docs/journal.md",
        "python",
        "bindings/python/examples/outbox.py",
    ),
];

/// A page, the language of its program's block, and the example's file.
const SHOWN: [(&str, &str, &str); 8] = [
    ("docs/languages.md", "c", "examples/quickstart.c"),
    (
        "bindings/cpp/README.md",
        "cpp",
        "bindings/cpp/examples/quickstart.cpp",
    ),
    (
        "bindings/csharp/README.md",
        "csharp",
        "bindings/csharp/examples/QuickStart.cs",
    ),
    (
        "bindings/csharp/README.md",
        "csharp",
        "bindings/csharp/examples/SendDocument.cs",
    ),
    (
        "bindings/delphi/README.md",
        "pascal",
        "bindings/delphi/demo/QuickStart.dpr",
    ),
    (
        "bindings/delphi/README.md",
        "pascal",
        "bindings/delphi/demo/SendDocument.dpr",
    ),
    (
        "bindings/python/README.md",
        "python",
        "bindings/python/examples/quickstart.py",
    ),
    (
        "bindings/python/README.md",
        "python",
        "bindings/python/examples/outbox.py",
    ),
];

/// The first block of the page in the language of which `wanted` makes something must be that.
fn shows(page: &str, language: &str, path: &str, wanted: impl Fn(&str) -> Option<String>) {
    let text = read(page);
    let programs = blocks(&text, "", language);
    let mut found = programs
        .iter()
        .filter_map(|shown| Some((shown, wanted(shown)?)));
    let (shown, wanted) = found.next().unwrap_or_else(|| {
        panic!("{page} has no block with the first line, and the last of a part, of {path}")
    });
    if std::env::var_os("HR_BLESS").is_some() && *shown != wanted {
        std::fs::write(root().join(page), text.replacen(shown, &wanted, 1)).unwrap();
        return;
    }
    assert!(
        *shown == wanted,
        "{page} does not show {path}; HR_BLESS=1 cargo test --test repo manual renews it"
    );
}

/// What stands in the example from the first line of `shown` to its last.
fn part(example: &str, shown: &str) -> Option<String> {
    let (first, last) = (shown.lines().next()?, shown.lines().last()?);
    let lines: Vec<&str> = example.lines().collect();
    let begin = lines.iter().position(|line| *line == first)?;
    let end = begin + lines[begin..].iter().position(|line| *line == last)?;
    Some(lines[begin..=end].join("\n") + "\n")
}

#[test]
fn the_programs_are_the_examples() {
    for (page, language, path) in PARTS {
        shows(page, language, path, |shown| part(&read(path), shown));
    }
    for (page, language, path) in SHOWN {
        let example = read(path);
        assert!(example.lines().count() < 80, "{path} is too long to show");
        let is_meant = |shown: &str| shown.lines().next() == example.lines().next();
        shows(page, language, path, |shown| {
            is_meant(shown).then(|| example.clone())
        });
    }
}

#[test]
fn a_part_is_the_examples_from_line_to_line() {
    let example = "a\nb\nc\nd\n";
    assert_eq!(part(example, "b\nx\nc\n").as_deref(), Some("b\nc\n"));
    assert_eq!(part(example, "b\nx\n"), None);
}
