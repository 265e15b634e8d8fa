//! The programs that the pages show are the examples that other tests compile and run.

use crate::{blocks, read, root};

/// A page, the language of its program's block, and the example's file.
const SHOWN: [(&str, &str, &str); 6] = [
    ("README.md", "c", "examples/quickstart.c"),
    (
        "README.md",
        "python",
        "bindings/python/examples/send_document.py",
    ),
    (
        "bindings/cpp/README.md",
        "cpp",
        "bindings/cpp/examples/send_document.cpp",
    ),
    (
        "bindings/csharp/README.md",
        "csharp",
        "bindings/csharp/examples/SendDocument.cs",
    ),
    (
        "bindings/delphi/README.md",
        "pascal",
        "bindings/delphi/demo/SendDocument.dpr",
    ),
    (
        "bindings/python/README.md",
        "python",
        "bindings/python/examples/send_document.py",
    ),
];

#[test]
fn the_programs_are_the_examples() {
    for (page, language, path) in SHOWN {
        let example = read(path);
        assert!(example.lines().count() < 80, "{path} is too long to show");
        let text = read(page);
        let programs = blocks(&text, "", language);
        let shown = programs
            .first()
            .unwrap_or_else(|| panic!("{page} has no program in {language}"));
        if std::env::var_os("HR_BLESS").is_some() && *shown != example {
            std::fs::write(root().join(page), text.replacen(shown, &example, 1)).unwrap();
            continue;
        }
        assert!(
            *shown == example,
            "{page} does not show {path}; HR_BLESS=1 cargo test --test readme renews it"
        );
    }
}
