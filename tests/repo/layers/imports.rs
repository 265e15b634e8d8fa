//! Which modules import which, read from the source texts.

use std::collections::{BTreeMap, BTreeSet};

use super::library;

/// Imports that close a circle, each with its reason.
const CIRCLES: &[(&str, &str, &str)] = &[];

/// Parses the path at the start of `text`, a tree in braces into each of its paths. Returns what follows it.
fn parse_path<'a>(text: &'a str, before: &[&'a str], found: &mut Vec<Vec<&'a str>>) -> &'a str {
    let text = text.trim_start();
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let (name, mut rest) = text.split_at(text.find(|c| !is_name(c)).unwrap_or(text.len()));
    let mut path = before.to_vec();
    path.push(name);
    let Some(next) = rest.strip_prefix("::") else {
        found.push(path);
        return rest;
    };
    let Some(tree) = next.strip_prefix('{') else {
        return parse_path(next, &path, found);
    };
    rest = tree;
    while !rest.trim_start().starts_with('}') {
        rest = parse_path(rest, &path, found);
        let end = rest.find([',', '}']).expect("the end of a tree");
        rest = rest[end..].strip_prefix(',').unwrap_or(&rest[end..]);
    }
    &rest.trim_start()[1..]
}

/// The paths in a source text that begin with `crate` or `super`.
fn paths(code: &str) -> Vec<Vec<&str>> {
    let mut found = Vec::new();
    for start in ["crate::", "super::"] {
        for (at, _) in code.match_indices(start) {
            let before = code[..at].chars().next_back();
            if !before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | ':' | '$')) {
                parse_path(&code[at..], &[], &mut found);
            }
        }
    }
    found
}

/// Each module with the modules that it names: its own children apart, which a parent declares and exports.
fn imports() -> BTreeMap<String, BTreeSet<String>> {
    let sources = library();
    let name_of = |path: &str| path.trim_end_matches(".rs").replace('/', "::");
    let modules: BTreeSet<String> = sources.iter().map(|(_, path, _)| name_of(path)).collect();
    let mut graph = BTreeMap::new();
    for (_, path, code) in &sources {
        let module = name_of(path);
        if module == "lib" || path.contains("tests") {
            continue;
        }
        let code = code.split("#[cfg(test)]\nmod tests {").next().unwrap();
        let used = paths(code).into_iter().filter_map(|path| {
            let mut at: Vec<&str> = module.split("::").collect();
            let mut rest = path.as_slice();
            if rest[0] == "crate" {
                at.clear();
                rest = &rest[1..];
            }
            while rest.first() == Some(&"super") {
                at.pop();
                rest = &rest[1..];
            }
            at.extend(rest);
            while !at.is_empty() && !modules.contains(&at.join("::")) {
                at.pop();
            }
            let used = at.join("::");
            let own = used == module || used.starts_with(&format!("{module}::"));
            (!own && !used.is_empty()).then_some(used)
        });
        graph.insert(module.clone(), used.collect::<BTreeSet<String>>());
    }
    graph
}

#[test]
fn no_modules_import_each_other_in_a_circle() {
    let mut graph = imports();
    for (from, to, reason) in CIRCLES {
        let listed = graph.get_mut(*from).is_some_and(|used| used.remove(*to));
        assert!(listed, "{from} no longer imports {to}: {reason}");
    }
    // What imports nothing that is left, or is imported by nothing that is left, is in no circle.
    loop {
        let before = graph.len();
        let left: BTreeSet<String> = graph.keys().cloned().collect();
        graph.retain(|_, used| used.iter().any(|used| left.contains(used)));
        let used: BTreeSet<String> = graph.values().flatten().cloned().collect();
        graph.retain(|module, _| used.contains(module));
        if graph.len() == before {
            break;
        }
    }
    assert!(graph.is_empty(), "a circle: {graph:#?}");
}

#[test]
fn the_parts_of_the_transport_import_from_each_other_not_from_their_parent() {
    let graph = imports();
    let parts: Vec<_> = graph
        .iter()
        .filter(|(module, _)| module.starts_with("transport::"))
        .collect();
    assert!(parts.len() > 20);
    for (module, used) in parts {
        assert!(!used.contains("transport"), "{module}");
    }
}

#[test]
fn imports_are_read_from_trees_and_from_code() {
    let code =
        "use crate::a::{self, b::{C, d}, e as f};\nlet x = super::super::g::h(1); $crate::no";
    let mut found: Vec<String> = paths(code).iter().map(|path| path.join("::")).collect();
    found.sort();
    let expected = "crate::a::b::C crate::a::b::d crate::a::e crate::a::self super::super::g::h";
    assert_eq!(found.join(" "), expected);
}
