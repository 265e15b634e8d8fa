//! `docs/symbols.md` lists what the header declares, each name with the version that introduced it.

use std::collections::BTreeSet;

use testkit::header;

use super::{read, table, words};

/// A version, as three numbers.
fn version(text: &str) -> (u32, u32, u32) {
    let parts: Vec<u32> = text.split('.').map(|part| part.parse().unwrap()).collect();
    (parts[0], parts[1], parts[2])
}

fn listed(heading: &str) -> Vec<(String, String)> {
    let rows = table("docs/symbols.md", heading).into_iter();
    rows.map(|row| (row[0].clone(), row[1].clone())).collect()
}

#[test]
fn each_name_is_listed_with_its_version() {
    let functions = header::functions()
        .into_iter()
        .map(|function| function.name);
    let constants = header::constants().into_iter().map(|(name, _)| name);
    let text = header::text();
    let callbacks = words(&text, "hr_").into_iter();
    let callbacks = callbacks
        .filter(|name| name.ends_with("_fn"))
        .map(str::to_owned);
    let changelog = read("CHANGELOG.md");
    let current = version(env!("CARGO_PKG_VERSION"));
    let declared: [(&str, BTreeSet<String>); 3] = [
        ("Functions", functions.collect()),
        ("Callback types", callbacks.collect()),
        ("Constants", constants.collect()),
    ];
    for (heading, names) in declared {
        let rows = listed(heading);
        let found: BTreeSet<String> = rows.iter().map(|(name, _)| name.clone()).collect();
        assert_eq!(found, names, "{heading}");
        assert_eq!(rows.len(), found.len(), "{heading}: a name has two rows");
        for (name, since) in rows {
            assert!(version(&since) <= current, "{name} came in {since}");
            assert!(
                changelog.contains(&format!("\n## {since}")),
                "{name}: {since}"
            );
        }
    }
}
