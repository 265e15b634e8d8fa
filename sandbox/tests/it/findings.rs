//! What the sandbox says of each request: what was right, what was wrong, what was worth a remark.

use crate::client::*;
use serde_json::{Value, json};

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
        "+ the ticket ID is signed by this license server and valid for 60 min more",
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
    let right = |seen: &Value| seen["problem"].is_null() && seen["refusal"].is_null();
    assert!(all.iter().all(right));
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
    let said = words(&all[1]).pop().unwrap();
    assert!(said.ends_with("user-profiles comes next"), "{said}");

    Session::open(&sandbox).call("PUT", "/user-profiles", b"{}");
    let needless = "? this call was not needed: the login said that the situation is known";
    assert_eq!(words(&last(&sandbox))[2], needless);
}
