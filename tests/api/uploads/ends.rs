//! Uploads that end in the middle.

use std::time::Duration;

use serde_json::json;

use super::fixture::*;
use testkit::raw_server::Peer;

/// Ends after so many bytes were read, head included.
fn cut(way: Way, bytes: usize, end: fn(Peer)) {
    let fixture = Fixture::new(way, &json!({}), move |mut peer| {
        peer.wait_readable();
        peer.read_to(bytes);
        end(peer);
    });
    let sent = fixture.send(large()).fails("HR_E_INTERRUPTED");
    // The head may be all that left, when the end came at once.
    let word = sent.str("outcome");
    assert!(
        word == "incomplete" || bytes <= 100 && word == "not_sent",
        "{}",
        sent.text
    );
    assert_eq!(sent.json["phase"], "send", "{}", sent.text);
    assert_eq!(sent.json["sha256"], serde_json::Value::Null);
    assert!(fixture.uploads().iter().all(|request| !request.whole));
    // Not in doubt: the next sending is let through.
    fixture.send(large()).fails("HR_E_INTERRUPTED");
}

#[test]
fn a_cut_in_the_middle_is_incomplete() {
    for way in [Way::Plain, Way::Tls13] {
        for bytes in [0, 1, 100, 600, 2000, 65_536, 1_000_000, 4_000_000] {
            for end in [Peer::close, Peer::reset] {
                cut(way, bytes, end);
            }
        }
    }
}

#[test]
fn a_server_that_stops_reading_is_waited_for_until_the_deadline() {
    for way in WAYS {
        for bytes in [0, 100, 100_000] {
            let limit = json!({"upload_ms": 600});
            let fixture = Fixture::new(way, &limit, move |mut peer| {
                peer.read_to(bytes);
                peer.freeze();
            });
            let (begun, sent) = loop {
                let begun = std::time::Instant::now();
                let sent = fixture.send(large()).fails("HR_E_TIMEOUT");
                // On a busy computer the time may be over before the first byte.
                if sent.str("outcome") != "not_sent" {
                    break (begun, sent.outcome("incomplete"));
                }
            };
            let over = begun.elapsed().saturating_sub(Duration::from_millis(600));
            println!("{way:?}: ended {over:?} after the deadline");
            assert!(over < Duration::from_millis(1500), "{over:?}");
            assert_eq!(sent.json["phase"], "send");
        }
    }
}

/// Everything left this side and the last byte was not read: careful, though the server has not got it.
#[test]
fn all_but_the_last_byte() {
    for (way, document) in [
        (Way::Plain, &large()[..1000]),
        (Way::Plain, &large()[..1 << 20]),
        (Way::Tls13, &large()[..1 << 20]),
    ] {
        for end in [Peer::close, Peer::reset] {
            let fixture = Fixture::new(way, &json!({}), move |mut peer| {
                let head = peer.head().unwrap();
                let length: usize = head.header("content-length").unwrap().parse().unwrap();
                peer.read_to(head.head.len() + length - 1);
                // Over TLS it came with the record of those before; plain, it must be there to be left.
                if way == Way::Plain {
                    peer.wait_readable();
                }
                end(peer);
            });
            let sent = fixture.send(document).fails("HR_E_IN_DOUBT");
            let sent = sent.outcome("unknown");
            sent.has(json!({"cause": "HR_E_INTERRUPTED"}));
            assert!(!fixture.uploads()[0].whole);
            fixture.is_held_back(document);
        }
    }
}

#[test]
fn no_server_no_byte() {
    let fixture = Fixture::plain(Peer::freeze);
    let Fixture {
        server,
        host,
        patient,
    } = fixture;
    drop(server);
    let sent = host.dmp_send_bytes(&patient, b"x", "a.pdf");
    let sent = sent.fails("HR_E_CONNECT").outcome("not_sent");
    assert_eq!(sent.json["phase"], "connect");
    // Not in doubt: tried again, and not refused here.
    host.dmp_send_bytes(&patient, b"x", "a.pdf")
        .fails("HR_E_CONNECT");
}

/// The handshake never ends: no byte of the document left.
#[test]
fn a_handshake_that_never_ends() {
    let fixture = Fixture::plain(Peer::hold);
    let secure = fixture.server.url().replace("http:", "https:");
    let host = testkit::Host::open(&json!({"timeouts": {"call_ms": 300}}));
    assert_eq!(host.session_set(&secure, "bearer"), 0);
    let put = host.profile_put("{}").fails("HR_E_TIMEOUT");
    put.outcome("not_sent").has(json!({"phase": "tls"}));
}
