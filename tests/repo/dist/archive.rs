//! What is in the archive, and that packing the same files gives the same bytes.

use std::process::Command;

use super::unpacked::{Unpacked, output, pack_again, packed};
use testkit::folders::root;

const WHOLE: [&str; 28] = [
    "README.txt",
    "bin/hr-sandbox",
    "include/hr.h",
    "lib/cmake/hr/hr-config-version.cmake",
    "lib/cmake/hr/hr-config.cmake",
    "lib/cmake/hr/hr-targets.cmake",
    "lib/libhr.a",
    "lib/libhr.so -> libhr.so.2",
    "lib/libhr.so.2 -> libhr.so.VERSION",
    "lib/libhr.so.VERSION",
    "lib/pkgconfig/hr-static.pc",
    "lib/pkgconfig/hr.pc",
    "share/doc/hr/CHANGELOG.md",
    "share/doc/hr/LICENSE-APACHE",
    "share/doc/hr/LICENSE-MIT",
    "share/doc/hr/README.md",
    "share/doc/hr/SECURITY.md",
    "share/doc/hr/THIRD-PARTY-NOTICES.txt",
    "share/doc/hr/cpp/README.md",
    "share/doc/hr/sandbox/README.md",
    "share/hr/examples/CMakeLists.txt",
    "share/hr/examples/deposit.c",
    "share/hr/examples/host.hpp",
    "share/hr/examples/outbox.cpp",
    "share/hr/examples/quickstart.c",
    "share/hr/examples/quickstart.cpp",
    "share/hr/examples/send_document.cpp",
    "share/hr/examples/utf8_main.h",
];

/// What `files` names in a folder of the project, where it goes: the headers of the wrapper for C++, the manual, the schemas.
fn copied(folder: &str, files: &str, to: &str) -> Vec<String> {
    let mut list = Command::new("sh");
    list.args(["-c", &format!("ls {files}")]);
    let found = output(list.current_dir(root().join(folder)));
    let paths: Vec<String> = found.lines().map(|path| format!("{to}/{path}")).collect();
    assert!(paths.len() >= 8, "{paths:?}");
    paths
}

#[test]
fn it_holds_what_it_shall_and_nothing_else() {
    let unpacked = Unpacked::new();
    let listed = unpacked.shell("find . -type f -printf '%P\n' -o -type l -printf '%P -> %l\n'");
    // The compiler may have come without it.
    let mut found: Vec<&str> = listed
        .lines()
        .filter(|path| !path.ends_with("RUST-STANDARD-LIBRARY.html"))
        .collect();
    let version = env!("CARGO_PKG_VERSION");
    let mut wanted: Vec<String> = WHOLE
        .iter()
        .map(|path| path.replace("VERSION", version))
        .collect();
    wanted.extend(copied("bindings/cpp", "hr.hpp hr/*.hpp", "include"));
    wanted.extend(copied("docs", "*.md images/*.png", "share/doc/hr/docs"));
    wanted.extend(copied("schema", "*.json", "share/doc/hr/schema"));
    found.sort_unstable();
    wanted.sort_unstable();
    assert_eq!(found, wanted);
    let programs = unpacked.shell("find . -type f -perm /111 -printf '%P\n'");
    assert_eq!(programs, "bin/hr-sandbox\n");
}

#[test]
fn what_it_copies_is_the_projects() {
    let unpacked = Unpacked::new();
    for (own, packed) in [
        ("include/hr.h", "include/hr.h"),
        ("bindings/cpp/hr/session.hpp", "include/hr/session.hpp"),
        ("examples/quickstart.c", "share/hr/examples/quickstart.c"),
        ("LICENSE-APACHE", "share/doc/hr/LICENSE-APACHE"),
    ] {
        let own = std::fs::read(root().join(own)).unwrap();
        assert!(unpacked.read(packed) == own, "{packed}");
    }
}

#[test]
fn packing_again_gives_the_same_bytes() {
    let (name, first) = packed();
    let other = pack_again(Some("1000000000"));
    let listed = output(Command::new("tar").args(["--utc", "-tvzf"]).arg(&other));
    assert!(listed.lines().count() > 25, "{listed}");
    for line in listed.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(
            (words[1], words[3], words[4]),
            ("0/0", "2001-09-09", "01:46"),
            "{line}"
        );
        assert!(words[5].starts_with(&format!("{name}/")), "{line}");
    }
    let mut paths: Vec<&str> = listed
        .lines()
        .map(|line| line.split(name).nth(1).unwrap())
        .collect();
    let order = paths.clone();
    paths.sort_unstable_by_key(|path| (!path.ends_with('/'), *path));
    assert_eq!(order, paths);

    let again = pack_again(None);
    assert!(std::fs::read(&again).unwrap() == *first, "another archive");
    assert!(std::fs::read(again.with_file_name("SHA256SUMS")).is_ok());
    let folder = again.parent().unwrap();
    let mut check = Command::new("sha256sum");
    let checked = output(check.args(["--check", "SHA256SUMS"]).current_dir(folder));
    assert!(
        checked.contains(&format!("{name}.tar.gz: OK\n")),
        "{checked}"
    );
}
