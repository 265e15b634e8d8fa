//! Documents that were sent twice: doubts, their permits, and the same document on two handles.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use hr::ffi::handle;
use hr::ffi::test_hooks::{FailPoint, fail_at};
use serde_json::json;

use testkit::digests::sha256;
use testkit::raw_server::{Peer, Request, Server, answer};
use testkit::record::Patients;
use testkit::*;

/// More than the buffers of a connection hold.
pub const LARGE: usize = 16 << 20;

/// A service that opens every record. What it does with an upload, whose head it has read and whose
/// number it is told, the script says.
pub fn service(script: impl Fn(Peer, usize) + Send + Sync + 'static) -> Server {
    let uploads = AtomicUsize::new(0);
    let patients = Patients::default();
    Server::start(move |mut peer| {
        let Some(request) = peer.head() else {
            return;
        };
        if request.head.contains("/unique/doc/send") {
            script(peer, uploads.fetch_add(1, Ordering::SeqCst));
        } else {
            let Some(request) = peer.request() else {
                return;
            };
            let body = patients.body(&request);
            peer.send(answer("200 OK", "connection: close\r\n", &body));
            peer.close();
        }
    })
}

/// A handle with this patient's record open.
pub fn opened(server: &Server, patient_id: &str) -> Host {
    let host = Host::open(&json!({"timeouts": {"upload_ms": 20_000}}));
    assert_eq!(host.session_set(&server.url(), "bearer"), 0);
    host.find_and_open(patient_id);
    host
}

pub fn accept(mut peer: Peer) {
    if peer.request().is_some() {
        peer.send(answer("200 OK", "connection: close\r\n", "{}"));
        peer.close();
    }
}

pub fn lose_the_answer(mut peer: Peer) {
    peer.request();
    peer.close();
}

/// The uploads that the server holds the whole of.
pub fn whole(server: &Server) -> Vec<Request> {
    let mut uploads = server.requests();
    uploads.retain(|request| request.head.contains("/unique/doc/send") && request.whole);
    uploads
}

#[track_caller]
pub fn entry(outcome: &Outcome) -> String {
    let entry = outcome.json["entry"].as_str();
    let entry = entry.unwrap_or_else(|| panic!("no entry: {}", outcome.text));
    let digit = |c: u8| c.is_ascii_digit() || (b'a'..=b'f').contains(&c);
    assert!(entry.len() == 32 && entry.bytes().all(digit), "{entry}");
    entry.to_owned()
}

/// One document in doubt for two patients: the permit given for the one let the other's through.
/// R11: one permit let the same content through for both.
#[test]
fn r60_a_permit_is_for_one_doubt() {
    let server = service(|peer, number| match number {
        0 | 1 => lose_the_answer(peer),
        _ => accept(peer),
    });
    let host = opened(&server, "r60-h");
    host.find_and_open("r60-d");
    let content = b"r60 a leaflet";
    let send = |id: &str| host.dmp_send_bytes(id, content, "a.pdf");
    let lost = |id: &str| entry(&send(id).fails("HR_E_IN_DOUBT").outcome("unknown"));
    let [of_h, of_d] = ["r60-h", "r60-d"].map(lost);
    assert_ne!(of_h, of_d);
    let held = |id: &str| entry(&send(id).fails("HR_E_CONFLICT").outcome("rejected"));
    assert_eq!(held("r60-h"), of_h);
    assert_eq!(host.dmp_resend_allow(&sha256(content)), -1, "no entry");
    assert_eq!(host.dmp_resend_allow(&of_h), 0);
    assert_eq!(held("r60-d"), of_d);
    send("r60-h").ok();
    assert_eq!(host.dmp_resend_allow(&of_h), -1, "no doubt any more");
    assert_eq!(host.dmp_resend_allow(&of_d.to_uppercase()), 0);
    send("r60-d").ok();
    assert_eq!(whole(&server).len(), 4);
}

/// Two handles sent one document; the second ended `unknown`, then the first was accepted, which lifted the
/// second's doubt, and a third copy went out.
#[test]
fn r61_one_document_is_on_its_way_once() {
    let server = service(|mut peer, number| match number {
        0 => {
            peer.request();
            peer.mark("first");
            peer.wait_for("go");
            peer.send(answer("200 OK", "connection: close\r\n", "{}"));
            peer.close();
        }
        _ => lose_the_answer(peer),
    });
    let (one, other) = (opened(&server, "r61"), opened(&server, "r61"));
    let send = |host: &Host| host.dmp_send_bytes("r61", b"r61 one document", "a.pdf");
    std::thread::scope(|threads| {
        let first = threads.spawn(|| send(&one));
        server.until("first");
        let second = send(&other);
        server.mark("go");
        first.join().unwrap().ok();
        let second = second.fails("HR_E_CONFLICT").outcome("rejected");
        second.has(json!({"at": "library", "reason": "document_in_use", "entry": null}));
    });
    assert_eq!(whole(&server).len(), 1);
    // Known to be accepted: whoever sends it again wants it twice, and now that is in doubt.
    let lost = entry(&send(&one).fails("HR_E_IN_DOUBT"));
    let refused = send(&other).fails("HR_E_CONFLICT");
    assert_eq!(refused.str("entry"), lost);
    assert_eq!(whole(&server).len(), 2);
}

/// Both are on their way: whichever comes second does not come to its end, however the first ends, and whether it has ended
/// by then.
/// R113: the first was accepted while the second was on its way, and the second came to its end as well.
#[test]
fn r68_of_two_on_their_way_one_arrives() {
    for (is_lost, is_over) in [(false, false), (true, false), (false, true)] {
        let server = service(move |mut peer, number| {
            let [begun, go, whole] = [
                ["a", "go a", "whole a"],
                ["b", "go b", "whole b"],
                ["c", "end", "c"],
            ][number];
            peer.read_to(100_000);
            peer.mark(begun);
            peer.wait_for(go);
            let all = peer.request().is_some();
            peer.mark(whole);
            if number == 0 && !is_over {
                peer.wait_for("end");
            }
            if all && (number > 0 || !is_lost) {
                peer.send(answer("200 OK", "connection: close\r\n", "{}"));
            }
            peer.close();
        });
        let patient = format!("r68-{is_lost}-{is_over}");
        let (one, other) = (opened(&server, &patient), opened(&server, &patient));
        let content = vec![61; LARGE];
        let send = |host: &Host| host.dmp_send_bytes(&patient, &content, "a.pdf");
        let ends = |first: Outcome| match is_lost {
            true => drop(entry(&first.fails("HR_E_IN_DOUBT"))),
            false => drop(first.ok()),
        };
        std::thread::scope(|threads| {
            let first = threads.spawn(|| send(&one));
            server.until("a");
            let second = threads.spawn(|| send(&other));
            server.until("b");
            server.mark("go a");
            server.until("whole a");
            let first = match is_over {
                true => {
                    ends(first.join().unwrap());
                    None
                }
                false => Some(first),
            };
            server.mark("go b");
            server.until("whole b");
            server.mark("end");
            let second = second.join().unwrap();
            let second = second.fails("HR_E_CONFLICT").outcome("rejected");
            second.has(json!({"reason": "document_in_use"}));
            if let Some(first) = first {
                ends(first.join().unwrap());
            }
        });
        assert_eq!(whole(&server).len(), 1);
        if is_over {
            // One after the other they are two intentions.
            send(&other).ok();
            assert_eq!(whole(&server).len(), 2);
        }
    }
}

/// A doubt that arose while the same document was on its way elsewhere stopped nothing.
#[test]
fn r64_a_doubt_that_arises_meanwhile_counts() {
    let server = service(|mut peer, number| match number {
        0 => {
            peer.read_to(100_000);
            peer.mark("begun");
            peer.wait_for("go");
            accept(peer);
        }
        _ => lose_the_answer(peer),
    });
    let (slow, quick) = (opened(&server, "r64"), opened(&server, "r64"));
    let content = vec![64; LARGE];
    let send = |host: &Host| host.dmp_send_bytes("r64", &content, "a.pdf");
    std::thread::scope(|threads| {
        let first = threads.spawn(|| send(&slow));
        server.until("begun");
        let lost = send(&quick);
        server.mark("go");
        let doubt = entry(&lost.fails("HR_E_IN_DOUBT"));
        let refused = first.join().unwrap().fails("HR_E_CONFLICT");
        let refused = refused.outcome("rejected");
        refused.has(json!({"entry": doubt, "at": "library", "sha256": sha256(&content)}));
    });
    assert_eq!(whole(&server).len(), 1);
}

/// Each doubt is a new one: a permit for what a person decided before the last sending does not cover it.
#[test]
fn r65_a_permit_of_an_earlier_doubt_is_none() {
    let server = service(|peer, number| match number {
        0 | 1 => lose_the_answer(peer),
        2 => drop(peer),
        _ => accept(peer),
    });
    let host = opened(&server, "r65");
    let send = || host.dmp_send_bytes("r65", b"r65 twice in doubt", "a.pdf");
    let first = entry(&send());
    assert_eq!(host.dmp_resend_allow(&first), 0);
    assert_eq!(host.dmp_resend_allow(&first), 0, "one sending all the same");
    let second = entry(&send().fails("HR_E_IN_DOUBT"));
    assert_ne!(first, second);
    let [short, long] = [32, 64].map(|length| "0".repeat(length));
    for stale in [&first, &short, &long, &second[1..]] {
        assert_eq!(host.dmp_resend_allow(stale), -1);
    }
    send().fails("HR_E_CONFLICT");
    assert_eq!(host.dmp_resend_allow(&second), 0);
    // Whatever of it left, the whole did not: the permit stays.
    if send().str("outcome") == "incomplete" {
        send().ok();
    }
}

/// The guard had no memory for the document: it was refused as one in doubt, with no entry that a person could decide about.
#[test]
fn r210_a_lack_of_memory_is_no_doubt() {
    testkit::alone!();
    let server = service(|peer, _| accept(peer));
    let host = opened(&server, "r210");
    let sent = (0..2_000_u32).find_map(|number| {
        // What the guard knows of documents grows beyond this; no other part of a call needs so much.
        hr::ffi::test_hooks::refuse_memory(0, 66_000);
        let sent = host.dmp_send_bytes("r210", &number.to_be_bytes(), "a.pdf");
        match hr::ffi::test_hooks::memory_was_refused() {
            true => Some(sent),
            false => {
                sent.ok();
                None
            }
        }
    });
    let refused = sent.unwrap().fails("HR_E_TOO_LARGE").outcome("incomplete");
    refused.has(json!({"entry": null}));
}

/// A panic behind the last byte left no doubt: its error said `unknown`, and a repetition was let through.
#[test]
fn r26_a_panic_behind_the_last_byte_leaves_a_doubt() {
    for (id, moment) in [
        ("r26-a", FailPoint::ResponseHeadRead),
        ("r26-b", FailPoint::UploadResultWritten),
    ] {
        let server = service(|peer, _| accept(peer));
        let host = opened(&server, id);
        fail_at(moment, || panic!("planted"));
        let send = || host.dmp_send_bytes(id, b"behind the last byte", "a.pdf");
        send().fails("HR_E_PANIC").outcome("unknown");
        let held = send().fails("HR_E_CONFLICT");
        assert_eq!(whole(&server).len(), 1);
        assert_eq!(host.dmp_resend_allow(&held.str("entry")), 0);
        send().ok();
        send().ok();
    }
}

static ASKED: AtomicUsize = AtomicUsize::new(0);

unsafe extern "C" fn stop_soon(_: *mut std::ffi::c_void, done: i32, _: i32) -> i32 {
    assert_eq!(done, 0);
    i32::from(ASKED.fetch_add(1, Ordering::SeqCst) == 2)
}

/// As long as a large document was read to see whether it is one in doubt, nothing stopped the call.
#[test]
fn r27_reading_a_document_beforehand_ends_when_the_call_must() {
    let server = service(|peer, _| lose_the_answer(peer));
    let host = opened(&server, "r27");
    let content = vec![7; 64 << 20];
    let file = TempFile::new("r27.pdf", &content);
    let sends = |host: &Host| host.dmp_send_bytes("r27", &content, "a.pdf");
    let sends_file = |host: &Host| host.dmp_send("r27", file.path(), None);
    sends(&host).fails("HR_E_IN_DOUBT");
    let hasty = Host::open(&json!({"timeouts": {"upload_ms": 1}}));
    assert_eq!(hasty.session_set(&server.url(), "bearer"), 0);
    hasty.find_and_open("r27");
    for send in [&sends as &(dyn Fn(&Host) -> Outcome + Sync), &sends_file] {
        let over = AtomicBool::new(false);
        let stopped = std::thread::scope(|threads| {
            // Over and over, since before the call runs there is nothing to cancel.
            threads.spawn(|| {
                while !over.load(Ordering::SeqCst) {
                    handle::hr_cancel(host.0);
                    std::thread::yield_now();
                }
            });
            let stopped = send(&host);
            over.store(true, Ordering::SeqCst);
            stopped
        });
        stopped.fails("HR_E_CANCELLED").outcome("not_sent");
        ASKED.store(0, Ordering::SeqCst);
        let null = std::ptr::null_mut();
        host.set_progress(Some(stop_soon), null);
        send(&host).fails("HR_E_CANCELLED").outcome("not_sent");
        assert_eq!(ASKED.load(Ordering::SeqCst), 3);
        host.set_progress(None, null);
        send(&host).fails("HR_E_CONFLICT").outcome("rejected");
        let late = send(&hasty).fails("HR_E_TIMEOUT").outcome("not_sent");
        late.has(json!({"at": "library"}));
    }
    assert_eq!(whole(&server).len(), 1);
}
