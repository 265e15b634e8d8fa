//! What of a request is sent, and where: paths that are one path for every server, and connections that are used again.

use serde_json::json;
use testkit::raw_server::{Peer, Server, answer};
use testkit::*;

/// A service that answers all, and a host that has a session with it.
fn answering() -> (Server, Host) {
    let server = Server::saying(answer("200 OK", "", "{}"));
    let host = Host::at(&server.url(), &json!({}));
    (server, host)
}

/// A server in front of the service would have read these as other paths: the bearer would have gone there.
#[test]
fn a_path_is_one_path_for_every_server() {
    let (server, host) = answering();
    let segments = "..; ..;x=1 .; ; ..%3b %2f..%2f a%2f..%2fb %5c.. ..%5c %2e%2e .%2E %252e%252e %25252e. ..%252f \
                    %2e%252e ..%20 ..%00 a%00 %c0%ae%c0%ae %c0%afa %2fa %2525252525252e";
    for segment in segments.split_whitespace() {
        for path in [format!("/{segment}"), format!("/a/{segment}/b")] {
            host.request("GET", &path, None).fails("HR_E_ARGUMENT");
            let url = format!("{}{path}", server.url());
            assert!(host.session_set(&url, "bearer") < 0, "{url}");
        }
        // A query is no path.
        host.request("GET", &format!("/a?x={segment}"), None).ok();
    }
    for fine in ["/a;v=1/b..c", "/a%2Fb/%C3%A9", "/...", "/a%20b/", "/a%25b"] {
        host.request("GET", fine, None).ok();
        let last = server.requests().pop().unwrap();
        assert!(last.starts(&format!("GET {fine} HTTP")), "{}", last.head);
    }
}

/// It was reported as a server's fault.
#[test]
fn what_cannot_be_sent_is_an_argument() {
    let (server, host) = answering();
    for path in ["/a`b", "/a^b", "/a|b", "/a{b}", "/a?b=`", "/a?b=^{}|"] {
        let refused = host.request("POST", path, Some("{}"));
        refused.fails("HR_E_ARGUMENT").outcome("rejected");
    }
    let long = "é".repeat(12_000);
    let refused = host.patient_search([Some(&long), None, None, None]);
    refused.fails("HR_E_ARGUMENT").says("remedy", "nom");
    assert!(host.session_set("https://a.example/x`y", "bearer") < 0);
    let config = json!({"user_agent": "x".repeat(257)}).to_string();
    Host::try_open(&config).1.fails("HR_E_CONFIG");
    assert_eq!(server.connections(), 0);
}

/// Bytes that are still to come on it would be taken for the next call's answer. Forms of a reply with a body are in
/// tests/faults/wire.
#[test]
fn a_connection_with_an_uncertain_end_is_not_used_again() {
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
            "1.1 200 X\r\ncontent-length: 0\r\ntransfer-encoding: identity",
            false,
        ),
        ("PUT", "1.1 204 X", true),
        ("PUT", "1.1 200 X\r\ncontent-length: 0", true),
    ] {
        let server = Server::start(move |mut peer: Peer| {
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
        let host = Host::at(&server.url(), &json!({}));
        host.request(method, "/x", None);
        host.request("POST", "/y", Some("{}")).ok();
        let connections = if again { 1 } else { 2 };
        assert_eq!(server.connections(), connections, "{method} {head}");
    }
}

/// Everything had been sent on it, and the outcome said `not_sent`.
#[test]
fn a_kept_connection_through_a_proxy_has_sent() {
    let server = Server::start(|mut peer: Peer| {
        peer.request();
        peer.send("HTTP/1.1 200 OK\r\n\r\n");
        peer.request();
        peer.send(answer("200 OK", "", "{}"));
        peer.request();
        peer.close();
    });
    let host = Host::at(
        "http://service.invalid",
        &json!({"proxy": server.url(), "allow_plain_http": true}),
    );
    host.request("POST", "/x", Some("{}")).ok();
    let lost = host.request("POST", "/y", Some("{}"));
    lost.fails("HR_E_IN_DOUBT").outcome("unknown");
}
