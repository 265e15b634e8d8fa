//! Everything was sent, and what the server says, or does not say, leaves a doubt.

use serde_json::{Value, json};

use super::fixture::*;
use testkit::Host;
use testkit::digests::sha256;
use testkit::raw_server::{Peer, answer};

fn after_all(reply: &str, end: fn(Peer)) -> Fixture {
    let reply = reply.to_owned();
    Fixture::new(Way::Plain, &json!({"upload_ms": 700}), move |mut peer| {
        if peer.request().is_some() {
            peer.send(&reply);
            end(peer);
        }
    })
}

/// In doubt, with the document named, and held back until a person decides.
#[track_caller]
fn in_doubt(fixture: &Fixture, code: &str, outcome: &str, cause: Value, status: Value) {
    let document = content(200_000);
    let digest = sha256(&document);
    let sent = fixture.send(&document).fails(code).outcome(outcome);
    let sent = sent.has(json!({
        "cause": cause, "http_status": status, "sha256": digest, "bytes": document.len()
    }));
    assert!(fixture.uploads()[0].whole, "the server holds it");

    let entry = sent.str("entry");
    assert_eq!(entry.len(), 32);
    let held = fixture.is_held_back(&document);
    held.has(json!({"sha256": digest, "entry": entry}));
    // By the content, whoever sends it from wherever; another document is another matter.
    let file = testkit::TempFile::new("same.pdf", &document);
    let host = &fixture.host;
    let same = host.dmp_send(&fixture.patient, file.path(), None);
    same.fails("HR_E_CONFLICT");
    fixture.send(&document[1..]).fails(code);

    assert_eq!(host.dmp_resend_allow(&entry), 0);
    let again = fixture.send(&document).fails(code).outcome(outcome);
    let held = fixture.is_held_back(&document);
    assert_eq!(held.str("entry"), again.str("entry"));
    assert_ne!(again.str("entry"), entry);
}

#[test]
fn no_answer_after_everything() {
    for (end, cause) in [
        (Peer::close as fn(Peer), "HR_E_INTERRUPTED"),
        (Peer::reset, "HR_E_INTERRUPTED"),
        (Peer::hold, "HR_E_TIMEOUT"),
        (Peer::freeze, "HR_E_TIMEOUT"),
    ] {
        for reply in ["", "HTTP/1.1 2", "HTTP/1.1 100 Continue\r\n\r\n"] {
            let fixture = after_all(reply, end);
            let (code, cause) = ("HR_E_IN_DOUBT", cause.into());
            in_doubt(&fixture, code, "unknown", cause, Value::Null);
        }
    }
}

/// The statuses, and other forms of a reply, are in tests/faults/matrix.
#[test]
fn answers_that_decide_nothing() {
    let html = "content-type: text/html\r\n";
    let unread = "accepted_unreadable";
    let cut = "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n{".to_owned();
    for (reply, code, outcome, status) in [
        (answer("503 Busy", "", ""), "HR_E_SERVER", "unknown", 503),
        (answer("408 Slow", "", ""), "HR_E_REFUSED", "unknown", 408),
        (answer("200 OK", html, "<p>"), "HR_E_REPLY", "unknown", 200),
        (cut.clone(), "HR_E_REPLY", unread, 200),
    ] {
        let fixture = after_all(&reply, Peer::close);
        in_doubt(&fixture, code, outcome, Value::Null, status.into());
    }
    let fixture = after_all("garbage\r\n\r\n", Peer::close);
    in_doubt(&fixture, "HR_E_REPLY", "unknown", Value::Null, Value::Null);
    // An unreadable success that only the deadline ends.
    let fixture = after_all(&cut, Peer::hold);
    in_doubt(&fixture, "HR_E_TIMEOUT", unread, Value::Null, 200.into());
}

#[test]
fn a_definite_answer_leaves_no_doubt() {
    for (status, code) in [("413 X", "HR_E_REFUSED"), ("409 X", "HR_E_CONFLICT")] {
        let fixture = after_all(&answer(status, "", ""), Peer::close);
        for _ in 0..2 {
            let refused = fixture.send(&content(200_000)).fails(code);
            refused.outcome("rejected").has(json!({"at": "service"}));
        }
    }
    let fixture = after_all(&answer("200 OK", "", "{}"), Peer::close);
    for _ in 0..2 {
        fixture.send(&content(200_000)).ok().outcome("accepted");
    }
}

/// The same content for another patient, or of another type, is another document.
#[test]
fn a_doubt_is_about_one_document_of_one_patient() {
    let fixture = after_all("", Peer::close);
    fixture.send(b"for one").fails("HR_E_IN_DOUBT");
    fixture.is_held_back(b"for one");
    let other = after_all("", Peer::close);
    other.send(b"for one").fails("HR_E_IN_DOUBT");
    let sha256 = sha256(b"never sent");
    assert_eq!(fixture.host.dmp_resend_allow(&sha256), -1);
    let host = Host::open(&json!({}));
    assert_eq!(host.dmp_resend_allow(&sha256), -1);
}

/// What cannot have arrived may be sent again, as its outcome says, without asking a person twice.
/// R23: the permit was used up by a sending that ended early.
#[test]
fn a_permit_outlasts_a_sending_that_cannot_have_arrived() {
    let fixture = Fixture::plain(|mut peer| {
        if peer.number == 2 {
            peer.read_to(100_000);
        } else {
            peer.request();
        }
        peer.close();
    });
    fixture.send(large()).fails("HR_E_IN_DOUBT");
    let held = fixture.is_held_back(large());
    assert_eq!(fixture.host.dmp_resend_allow(&held.str("entry")), 0);
    let cut = fixture.send(large()).fails("HR_E_INTERRUPTED");
    cut.outcome("incomplete");
    let lost = fixture.send(large()).fails("HR_E_IN_DOUBT");
    lost.outcome("unknown");
    fixture.is_held_back(large());
}
