//! The lock of the file, held by another program.
#![cfg(target_os = "linux")]

use std::fs::File;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use hr::ffi::handle;
use hr_sandbox::Call;
use serde_json::json;
use testkit::card_client::{After, CardClient, Reply, one};
use testkit::raw_server::{Peer, answer};
use testkit::*;

use super::reader::Reader;
use super::stage::*;

#[test]
fn a_lock_that_is_held_ends_the_call_with_its_time_and_nothing_is_sent() {
    testkit::alone!();
    let stage = Stage::accepting();
    let mut config = stage.config();
    config["timeouts"] = json!({"upload_ms": 300, "call_ms": 300});
    let host = stage.host_with(&config);
    let held = hold_lock(&stage.path());
    let began = Instant::now();
    let refused = send(&host, b"document").fails("HR_E_JOURNAL");
    refused
        .outcome("not_sent")
        .has(json!({"reason": "journal_locked"}));
    assert!(began.elapsed() < Duration::from_secs(4));
    assert_eq!(host.dmp_found(&"0".repeat(32)), hr::code::HR_E_JOURNAL);
    opened_with(&config).fails("HR_E_JOURNAL");
    // Looking needs no lock.
    host.journal(&json!({})).ok();
    drop(held);
    send(&host, b"document").ok();
    assert_eq!(stage.received(), 1);
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

#[test]
fn a_cancellation_ends_the_wait_and_nothing_is_sent() {
    testkit::alone!();
    let stage = Stage::accepting();
    let host = stage.host();
    let _held = hold_lock(&stage.path());
    cancelled(&host, || send(&host, b"document"));
    assert_eq!(stage.received(), 0);
    let reader = Reader::new("lock-1");
    let (host, token) = reader.host();
    let lock = hold_lock(&reader.path());
    cancelled(&host, || host.login(&token, "0000"));
    assert_eq!(reader.presented(), 0);
    drop(lock);
    // It was not presented, so that it is no PIN that is known to be wrong.
    reader.login("0000").fails("HR_E_CARD_STATUS");
    assert_eq!(reader.presented(), 1);
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

/// The card was in use until the host ended, after a login that had succeeded, and no permit helped.
#[test]
fn r222_a_login_whose_end_nobody_could_record_is_not_in_use() {
    testkit::alone!();
    let reader = Reader::new("r222");
    let mut config = reader.config();
    config["timeouts"] = json!({"call_ms": 500});
    let host = Host::open(&config);
    host.ticket().ok();
    let token = host.token("r222");
    let hold = reader.sandbox.hold(Call::Login);
    let (login, lock) = std::thread::scope(|threads| {
        let login = threads.spawn(|| host.login(&token, PIN));
        let soon = Duration::from_secs(20);
        assert!(reader.sandbox.wait_for(Call::Login, 1, soon));
        let lock = hold_lock(&reader.path());
        drop(hold);
        (login.join().unwrap(), lock)
    });
    login.ok().has(json!({"journal": "not_completed"}));
    drop((host, lock));
    for _ in 0..2 {
        reader.held(PIN, "pin_held");
        hr::ffi::test_hooks::forget();
    }
    reader.permit();
    reader.login(PIN).ok();
    assert_eq!(reader.presented(), 2);
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

/// A child that was forked in an upload kept the lock of its parent, who was killed: in that upload, or in a later one.
#[test]
fn r189_a_child_keeps_no_lock_of_its_parent() {
    for uploads in [1, 2] {
        killed_in_the_last_of(uploads);
    }
}

fn killed_in_the_last_of(uploads: usize) {
    use std::io::BufRead;
    use std::sync::atomic::{AtomicUsize, Ordering};
    let received = AtomicUsize::new(0);
    let stage = Stage::new(move |mut peer: Peer| {
        peer.request();
        if received.fetch_add(1, Ordering::SeqCst) + 1 < uploads {
            peer.send(answer("200 OK", "connection: close\r\n", "{}"));
            return;
        }
        peer.mark("received");
        peer.hold();
    });
    let orders = json!({"config": stage.config(), "url": stage.server.url(), "uploads": uploads});
    let mut command = testkit::process::again(module_path!(), "the_forking_sender");
    command.env("HR_TEST_ORDERS", orders.to_string());
    command.stdout(std::process::Stdio::piped());
    command.stderr(std::process::Stdio::null());
    let mut parent = command.spawn().unwrap();
    let lines = std::io::BufReader::new(parent.stdout.take().unwrap()).lines();
    let mut lines = lines.map_while(Result::ok);
    let child = lines.find_map(|line| Some(line.split_once("forked ")?.1.trim().to_owned()));
    let child = Child(child.unwrap().parse().unwrap());
    stage.server.until("received");
    let host = stage.host();
    let newest = json!({"limit": 1});
    assert_eq!(only(&host, &newest)["in_use"], true);
    parent.kill().unwrap();
    parent.wait().unwrap();
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

fn wait_in_child() -> ! {
    unsafe {
        // It does not outlive the test, whatever becomes of that.
        libc::alarm(20);
        libc::pause();
    }
    std::process::abort()
}

extern "C" fn fork_once(_: *mut std::ffi::c_void, done: i32, _: i32) -> i32 {
    static FORKED: std::sync::Once = std::sync::Once::new();
    let fork = || match unsafe { libc::fork() } {
        0 => wait_in_child(),
        child => println!("forked {child}"),
    };
    // Before that it is read, and is not in flight.
    if done > 0 {
        FORKED.call_once(fork);
    }
    0
}

#[test]
#[ignore = "run by the others, in a process of its own"]
fn the_forking_sender() {
    let orders = std::env::var("HR_TEST_ORDERS").unwrap();
    let orders: serde_json::Value = serde_json::from_str(&orders).unwrap();
    let host = host_at(orders["url"].as_str().unwrap(), &orders["config"]);
    host.set_progress(Some(fork_once), std::ptr::null_mut());
    for number in 0..orders["uploads"].as_u64().unwrap() {
        send(&host, &vec![number as u8; 8 << 20]);
    }
}

/// A child that was forked while another thread opened a journal had a copy of what keeps the locks.
#[test]
fn r196_a_child_forked_while_a_journal_is_opened_keeps_no_lock() {
    use std::io::{Read, Write};
    use std::sync::atomic::{AtomicBool, Ordering};
    testkit::alone!();
    let file = |_| TempFile::new("records.hrj", b"");
    let files: Vec<TempFile> = (0..300).map(file).collect();
    // A fork that began before the first call is not noticed.
    drop(Host::open(&json!({})));
    let done = AtomicBool::new(false);
    let (mut begun, begins) = std::io::pipe().unwrap();
    let children = std::thread::scope(|threads| {
        let forking = threads.spawn(|| {
            let mut children = Vec::new();
            while !done.load(Ordering::SeqCst) && children.len() < 2_000 {
                children.push(match unsafe { libc::fork() } {
                    0 => {
                        (&begins).write_all(b"b").ok();
                        wait_in_child()
                    }
                    child => {
                        // Who ends -1 ends everybody.
                        assert!(child > 0);
                        Child(child)
                    }
                });
            }
            children
        });
        for file in &files {
            drop(Host::open(&json!({"journal": file.0})));
        }
        done.store(true, Ordering::SeqCst);
        forking.join().unwrap()
    });
    // A child that has not run yet has not let go of anything.
    begun.read_exact(&mut vec![0; children.len()]).unwrap();
    let kept = files
        .iter()
        .filter(|file| try_lock(&file.0, SHARED, libc::F_WRLCK).is_none());
    assert_eq!((kept.count(), children.is_empty()), (0, false));
}
