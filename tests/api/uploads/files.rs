//! Files that change while they are sent, and the memory a large one takes.

use std::fs::OpenOptions;
use std::io::Write;

use super::fixture::*;
use testkit::raw_server::{Server, answer};
use testkit::{Host, TempFile};

/// Sends a file that `change` changes when the server has read a part of it.
fn changing(change: impl FnOnce(&std::fs::File)) {
    let file = TempFile::new("scan.pdf", large());
    let fixture = Fixture::plain(|mut peer| {
        peer.read_to(100_000);
        peer.mark("begun");
        peer.wait_for("changed");
        peer.hold();
    });
    std::thread::scope(|threads| {
        let call = threads.spawn(|| fixture.send_file(file.path()));
        fixture.server.until("begun");
        change(&OpenOptions::new().append(true).open(file.path()).unwrap());
        fixture.server.mark("changed");
        let sent = call
            .join()
            .unwrap()
            .fails("HR_E_FILE")
            .outcome("incomplete");
        assert_eq!(sent.json["sha256"], serde_json::Value::Null);
    });
    assert!(fixture.uploads().iter().all(|request| !request.whole));
}

#[test]
fn a_file_that_shrinks_while_it_is_sent() {
    changing(|file| file.set_len(large().len() as u64 - 1).unwrap());
    changing(|file| file.set_len(0).unwrap());
}

#[test]
fn a_file_that_grows_while_it_is_sent() {
    changing(|mut file| file.write_all(b"x").unwrap());
    changing(|file| file.set_len(2 * large().len() as u64).unwrap());
}

#[test]
fn what_is_no_file_sends_nothing() {
    let fixture = Fixture::plain(|_| panic!("nothing may arrive"));
    let folder = std::env::temp_dir();
    for path in [folder.to_str().unwrap(), "/nowhere/x.pdf", "", "/dev/null"] {
        let sent = fixture.host.dmp_send(&fixture.patient, path, Some("x.pdf"));
        assert!(sent.code < 0, "{path}");
    }
    assert_eq!(fixture.server.connections(), 1);
}

const LARGE_FILE: u64 = 200_000_000;

/// Takes HR_LONG=1: 200 MB from a file, in a process of its own so that only the library's memory counts.
#[test]
fn memory_does_not_grow_with_the_document() {
    if std::env::var("HR_LONG").as_deref() != Ok("1") {
        return;
    }
    let file = TempFile::new("large.pdf", b"");
    let handle = OpenOptions::new().write(true).open(file.path()).unwrap();
    handle.set_len(LARGE_FILE).unwrap();
    let server = Server::start(|mut peer| {
        while peer.request().is_some() {
            peer.send(answer("200 OK", "", &testkit::record::parameters("1")));
        }
    });
    let child = testkit::process::again(module_path!(), "the_child_that_sends")
        .env("HR_TEST_SERVER", server.url())
        .env("HR_TEST_FILE", file.path())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&child.stdout);
    assert!(child.status.success(), "{said}");
    let uploads = server.requests_on(1);
    assert_eq!(uploads.len(), 1);
    let parts = super::form::parts(&uploads[0]);
    assert_eq!(parts[0].content.len() as u64, LARGE_FILE);
    let peak = |when: &str| -> u64 {
        let (_, rest) = said.split_once(when).unwrap();
        rest.split_whitespace().next().unwrap().parse().unwrap()
    };
    let (before, after) = (peak("peak before:"), peak("peak after:"));
    println!("peak memory: {before} kB before, {after} kB after 200 MB");
    assert!(after - before < 4096, "{before} kB, then {after} kB");
}

#[test]
#[ignore = "run by memory_does_not_grow_with_the_document"]
fn the_child_that_sends() {
    let variable = |name| std::env::var(name).unwrap();
    let peak = || {
        let status = std::fs::read_to_string("/proc/self/status").unwrap();
        let line = status
            .lines()
            .find(|line| line.starts_with("VmHWM:"))
            .unwrap();
        line.split_whitespace().nth(1).unwrap().to_owned()
    };
    let host = Host::open(&serde_json::json!({}));
    assert_eq!(host.session_set(&variable("HR_TEST_SERVER"), "bearer"), 0);
    host.read_and_open("1");
    println!("peak before: {}", peak());
    host.dmp_send("1", &variable("HR_TEST_FILE"), None).ok();
    println!("peak after: {}", peak());
}
