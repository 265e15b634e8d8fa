//! The rules of the source tree: what may use what, and where certain things live.

mod imports;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Top to bottom: a module uses the ones below it, never those above.
const LAYERS: &[&[&str]] = &[
    &["fuzzing"],
    &["ffi"],
    &["client"],
    &["session"],
    &["guard"],
    &["journal"],
    &["transport"],
    &["multipart"],
    &["wire"],
    &["config"],
    &["proxy"],
    &["address"],
    &["messages"],
    &["ending"],
    &["error"],
    &["roots"],
    &["regular_file", "request_object"],
    &["reason"],
    &["code", "operation"],
    &[
        "digits",
        "hex",
        "json",
        "keyed_digest",
        "locking",
        "logging",
        "opaque",
        "page",
        "per_process",
        "system",
        "wiping",
        "test_hooks",
        "time",
    ],
];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    found
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Each source file of the library: its top module, its path from `src`, its text without comments.
fn library() -> Vec<(String, String, String)> {
    let src = root().join("src");
    sources(&src)
        .into_iter()
        .map(|path| {
            let below = path
                .strip_prefix(&src)
                .unwrap()
                .to_str()
                .unwrap()
                .replace('\\', "/");
            let module = below
                .split('/')
                .next()
                .unwrap()
                .trim_end_matches(".rs")
                .to_owned();
            let text = std::fs::read_to_string(&path).unwrap();
            let code: Vec<&str> = text
                .lines()
                .filter(|line| !line.trim_start().starts_with("//"))
                .collect();
            (module, below, code.join("\n"))
        })
        .collect()
}

fn level(module: &str) -> usize {
    LAYERS
        .iter()
        .position(|layer| layer.contains(&module))
        .unwrap_or_else(|| panic!("the module {module} has no layer"))
}

/// Which top modules each of them uses, and in which file.
fn uses() -> Vec<(String, String, String)> {
    let mut uses = Vec::new();
    for (module, path, code) in library() {
        if module == "lib" {
            continue;
        }
        for after in code.split("crate::").skip(1) {
            assert!(!after.starts_with('{'), "src/{path}: name each module");
            let used: String = after
                .chars()
                .take_while(|c| c.is_ascii_alphanumeric() || *c == '_')
                .collect();
            if used != module && !used.is_empty() {
                uses.push((module.clone(), used, path.clone()));
            }
        }
    }
    uses
}

#[test]
fn modules_use_only_those_below_them() {
    for (module, used, path) in uses() {
        assert!(
            level(&used) >= level(&module),
            "src/{path} uses {used}, which is above it"
        );
    }
}

/// Modules of one layer may use each other, but not in a circle.
#[test]
fn no_two_modules_use_each_other() {
    let uses = uses();
    let below = |module: &str| {
        let (mut known, mut next) = (BTreeSet::new(), vec![module.to_owned()]);
        while let Some(user) = next.pop() {
            for (_, used, _) in uses.iter().filter(|(module, ..)| *module == user) {
                if known.insert(used.clone()) {
                    next.push(used.clone());
                }
            }
        }
        known
    };
    for module in LAYERS.concat() {
        let circle = below(module);
        assert!(!circle.contains(module), "{module} uses itself: {circle:?}");
    }
}

#[test]
fn unsafe_code_and_raw_pointers_live_at_the_boundary() {
    for (module, path, code) in library() {
        if module == "ffi" {
            continue;
        }
        for word in [
            "unsafe ",
            "unsafe{",
            "extern \"C\"",
            "*const ",
            "*mut ",
            "no_mangle",
        ] {
            assert!(!code.contains(word), "src/{path} has {word}");
        }
    }
    let lib = std::fs::read_to_string(root().join("src/lib.rs")).unwrap();
    assert!(lib.contains("#![deny(unsafe_code)]"));
    let allowed = lib.matches("allow(unsafe_code)").count();
    assert_eq!(allowed, 1, "for the module ffi alone");
}

#[test]
fn the_http_client_and_tls_are_named_in_the_transport_alone() {
    for (module, path, code) in library() {
        for word in ["ureq", "rustls", "httparse", "socket2"] {
            assert!(
                module == "transport" || !code.contains(word),
                "src/{path} names {word}"
            );
        }
    }
}

/// Fields that this library's own results carry under the service's names are named where they are written.
#[test]
fn the_services_field_names_are_known_to_the_wire_alone() {
    for (module, path, code) in library() {
        if module == "wire" || path.ends_with("tests.rs") {
            continue;
        }
        let code = code.split("#[cfg(test)]").next().unwrap();
        for name in [
            "pinCode",
            "pinAttempt",
            "\"token\"",
            "idNat",
            "\"serial\"",
            "manufacturer",
            "\"data\"",
            "\"status\"",
            "\"nom\"",
            "type_code\"",
            "insQualified",
            "alimentationConsent",
            "licenseTicket",
            "serviceUrl",
            "masterData",
        ] {
            // Parameters of the C functions happen to have the same names.
            let parameter = ["\"nom\"", "type_code\"", "\"data\""].contains(&name);
            assert!(
                (module == "ffi" && parameter) || !code.contains(name),
                "src/{path} names the field {name}"
            );
        }
    }
}

/// A function's name and a path of the interface are written once, in the table of the operations.
#[test]
fn operations_are_named_in_their_table_alone() {
    for (module, path, code) in library() {
        if module == "operation" || path.ends_with("tests.rs") {
            continue;
        }
        let code = code.split("#[cfg(test)]").next().unwrap();
        // An example within a text is no name.
        let code = code.replace("\\\"", "'");
        for start in [
            "hr_",
            "/v1/",
            "/direct/",
            "/user-profiles",
            "/patient",
            "/dmp/",
        ] {
            for after in code.split(&format!("\"{start}")).skip(1) {
                let rest = after.split('"').next().unwrap();
                // A text that names functions is no name.
                let name = rest.chars().all(|c| c.is_ascii_lowercase() || c == '_');
                assert!(
                    start == "hr_" && !name,
                    "src/{path} writes \"{start}{rest}\""
                );
            }
        }
    }
}

#[test]
fn files_stay_small_and_lib_rs_is_a_table_of_contents() {
    let mut all = sources(&root().join("src"));
    all.extend(sources(&root().join("sandbox/src")));
    all.extend(sources(&root().join("sandbox/program/src")));
    for path in all {
        let lines = std::fs::read_to_string(&path).unwrap().lines().count();
        assert!(lines <= 500, "{} has {lines} lines", path.display());
    }
    let lib = std::fs::read_to_string(root().join("src/lib.rs")).unwrap();
    assert!(!lib.contains("fn "));
}

/// What the default hook, a backtrace or a forgotten debugging line would print belongs to the host.
#[test]
fn nothing_is_printed() {
    for (_, path, code) in library() {
        for word in [
            "println!",
            "print!",
            "eprintln!",
            "dbg!",
            "todo!",
            "unimplemented!",
        ] {
            assert!(!code.contains(word), "src/{path} has {word}");
        }
    }
}

/// The door for fuzzing is there with its feature alone, and nobody has the feature without asking for it.
#[test]
fn the_door_for_fuzzing_is_closed() {
    let manifest = std::fs::read_to_string(root().join("Cargo.toml")).unwrap();
    assert!(manifest.contains("\ndefault = [\"wiping-allocator\"]\n"));
    assert!(manifest.contains("\nfuzzing = []\n"));
    for (_, path, code) in library() {
        let lines: Vec<&str> = code.lines().map(str::trim).collect();
        for (at, line) in lines.iter().enumerate() {
            let opens = line.contains("mod fuzzing") || line.contains("fuzzing::");
            // Within the door there is no further gate.
            if !opens || path.ends_with("fuzzing.rs") {
                continue;
            }
            assert_eq!(
                lines[at - 1],
                "#[cfg(feature = \"fuzzing\")]",
                "src/{path}: {line}"
            );
        }
        for (at, line) in lines.iter().enumerate() {
            // A hook of the tests as well.
            if line.contains("fn forget(&self)") {
                let gate = "#[cfg(any(feature = \"fuzzing\", feature = \"test-hooks\"))]";
                assert_eq!(lines[at - 1], gate, "src/{path}: {line}");
            }
        }
    }
}

/// Types with one definition for each operating system or processor.
const PLATFORM_TYPES: &[&str] = &["CancellationDisabled", "ControlWords", "Stream"];

#[test]
fn a_type_name_means_one_thing() {
    let mut defined: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (_, path, code) in library() {
        for line in code.lines() {
            let words: Vec<&str> = line
                .split(|c: char| !c.is_alphanumeric() && c != '_')
                .filter(|word| !matches!(*word, "" | "pub" | "crate" | "super"))
                .collect();
            // An indented `type` belongs to a trait.
            let kind = *words.first().unwrap_or(&"");
            let defines = matches!(kind, "struct" | "enum" | "trait" | "union")
                || line.starts_with("type ")
                || line.starts_with("pub type ");
            if let (true, Some(name)) = (defines, words.get(1)) {
                defined
                    .entry((*name).to_owned())
                    .or_default()
                    .push(path.clone());
            }
        }
    }
    assert!(defined.len() > 100);
    defined.retain(|_, paths| paths.len() > 1);
    for name in PLATFORM_TYPES {
        assert!(defined.remove(*name).is_some(), "{name} is defined once");
    }
    assert!(defined.is_empty(), "{defined:#?}");
}
