//! What the C++ wrapper's README says of installing, followed with nothing but the archive.

use super::cmake::oldest_cmake;
use super::sandbox::{asks_for, sends};
use super::unpacked::Unpacked;
use testkit::tools::has;

const README: &str = "share/doc/hr/cpp/README.md";

/// The one block of a language in the part about installing.
fn block(unpacked: &Unpacked, language: &str) -> String {
    let readme = unpacked.text(README);
    let install = readme.split_once("\n## Install\n").unwrap().1;
    let install = install.split("\n## ").next().unwrap();
    let fence = format!("\n```{language}\n");
    let mut blocks = install.split(&fence).skip(1);
    let (first, more) = (blocks.next().unwrap(), blocks.next());
    assert!(more.is_none(), "two blocks of {language}");
    first.split("```").next().unwrap().to_owned()
}

/// A folder of somebody's own, with the example as their program.
fn project(unpacked: &Unpacked) {
    unpacked.shell("mkdir own; cp share/hr/examples/send_document.cpp own");
}

#[test]
fn its_cmake_lines_make_a_program_that_sends() {
    if !["cmake", "c++"].iter().all(|tool| has(tool, README)) {
        return;
    }
    let unpacked = Unpacked::new();
    let head = oldest_cmake(&unpacked) + "\nproject(own CXX)\n";
    let shared = block(&unpacked, "cmake");
    for (kind, asked) in [("hr::hr", Some("libhr.so.2")), ("hr::hr-static", None)] {
        project(&unpacked);
        let lines = shared.replace("PRIVATE hr::hr)", &format!("PRIVATE {kind})"));
        let script = unpacked.root.join("own/CMakeLists.txt");
        std::fs::write(script, head.clone() + &lines).unwrap();
        unpacked.shell(
            "HR=$PWD; mkdir own/build; cd own/build; cmake .. -DCMAKE_PREFIX_PATH=\"$HR\"; cmake --build .",
        );
        let program = "own/build/send_document";
        assert_eq!(asks_for(&unpacked, program).as_deref(), asked);
        sends(&unpacked, program, None);
        unpacked.shell("rm -r own");
    }
}

#[test]
fn its_commands_make_a_program_that_finds_the_library_beside_it() {
    if !["pkg-config", "c++"].iter().all(|tool| has(tool, README)) {
        return;
    }
    let unpacked = Unpacked::new();
    project(&unpacked);
    let commands = block(&unpacked, "sh");
    unpacked.shell(&format!("cd own; HR=..\n{commands}"));
    unpacked.shell("cp -L lib/libhr.so.2 own; mv lib elsewhere");
    sends(&unpacked, "own/send_document", None);
}
