//! Documents that were sent twice: doubts, their permits, and the same document on two handles.

use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};

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
    server
        .requests()
        .into_iter()
        .filter(|request| request.head.contains("/unique/doc/send") && request.whole)
        .collect()
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
    let [of_h, of_d] = ["r60-h", "r60-d"].map(|id| {
        let lost = host.dmp_send_bytes(id, content, "a.pdf");
        entry(&lost.fails("HR_E_IN_DOUBT").outcome("unknown"))
    });
    assert_ne!(of_h, of_d);
    let refused = host.dmp_send_bytes("r60-h", content, "a.pdf");
    assert_eq!(entry(&refused.fails("HR_E_CONFLICT")), of_h);

    assert_eq!(host.dmp_resend_allow(&sha256(content)), -1, "no entry");
    assert_eq!(host.dmp_resend_allow(&of_h), 0);
    host.dmp_send_bytes("r60-d", content, "a.pdf")
        .fails("HR_E_CONFLICT")
        .outcome("rejected");
    host.dmp_send_bytes("r60-h", content, "a.pdf").ok();
    assert_eq!(host.dmp_resend_allow(&of_h), -1, "no doubt any more");
    assert_eq!(host.dmp_resend_allow(&of_d.to_uppercase()), 0);
    host.dmp_send_bytes("r60-d", content, "a.pdf").ok();
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
    let content = b"r61 one document";
    std::thread::scope(|threads| {
        let first = threads.spawn(|| one.dmp_send_bytes("r61", content, "a.pdf"));
        server.until("first");
        let second = other.dmp_send_bytes("r61", content, "b.pdf");
        server.mark("go");
        first.join().unwrap().ok();
        let second = second.fails("HR_E_CONFLICT").outcome("rejected");
        assert_eq!(second.json["at"], "library");
        assert_eq!(second.json["reason"], "document_in_use");
        assert_eq!(second.json["entry"], Value::Null);
    });
    assert_eq!(whole(&server).len(), 1);
    // Known to be accepted: whoever sends it again wants it twice, and now that is in doubt.
    let lost = one.dmp_send_bytes("r61", content, "a.pdf");
    let entry = entry(&lost.fails("HR_E_IN_DOUBT"));
    let refused = other.dmp_send_bytes("r61", content, "a.pdf");
    assert_eq!(refused.fails("HR_E_CONFLICT").str("entry"), entry);
    assert_eq!(whole(&server).len(), 2);
}

/// The first was accepted while the second was on its way, and the second came to its end as well.
#[test]
fn r113_what_was_accepted_meanwhile_does_not_arrive_again() {
    let server = service(|mut peer, number| {
        peer.read_to(100_000);
        peer.mark(["a", "b", "c"][number]);
        peer.wait_for(["go a", "go b", "a"][number]);
        if peer.request().is_some() {
            peer.send(answer("200 OK", "connection: close\r\n", "{}"));
        }
        peer.close();
    });
    let (one, other) = (opened(&server, "r113"), opened(&server, "r113"));
    let content = vec![113; LARGE];
    let send = |host: &Host| host.dmp_send_bytes("r113", &content, "a.pdf");
    std::thread::scope(|threads| {
        let first = threads.spawn(|| send(&one));
        server.until("a");
        let second = threads.spawn(|| send(&other));
        server.until("b");
        server.mark("go a");
        first.join().unwrap().ok();
        server.mark("go b");
        let second = second.join().unwrap();
        let second = second.fails("HR_E_CONFLICT").outcome("rejected");
        assert_eq!(second.json["reason"], "document_in_use");
    });
    assert_eq!(whole(&server).len(), 1);
    // One after the other they are two intentions.
    send(&other).ok();
    assert_eq!(whole(&server).len(), 2);
}

/// The same while both are on their way: whichever comes second does not come to its end.
#[test]
fn r68_of_two_on_their_way_one_arrives() {
    for first_ends in ["HR_OK", "HR_E_IN_DOUBT"] {
        let server = service(move |mut peer, number| {
            peer.read_to(100_000);
            peer.mark(["a", "b"][number]);
            peer.wait_for(["go a", "go b"][number]);
            let all = peer.request().is_some();
            peer.mark(["whole a", "whole b"][number]);
            peer.wait_for("end");
            if all && (number > 0 || first_ends == "HR_OK") {
                peer.send(answer("200 OK", "connection: close\r\n", "{}"));
            }
            peer.close();
        });
        let patient = format!("r68-{first_ends}");
        let (one, other) = (opened(&server, &patient), opened(&server, &patient));
        let content = vec![61; LARGE];
        std::thread::scope(|threads| {
            let first = threads.spawn(|| one.dmp_send_bytes(&patient, &content, "a.pdf"));
            server.until("a");
            let second = threads.spawn(|| other.dmp_send_bytes(&patient, &content, "b.pdf"));
            server.until("b");
            server.mark("go a");
            server.until("whole a");
            server.mark("go b");
            server.until("whole b");
            server.mark("end");
            let second = second.join().unwrap();
            let second = second.fails("HR_E_CONFLICT").outcome("rejected");
            assert_eq!(second.json["reason"], "document_in_use");
            let first = first.join().unwrap();
            match first_ends {
                "HR_OK" => drop(first.ok()),
                _ => drop(entry(&first.fails(first_ends))),
            }
        });
        assert_eq!(whole(&server).len(), 1);
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
    std::thread::scope(|threads| {
        let first = threads.spawn(|| slow.dmp_send_bytes("r64", &content, "a.pdf"));
        server.until("begun");
        let lost = quick.dmp_send_bytes("r64", &content, "a.pdf");
        server.mark("go");
        let refused = first.join().unwrap();
        let doubt = entry(&lost.fails("HR_E_IN_DOUBT"));
        let refused = refused.fails("HR_E_CONFLICT").outcome("rejected");
        assert_eq!(entry(&refused), doubt);
        assert_eq!(refused.json["at"], "library");
        assert_eq!(refused.json["sha256"], sha256(&content).as_str());
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
    let content = b"r65 twice in doubt";
    let first = entry(&host.dmp_send_bytes("r65", content, "a.pdf"));
    assert_eq!(host.dmp_resend_allow(&first), 0);
    assert_eq!(host.dmp_resend_allow(&first), 0, "one sending all the same");
    let lost = host.dmp_send_bytes("r65", content, "a.pdf");
    let second = entry(&lost.fails("HR_E_IN_DOUBT"));
    assert_ne!(first, second);
    for stale in [
        &first,
        &"0".repeat(32),
        &"0".repeat(64),
        &second[1..].into(),
    ] {
        assert_eq!(host.dmp_resend_allow(stale), -1);
    }
    host.dmp_send_bytes("r65", content, "a.pdf")
        .fails("HR_E_CONFLICT");
    assert_eq!(host.dmp_resend_allow(&second), 0);
    // Whatever of it left, the whole did not: the permit stays.
    let large = host.dmp_send_bytes("r65", content, "a.pdf");
    if large.str("outcome") == "incomplete" {
        host.dmp_send_bytes("r65", content, "a.pdf").ok();
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
    assert!(refused.json["entry"].is_null(), "{}", refused.text);
}
