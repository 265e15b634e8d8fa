//! The rules of the source tree: what may use what, and where certain things live.

use std::path::{Path, PathBuf};

use testkit::folders::{files, read, root};

/// Top to bottom: a module uses those of the lines below its own.
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
    &["messages", "ending"],
    &["error"],
    &["roots"],
    &["regular_file", "request_object"],
    &["reason"],
    &["code", "operation", "hex", "json", "logging"],
    &["call_id"],
    &[
        "digits",
        "keyed_digest",
        "locking",
        "opaque",
        "page",
        "words",
    ],
    &["system"],
    &["per_process", "test_hooks", "time", "weak_map", "wiping"],
];

/// A module, and words that stand in its code alone; standard output and error belong to the host.
const WORDS: &str = r#"ffi|unsafe |extern "C"|*const |*mut |no_mangle
transport|ureq|rustls|httparse|socket2
operation|"/v1/|"/direct/|"/user-profiles|"/dmp/
wire|pinCode|pinAttempt|idNat|manufacturer|insQualified|alimentationConsent|licenseTicket|serviceUrl|masterData
none|println!|print!|dbg!|todo!"#;

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = files(folder);
    found.retain(|path| path.extension().is_some_and(|ending| ending == "rs"));
    found
}

/// Each source file of the library: its top module, its path, its text without comments and unit tests.
fn library() -> Vec<(String, PathBuf, String)> {
    let src = root().join("src");
    let files = sources(&src).into_iter();
    let files = files.filter(|path| !path.ends_with("lib.rs") && !path.ends_with("tests.rs"));
    let each = files.map(|path| {
        let first = path.strip_prefix(&src).unwrap().iter().next().unwrap();
        let module = first.to_str().unwrap().trim_end_matches(".rs").to_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        let lines = code.lines();
        let lines = lines.filter(|line| !line.trim_start().starts_with("//"));
        let code = lines.collect::<Vec<_>>().join("\n");
        (module, path, code)
    });
    each.collect()
}

fn level(module: &str) -> usize {
    let found = LAYERS.iter().position(|layer| layer.contains(&module));
    found.unwrap_or_else(|| panic!("the module {module} has no layer"))
}

#[test]
fn modules_use_only_those_below_them() {
    for (module, path, code) in library() {
        // It lies under `ffi` because much of it is unsafe.
        let module = match path.to_str().unwrap().contains("src/ffi/system") {
            true => "system".to_owned(),
            false => module,
        };
        for after in code.split("crate::").skip(1) {
            let path = path.display();
            assert!(!after.starts_with('{'), "{path}: name each module");
            let end = after.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            let used = &after[..end.unwrap_or(after.len())];
            let below = used == module || level(used) > level(&module);
            assert!(below, "{path} uses {used}, which is not below it");
        }
    }
}

#[test]
fn words_stand_in_their_module_alone() {
    for (module, path, code) in library() {
        let homes = WORDS.lines().map(|line| line.split_once('|').unwrap());
        for (home, words) in homes.filter(|(home, _)| *home != module) {
            for word in words.split('|') {
                let path = path.display();
                assert!(!code.contains(word), "{path} has {word}, of {home}");
            }
        }
    }
    let lib = read("src/lib.rs");
    assert!(lib.contains("#![deny(unsafe_code)]") && !lib.contains("fn "));
    let allowed = lib.matches("allow(unsafe_code)").count();
    assert_eq!(allowed, 1, "for the module ffi alone");
}

#[test]
fn files_stay_small() {
    let folders = ["src", "sandbox/src", "sandbox/program/src"];
    for path in folders.map(|folder| sources(&root().join(folder))).concat() {
        let lines = std::fs::read_to_string(&path).unwrap().lines().count();
        assert!(lines <= 500, "{} has {lines} lines", path.display());
    }
}
