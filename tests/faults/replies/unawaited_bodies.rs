//! Responses whose body is not waited for.

use std::time::{Duration, Instant};

use serde_json::json;
use testkit::Host;
use testkit::raw_server::Server;

/// A reply to HEAD never has a body, whatever it announces.
/// R18: an answer to HEAD was waited for to its announced end.
#[test]
fn a_head_request_needs_no_length() {
    for headers in [
        "",
        "content-length: 12\r\n",
        "content-length: 99999999999\r\n",
        "transfer-encoding: chunked\r\n",
    ] {
        let head = format!("HTTP/1.1 200 OK\r\n{headers}\r\n");
        let server = Server::start(move |mut peer| {
            peer.request();
            peer.send(&head);
            peer.close();
        });
        let host = Host::open(&json!({}));
        assert_eq!(host.session_set(&server.url(), "b"), 0);
        let head = host.request("HEAD", "/x", None);
        assert_eq!(head.code, 0, "{headers:?}: {}", head.text);
        assert!(head.json["raw"].is_null());
        assert_eq!(server.requests().len(), 1);
    }
}

/// The status decides: its body is not waited for until the end of the call's time.
#[test]
fn a_refusal_whose_body_never_ends_is_reported_early() {
    let server = Server::start(|mut peer| {
        peer.request();
        peer.send("HTTP/1.1 403 Forbidden\r\ncontent-length: 10\r\n\r\n{");
        peer.hold();
    });
    let host = Host::open(&json!({"timeouts": {"call_ms": 60_000}}));
    assert_eq!(host.session_set(&server.url(), "b"), 0);
    let started = Instant::now();
    host.patient_get().fails("HR_E_UNAUTHORIZED");
    let took = started.elapsed();
    assert!(took < Duration::from_secs(20), "{took:?}");
}
