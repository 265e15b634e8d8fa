//! Records whose processes have ended, go on, or have left their number to another one. They are written here as
//! docs/journal.md describes them, by nothing of the library.
#![cfg(target_os = "linux")]

use std::io::Write as _;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};
use testkit::c_compiler::{self, LOADING};
use testkit::tools::has;
use testkit::*;

use super::stage::*;

/// Number and start of a process, as the page has them.
fn identity(number: u32) -> (u32, String) {
    let status = std::fs::read_to_string(format!("/proc/{number}/stat")).unwrap();
    let (_, behind) = status.rsplit_once(')').unwrap();
    let ticks = behind.split_whitespace().nth(19).unwrap();
    let boot = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap();
    (number, format!("{ticks}-{}", &boot[..8]))
}

fn append(stage: &Stage, record: Value) {
    let json = record.to_string();
    let mut file = std::fs::OpenOptions::new()
        .append(true)
        .open(stage.path())
        .unwrap();
    writeln!(file, "{:08x} {json}", crc32fast::hash(json.as_bytes())).unwrap();
}

/// An upload without an end, by this process.
fn append_upload(stage: &Stage, entry: u32, process: &(u32, String)) {
    let digest = format!("{entry:08x}").repeat(8);
    append(
        stage,
        json!({
            "record": "upload", "entry": format!("{entry:032x}"), "time": "2026-01-01T00:00:00.000Z",
            "content": digest, "document": digest, "bytes": 7, "reference": null,
            "permit": null, "process": process.0, "started": process.1,
        }),
    );
}

fn is_in_use(host: &Host, entry: u32) -> bool {
    let listed = only(host, &json!({"entry": format!("{entry:032x}")}));
    assert_ne!(listed["in_use"], listed["doubt"], "{listed}");
    listed["in_use"] == true
}

/// A process that waits for its end; it does not outlive the test.
struct Waiting(Child);

impl Waiting {
    fn new() -> Waiting {
        Waiting(Command::new("cat").stdin(Stdio::piped()).spawn().unwrap())
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_new_process_with_an_old_number_is_another_one() {
    let stage = Stage::accepting();
    let host = stage.host();
    let own = identity(std::process::id());
    let waiting = Waiting::new();
    let other = identity(waiting.0.id());
    let later = |process: &(u32, String)| (process.0, format!("1{}", process.1));
    let another_boot = (own.0, format!("{}00000000", &own.1[..own.1.len() - 8]));
    for (entry, process, in_use) in [
        (1, own.clone(), true),
        (2, later(&own), false),
        (3, another_boot, false),
        (4, other.clone(), true),
        (5, later(&other), false),
        (6, (0x7fff_fffe, own.1.clone()), false),
        (7, (0, own.1.clone()), false),
        (8, (u32::MAX, own.1.clone()), false),
        // Where the start is not known, the number counts.
        (9, (own.0, String::new()), true),
    ] {
        append_upload(&stage, entry, &process);
        assert_eq!(is_in_use(&host, entry), in_use, "{entry}: {process:?}");
    }
    drop(waiting);
    assert!(!is_in_use(&host, 4), "it was killed");
    assert_eq!(host.journal(&json!({})).json["doubts"], 7);
    // Killed, and not yet waited for.
    let mut waiting = Waiting::new();
    append_upload(&stage, 10, &identity(waiting.0.id()));
    assert!(is_in_use(&host, 10));
    waiting.0.kill().unwrap();
    while is_in_use(&host, 10) {
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
}

/// The first thread of a process may end while others send a document.
#[test]
fn a_process_without_its_first_thread_goes_on() {
    if !has(LOADING.tool, "a process without its first thread") {
        return;
    }
    let mut command = Command::new(c_compiler::compile(&LOADING, "tests/c/first_thread.c"));
    let mut waiting = Waiting(command.stdin(Stdio::piped()).spawn().unwrap());
    let number = waiting.0.id();
    let state = || std::fs::read_to_string(format!("/proc/{number}/stat")).unwrap();
    while !state().contains(") Z ") {
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    let stage = Stage::accepting();
    let host = stage.host();
    append_upload(&stage, 1, &identity(number));
    assert!(is_in_use(&host, 1));
    drop(waiting.0.stdin.take());
    while is_in_use(&host, 1) {
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
}
