//! What the sandbox says of a request that it refuses.

use crate::client::*;
use hr_sandbox::Sandbox;
use serde_json::{Value, json};

/// The last request has one wrong finding, its last, with this text and what came.
fn assert_refused(sandbox: &Sandbox, text: &str, found: &str) {
    let request = last(sandbox);
    let findings = request["findings"].as_array().unwrap();
    let wrong = findings.iter().filter(|one| one["ok"] == json!(false));
    let wrong: Vec<_> = wrong.collect();
    assert_eq!(wrong, [findings.last().unwrap()], "{request:#}");
    let said = wrong[0]["text"].as_str().unwrap();
    assert!(said.contains(text), "{said}");
    assert_eq!(wrong[0]["found"], json!(found), "{said}");
    for key in ["expected", "expected_fr", "found", "found_fr"] {
        assert!(wrong[0][key].is_string(), "{key}: {request:#}");
        assert_eq!(request["refusal"][key], wrong[0][key]);
    }
    assert_eq!(request["problem"], wrong[0]["text"]);
    assert_eq!(request["problem_fr"], wrong[0]["text_fr"]);
}

#[test]
fn a_refused_ticket_says_what_came() {
    let sandbox = sandbox();
    let url = format!("{}/v1/license/ticket", sandbox.license_url());
    let session = Session::open(&sandbox);
    let right = format!("Bearer {}", sandbox.license_bearer());
    for [method, auth, text, found] in rows(
        "PUT | right    | asked for with POST, GET | the method PUT
         GET |          | the header is missing    | no Authorization header
         GET | Bearer x | is unknown               | another value
         GET | session  | is unknown               | the bearer of a session",
    ) {
        let auth = match auth {
            "right" => &right,
            "session" => &session.auth,
            other => other,
        };
        let header = [("Authorization", auth)];
        let headers = if auth.is_empty() { &[] } else { &header[..] };
        send(method, &url, headers, b"");
        assert_refused(&sandbox, text, found);
    }
}

#[test]
fn a_refused_login_says_what_came() {
    let sandbox = sandbox();
    let right = sandbox.card_token(ONE).unwrap();
    let vitale = sandbox.card_token(VITALE).unwrap();
    for [payload, status, text, found] in rows(
        r#"{"token":"x","pinCode":"1"}            | 200 | no card in the reader | a token that no card in the reader has: it changes at each insertion
           {"token":"2000000001","pinCode":"1"}   | 200 | no card in the reader | the serial of a card, which is not its token
           {"pinCode":"1"}                        | 400 | token is missing      | no such field
           {"token":"right"}                      | 400 | pinCode is missing    | no such field
           {"token":"right","pinCode":1234}       | 400 | must be a string      | another JSON value
           {"token":"right","pinCode":""}         | 400 | is empty              | an empty text
           {"token":"vitale","pinCode":"1"}       | 200 | no PIN                | the Vitale card 3000000001
           {"licenseTicket":"x","token":"right"}  | 401 | not a compact JWS     | a text of another form"#,
    ) {
        let payload = payload.replace("right", &right).replace("vitale", &vitale);
        let payload: Value = serde_json::from_str(&payload).unwrap();
        let reply = card(&sandbox, "login", payload);
        assert_eq!(reply.status.to_string(), status, "{text}");
        assert_refused(&sandbox, text, found);
    }
    assert_eq!(sandbox.pin_presentations(ONE), 0);
    for left in [2, 1] {
        try_login(&sandbox, ONE, "0000");
        let found = format!("another PIN; tries left: {left}");
        assert_refused(&sandbox, "wrong PIN", &found);
    }
    assert_eq!(last(&sandbox)["card"], json!(ONE));
    try_login(&sandbox, ONE, "0000");
    assert_refused(&sandbox, "now locked", "another PIN: it was the last try");
    try_login(&sandbox, ONE, "1234");
    let locked = "card 2000000001, locked: it looked at no PIN";
    assert_refused(&sandbox, "the card is locked", locked);
    let expected = last(&sandbox)["refusal"]["expected"].clone();
    assert_eq!(expected, json!("a card that is not locked"));
}

#[test]
fn a_refused_call_of_the_service_says_what_came() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    session.search("nom=EXEMPLE&prenom=X");
    let found = "nom `EXEMPLE`: one patient; prenom `X`: no patient";
    assert_refused(&sandbox, "no patient has", found);
    session.upload(PATIENT, &document(&vec![7; 4_000_000]));
    let found = "the record of 2550…38, which is not open";
    assert_refused(&sandbox, "not open in this session", found);
    let url = format!("{}/echo", session.url);
    let license = sandbox.license_bearer();
    let ticket = ticket(&sandbox);
    for [auth, text, found] in rows(
        "Bearer x       | no live session | a bearer that no session has
         x              | session bearer  | an Authorization of another form
         Bearer license | license bearer  | the license bearer
         Bearer ticket  | license ticket  | a license ticket",
    ) {
        let auth = auth.replace("license", &license).replace("ticket", &ticket);
        let reply = send("GET", &url, &[("Authorization", &auth)], b"");
        assert_eq!(reply.status, 401, "{text}");
        assert_refused(&sandbox, text, found);
    }
    assert_eq!(send("GET", &url, &[], b"").status, 401);
}
