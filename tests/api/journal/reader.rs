//! The reader of `docs/journal.md` reads what the library wrote.

use std::process::Command;

use testkit::folders::root;
use testkit::tools::has;

use super::stage::*;

#[test]
fn the_reader_of_the_manual_reads_every_record() {
    if !has("python3", "the reader of docs/journal.md") {
        return;
    }
    let page = std::fs::read_to_string(root().join("docs/journal.md")).unwrap();
    let mut programs = page.split("```python\n");
    let program = programs
        .find(|program| program.starts_with("import json"))
        .unwrap();
    let program = program.split("```").next().unwrap();
    let stage = Stage::silent();
    send(&stage.host(), b"for the reader").fails("HR_E_IN_DOUBT");
    let text = stage.text();
    std::fs::write(stage.path(), format!("{text}{}", &text[..50])).unwrap();
    let mut python = Command::new("python3");
    let read = python
        .args(["-c", program])
        .arg(stage.path())
        .output()
        .unwrap();
    let read = String::from_utf8(read.stdout).unwrap();
    for record in ["journal", "upload", "upload_end"] {
        assert!(read.contains(&format!("{{'record': '{record}'")), "{read}");
    }
    assert!(read.ends_with("torn or damaged: 1\n"), "{read}");
    assert_eq!(read.lines().count(), 4);
}
