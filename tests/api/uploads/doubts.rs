//! Everything was sent, and what the server says, or does not say, leaves a doubt; which only a person lifts.

use hr::code::HR_E_ARGUMENT;
use hr::ffi::test_hooks::{FailPoint, fail_at, memory_was_refused, refuse_memory};
use testkit::digests::sha256;

use super::*;

fn after_all(reply: &str, end: fn(Peer)) -> Fixture {
    let reply = reply.to_owned();
    Fixture::new(Way::Plain, 700, move |mut peer, _| {
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
    assert_eq!(fixture.whole(), 1, "the server holds it");
    let doubt = entry(&sent);
    let held = fixture.is_held_back(&document);
    held.has(json!({"sha256": digest, "entry": doubt}));
    // By the content, whoever sends it from wherever; another document is another matter.
    let file = TempFile::new("same.pdf", &document);
    let host = &fixture.host;
    let same = host.dmp_send(&fixture.patient, file.path(), None);
    same.fails("HR_E_CONFLICT");
    fixture.send(&document[1..]).fails(code);

    assert_eq!(host.dmp_resend_allow(&doubt), 0);
    let again = fixture.send(&document).fails(code).outcome(outcome);
    let held = fixture.is_held_back(&document);
    assert_eq!(entry(&held), entry(&again));
    assert_ne!(entry(&again), doubt);
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
            let cause = cause.into();
            in_doubt(&fixture, "HR_E_IN_DOUBT", "unknown", cause, Value::Null);
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
    // These leave none.
    for (status, code) in [("413 X", "HR_E_REFUSED"), ("409 X", "HR_E_CONFLICT")] {
        let fixture = after_all(&answer(status, "", ""), Peer::close);
        for _ in 0..2 {
            let refused = fixture.send(&content(200_000)).fails(code);
            refused.outcome("rejected").has(json!({"at": "service"}));
        }
    }
}

/// Of one document of one patient, and each sending that is in doubt is a new one.
#[test]
fn a_permit_is_for_one_doubt() {
    let fixture = Fixture::plain(|peer, number| match number {
        0..=2 => lose_the_answer(peer),
        3 => drop(peer),
        _ => accept(peer),
    });
    let host = &fixture.host;
    fixture.open(host, "another patient");
    let leaflet = b"a leaflet for both";
    let send = |id: &str| host.dmp_send_bytes(id, leaflet, "a.pdf");
    let lost = |id: &str| entry(&send(id).fails("HR_E_IN_DOUBT").outcome("unknown"));
    let held = |id: &str| entry(&send(id).fails("HR_E_CONFLICT").outcome("rejected"));
    let [of_one, of_other] = [&*fixture.patient, "another patient"].map(lost);
    assert_ne!(of_one, of_other);
    assert_eq!(held(&fixture.patient), of_one);
    assert_eq!(host.dmp_resend_allow(&of_one.to_uppercase()), 0);
    assert_eq!(
        host.dmp_resend_allow(&of_one),
        0,
        "one sending all the same"
    );
    assert_eq!(held("another patient"), of_other);
    let second = lost(&fixture.patient);
    assert_ne!(second, of_one);
    let none = [32, 64].map(|length| "0".repeat(length));
    for stale in [&*of_one, &none[0], &none[1], &second[1..], &sha256(leaflet)] {
        assert_eq!(host.dmp_resend_allow(stale), HR_E_ARGUMENT, "{stale}");
    }
    assert_eq!(held(&fixture.patient), second);
    assert_eq!(host.dmp_resend_allow(&second), 0);
    // Whatever of it left, the whole did not: the permit stays.
    let cut = send(&fixture.patient);
    if ["incomplete", "not_sent"].contains(&&*cut.str("outcome")) {
        send(&fixture.patient).ok();
        assert_eq!(host.dmp_resend_allow(&second), HR_E_ARGUMENT, "no doubt");
    }
    assert_eq!(held("another patient"), of_other);
}

/// What cannot have arrived may be sent again, as its outcome says, without asking a person twice.
#[test]
fn a_permit_outlasts_a_sending_that_cannot_have_arrived() {
    let fixture = Fixture::plain(|mut peer, number| match number {
        1 => {
            peer.read_to(100_000);
            peer.close();
        }
        _ => lose_the_answer(peer),
    });
    fixture.send(large()).fails("HR_E_IN_DOUBT");
    let held = fixture.is_held_back(large());
    assert_eq!(fixture.host.dmp_resend_allow(&entry(&held)), 0);
    let cut = fixture.send(large()).fails("HR_E_INTERRUPTED");
    cut.outcome("incomplete");
    let lost = fixture.send(large()).fails("HR_E_IN_DOUBT");
    lost.outcome("unknown");
    fixture.is_held_back(large());
}

/// Its error said `unknown`, and a repetition was let through.
#[test]
fn a_panic_behind_the_last_byte_leaves_a_doubt() {
    for moment in [FailPoint::ResponseHeadRead, FailPoint::UploadResultWritten] {
        let fixture = Fixture::plain(|peer, _| accept(peer));
        let document = b"behind the last byte";
        fail_at(moment, || panic!("planted"));
        let panicked = fixture.send(document).fails("HR_E_PANIC");
        panicked.outcome("unknown");
        let held = fixture.is_held_back(document);
        assert_eq!(fixture.whole(), 1);
        assert_eq!(fixture.host.dmp_resend_allow(&entry(&held)), 0);
        fixture.send(document).ok();
        fixture.send(document).ok();
    }
}

/// The document was refused as one in doubt, with no entry that a person could decide about.
#[test]
fn a_lack_of_memory_is_no_doubt() {
    testkit::alone!();
    let fixture = Fixture::plain(|peer, _| accept(peer));
    let sent = (0..2_000_u32).find_map(|number| {
        // What the guard knows of documents grows beyond this; no other part of a call needs so much.
        refuse_memory(0, 66_000);
        let sent = fixture.send_by(&fixture.host, &number.to_be_bytes());
        match memory_was_refused() {
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
