//! What an answer is, and what it is not.

use serde_json::json;

use super::{record, reply};
use testkit::raw_server::{Peer, Server, answer};
use testkit::*;

const JSON: &str = "content-type: application/json\r\n";

/// A page behind a comment, a prolog or NUL, in wide characters, or of a type in a second header or with a byte
/// that is not ASCII was an acceptance.
#[test]
fn r70_a_page_is_never_an_acceptance() {
    let wide = |text: &str, order: fn(u16) -> [u8; 2]| -> Vec<u8> {
        text.encode_utf16().flat_map(order).collect()
    };
    let pages: Vec<(&str, Vec<u8>)> = vec![
        ("", b"<!-- sign in --><html></html>".to_vec()),
        ("", b"<?xml version=\"1.0\"?><html></html>".to_vec()),
        ("", b"\0<html>".to_vec()),
        ("", b"<head><title>x</title></head>".to_vec()),
        ("", b"<script>location='/'</script>".to_vec()),
        ("", b"\x01 \xe2\x80\xa8<body>".to_vec()),
        (JSON, b"<p>".to_vec()),
        ("", wide("\u{feff}<html>", u16::to_le_bytes)),
        ("", wide("<html>", u16::to_be_bytes)),
        ("", wide("\u{2003}<html>", u16::to_be_bytes)),
        (
            "content-type: text/html; charset=\u{e9}\r\n",
            b"{}".to_vec(),
        ),
        (
            "content-type: application/json\r\ncontent-type: Text/HTML\r\n",
            b"{}".to_vec(),
        ),
    ];
    for (number, (headers, body)) in pages.into_iter().enumerate() {
        let id = format!("r70-{number}");
        let shown = format!("{headers}{body:?}");
        let (_server, host) = record(&id, move |mut peer| {
            let length = body.len();
            peer.send(format!(
                "HTTP/1.1 200 OK\r\n{headers}content-length: {length}\r\n\r\n"
            ));
            peer.send(&body);
            peer.close();
        });
        let sent = host.dmp_send_bytes(&id, b"taken by a page", "a.pdf");
        assert_eq!(sent.json["outcome"], "unknown", "{shown}: {}", sent.text);
        sent.fails("HR_E_REPLY");
    }
}

/// A page with a status of 4xx was a definite refusal: the document was sent again, and the counter of the card
/// lifted the hold of a PIN that the card may have seen.
#[test]
fn r71_a_page_is_never_a_refusal() {
    let page = answer("404 Not Found", "content-type: text/html\r\n", "<html>");
    let (_server, host) = record("r71", move |mut peer| {
        peer.send(&page);
        peer.close();
    });
    let send = || host.dmp_send_bytes("r71", b"refused by a page", "a.pdf");
    send().fails("HR_E_NOT_FOUND").outcome("unknown");
    send().fails("HR_E_CONFLICT").outcome("rejected");
    assert_eq!(login("404 Not Found", "", "<html>"), "unknown");
}

/// A refused login of which only the head came, or a body that cannot be read, was a definite refusal.
#[test]
fn r72_only_a_whole_refusal_of_a_login_is_definite() {
    assert_eq!(login("401 No", JSON, "{}"), "rejected");
    assert_eq!(login("401 No", "", ""), "rejected");
    assert_eq!(login("401 No", JSON, "{"), "unknown");
    assert_eq!(
        login("401 No", "content-encoding: gzip\r\n", "x"),
        "unknown"
    );
    assert_eq!(
        login("401 No", "transfer-encoding: chunked\r\n", "zz"),
        "unknown"
    );
    assert_eq!(login("401 No", "content-length: 9\r\n", ""), "unknown");
}

/// The outcome of a login that is answered so.
fn login(status: &'static str, headers: &'static str, body: &'static str) -> String {
    let server = Server::start(move |mut peer: Peer| {
        let Some(request) = peer.request() else {
            return;
        };
        if request.head.contains("/direct/ready") {
            let serial = format!("{status}{headers}{body}").replace(|c: char| !c.is_ascii(), "");
            let card = json!({"serial": serial, "idNat": "1", "pinAttempt": 3});
            reply(
                &mut peer,
                &json!({"data": {"data": {"t": [card]}}}).to_string(),
            );
        } else if headers.contains("-length") || headers.contains("chunked") {
            peer.send(format!("HTTP/1.1 {status}\r\n{headers}\r\n{body}"));
        } else {
            peer.send(answer(status, headers, body));
        }
        peer.close();
    });
    let host = Host::open(&json!({"local_url": server.url()}));
    assert_eq!(host.ticket_set("ticket"), 0);
    host.ready().ok();
    let refused = host.login("t", "0000");
    assert_eq!(server.requests().len(), 2);
    refused.str("outcome")
}
