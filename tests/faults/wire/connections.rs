//! Which calls share a connection, and bodies that are not waited for.

use std::time::Instant;

use serde_json::json;

use super::PATIENT;
use testkit::raw_server::{Peer, Server, answer};
use testkit::{Host, SOON};

fn host_of(server: &Server) -> Host {
    Host::at(
        &server.url(),
        &json!({
            "license_url": server.url(), "license_bearer": "license", "local_url": server.url(),
            "timeouts": {"call_ms": 10_000, "upload_ms": 10_000},
        }),
    )
}

const CARDS: &str = r#"{"data":{"data":{"t":[{"serial":"of wire::connections"}]}}}"#;
const LOGIN: &str = r#"{"bearer":"bearer-1","serviceUrl":"https://service.invalid/x"}"#;

fn serve(peer: &mut Peer) -> bool {
    let Some(request) = peer.request() else {
        return false;
    };
    let body = match () {
        () if request.starts("GET /patient") => PATIENT,
        () if request.starts("POST /v1/license") => r#"{"licenseTicket":"ticket-1"}"#,
        () if request.starts("POST /direct/ready") => CARDS,
        () if request.starts("POST /direct/login") => LOGIN,
        () => "{}",
    };
    peer.send(answer("200 OK", "", body))
}

#[test]
fn calls_to_the_service_share_a_connection_and_others_do_not() {
    let server = Server::start(|mut peer| while serve(&mut peer) {});
    let host = host_of(&server);
    let connections = |call: &dyn Fn()| {
        let before = server.connections();
        call();
        server.connections() - before
    };
    assert_eq!(connections(&|| drop(host.patient_get().ok())), 1);
    let kept: usize = (0..50)
        .map(|_| {
            connections(&|| {
                host.patient_get().ok();
                host.patient_search([None; 4]).ok();
                host.dmp_open("187", None).ok();
                host.profile_put("{}").ok();
            })
        })
        .sum();
    println!("200 calls on a kept connection opened {kept} more");
    assert_eq!(kept, 0);
    for _ in 0..3 {
        assert_eq!(connections(&|| drop(host.ticket().ok())), 1);
        assert_eq!(connections(&|| drop(host.ready().ok())), 1);
        let content = b"a document on its own connection";
        let sent = || drop(host.dmp_send_bytes("187", content, "a.txt").ok());
        assert_eq!(connections(&sent), 1);
        // The kept connection is still there beside them.
        assert_eq!(connections(&|| drop(host.patient_get().ok())), 0);
    }
    // Another session never sees the connection of the one before.
    assert_eq!(host.session_set(&server.url(), "another"), 0);
    assert_eq!(connections(&|| drop(host.patient_get().ok())), 1);
    // A body may come behind a reply to HEAD: it has a connection of its own.
    let head = || drop(host.request("HEAD", "/x", None).ok());
    assert_eq!(connections(&head), 1);
    assert_eq!(connections(&|| drop(host.patient_get().ok())), 0);
    for request in server.requests_on(0) {
        assert_eq!(request.header("authorization"), Some("Bearer bearer"));
    }
    // A PIN never goes on a connection that was used before.
    assert_eq!(connections(&|| drop(host.ready().ok())), 1);
    assert_eq!(connections(&|| drop(host.login("t", "1234").ok())), 1);
    for request in server.requests() {
        assert!(!request.has("accept-encoding"), "{}", request.head);
    }
    drop(host);
}

/// A connection has room for the request that goes through it: all that a caller may give, behind a short one.
#[test]
fn the_longest_head_follows_a_short_one_on_one_connection() {
    let server = Server::start(|mut peer| {
        serve(&mut peer);
        // At once: a head is read byte by byte otherwise.
        let before = peer.received();
        peer.read_to(before + 4 * 512 * 6);
        while serve(&mut peer) {}
    });
    let host = host_of(&server);
    let name = "é".repeat(512);
    host.patient_get().ok();
    host.patient_search([Some(&name); 4]).ok();
    assert_eq!(server.connections(), 1);
    let search = &server.requests()[1];
    assert_eq!(search.head.matches("%C3%A9").count(), 4 * 512);

    let bearer = "b".repeat(32_768);
    let server = Server::start(|mut peer| {
        peer.read_to(32_768);
        while serve(&mut peer) {}
    });
    let host = Host::open(&json!({"user_agent": "u".repeat(256)}));
    assert_eq!(host.session_set(&server.url(), &bearer), 0);
    host.patient_get().ok();
    let get = &server.requests()[0];
    let authorization = get.header("authorization").unwrap();
    assert_eq!(authorization, format!("Bearer {bearer}"));
    assert_eq!(get.header("user-agent").unwrap().len(), 256);
}

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
        let server = Server::saying(format!("HTTP/1.1 200 OK\r\n{headers}\r\n"));
        let host = Host::at(&server.url(), &json!({}));
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
    let host = Host::at(&server.url(), &json!({"timeouts": {"call_ms": 60_000}}));
    let started = Instant::now();
    host.patient_get().fails("HR_E_UNAUTHORIZED");
    let took = started.elapsed();
    assert!(took < SOON, "{took:?}");
}
