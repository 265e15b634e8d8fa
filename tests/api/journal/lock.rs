//! The lock of the file, held by another program.
#![cfg(target_os = "linux")]

use std::fs::File;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use hr::ffi::handle;
use hr_sandbox::Call;
use serde_json::json;
use testkit::*;

use super::refusing_reader::RefusingReader;
use super::stage::*;

fn hold(stage: &Stage) -> File {
    hold_lock(&stage.path())
}

#[test]
fn a_lock_that_is_held_ends_the_call_with_its_time_and_nothing_is_sent() {
    testkit::alone!();
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
    testkit::alone!();
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
    let lock = hold_lock(&reader.path());
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

/// Another program takes the lock while a document is being sent, and keeps it: the call ends with what is known.
#[test]
fn a_lock_that_is_taken_in_an_upload_and_kept_holds_up_no_result() {
    testkit::alone!();
    let folder = TempFile::new("folder", b"");
    let journal = folder.0.with_file_name("records.hrj");
    let path = journal.clone();
    let held: Arc<Mutex<Vec<File>>> = Arc::default();
    let taken = Arc::clone(&held);
    let stage = Stage::new(move |peer| {
        taken.lock().unwrap().push(hold_lock(&path));
        accept(peer);
    });
    let mut config = stage.config();
    config["journal"] = json!(journal);
    let host = stage.host_with(&config);
    let began = Instant::now();
    let sent = send(&host, b"document").ok();
    assert_eq!(sent.json["journal"], "not_completed");
    drop(host);
    assert!(began.elapsed() < Duration::from_secs(10));
    held.lock().unwrap().clear();
    // Nobody has written its end, so that it is a doubt, about which a person may decide.
    let host = stage.host_with(&config);
    let refused = send(&host, b"document").fails("HR_E_CONFLICT");
    assert_eq!(refused.json["reason"], json!(null), "{}", refused.text);
    assert_eq!(stage.received(), 1);
    assert_eq!(host.dmp_found(&refused.str("entry")), 0);
    assert_eq!(host.journal(&json!({})).json["doubts"], 0);
}

/// The card was in use until the host ended, after a login that had succeeded, and no permit helped.
#[test]
fn r222_a_login_whose_end_nobody_could_record_is_not_in_use() {
    testkit::alone!();
    let (sandbox, _, _) = with_card("r222");
    let folder = TempFile::new("folder", b"");
    let journal = folder.0.with_file_name("records.hrj");
    let mut config = sandbox.config_json();
    config["journal"] = json!(journal);
    config["timeouts"] = json!({"call_ms": 500});
    let open = || {
        let host = Host::open(&config);
        host.ticket().ok();
        let token = host.token("r222");
        (host, token)
    };
    let (host, token) = open();
    let hold = sandbox.hold(Call::Login);
    let (login, lock) = std::thread::scope(|threads| {
        let login = threads.spawn(|| host.login(&token, PIN));
        assert!(sandbox.wait_for(Call::Login, 1, Duration::from_secs(20)));
        let lock = hold_lock(&journal);
        drop(hold);
        (login.join().unwrap(), lock)
    });
    assert_eq!(login.ok().json["journal"], "not_completed");
    drop(host);
    drop(lock);
    for _ in 0..2 {
        let (host, token) = open();
        let held = host.login(&token, PIN).fails("HR_E_PIN_GUARD");
        assert_eq!(held.json["reason"], "pin_held", "{}", held.text);
        hr::ffi::test_hooks::forget();
    }
    let (host, token) = open();
    assert_eq!(host.pin_retry_allow(&token), 0);
    let token = host.token("r222");
    host.login(&token, PIN).ok();
    assert_eq!(sandbox.pin_presentations("r222"), 2);
}
