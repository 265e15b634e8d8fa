//! How large each part is: whoever takes it over must be able to read all of it. Code, comments and blanks count; what is
//! generated does not.

use std::path::{Path, PathBuf};

use testkit::folders::{files, root};

/// Folders and the most lines that their sources may have.
const PARTS: [(&str, &[&str], usize); 10] = [
    ("src", &["src"], 25_840),
    ("the command line", &["cli"], 3_000),
    ("the sandbox", &["sandbox", "tests/console"], 17_000),
    ("tests", &["tests", "testkit"], 27_660),
    ("xtask and tools", &["xtask", "tools"], 10_055),
    ("Python by hand", &["bindings/python/src"], 1_500),
    ("C# by hand", &["bindings/csharp/src"], 1_500),
    ("Delphi by hand", &["bindings/delphi/src"], 1_500),
    (
        "C++ by hand",
        &["bindings/cpp/hr", "bindings/cpp/hr.hpp"],
        1_500,
    ),
    (
        "the wrappers' tests",
        &[
            "bindings/python/tests",
            "bindings/csharp/tests",
            "bindings/delphi/tests",
            "bindings/cpp/tests",
        ],
        9_000,
    ),
];

fn is_source(name: &str) -> bool {
    const KINDS: [&str; 13] = [
        "rs", "py", "cs", "pas", "dpr", "hpp", "cpp", "c", "h", "js", "css", "html", "j2",
    ];
    let kind = name.rsplit_once('.').map_or("", |(_, kind)| kind);
    KINDS.contains(&kind) || !name.contains('.') && !name.starts_with("LICENSE")
}

/// The lines of a file; none of what is generated.
fn lines(path: &Path) -> usize {
    let Ok(text) = std::fs::read_to_string(path) else {
        return 0;
    };
    let generated = text.lines().take(3).any(|line| {
        let line = line.to_ascii_lowercase();
        line.contains("generated") && line.contains("cargo xtask bindings")
    });
    if generated { 0 } else { text.lines().count() }
}

fn lines_below(part: &str) -> usize {
    let folder = root().join(part);
    if folder.is_file() {
        return lines(&folder);
    }
    let console = root().join("tests/console");
    let counts = |path: &&PathBuf| {
        let inner = path.strip_prefix(&folder).unwrap().iter();
        let mut names = inner.map(|name| name.to_str().unwrap());
        // The console's belong to the sandbox.
        let of_another = path.starts_with(&console) && folder != console;
        let name = path.file_name().unwrap().to_str().unwrap();
        is_source(name) && !of_another && !names.any(|name| name.starts_with('.'))
    };
    let all = files(&folder);
    all.iter().filter(counts).map(|path| lines(path)).sum()
}

#[test]
fn no_part_is_larger_than_it_may_be() {
    let mut wrong = Vec::new();
    for (name, folders, most) in PARTS {
        let lines: usize = folders.iter().map(|folder| lines_below(folder)).sum();
        println!("{name}: {lines} lines of at most {most}");
        if lines > most {
            wrong.push(format!(
                "{name} has {lines} lines, at most {most} are allowed"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
