//! What the sandbox says of each request: what was right, what was wrong, what was worth a remark.

use crate::client::*;
use hr_sandbox::Sandbox;
use serde_json::{Value, json};

/// The requests as the control interface shows them.
pub fn shown(sandbox: &Sandbox) -> Vec<Value> {
    let url = format!("{}/requests", sandbox.control_url());
    let requests = send("GET", &url, &[], b"").json();
    requests.as_array().unwrap().clone()
}

fn last(sandbox: &Sandbox) -> Value {
    shown(sandbox).pop().unwrap()
}

/// `+` right, `-` wrong, `?` a remark.
fn words(request: &Value) -> Vec<String> {
    let findings = request["findings"].as_array().unwrap();
    let words = findings.iter().map(|finding| {
        let sign = match finding["ok"].as_bool() {
            Some(true) => '+',
            Some(false) => '-',
            None => '?',
        };
        format!("{sign} {}", finding["text"].as_str().unwrap())
    });
    words.collect()
}

fn assert_words(request: &Value, wanted: &[&str]) {
    let id = request["ticket"].as_str().unwrap_or("none");
    let wanted: Vec<_> = wanted.iter().map(|text| text.replace("ID", id)).collect();
    assert_eq!(words(request), wanted, "{request:#}");
}

const SESSION: &str = "+ the bearer is that of an open session, of card 2000000001";
const SITUATION: &str = "+ the situation is known: `Cabinet d'essai, Lyon`";

#[test]
fn all_that_is_right_is_said_in_order() {
    let sandbox = sandbox();
    let ready = card(&sandbox, "ready", json!({}));
    assert_eq!(ready.status, 200);
    let session = Session::open(&sandbox);
    session.search("nom=EXEMPLE&sexe=F");
    session.call("GET", "/patient", b"");
    session.call("POST", "/patient", br#"{"insQualified":false,"x":1}"#);
    session.call("POST", "/patient", br#"{"insQualified":true}"#);
    session.open_record(PATIENT);
    session.upload(PATIENT, &document(b"%PDF-1.7"));
    let all = shown(&sandbox);

    let ticket = [
        "+ the method is POST",
        "+ Authorization carries the license bearer",
        "+ the ticket ID is issued, valid for 60 min",
    ];
    let card = [
        "+ POST: the ticket is in the body",
        "+ the ticket ID is signed by this license server and valid for 59 min more",
    ];
    let in_reader = ["+ 3 cards are in the reader"];
    let login = [
        "+ the token is that of card 2000000001, which is in the reader",
        "+ the PIN is right: 3 tries are left",
        "+ the professional has one situation, `Cabinet d'essai, Lyon`: user-profiles is not needed",
    ];
    assert_words(&all[0], &ticket);
    assert_words(&all[1], &[&card[..], &in_reader].concat());
    assert_words(&all[3], &[&card[..], &login].concat());
    let search = [
        SESSION,
        SITUATION,
        "+ nom `EXEMPLE`: one patient",
        "+ sexe `F`: 6 patients",
        "+ one patient has all the traits: EXEMPLE Hélène is now the current patient",
    ];
    assert_words(&all[4], &search);
    let current = "+ the current patient is EXEMPLE Hélène";
    assert_words(&all[5], &[SESSION, current]);
    let object = "+ the body is a JSON object";
    let change = "+ insQualified goes from true to false";
    let extra = "? fields without effect: `x`";
    assert_words(&all[6], &[SESSION, current, object, change, extra]);
    assert_eq!(all[6]["remarks"], json!(1));
    let open = [
        SESSION,
        SITUATION,
        "+ the path names a patient: EXEMPLE Hélène",
        "+ the identity is qualified",
        "+ the patient consents to the feeding of the record",
    ];
    assert_words(&all[8], &open);
    let bytes = all[9]["bytes"].as_u64().unwrap();
    let sent = [
        SESSION,
        SITUATION,
        "+ the record of 2550…38 is open in this session",
        &format!("+ Content-Length announces {bytes} bytes"),
        "+ Content-Type is multipart/form-data with a boundary",
        "+ the part `file` has 8 bytes and the file name `papier é.pdf`",
        "+ the part `filename` is `compte rendu é.pdf`",
        "+ the part `activity_type` is `CONSULTATION`",
        "+ the part `type_code` is `11488-4`",
        &format!("+ the body is complete: {bytes} bytes"),
        "+ the document is stored as number 1",
    ];
    assert_words(&all[9], &sent);
    let parts = all[9]["body"]["multipart"].as_array().unwrap();
    assert_eq!(parts[0]["bytes"], json!(8));
    assert_eq!(parts[0]["filename"], json!("papier é.pdf"));
    assert_eq!(parts[2]["value"], json!("CONSULTATION"));
    assert!(
        all.iter()
            .all(|seen| seen["problem"].is_null() && seen["refusal"].is_null())
    );
}

#[test]
fn user_profiles_are_checked_too() {
    let sandbox = sandbox();
    let session = login(&sandbox, SEVERAL, "5678");
    session.call("PUT", "/user-profiles", b"{}");
    session.call("GET", "/user-profiles/cabinet/select", b"");
    let all = shown(&sandbox);
    let bearer = "+ the bearer is that of an open session, of card 2000000002";
    let payload = "+ the payload of user-profiles is a JSON object";
    assert_words(&all[2], &[bearer, payload]);
    let selected = [
        bearer,
        "+ PUT user-profiles came before",
        "+ the situation `Cabinet d'essai, Brest` is one of this professional",
    ];
    assert_words(&all[3], &selected);
    assert!(
        words(&all[1])
            .last()
            .unwrap()
            .ends_with("user-profiles comes next")
    );

    Session::open(&sandbox).call("PUT", "/user-profiles", b"{}");
    let needless = "? this call was not needed: the login said that the situation is known";
    assert_eq!(words(&last(&sandbox))[2], needless);
}

/// The last request has one wrong finding, its last, with this text and what came.
fn assert_refused(sandbox: &Sandbox, text: &str, found: &str) {
    let request = last(sandbox);
    let findings = request["findings"].as_array().unwrap();
    let wrong: Vec<_> = findings
        .iter()
        .filter(|f| f["ok"] == json!(false))
        .collect();
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
    for (method, auth, text, found) in [
        (
            "PUT",
            Some(&*right),
            "asked for with POST, GET",
            "the method PUT",
        ),
        (
            "GET",
            None,
            "the header is missing",
            "no Authorization header",
        ),
        ("GET", Some("Bearer x"), "is unknown", "another value"),
        (
            "GET",
            Some(&*session.auth),
            "is unknown",
            "the bearer of a session",
        ),
    ] {
        let headers: Vec<_> = auth
            .map(|auth| ("Authorization", auth))
            .into_iter()
            .collect();
        send(method, &url, &headers, b"");
        assert_refused(&sandbox, text, found);
    }
}

#[test]
fn a_refused_login_says_what_came() {
    let sandbox = sandbox();
    let token = sandbox.card_token(ONE).unwrap();
    let vitale = sandbox.card_token(VITALE).unwrap();
    let changing = "a token that no card in the reader has: it changes at each insertion";
    for (payload, text, found) in [
        (
            json!({ "token": "x", "pinCode": "1" }),
            "no card in the reader",
            changing,
        ),
        (
            json!({ "token": ONE, "pinCode": "1" }),
            "no card in the reader",
            "the serial of a card, which is not its token",
        ),
        (
            json!({ "pinCode": "1" }),
            "token is missing",
            "no such field",
        ),
        (
            json!({ "token": token, "pinCode": 1234 }),
            "must be a string",
            "another JSON value",
        ),
        (
            json!({ "token": token, "pinCode": "" }),
            "is empty",
            "an empty text",
        ),
        (
            json!({ "token": vitale, "pinCode": "1" }),
            "no PIN",
            "the Vitale card 3000000001",
        ),
        (
            json!({ "licenseTicket": "x", "token": token }),
            "not a compact JWS",
            "a text of another form",
        ),
    ] {
        card(&sandbox, "login", payload);
        assert_refused(&sandbox, text, found);
    }
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
    let none = "a session without a current patient";
    let nobody = "nom `EXEMPLE`: one patient; prenom `X`: no patient";
    for (method, path, body, text, found) in [
        ("GET", "/patient", "", "no current patient", none),
        (
            "GET",
            "/patient/search?name=A",
            "",
            "no trait",
            "the parameter `name`",
        ),
        ("GET", "/patient/search", "", "at least one", "no trait"),
        (
            "GET",
            "/patient/search?nom=EXEMPLE&prenom=X",
            "",
            "no patient has",
            nobody,
        ),
        (
            "GET",
            "/user-profiles/1/select",
            "",
            "comes first",
            "a session without user-profiles",
        ),
        (
            "PUT",
            "/user-profiles",
            "[]",
            "must be a JSON object",
            "another JSON value",
        ),
        (
            "PUT",
            "/dmp/7",
            "",
            "no patient has the identifier",
            "the identifier `7`",
        ),
        (
            "PUT",
            "/dmp/269054958815780",
            "",
            "not qualified",
            "insQualified is false",
        ),
        (
            "PUT",
            "/dmp/180126955222380",
            "",
            "consent is missing",
            "alimentationConsent is false",
        ),
        (
            "PUT",
            "/dmp/279035121518989",
            "",
            "opposed",
            "an opposed patient",
        ),
        (
            "PUT",
            "/dmp/7",
            "?",
            "empty or JSON",
            "1 bytes that are not JSON",
        ),
        (
            "DELETE",
            "/patient",
            "",
            "is not a method",
            "the method DELETE",
        ),
        (
            "GET",
            "/nothing",
            "",
            "no such path",
            "the path `/service/nothing`",
        ),
    ] {
        session.call(method, path, body.as_bytes());
        assert_refused(&sandbox, text, found);
    }
    let url = format!("{}/patient", session.url);
    let license = format!("Bearer {}", sandbox.license_bearer());
    let ticket = format!("Bearer {}", ticket(&sandbox));
    for (auth, found) in [
        ("Bearer x", "a bearer that no open session has"),
        ("x", "an Authorization of another form"),
        (&*license, "the license bearer"),
        (&*ticket, "a license ticket"),
    ] {
        send("GET", &url, &[("Authorization", auth)], b"");
        assert_refused(&sandbox, "", found);
    }
}
