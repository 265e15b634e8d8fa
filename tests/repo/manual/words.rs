//! The first screen, and what the pages name.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{links, manual, read, root};

/// The pages beside the manual whose words are checked.
const OTHERS: [&str; 4] = [
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
];

#[test]
#[cfg(unix)]
fn the_two_commands_are_on_the_first_screen() {
    use std::os::unix::fs::PermissionsExt;
    let readme = read("README.md");
    let screen = readme.lines().take(20).collect::<Vec<_>>().join("\n");
    for command in ["cargo run --release -- demo", "tests/run"] {
        assert!(screen.contains(&format!("\n| `{command}` |")), "{command}");
    }
    let mode = std::fs::metadata(root().join("tests/run"))
        .unwrap()
        .permissions();
    assert!(mode.mode() & 0o111 != 0, "tests/run is not executable");
    assert!(readme.lines().count() <= 160, "the README is one page");
}

#[test]
fn the_summary_lists_each_page_once() {
    let mut listed = manual();
    listed.remove(0);
    listed.push("docs/SUMMARY.md".to_owned());
    listed.sort_unstable();
    let mut found: Vec<String> = std::fs::read_dir(root().join("docs"))
        .unwrap()
        .map(|entry| format!("docs/{}", entry.unwrap().file_name().into_string().unwrap()))
        .filter(|path| path.ends_with(".md"))
        .collect();
    found.sort_unstable();
    assert_eq!(listed, found);
}

/// Whether a word between backticks is a path of this project: it has a slash, and neither a scheme nor a
/// placeholder nor the form of a path on a server.
fn is_path(word: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-' | '/');
    let begins = |c: char| c.is_ascii_alphabetic() || c == '.';
    word.contains('/') && word.starts_with(begins) && word.chars().all(plain)
}

/// The lines outside the blocks of code.
fn prose(text: &str) -> String {
    let mut fenced = false;
    let outside = text.lines().filter(|line| {
        let fence = line.starts_with("```");
        fenced ^= fence;
        !fenced && !fence
    });
    outside.collect::<Vec<_>>().join("\n")
}

/// The name by which a link finds a heading.
fn anchor(heading: &str) -> String {
    let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    let text: String = heading
        .trim_start_matches('#')
        .trim()
        .chars()
        .filter(kept)
        .collect();
    text.to_lowercase().replace(' ', "-")
}

fn leads_somewhere(page: &str, link: &str) -> bool {
    let (file, section) = link.split_once('#').unwrap_or((link, ""));
    let target: PathBuf = match file {
        "" => root().join(page),
        _ => root().join(Path::new(page).parent().unwrap()).join(file),
    };
    let Ok(target) = target.canonicalize() else {
        return false;
    };
    section.is_empty()
        || std::fs::read_to_string(target).is_ok_and(|text| {
            prose(&text)
                .lines()
                .any(|line| line.starts_with('#') && anchor(line) == section)
        })
}

#[test]
fn links_lead_to_pages_and_headings() {
    let readmes = ["cpp", "csharp", "delphi", "python", "vb6", "windev"];
    let readmes = readmes.map(|language| format!("bindings/{language}/README.md"));
    let more = [
        "docs/SUMMARY.md",
        "bindings/OTHERS.md",
        "benches/README.md",
        "sandbox/README.md",
    ];
    let pages = manual().into_iter().chain(readmes);
    let pages = pages.chain(OTHERS.iter().chain(&more).map(|page| (*page).to_owned()));
    for page in pages {
        let text = prose(&read(&page));
        for link in links(&text) {
            assert!(leads_somewhere(&page, link), "{page} links to {link}");
        }
    }
    assert!(leads_somewhere("docs/README.md", "../README.md#try-it"));
    assert!(!leads_somewhere("docs/README.md", "../README.md#no-such"));
    assert!(!leads_somewhere("docs/README.md", "no_such.md"));
}

#[test]
fn the_files_that_they_name_exist() {
    for page in manual().iter().map(String::as_str).chain(OTHERS) {
        let text = prose(&read(page));
        let spans = text.split('`').skip(1).step_by(2);
        for path in spans
            .flat_map(str::split_whitespace)
            .filter(|word| is_path(word))
        {
            // What a build makes is checked by the blocks that use it.
            let built = path.split('/').next() == Some("target");
            assert!(built || root().join(path).exists(), "{page} names {path}");
        }
    }
}

/// All sources below a folder.
fn sources(folder: &Path) -> String {
    let mut text = String::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            text += &sources(&path);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            text += &std::fs::read_to_string(path).unwrap();
        }
    }
    text
}

#[test]
fn the_types_and_methods_that_it_names_exist() {
    let code = ["src", "sandbox/src", "testkit/src"].map(|folder| sources(&root().join(folder)));
    let code = code.concat();
    let declared = |kind: &str, name: &str| {
        let wanted = format!("{kind} {name}");
        let mut found = code.split(&*wanted).skip(1);
        found.any(|rest| !rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_'))
    };
    let page = prose(&read("ARCHITECTURE.md"));
    let mut types = 0;
    for span in page.split('`').skip(1).step_by(2) {
        let (name, method) = span.split_once("::").unwrap_or((span, ""));
        let camel = name.starts_with(|c: char| c.is_ascii_uppercase())
            && name.contains(|c: char| c.is_ascii_lowercase())
            && name.chars().all(|c| c.is_ascii_alphanumeric());
        if !camel {
            continue;
        }
        types += 1;
        let known = ["struct", "enum", "trait"]
            .iter()
            .any(|kind| declared(kind, name));
        assert!(known, "ARCHITECTURE.md names {span}");
        assert!(
            method.is_empty() || declared("fn", method),
            "ARCHITECTURE.md names {span}"
        );
    }
    assert!(types > 10, "the spans are lost");
}

/// The test targets of the workspace.
fn test_targets() -> BTreeSet<String> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args([
        "metadata",
        "--offline",
        "--no-deps",
        "--format-version",
        "1",
    ]);
    let output = cargo.current_dir(root()).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap().iter();
    let targets = packages.flat_map(|package| package["targets"].as_array().unwrap());
    targets
        .filter(|target| target["kind"][0] == "test")
        .map(|target| target["name"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn the_commands_that_they_name_exist() {
    let targets = test_targets();
    assert!(targets.len() > 2, "{targets:?}");
    let xtask = read("xtask/src/main.rs");
    let name = |c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-';
    for page in manual().iter().map(String::as_str).chain(OTHERS) {
        let text = read(page);
        for command in text
            .split(['`', '\n'])
            .filter(|text| text.contains("--test ") && !text.contains("cargo xtask "))
        {
            let suites = command.split("--test ").skip(1);
            let suites: Vec<&str> = suites
                .map(|after| after.split(name).next().unwrap())
                .collect();
            let known = suites.iter().all(|suite| targets.contains(*suite));
            assert!(known, "{page} names {command}");
            let words = command.split_whitespace();
            for module in words.filter_map(|word| word.strip_suffix("::")) {
                let there = |suite: &&str| {
                    let folder = root().join("tests").join(suite);
                    folder.join(format!("{module}.rs")).exists() || folder.join(module).is_dir()
                };
                assert!(suites.iter().any(there), "{page} names {command}");
            }
        }
        for after in text.split("cargo xtask ").skip(1) {
            let command = after.split(name).next().unwrap();
            let known = xtask.contains(&format!("\"{command}\""));
            assert!(known, "{page} names cargo xtask {command}");
        }
    }
}

#[test]
fn they_speak_of_no_machine_and_leave_nothing_open() {
    let own = root().to_str().unwrap();
    let foreign = [
        own, "/tmp", "/home/", "/root", "/usr/", "/opt/", "TODO", "FIXME",
    ];
    let pages = manual();
    let others = OTHERS.iter().copied().chain(["benches/README.md"]);
    for page in pages.iter().map(String::as_str).chain(others) {
        for line in read(page).lines() {
            // As the beginning of a path, not within one.
            let within = |at: usize| line[..at].ends_with(|c: char| c.is_ascii_alphanumeric());
            let found = |word: &&str| line.match_indices(word).any(|(at, _)| !within(at));
            assert!(!foreign.iter().any(found), "{page}: {line}");
        }
    }
}
