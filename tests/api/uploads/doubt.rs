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
    assert_eq!(sent.json["cause"], cause, "{}", sent.text);
    assert_eq!(sent.json["http_status"], status, "{}", sent.text);
    assert_eq!(sent.json["sha256"], digest.as_str());
    assert_eq!(sent.json["bytes"], document.len());
    assert!(fixture.uploads()[0].whole, "the server holds it");

    let refused = fixture.is_held_back(&document);
    assert_eq!(refused.json["sha256"], digest.as_str());
    assert_eq!(refused.json["entry"], sent.json["entry"]);
    assert_eq!(sent.str("entry").len(), 32);
    // By the content, whoever sends it from wherever; another document is another matter.
    let file = testkit::TempFile::new("same.pdf", &document);
    let other = Host::open(&json!({}));
    assert_eq!(other.session_set(&fixture.server.url(), "another"), 0);
    assert_eq!(
        fixture
            .host
            .dmp_send(&fixture.patient, file.path(), None)
            .code,
        -204
    );
    fixture.send(&document[1..]).fails(code);

    assert_eq!(fixture.host.dmp_resend_allow(&sent.str("entry")), 0);
    let again = fixture.send(&document).fails(code).outcome(outcome);
    let refused = fixture.is_held_back(&document);
    assert_eq!(refused.json["entry"], again.json["entry"]);
    assert_ne!(again.json["entry"], sent.json["entry"]);
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
            in_doubt(
                &fixture,
                "HR_E_IN_DOUBT",
                "unknown",
                cause.into(),
                Value::Null,
            );
        }
    }
}

#[test]
fn answers_that_decide_nothing() {
    let page = "content-type: text/html\r\n";
    for (reply, code, outcome, status) in [
        (answer("500 Oops", "", ""), "HR_E_SERVER", "unknown", 500),
        (answer("503 Busy", "", ""), "HR_E_SERVER", "unknown", 503),
        (answer("408 Slow", "", ""), "HR_E_REFUSED", "unknown", 408),
        (answer("200 OK", page, "<p>"), "HR_E_REPLY", "unknown", 200),
        (answer("304 X", "", ""), "HR_E_REPLY", "unknown", 304),
        (
            "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n{".into(),
            "HR_E_REPLY",
            "accepted_unreadable",
            200,
        ),
        (
            "HTTP/1.1 201 OK\r\ncontent-encoding: gzip\r\ncontent-length: 2\r\n\r\n{}".into(),
            "HR_E_REPLY",
            "accepted_unreadable",
            201,
        ),
    ] {
        let fixture = after_all(&reply, Peer::close);
        in_doubt(&fixture, code, outcome, Value::Null, status.into());
    }
    let fixture = after_all("garbage\r\n\r\n", Peer::close);
    in_doubt(&fixture, "HR_E_REPLY", "unknown", Value::Null, Value::Null);
}

/// An unreadable success that only the deadline ends.
#[test]
fn a_success_whose_body_never_ends() {
    let fixture = after_all("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n{", Peer::hold);
    in_doubt(
        &fixture,
        "HR_E_TIMEOUT",
        "accepted_unreadable",
        Value::Null,
        200.into(),
    );
}

#[test]
fn a_definite_answer_leaves_no_doubt() {
    let fixture = after_all(&answer("413 X", "", ""), Peer::close);
    for _ in 0..2 {
        fixture
            .send(&content(200_000))
            .fails("HR_E_REFUSED")
            .outcome("rejected");
    }
    let fixture = after_all(&answer("409 X", "", ""), Peer::close);
    let conflict = fixture
        .send(b"there already")
        .fails("HR_E_CONFLICT")
        .outcome("rejected");
    assert_eq!(conflict.json["at"], "service");
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
    assert_eq!(fixture.host.dmp_resend_allow(&sha256(b"never sent")), -1);
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
    fixture
        .send(large())
        .fails("HR_E_INTERRUPTED")
        .outcome("incomplete");
    fixture
        .send(large())
        .fails("HR_E_IN_DOUBT")
        .outcome("unknown");
    fixture.is_held_back(large());
}
