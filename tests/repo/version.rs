//! The version has one place, `Cargo.toml`. What else needs it is made from there, by cargo, by `cargo xtask bindings` or by
//! `HR_BLESS=1`, and compared with it; everything else does without.

use std::path::PathBuf;

use testkit::folders::{files, read, root};

const VERSION: &str = env!("CARGO_PKG_VERSION");

const MADE: [&str; 10] = [
    "Cargo.lock",
    "fuzz/Cargo.lock",
    "bindings/csharp/Version.props",
    "bindings/python/src/healthrecord/_native.py",
    "docs/images/demo-en.svg",
    "docs/images/demo-fr.svg",
    "docs/images/doctor-broken-en.svg",
    "docs/images/doctor-broken-fr.svg",
    "docs/images/doctor-sound-en.svg",
    "docs/images/doctor-sound-fr.svg",
];

/// Files that describe a package to its tools, and how each would begin a number of its own.
const DESCRIPTIONS: [(&str, &str); 4] = [
    ("bindings/csharp/HealthRecord.csproj", "<Version>"),
    ("bindings/csharp/HealthRecord.nuspec", "<version>0"),
    (
        "bindings/delphi/packages/HealthRecordClient.lpk",
        "<Version M",
    ),
    ("bindings/python/pyproject.toml", "\nversion = "),
];

/// Not as a part of a longer number.
fn has_the_version(text: &str) -> bool {
    let of_a_number = |c: char| c.is_ascii_digit() || c == '.';
    text.match_indices(VERSION).any(|(at, _)| {
        let after = text[at + VERSION.len()..].trim_start_matches('.');
        !text[..at].ends_with(of_a_number) && !after.starts_with(|c: char| c.is_ascii_digit())
    })
}

#[test]
fn no_other_file_has_the_version() {
    let homes = ["Cargo.toml", "CHANGELOG.md"].iter().chain(&MADE);
    let homes: Vec<PathBuf> = homes.map(|path| root().join(path)).collect();
    let others = files(root()).into_iter();
    for path in others.filter(|path| !homes.contains(path)) {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(!has_the_version(&text), "{} has {VERSION}", path.display());
    }
}

#[test]
fn every_package_takes_it_from_there() {
    let workspace = read("Cargo.toml");
    assert_eq!(workspace.matches("\nversion = ").count(), 1);
    let members = workspace
        .lines()
        .find_map(|line| line.strip_prefix("members = "));
    let members: Vec<String> = serde_json::from_str(members.unwrap()).unwrap();
    for member in members {
        let package = read(&format!("{member}/Cargo.toml"));
        assert!(package.contains("\nversion.workspace = true\n"), "{member}");
    }
    for (path, own) in DESCRIPTIONS {
        assert!(!read(path).contains(own), "{path} has a version of its own");
    }
}
