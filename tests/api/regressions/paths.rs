//! Where a bearer may be sent, and what a pointer finds.

use serde_json::{Value, json};

use super::service;
use testkit::card_client::{CardClient, Reply, one};
use testkit::raw_server::{Peer, answer};

/// A server in front of the service would have read these as other paths: the bearer would have gone there.
#[test]
fn r92_a_path_is_one_path_for_every_server() {
    let (server, host) = service(|mut peer: Peer| {
        while peer.request().is_some() {
            peer.send(answer("200 OK", "", "{}"));
        }
    });
    for segment in [
        "..;",
        "..;x=1",
        ".;",
        ";",
        "..%3b",
        "%2f..%2f",
        "a%2f..%2fb",
        "%5c..",
        "..%5c",
        "%2e%2e",
        ".%2E",
        "%252e%252e",
        "%25252e.",
        "..%252f",
        "%2e%252e",
        "..%20",
        "..%00",
        "a%00",
        "%c0%ae%c0%ae",
        "%c0%afa",
        "%2fa",
    ] {
        for path in [format!("/{segment}"), format!("/a/{segment}/b")] {
            host.request("GET", &path, None).fails("HR_E_ARGUMENT");
            let url = format!("{}{path}", server.url());
            assert!(host.session_set(&url, "bearer") < 0, "{url}");
            let query = format!("/a?x={segment}");
            host.request("GET", &query, None).ok();
        }
    }
    for fine in ["/a;v=1/b..c", "/a%2Fb/%C3%A9", "/...", "/a%20b/"] {
        host.request("GET", fine, None).ok();
    }
    let asked = server.requests();
    assert!(!asked.is_empty());
    for request in asked {
        let line = request.head.lines().next().unwrap().to_owned();
        let path = line.split([' ', '?']).nth(1).unwrap();
        assert!(
            !path.contains("..") || path.contains("b..c") || path == "/...",
            "{line}"
        );
    }
}

/// Of two members of one name the first counted where a configured pointer looked, though nowhere else.
#[test]
fn r93_a_pointer_finds_nothing_where_a_key_is_given_twice() {
    for (body, identified) in [
        (r#""m":{"known":true}"#, json!(true)),
        (r#""m":{"known":true,"known":false}"#, Value::Null),
        (r#""m":{"known":true,"k\u006eown":true}"#, Value::Null),
        (r#""m":{"known":true},"m":{}"#, Value::Null),
    ] {
        let client = CardClient::start();
        client.list(one("t", r#"{"serial":"r93","idNat":"1"}"#));
        let body = format!(r#"{{"bearer":"b","serviceUrl":"https://a.example",{body}}}"#);
        client.reply(Reply::whole("200 OK", "", &body));
        let host = client.host_with(json!({"identified_field": "/m/known"}));
        host.ready().ok();
        let login = host.login("t", "1234").ok();
        assert_eq!(login.json["identified"], identified, "{body}");
    }
}
