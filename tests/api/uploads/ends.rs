//! Uploads that end in the middle.

use std::time::{Duration, Instant};

use super::*;

#[test]
fn a_cut_in_the_middle_is_incomplete() {
    for way in [Way::Plain, Way::Tls13] {
        for bytes in [0, 1, 100, 600, 2000, 65_536, 1_000_000, 4_000_000] {
            for end in [Peer::close, Peer::reset] {
                // So many bytes were read, head included.
                let fixture = Fixture::new(way, 20_000, move |mut peer, _| {
                    peer.wait_readable();
                    peer.read_to(bytes);
                    end(peer);
                });
                let sent = fixture.send(large()).fails("HR_E_INTERRUPTED");
                let sent = sent.has(json!({"phase": "send", "sha256": null}));
                // The head may be all that left, when the end came at once.
                let word = sent.str("outcome");
                let nothing = bytes <= 100 && word == "not_sent";
                assert!(word == "incomplete" || nothing, "{}", sent.text);
                assert_eq!(fixture.whole(), 0);
                // Not in doubt: the next sending is let through.
                fixture.send(large()).fails("HR_E_INTERRUPTED");
            }
        }
    }
}

#[test]
fn a_server_that_stops_reading_is_waited_for_until_the_deadline() {
    for way in WAYS {
        for bytes in [0, 100, 100_000] {
            let fixture = Fixture::new(way, 600, move |mut peer, _| {
                peer.read_to(bytes);
                peer.freeze();
            });
            let (begun, sent) = loop {
                let begun = Instant::now();
                let sent = fixture.send(large()).fails("HR_E_TIMEOUT");
                // On a busy computer the time may be over before the first byte.
                if sent.str("outcome") != "not_sent" {
                    break (begun, sent.outcome("incomplete"));
                }
            };
            let over = begun.elapsed().saturating_sub(Duration::from_millis(600));
            assert!(over < Duration::from_millis(1500), "{over:?}");
            sent.has(json!({"phase": "send"}));
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
            let fixture = Fixture::new(way, 20_000, move |mut peer, _| {
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
            assert_eq!(fixture.whole(), 0);
            fixture.is_held_back(document);
        }
    }
}

/// No server, or a handshake that never ends: no byte of the request left.
#[test]
fn what_did_not_begin_was_not_sent() {
    let Fixture {
        server,
        host,
        patient,
        ..
    } = Fixture::plain(|peer, _| peer.hold());
    let secure = Host::open(&json!({"timeouts": {"call_ms": 300}}));
    let url = server.url().replace("http:", "https:");
    assert_eq!(secure.session_set(&url, "bearer"), 0);
    let put = secure.profile_put("{}").fails("HR_E_TIMEOUT");
    put.outcome("not_sent").has(json!({"phase": "tls"}));
    drop(server);
    // Not in doubt: tried again, and not refused here.
    for _ in 0..2 {
        let sent = host.dmp_send_bytes(&patient, b"x", "a.pdf");
        let sent = sent.fails("HR_E_CONNECT").outcome("not_sent");
        sent.has(json!({"phase": "connect"}));
    }
}
