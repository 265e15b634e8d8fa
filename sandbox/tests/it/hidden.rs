//! Secrets that stand where no name gives them away.

use crate::client::*;
use hr_sandbox::Sandbox;
use serde_json::json;

/// Puts a value wherever a client can, and gives all that the control port shows.
fn all_that_is_shown(sandbox: &Sandbox, session: &Session, value: &str, query: &str) -> String {
    let headers = [("Authorization", &*session.auth), ("X-Auth", value)];
    let bodies = [
        json!({ "key": value, "list": [value], value: 1, "text": json!({ "k": value }).to_string() }),
        json!(value),
    ];
    for base in [
        format!("{}/v1/license", sandbox.license_url()),
        format!("{}/direct/login", sandbox.local_url()),
        format!("{}/echo", sandbox.service_url()),
    ] {
        for body in &bodies {
            let url = format!("{base}/{value}?t={value}&x=doc-{value}.pdf");
            send("POST", &url, &headers, body.to_string().as_bytes());
        }
    }
    session.open_record(value);
    session.search(&format!("nom={value}"));
    session.open_record(PATIENT);
    let name = format!("{value}.pdf");
    let mut parts = document(b"x");
    parts[0].1 = Some(&name);
    parts[1].2 = name.as_bytes();
    parts[2].2 = value.as_bytes();
    assert_eq!(session.upload(PATIENT, &parts).status, 201);
    let fault = json!({ "call": "other", "nth": 99, "body": value, "headers": { "X-Key": value } });
    post(sandbox, "/faults", fault);
    ["/requests", "/documents", "/state", "/faults"]
        .map(|path| get(sandbox, &format!("{path}{query}")).to_string())
        .join("\n")
}

#[test]
fn a_bearer_or_ticket_is_hidden_wherever_it_stands() {
    let sandbox = sandbox();
    let ended = Session::open(&sandbox);
    sandbox.end_sessions();
    let session = Session::open(&sandbox);
    let bearer = |session: &Session| session.login["bearer"].as_str().unwrap().to_owned();
    for secret in [
        bearer(&ended),
        bearer(&session),
        ticket(&sandbox),
        sandbox.license_bearer(),
    ] {
        let all = all_that_is_shown(&sandbox, &session, &secret, "?show=nir,pin");
        // What is cut leaves no long start of one.
        assert!(!all.contains(&secret[..secret.len() / 2]), "{secret}");
        // Identifiers are no secrets.
        assert!(all.contains(session.login["connectionId"].as_str().unwrap()));
    }
}

#[test]
fn a_pin_that_is_presented_is_hidden() {
    let sandbox = sandbox();
    let token = sandbox.card_token(ONE);
    for name in ["pinCode", "pin"] {
        let payload = json!({ "token": token, name: "48213795" });
        card(&sandbox, "login", payload);
    }
    let shown = get(&sandbox, "/requests?show=nir,pin").to_string();
    assert!(!shown.contains("48213795"), "{shown}");
    assert_eq!(sandbox.pin_presentations(ONE), 1);
}

#[test]
fn a_nir_is_hidden_unless_it_is_asked_for() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    for nir in [PATIENT, "2-55-08-14-168-025-38", "253072A07300443"] {
        for query in ["", "?show=nir"] {
            let all = all_that_is_shown(&sandbox, &session, nir, query);
            assert_eq!(all.contains(nir), !query.is_empty(), "{nir}");
        }
    }
    let name = |query: &str| {
        let path = format!("/documents/1/content{query}");
        let reply = control(&sandbox, "GET", &path, "");
        reply.header("content-disposition").unwrap().to_owned()
    };
    assert_eq!(name(""), "inline; filename*=UTF-8''2550%E2%80%A638.pdf");
    assert!(name("?show=nir").contains(PATIENT));
}
