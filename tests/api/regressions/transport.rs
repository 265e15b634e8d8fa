//! Connections that bring bytes after their end. R73, R74 and R77 to R79 need a peer of exact bytes: fuzz/tests/transport.rs.

use super::service;
use testkit::raw_server::{Peer, answer};

/// R75 is in tests/isolation/proxy.rs, since it changes the environment.
///
/// A connection was used again although bytes were still to come on it, which the next call took for its answer.
#[test]
fn r76_a_connection_with_an_uncertain_end_is_not_used_again() {
    for (method, head, again) in [
        ("HEAD", "1.1 200 OK\r\ncontent-length: 70", false),
        ("HEAD", "1.1 200 OK\r\ncontent-length: 0", false),
        ("PUT", "1.1 204 X\r\ncontent-length: 70", false),
        ("PUT", "1.1 204 X\r\ntransfer-encoding: chunked", false),
        ("GET", "1.1 304 X\r\ncontent-length: 70", false),
        ("GET", "1.1 205 X\r\ncontent-length: 0", false),
        (
            "PUT",
            "1.0 200 X\r\nconnection: keep-alive\r\ncontent-length: 0",
            false,
        ),
        (
            "PUT",
            "1.1 200 X\r\ncontent-length: 0\r\ncontent-length: 70",
            false,
        ),
        (
            "PUT",
            "1.1 200 X\r\ncontent-length: 0\r\ntransfer-encoding: identity",
            false,
        ),
        ("PUT", "1.1 204 X", true),
        ("PUT", "1.1 200 X\r\ncontent-length: 0", true),
    ] {
        let (server, host) = service(move |mut peer: Peer| {
            if peer.request().is_none() {
                return;
            }
            if peer.number == 0 {
                peer.send(format!("HTTP/{head}\r\n\r\n"));
                if peer.request().is_none() {
                    return;
                }
            }
            // On the first connection this is what was still to come.
            peer.send(answer("200 OK", "", "{}"));
            peer.hold();
        });
        host.request(method, "/x", None);
        host.request("POST", "/y", Some("{}")).ok();
        assert_eq!(
            server.connections(),
            2 - usize::from(again),
            "{method} {head}"
        );
    }
}
