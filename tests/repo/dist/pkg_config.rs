//! Programs made with pkg-config, and with the other commands of the archive's README.

use super::sandbox::{asks_for, sends};
use super::unpacked::Unpacked;
use testkit::tools::has;

const SHARED: &str = "libhr.so.2";

/// The blocks of commands in a text: lines that are indented by four spaces.
fn blocks(text: &str) -> Vec<String> {
    let mut blocks = vec![String::new()];
    for line in text.lines() {
        match line.strip_prefix("    ") {
            Some(command) => *blocks.last_mut().unwrap() += &format!("{command}\n"),
            None if !blocks.last().unwrap().is_empty() => blocks.push(String::new()),
            None => {}
        }
    }
    blocks.retain(|block| !block.is_empty());
    blocks
}

/// The examples send, each with the library that it shall use; then they are gone.
#[track_caller]
fn all_send(unpacked: &Unpacked, shared: &[&str], whole: &[&str], libraries: Option<&str>) {
    for program in shared {
        assert_eq!(asks_for(unpacked, program).as_deref(), Some(SHARED));
        sends(unpacked, program, libraries);
    }
    for program in whole {
        assert_eq!(asks_for(unpacked, program), None);
        sends(unpacked, program, None);
    }
    for program in [shared, whole].concat() {
        std::fs::remove_file(unpacked.root.join(program)).unwrap();
    }
}

const SHARED_ONES: [&str; 2] = ["./quickstart", "./send_document"];
const WHOLE_ONES: [&str; 1] = ["./quickstart-static"];

#[test]
fn the_commands_of_the_readme_make_programs_that_send() {
    for tool in ["pkg-config", "cmake", "c++"] {
        if !has(tool, "the commands of the archive's README.txt") {
            return;
        }
    }
    let unpacked = Unpacked::new();
    let blocks = blocks(&unpacked.text("README.txt"));
    let [pkg_config, cmake, bare, try_it] = &blocks[..] else {
        panic!("{blocks:?}");
    };
    unpacked.shell(pkg_config);
    all_send(&unpacked, &SHARED_ONES, &WHOLE_ONES, Some("lib"));
    unpacked.shell(cmake);
    let shared = ["build/quickstart-hr", "build/send_document-hr"];
    let whole = [
        "build/quickstart-hr-static",
        "build/send_document-hr-static",
    ];
    all_send(&unpacked, &shared, &whole, None);
    unpacked.shell(bare);
    // Whatever fails, the sandbox does not stay.
    let ended = "trap 'kill $! 2>/dev/null || true' EXIT\n".to_owned() + try_it;
    let sent = unpacked.shell(&ended);
    let sum = unpacked.shell("sha256sum README.txt");
    let sha256 = sum.split(' ').next().unwrap();
    assert_eq!(sent, format!("sent, sha256 {sha256}\n"));
    all_send(&unpacked, &SHARED_ONES, &WHOLE_ONES, Some("lib"));
}

/// A vendor who ships the static library alone asks in pkg-config's usual way.
#[test]
fn pkg_config_static_links_what_the_static_library_needs() {
    if !has("pkg-config", "linking with pkg-config --static") {
        return;
    }
    let unpacked = Unpacked::new();
    unpacked.shell("rm lib/libhr.so*");
    unpacked.shell(
        "export PKG_CONFIG_PATH=\"$PWD/lib/pkgconfig\"
         eval \"cc share/hr/examples/quickstart.c -o quickstart $(pkg-config --static --cflags --libs hr)\"",
    );
    assert_eq!(asks_for(&unpacked, "quickstart"), None);
    sends(&unpacked, "./quickstart", None);
}

/// By a whole path, as a build system names it, with spaces and accents.
#[test]
fn pkg_config_finds_it_where_it_was_moved_to() {
    if !has("pkg-config", "an archive that was moved, with pkg-config") {
        return;
    }
    let mut unpacked = Unpacked::new();
    unpacked.move_to("moved, là où on veut");
    unpacked.shell(
        "export PKG_CONFIG_PATH=\"$PWD/lib/pkgconfig\"
         mkdir elsewhere
         cp share/hr/examples/*.[ch] elsewhere
         cd elsewhere
         eval \"cc quickstart.c -o quickstart $(pkg-config --cflags --libs hr)\"
         eval \"cc quickstart.c -o quickstart-static $(pkg-config --cflags --libs hr-static)\"",
    );
    let (shared, whole) = ("elsewhere/quickstart", "elsewhere/quickstart-static");
    all_send(&unpacked, &[shared], &[whole], Some("lib"));
}

#[test]
fn pkg_config_states_the_version_and_the_libraries() {
    if !has("pkg-config", "what pkg-config reports about the library") {
        return;
    }
    let unpacked = Unpacked::new();
    let asked =
        |what: &str| unpacked.shell(&format!("PKG_CONFIG_PATH=lib/pkgconfig pkg-config {what}"));
    for name in ["hr", "hr-static"] {
        let version = asked(&format!("--modversion {name}"));
        assert_eq!(version.trim_end(), env!("CARGO_PKG_VERSION"));
    }
    let refused =
        "if PKG_CONFIG_PATH=lib/pkgconfig pkg-config --exists 'hr >= 99'; then exit 1; fi";
    unpacked.shell(refused);
    let description = unpacked.text("lib/pkgconfig/hr.pc");
    assert!(description.contains("needs glibc 2."), "{description}");
}
