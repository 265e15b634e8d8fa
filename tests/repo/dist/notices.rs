//! The licences of what is linked in, against what the compiler linked.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use super::unpacked::{Unpacked, output};
use testkit::shipped;

const NOTICES: &str = "share/doc/hr/THIRD-PARTY-NOTICES.txt";

/// Lines of the part under a title: package, version and the numbers of its texts.
fn part<'a>(notices: &'a str, title: &str) -> Vec<(&'a str, &'a str, Vec<usize>)> {
    let part = notices.split_once(&format!("\n{title}")).unwrap().1;
    let part = part
        .split_once("\n\n")
        .unwrap()
        .1
        .split("\n\n")
        .next()
        .unwrap();
    let lines = part.lines().map(|line| {
        let mut words = line.split_whitespace();
        let numbers = line.rsplit_once('[').unwrap().1.trim_end_matches(']');
        let numbers = numbers.split(", ").map(|number| number.parse().unwrap());
        (
            words.next().unwrap(),
            words.next().unwrap(),
            numbers.collect(),
        )
    });
    lines.collect()
}

/// The texts with their numbers.
fn texts(notices: &str) -> BTreeMap<usize, &str> {
    let rule = format!("\n{}\n", "-".repeat(78));
    let mut pieces = notices.split(&rule).skip(1);
    let mut texts = BTreeMap::new();
    while let (Some(head), Some(text)) = (pieces.next(), pieces.next()) {
        let number = head.strip_prefix('[').unwrap().split(']').next().unwrap();
        texts.insert(number.parse().unwrap(), text);
    }
    texts
}

/// The crates of which the compiler puts an object into the static library, without those of Rust's own. The
/// archive's library is one object of all of them; that of `cargo build --release` has them apart.
fn linked() -> BTreeSet<String> {
    let library = shipped::static_with_symbols();
    let members = output(Command::new("ar").arg("t").arg(library));
    let rustc = Path::new(env!("CARGO")).with_file_name("rustc");
    let folder = output(Command::new(rustc).args(["--print", "target-libdir"]));
    let own: BTreeSet<String> = std::fs::read_dir(folder.trim_end())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter_map(|name| Some(name.strip_prefix("lib")?.strip_suffix(".rlib")?.to_owned()))
        .collect();
    assert!(own.iter().any(|name| name.starts_with("std-")), "{own:?}");
    let objects = members.lines().filter(|name| name.ends_with(".rcgu.o"));
    let crates = objects.filter_map(|name| {
        let (unit, _) = name.split_once('.')?;
        let (name, _) = unit.rsplit_once('-')?;
        (!own.contains(unit)).then(|| name.to_owned())
    });
    crates.collect()
}

#[test]
fn every_crate_that_is_linked_is_listed() {
    let unpacked = Unpacked::new();
    let notices = unpacked.text(NOTICES);
    let listed: Vec<String> = part(&notices, "The library:")
        .iter()
        .map(|(name, ..)| name.replace('-', "_"))
        .collect();
    let linked = linked();
    assert!(linked.len() >= 20, "{linked:?}");
    for name in linked {
        // The package of `webpki` is rustls-webpki.
        let known = listed
            .iter()
            .any(|listed| *listed == name || listed.ends_with(&format!("_{name}")));
        assert!(known, "{name} is not listed");
    }
    // Neither tools of the build nor of the tests.
    for name in ["serde_derive", "syn", "cc", "cbindgen", "rcgen", "tokio"] {
        assert!(
            !listed.iter().any(|listed| listed == name),
            "{name} is not linked"
        );
    }
    let sandbox = part(&notices, "The sandbox:");
    for name in ["tokio", "axum", "ring"] {
        assert!(sandbox.iter().any(|(listed, ..)| *listed == name), "{name}");
    }
}

#[test]
fn every_text_is_there_and_once() {
    let unpacked = Unpacked::new();
    let notices = unpacked.text(NOTICES);
    let texts = texts(&notices);
    let once: BTreeSet<&str> = texts.values().map(|text| text.trim()).collect();
    assert_eq!(once.len(), texts.len());
    let mut used = BTreeSet::new();
    for title in ["The library:", "The sandbox:"] {
        for (name, version, numbers) in part(&notices, title) {
            // One may only point to the others.
            let whole = numbers.iter().any(|number| texts[number].len() > 400);
            assert!(whole, "{name} {version}: no text of a licence");
            used.extend(numbers);
        }
    }
    assert_eq!(used, texts.keys().copied().collect());
    for words in [
        "the fiat-crypto authors",
        "Redistributions in binary form must reproduce the above copyright",
        "Permission to use, copy, modify, and/or distribute this software",
        "Permission is hereby granted, free of charge",
        "Apache License",
    ] {
        assert!(texts.values().any(|text| text.contains(words)), "{words}");
    }
}

#[test]
fn rusts_own_library_is_listed() {
    let unpacked = Unpacked::new();
    let notices = unpacked.text(NOTICES);
    assert!(notices.contains("\nBoth: the standard library of Rust 1."));
    assert!(notices.contains("The Rust Project Developers"));
    let page = "RUST-STANDARD-LIBRARY.html";
    let there = unpacked.root.join("share/doc/hr").join(page).exists();
    assert_eq!(notices.contains(page), there);
}
