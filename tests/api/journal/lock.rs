//! The lock of the file, held by another program.
#![cfg(target_os = "linux")]

use std::fs::File;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use hr::ffi::handle;
use serde_json::json;
use testkit::card_client::{After, CardClient, Reply, one};
use testkit::raw_server::{Peer, answer};
use testkit::*;

use super::child::other;
use super::reader::Reader;
use super::stage::*;

#[test]
fn a_lock_that_is_held_ends_the_call_with_its_time_or_when_it_is_cancelled_and_nothing_is_sent() {
    testkit::alone!();
    let stage = Stage::accepting();
    let patient = stage.host();
    let mut config = stage.config();
    config["timeouts"] = json!({"upload_ms": 300, "call_ms": 300});
    let host = stage.host_with(&config);
    let reader = Reader::new("lock-1");
    let (login, token) = reader.host();
    let held = [hold_lock(&stage.path()), hold_lock(&reader.path())];
    let began = Instant::now();
    let refused = send(&host, b"document").fails("HR_E_JOURNAL");
    let locked = json!({"reason": "journal_locked", "outcome": "not_sent"});
    refused.has(locked);
    assert!(began.elapsed() < Duration::from_secs(4));
    assert_eq!(host.dmp_found(&"0".repeat(32)), hr::code::HR_E_JOURNAL);
    opened_with(&config).fails("HR_E_JOURNAL");
    // Looking needs no lock.
    host.journal(&json!({})).ok();
    cancelled(&patient, || send(&patient, b"document"));
    cancelled(&login, || login.login(&token, "0000"));
    drop(held);
    assert_eq!((stage.received(), reader.presented()), (0, 0));
    send(&host, b"document").ok();
    // It was not presented, so that it is no PIN that is known to be wrong.
    reader.login("0000").fails("HR_E_CARD_STATUS");
    assert_eq!((stage.received(), reader.presented()), (1, 1));
}

/// Cancels what a call waits for.
fn cancelled(host: &Host, call: impl FnOnce() -> Outcome + Send) {
    std::thread::scope(|threads| {
        let calling = threads.spawn(call);
        // Until it is busy, and then some calls of it.
        while handle::hr_cancel(host.0) == 0 && !calling.is_finished() {
            std::thread::sleep(Duration::from_millis(10));
        }
        let cancelled = calling.join().unwrap().fails("HR_E_CANCELLED");
        cancelled.outcome("not_sent");
    });
}

/// Another program takes the lock while a document is being sent, and keeps it: the call ends with what is known.
/// R187: an upload with a second's time took 5.5 s.
#[test]
fn a_lock_that_is_taken_in_an_upload_and_kept_holds_up_no_result() {
    testkit::alone!();
    let folder = TempFile::new("folder", b"");
    let journal = folder.0.with_file_name("records.hrj");
    let held: Arc<Mutex<Vec<File>>> = Arc::default();
    let (taken, path) = (Arc::clone(&held), journal.clone());
    let stage = Stage::new(move |peer| {
        taken.lock().unwrap().push(hold_lock(&path));
        accept(peer);
    });
    let times = json!({"upload_ms": 1_000, "call_ms": 500});
    let config = json!({"journal": journal, "timeouts": times});
    let host = stage.host_with(&config);
    let began = Instant::now();
    let sent = send(&host, b"document").ok();
    sent.has(json!({"journal": "not_completed"}));
    drop(host);
    let took = began.elapsed();
    assert!(took < Duration::from_millis(2_500), "{took:?}");
    held.lock().unwrap().clear();
    // Nobody has written its end, so that it is a doubt, about which a person may decide.
    let host = stage.host_with(&config);
    let refused = send(&host, b"document").fails("HR_E_CONFLICT");
    let refused = refused.has(json!({"reason": null}));
    assert_eq!(stage.received(), 1);
    assert_eq!(host.dmp_found(&refused.str("entry")), 0);
    assert_eq!(host.journal(&json!({})).json["doubts"], 0);
}

/// The card client had all of the call's time, after another process' lock had taken most of it.
#[test]
fn r206_a_login_that_waited_for_the_journal_ends_with_its_time() {
    testkit::alone!();
    let client = CardClient::start();
    client.list(one("t", r#"{"serial":"r206"}"#));
    client.reply(Reply::new("", After::Silence));
    let file = TempFile::new("records.hrj", b"");
    let host = client.host_with(json!({"journal": file.0, "timeouts": {"login_ms": 2_000}}));
    host.ready().ok();
    let held = hold_lock(&file.0);
    let began = Instant::now();
    std::thread::scope(|threads| {
        threads.spawn(|| {
            std::thread::sleep(Duration::from_millis(1_500));
            drop(held);
        });
        host.login("t", "0000").fails("HR_E_IN_DOUBT");
    });
    let took = began.elapsed();
    assert!(took < Duration::from_millis(2_750), "{took:?}");
}

/// A child that was forked in an upload kept the lock of its parent, who was killed in a later one.
#[test]
fn r189_a_child_keeps_no_lock_of_its_parent() {
    use std::sync::atomic::{AtomicBool, Ordering};
    let answered = AtomicBool::new(false);
    let stage = Stage::new(move |mut peer: Peer| {
        peer.request();
        if !answered.swap(true, Ordering::SeqCst) {
            peer.send(answer("200 OK", "connection: close\r\n", "{}"));
            return;
        }
        peer.mark("received");
        peer.hold();
    });
    let step = json!(["fork in the first of two uploads"]);
    let mut parent = other(&stage.config(), &stage.server.url(), step);
    let child = Child(parent.said("forked ").unwrap().parse().unwrap());
    stage.server.until("received");
    let host = stage.host();
    let newest = json!({"limit": 1});
    assert_eq!(only(&host, &newest)["in_use"], true);
    drop(parent);
    assert_eq!(unsafe { libc::kill(child.0, 0) }, 0, "the child is there");
    assert_eq!(only(&host, &newest)["doubt"], true);
}

/// A process that ends with its test.
struct Child(i32);

impl Drop for Child {
    fn drop(&mut self) {
        unsafe { libc::kill(self.0, libc::SIGKILL) };
    }
}
