//! `docs/symbols.md` lists what the header declares, each name with the version that introduced it. `cargo xtask
//! bindings` writes the names.

use super::{read, table};

/// A version, as three numbers.
fn version(text: &str) -> (u32, u32, u32) {
    let parts: Vec<u32> = text.split('.').map(|part| part.parse().unwrap()).collect();
    (parts[0], parts[1], parts[2])
}

#[test]
fn each_name_is_listed_with_its_version() {
    let changelog = read("CHANGELOG.md");
    let current = version(env!("CARGO_PKG_VERSION"));
    for heading in ["Functions", "Callback types", "Constants"] {
        for row in table("docs/symbols.md", heading) {
            let (name, since) = (&row[0], &row[1]);
            assert!(version(since) <= current, "{name} came in {since}");
            assert!(
                changelog.contains(&format!("\n## {since}")),
                "{name}: {since}"
            );
        }
    }
}
