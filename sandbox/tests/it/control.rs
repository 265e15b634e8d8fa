//! The control interface.

use crate::client::*;
use hr_sandbox::Sandbox;
use serde_json::{Value, json};

fn get(sandbox: &Sandbox, path: &str) -> Value {
    send("GET", &format!("{}{path}", sandbox.control_url()), &[], b"").json()
}

fn post(sandbox: &Sandbox, path: &str, body: Value) -> Reply {
    let url = format!("{}{path}", sandbox.control_url());
    send("POST", &url, &[], body.to_string().as_bytes())
}

#[test]
fn it_shows_state_requests_and_documents_without_secrets() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    session.search("nom=EXEMPLE");
    session.open_record(PATIENT);
    session.upload(PATIENT, &document(b"x"));
    let state = get(&sandbox, "/state");
    assert_eq!(state["cards"][0]["pin_presentations"], json!(1));
    assert_eq!(state["sessions"][0]["patient_id"], json!("2550…38"));
    assert_eq!(state["documents"], json!(1));
    let documents = get(&sandbox, "/documents");
    assert_eq!(documents[0]["bytes"], json!(1));
    let requests = get(&sandbox, "/requests");
    let calls: Vec<_> = requests
        .as_array()
        .unwrap()
        .iter()
        .map(|r| &r["call"])
        .collect();
    let expected = ["ticket", "login", "patient_search", "dmp_open", "dmp_send"];
    assert_eq!(
        calls,
        expected.map(|call| json!(call)).iter().collect::<Vec<_>>()
    );
    assert_eq!(requests[3]["path"], json!("/service/dmp/2550…38"));

    let shown = format!("{state}{documents}{requests}");
    let bearer = session.login["bearer"].as_str().unwrap();
    for secret in [bearer, "1234\"", PATIENT, &sandbox.license_bearer()] {
        assert!(!shown.contains(secret), "{secret}");
    }
    let seen = sandbox.requests();
    let auth = seen[4]
        .headers
        .iter()
        .find(|(name, _)| name == "authorization");
    assert_eq!(auth.unwrap().1, session.auth);
}

#[test]
fn it_inserts_and_removes_cards() {
    let sandbox = sandbox();
    let before = sandbox.card_token(ONE);
    assert_eq!(
        post(&sandbox, "/cards/remove", json!({ "serial": ONE })).status,
        200
    );
    assert_eq!(
        post(&sandbox, "/cards/remove", json!({ "serial": ONE })).status,
        404
    );
    assert_eq!(sandbox.card_token(ONE), None);
    let inserted = post(&sandbox, "/cards/insert", json!({ "serial": ONE })).json();
    assert_eq!(inserted["token"], json!(sandbox.card_token(ONE)));
    assert_ne!(before, sandbox.card_token(ONE));
    let by_token = json!({ "token": inserted["token"] });
    assert_eq!(post(&sandbox, "/cards/remove", by_token).status, 200);

    let card = json!({
        "serial": "77", "type": "CPS", "pin": "1111", "holder": {}, "situations": [{"id": "a"}],
    });
    assert_eq!(post(&sandbox, "/cards/insert", card).status, 200);
    login(&sandbox, "77", "1111");
    assert_eq!(
        post(&sandbox, "/cards/insert", json!({ "serial": "78" })).status,
        404
    );
    let pinless = json!({ "serial": "79", "type": "CPS", "holder": {} });
    assert!(
        post(&sandbox, "/cards/insert", pinless)
            .error()
            .contains("pin")
    );
}

#[test]
fn it_sets_and_clears_faults() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    let fault = json!({
        "call": "patient_search", "nth": null, "times": null, "status": 429,
        "delay_ms": 1, "cut": null, "act": false, "body": "later",
        "headers": {"Retry-After": "7"}, "content_type": "text/plain",
    });
    assert_eq!(post(&sandbox, "/faults", fault).status, 200);
    let reply = session.search("nom=EXEMPLE");
    assert_eq!(
        (reply.status, reply.header("retry-after")),
        (429, Some("7"))
    );
    assert_eq!(reply.body, b"later");
    let url = format!("{}/faults", sandbox.control_url());
    assert_eq!(send("DELETE", &url, &[], b"").status, 200);
    assert_eq!(session.search("nom=EXEMPLE").status, 200);
    let cut = json!({ "call": "patient_get", "cut": "before" });
    assert_eq!(post(&sandbox, "/faults", cut).status, 200);
    assert!(session.try_call("GET", "/patient", b"").is_err());
    for wrong in [
        json!({"call": "nothing"}),
        json!({"call": "login", "status": 42}),
        json!({}),
    ] {
        assert_eq!(post(&sandbox, "/faults", wrong).status, 400);
    }
}

#[test]
fn it_ends_sessions_and_resets() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    assert_eq!(post(&sandbox, "/sessions/end", json!({})).status, 200);
    assert_eq!(session.search("nom=EXEMPLE").status, 401);
    assert_eq!(post(&sandbox, "/reset", json!({})).status, 200);
    assert!(sandbox.requests().is_empty());
    let unknown = format!("{}/nothing", sandbox.control_url());
    assert_eq!(send("GET", &unknown, &[], b"").status, 404);
}
