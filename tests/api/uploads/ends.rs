//! Uploads that end in the middle.

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
