//! Each login is alone.

use crate::client::*;
use hr_sandbox::Call;
use serde_json::json;

#[test]
fn sessions_do_not_mix() {
    let sandbox = sandbox();
    let first = Session::open(&sandbox);
    let second = Session::open(&sandbox);
    assert_ne!(first.auth, second.auth);
    assert_ne!(first.login["connectionId"], second.login["connectionId"]);

    first.search("nom=EXEMPLE");
    assert_eq!(second.call("GET", "/patient", b"").status, 409);
    second.search("nom=ESSAI");
    let name = first.call("GET", "/patient", b"").json()["nom"].clone();
    assert_eq!(name, "EXEMPLE");

    first.open_record(PATIENT);
    let refused = second.upload(PATIENT, &document(b"x"));
    assert_eq!(refused.status, 409);
    assert!(refused.error().contains("not open in this session"));
    assert_eq!(first.upload(PATIENT, &document(b"x")).status, 201);

    let third = login(&sandbox, SEVERAL, "5678");
    third.call("PUT", "/user-profiles", b"{}");
    third.call("GET", "/user-profiles/cabinet/select", b"");
    let fourth = login(&sandbox, SEVERAL, "5678");
    assert_eq!(fourth.search("nom=EXEMPLE").status, 409);
}

#[test]
fn an_ended_session_is_refused_everywhere() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    session.open_record(PATIENT);
    sandbox.end_sessions();
    assert_eq!(session.search("nom=EXEMPLE").status, 401);
    assert_eq!(session.upload(PATIENT, &document(b"x")).status, 401);
    assert!(sandbox.documents().is_empty());
}

#[test]
fn a_ticket_outlives_a_reset() {
    let sandbox = sandbox();
    let payload = json!({ "licenseTicket": ticket(&sandbox) });
    sandbox.reset();
    assert_eq!(card(&sandbox, "ready", payload).status, 200);
}

#[test]
fn reset_goes_back_to_the_start() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    session.search("nom=ESSAI");
    session.call("POST", "/patient", br#"{"insQualified":true}"#);
    try_login(&sandbox, ONE, "0000");
    sandbox.reset();
    assert_eq!(sandbox.requests().len(), 0);
    assert_eq!(sandbox.card_tries_left(ONE), Some(3));
    assert_eq!(session.search("nom=ESSAI").status, 401);
    let session = Session::open(&sandbox);
    assert_eq!(sandbox.requests_of(Call::Login).len(), 1);
    session.search("nom=ESSAI");
    let record = session.call("GET", "/patient", b"").json();
    assert_eq!(record["insQualified"], false);
}
