//! The scenario: as things are, and another one.

use super::*;
use hr_sandbox::{Options, Scenario};

fn put(sandbox: &Sandbox, scenario: &Value) -> Reply {
    let url = format!("{}/scenario", sandbox.control_url());
    send("PUT", &url, &[], scenario.to_string().as_bytes())
}

#[test]
fn a_saved_scenario_starts_as_things_were() {
    let sandbox = sandbox();
    try_login(&sandbox, ONE, "0000");
    sandbox.remove_card(SEVERAL);
    post(
        &sandbox,
        "/cards/pin",
        json!({ "serial": ONE, "pin": "4321" }),
    );
    post(&sandbox, "/patients/2", json!({ "ins_qualified": true }));
    let saved = ask(&sandbox, "GET", "/scenario");
    let text = String::from_utf8(saved.body.clone()).unwrap();
    assert!(!text.contains(&sandbox.license_bearer()));
    assert!(text.contains("123456789012345678901234567890"), "{text}");

    let again = Sandbox::start(Options {
        scenario: Scenario::from_json(&text).unwrap(),
        ..Options::default()
    });
    let again = again.unwrap();
    assert_eq!(again.card_tries_left(ONE), Some(2));
    assert_eq!(again.card_token(SEVERAL), None);
    login(&again, ONE, "4321");
    let patients = |sandbox| get(sandbox, "/state?show=nir")["patients"].clone();
    assert_eq!(patients(&again), patients(&sandbox));
}

#[test]
fn another_scenario_is_played_at_once() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    session.open_record(PATIENT);
    session.upload(PATIENT, &document(b"x"));
    let other = json!({
        "license_bearer": "another", "pin_attempt": "used", "keep_bytes": 3, "max_upload_bytes": 1000,
        "identified_field": "known", "record_extra": {"extra": 1}, "service_prefix": "/service",
        "cards": [{
            "serial": "77", "type": "CPS", "pin": "1111", "holder": {}, "situations": [{"id": "a"}],
        }],
        "patients": [{
            "patient_id": "290017512345678", "nom": "SEULE", "prenom": "Ada", "sexe": "F",
            "date_naissance": "1990-01-02", "ins_qualified": true, "alimentation_consent": true,
        }],
    });
    assert_eq!(
        put(&sandbox, &other).json(),
        json!({ "cards": 1, "patients": 1 })
    );
    assert!(sandbox.documents().is_empty() && sandbox.requests().is_empty());
    assert_eq!(session.search("nom=EXEMPLE").status, 401);

    assert_eq!(sandbox.license_bearer(), "another");
    let session = login(&sandbox, "77", "1111");
    assert_eq!(session.login["known"], json!(true));
    assert_eq!(session.search("nom=SEULE").status, 200);
    assert_eq!(
        session.call("GET", "/patient", b"").json()["extra"],
        json!(1)
    );
    session.open_record("290017512345678");
    let send = |bytes: &[u8]| session.upload("290017512345678", &document(bytes)).status;
    assert_eq!(
        (send(b"abc"), send(b"abcd"), send(&[b'x'; 1000])),
        (201, 201, 413)
    );
    let documents = get(&sandbox, "/documents");
    assert_eq!(
        (&documents[0]["kept"], &documents[1]["kept"]),
        (&json!(true), &json!(false))
    );

    post(
        &sandbox,
        "/cards/pin",
        json!({ "serial": "77", "pin": "2222" }),
    );
    sandbox.reset();
    login(&sandbox, "77", "1111");
    let kept = put(&sandbox, &json!({})).json();
    assert_eq!(kept, json!({ "cards": 3, "patients": 8 }));
    assert_eq!(sandbox.license_bearer(), "another", "left out, it stays");
    let same = json!({ "service_prefix": "/service/" });
    assert_eq!(put(&sandbox, &same).status, 200, "the slash does not count");
}
