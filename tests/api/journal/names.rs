//! Other ways to a journal than names in a folder: they give no second lock.
#![cfg(target_os = "linux")]

use std::ffi::CString;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use hr::code::HR_E_JOURNAL;
use serde_json::{Value, json};
use testkit::raw_server::Peer;
use testkit::*;

use super::stage::*;

/// Nothing is answered, and the third upload is kept for as long as somebody looks.
fn stage() -> Stage {
    Stage::new(|mut peer: Peer| {
        let upload = peer.request().unwrap();
        if String::from_utf8_lossy(&upload.body).contains("in flight") {
            peer.mark("received");
            peer.wait_for("go on");
        }
        peer.close();
    })
}

/// Which waits for a lock for a moment only.
fn quick(stage: &Stage, path: &Path) -> Value {
    let mut config = stage.config();
    config["journal"] = json!(path);
    config["timeouts"]["call_ms"] = json!(500);
    config
}

/// One lock, one list of doubts, and one document in flight.
fn are_one(stage: &Stage, hosts: [&Host; 2]) {
    let lock = hold_lock(&stage.path());
    for host in hosts {
        assert_eq!(host.dmp_found(&"0".repeat(32)), HR_E_JOURNAL);
    }
    drop(lock);
    for [one, other] in [hosts, [hosts[1], hosts[0]]] {
        let document = format!("by handle {}", one.0);
        let sent = send(one, document.as_bytes()).fails("HR_E_IN_DOUBT");
        let held = send(other, document.as_bytes()).fails("HR_E_CONFLICT");
        assert_eq!(held.json["entry"], sent.json["entry"]);
    }
    std::thread::scope(|threads| {
        let sending = threads.spawn(|| send(hosts[0], b"in flight"));
        stage.server.until("received");
        let held = send(hosts[1], b"in flight");
        stage.server.mark("go on");
        assert_eq!(held.json["reason"], "document_in_use", "{}", held.text);
        sending.join().unwrap().fails("HR_E_IN_DOUBT");
    });
    assert_eq!(stage.received(), 3);
}

/// Who had it open locked another file than who opened it by the link, and 24 of 500 documents were stored twice.
#[test]
fn r223_a_file_that_was_moved_behind_a_link_is_one_journal() {
    testkit::alone!();
    let stage = stage();
    let before = stage.host_with(&quick(&stage, &stage.path()));
    let moved = stage.path().with_file_name("moved.hrj");
    std::fs::rename(stage.path(), &moved).unwrap();
    symlink(&moved, stage.path()).unwrap();
    // By another path, so that this process opens it once more.
    let path = stage.path().parent().unwrap().join("./records.hrj");
    let after = stage.host_with(&quick(&stage, &path));
    are_one(&stage, [&before, &after]);
}

/// A bind mount that only this thread and those that it starts can see, until it is dropped.
struct Mount(CString);

impl Drop for Mount {
    fn drop(&mut self) {
        unsafe { libc::umount2(self.0.as_ptr(), libc::MNT_DETACH) };
    }
}

fn c_path(path: &Path) -> CString {
    CString::new(path.as_os_str().as_bytes()).unwrap()
}

/// None where it is not permitted.
fn mounted(file: &Path) -> Option<(Mount, PathBuf)> {
    let target = file.with_file_name("mounted.hrj");
    std::fs::write(&target, b"").unwrap();
    let (from, to) = (c_path(file), c_path(&target));
    let null = std::ptr::null();
    let private = libc::MS_REC | libc::MS_PRIVATE;
    let mounted = unsafe {
        libc::unshare(libc::CLONE_NEWNS) == 0
            && libc::mount(null, c"/".as_ptr(), null, private, null.cast()) == 0
            && libc::mount(from.as_ptr(), to.as_ptr(), null, libc::MS_BIND, null.cast()) == 0
    };
    if !mounted {
        let error = std::io::Error::last_os_error();
        eprintln!("NOT RUN: a bind mount of a journal ({error})");
        return None;
    }
    Some((Mount(to), target))
}

/// The lock was a file beside the one that the path led to.
#[test]
fn r224_a_file_and_a_bind_mount_of_it_are_one_journal() {
    testkit::alone!();
    let stage = stage();
    let host = stage.host_with(&quick(&stage, &stage.path()));
    let Some((_mount, target)) = mounted(&stage.path()) else {
        return;
    };
    let other = stage.host_with(&quick(&stage, &target));
    are_one(&stage, [&host, &other]);
}
/// When old records were removed the mount led to the old file, and there were two journals.
#[test]
fn r232_a_mount_that_leads_to_the_old_file_is_no_second_journal() {
    testkit::alone!();
    let stage = Stage::silent();
    drop(stage.host());
    let old = (0..8_000).map(|number| ended_upload(number, "2020-01-01", "accepted"));
    std::fs::write(stage.path(), stage.text() + &old.collect::<String>()).unwrap();
    let Some((_mount, target)) = mounted(&stage.path()) else {
        return;
    };
    let host = stage.host();
    send(&host, b"document").fails("HR_E_IN_DOUBT");
    let mut config = stage.config();
    config["journal"] = json!(target);
    // It may refuse the file, or know the doubt.
    let (number, opened) = Host::try_open(&config.to_string());
    if opened.code == 0 {
        drop(Host(number));
        send(&stage.host_with(&config), b"document").fails("HR_E_CONFLICT");
    }
    assert_eq!(stage.received(), 1, "{}", opened.text);
}
