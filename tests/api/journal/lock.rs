//! The lock beside the file, held by another program.
#![cfg(unix)]

use std::fs::File;
use std::time::{Duration, Instant};

use hr::ffi::handle;
use rustix::fs::{FlockOperation, flock};
use serde_json::json;
use testkit::*;

use super::refusing_reader::RefusingReader;
use super::stage::*;

fn hold(stage: &Stage) -> File {
    let file = File::open(stage.lock_path()).unwrap();
    flock(&file, FlockOperation::LockExclusive).unwrap();
    file
}

#[test]
fn a_lock_that_is_held_ends_the_call_with_its_time_and_nothing_is_sent() {
    let stage = Stage::accepting();
    let mut config = stage.config();
    config["timeouts"] = json!({"upload_ms": 300, "call_ms": 300});
    let host = stage.host_with(&config);
    let held = hold(&stage);
    let began = Instant::now();
    let refused = send(&host, b"document")
        .fails("HR_E_JOURNAL")
        .outcome("not_sent");
    assert_eq!(refused.json["reason"], "journal_locked");
    assert!(began.elapsed() < Duration::from_secs(4));
    assert_eq!(host.dmp_found(&"0".repeat(32)), hr::code::HR_E_JOURNAL);
    let (_, outcome) = Host::try_open(&config.to_string());
    outcome.fails("HR_E_JOURNAL");
    // Looking needs no lock.
    host.journal(&json!({})).ok();
    drop(held);
    send(&host, b"document").ok();
    assert_eq!(stage.received(), 1);
}

#[test]
fn a_cancellation_ends_the_wait_for_the_lock() {
    let stage = Stage::accepting();
    let host = stage.host();
    let _held = hold(&stage);
    let number = host.0;
    std::thread::scope(|threads| {
        let sending = threads.spawn(|| send(&host, b"document"));
        // Until it is busy, and then some calls of it.
        while handle::hr_cancel(number) == 0 && !sending.is_finished() {
            std::thread::sleep(Duration::from_millis(10));
        }
        let cancelled = sending.join().unwrap().fails("HR_E_CANCELLED");
        cancelled.outcome("not_sent");
    });
    assert_eq!(stage.received(), 0);
}

#[test]
fn a_cancellation_ends_the_wait_of_a_login_and_nothing_is_presented() {
    testkit::alone!();
    let reader = RefusingReader::new("lock-1");
    let host = reader.host(&reader.path());
    let lock = File::open(reader.path().with_file_name("records.hrj.lock")).unwrap();
    flock(&lock, FlockOperation::LockExclusive).unwrap();
    let number = host.0;
    std::thread::scope(|threads| {
        let login = threads.spawn(|| host.login("t", "0000"));
        while handle::hr_cancel(number) == 0 && !login.is_finished() {
            std::thread::sleep(Duration::from_millis(10));
        }
        let cancelled = login.join().unwrap().fails("HR_E_CANCELLED");
        cancelled.outcome("not_sent");
    });
    assert_eq!(reader.presented(), 0);
    drop(lock);
    // It was not presented, so that it is no PIN that is known to be wrong.
    host.ready().ok();
    host.login("t", "0000").fails("HR_E_CARD_STATUS");
    assert_eq!(reader.presented(), 1);
}

/// A lock file that is deleted while somebody holds it protects nothing any more: a new one does.
#[test]
fn a_deleted_lock_file_is_made_again() {
    let stage = Stage::accepting();
    let host = stage.host();
    let _held = hold(&stage);
    std::fs::remove_file(stage.lock_path()).unwrap();
    send(&host, b"document").ok();
    assert!(stage.lock_path().exists());
}
