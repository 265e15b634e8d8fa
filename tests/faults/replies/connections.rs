//! Which calls share a connection, and what happens when a kept one is gone.

use serde_json::json;

use super::PATIENT;
use testkit::Host;
use testkit::raw_server::{Peer, Server, answer};

fn host_of(server: &Server) -> Host {
    let host = Host::open(&json!({
        "license_url": server.url(), "license_bearer": "license", "local_url": server.url(),
        "timeouts": {"call_ms": 10_000, "upload_ms": 10_000},
    }));
    assert_eq!(host.session_set(&server.url(), "bearer"), 0);
    host
}

const CARDS: &str = r#"{"data":{"data":{"t":[{"serial":"of replies::connections"}]}}}"#;
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

#[test]
fn a_kept_connection_that_was_closed_meanwhile_is_not_used_again() {
    // One for each connection: it ends when its call is over, not before.
    const ENDS: [&str; 3] = ["end the first", "end the second", "end the third"];
    for end in [Peer::close as fn(Peer), Peer::reset, |mut peer: Peer| {
        // What a proxy says before it closes an idle connection.
        peer.send(answer("408 Request Timeout", "connection: close\r\n", ""));
        peer.close();
    }] {
        let server = Server::start(move |mut peer| {
            serve(&mut peer);
            peer.wait_for(ENDS[peer.number]);
            end(peer);
        });
        let host = host_of(&server);
        for (round, end) in ENDS.into_iter().enumerate() {
            host.patient_get().ok();
            assert_eq!(server.connections(), round + 1);
            server.mark(end);
            server.until_gone();
        }
        assert_eq!(server.requests().len(), 3);
    }
}

/// Closed behind the back of a call that is on its way: the error says so, and nothing is repeated.
#[test]
fn a_kept_connection_that_ends_with_the_request_gives_a_truthful_error() {
    for end in [Peer::close as fn(Peer), Peer::reset] {
        let server = Server::start(move |mut peer| {
            serve(&mut peer);
            peer.head();
            peer.request();
            end(peer);
        });
        let host = host_of(&server);
        host.patient_get().ok();
        host.patient_get().fails("HR_E_INTERRUPTED");
        assert_eq!((server.connections(), server.requests().len()), (1, 2));
        host.patient_get().ok();
        let open = host
            .dmp_open("187", None)
            .fails("HR_E_IN_DOUBT")
            .outcome("unknown");
        assert_eq!(open.json["cause"], "HR_E_INTERRUPTED");
        assert_eq!((server.connections(), server.requests().len()), (2, 4));
    }
}

/// Bytes behind a reply must never become the answer to the next request.
#[test]
fn a_reply_that_says_too_much_spoils_its_connection() {
    let other = answer(
        "200 OK",
        "",
        r#"{"patient_id":"other","insQualified":true,"alimentationConsent":true}"#,
    );
    for length in [other.len(), 10, 1] {
        let extra = other[..length].to_owned();
        let server = Server::start(move |mut peer| {
            peer.request();
            peer.send(format!("{}{extra}", answer("200 OK", "", PATIENT)));
            peer.hold();
        });
        let host = host_of(&server);
        for round in 1..4 {
            assert_eq!(host.patient_get().ok().str("patient_id"), "187");
            assert_eq!(server.connections(), round);
        }
    }
}

#[test]
fn connections_that_the_server_does_not_want_kept_are_closed() {
    for head in ["HTTP/1.1 200 OK\r\nConnection: close", "HTTP/1.0 200 OK"] {
        let server = Server::start(move |mut peer| {
            peer.request();
            let body = PATIENT;
            peer.send(format!(
                "{head}\r\ncontent-length: {}\r\n\r\n{body}",
                body.len()
            ));
            peer.hold();
        });
        let host = host_of(&server);
        for round in 1..4 {
            host.patient_get().ok();
            assert_eq!(server.connections(), round);
        }
    }
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
