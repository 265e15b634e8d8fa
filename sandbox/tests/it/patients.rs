//! Search, record, update, opening.

use crate::client::*;
use serde_json::json;

const TO_QUALIFY: &str = "269054958815780";
const NO_CONSENT: &str = "180126955222380";
const OPPOSED: &str = "279035121518989";

#[test]
fn a_search_finds_none_one_or_several() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    assert_eq!(session.call("GET", "/patient", b"").status, 409);
    assert_eq!(
        session
            .search("nom=D%27%C3%A9tang%20%26%20fils%20%2B%20cie")
            .status,
        200
    );
    assert_eq!(session.call("GET", "/patient", b"").status, 200);

    // The list is where the configuration says, for one as for several.
    let pointer = sandbox.config_json()["patients_pointer"].clone();
    let listed = |traits: &str| {
        let reply = session.search(traits).json();
        let list = reply.pointer(pointer.as_str().unwrap()).cloned();
        list.unwrap().as_array().unwrap().clone()
    };
    assert_eq!(listed("nom=JUMEAU").len(), 2);
    let one = listed("nom=ESSAI");
    assert_eq!(one.len(), 1);
    assert_eq!(one[0]["patient_id"], json!(TO_QUALIFY));

    let several = session.search("nom=jumeau&prenom=marie");
    assert_eq!(several.status, 200);
    assert_eq!(several.json()["count"], json!(2));
    assert_eq!(several.json()["patients"].as_array().unwrap().len(), 2);
    let none_current = session.call("GET", "/patient", b"");
    assert_eq!(none_current.status, 409);
    assert!(none_current.error().contains("patient/search"));

    session.search("nom=EXEMPLE");
    assert_eq!(session.search("nom=Personne").status, 404);
    assert_eq!(session.call("GET", "/patient", b"").status, 409);
    assert_eq!(session.search("").status, 400);
    assert!(session.search("name=A").error().contains("`name`"));
    assert!(session.search("nom=%E9t%E9").error().contains("UTF-8"));
}

#[test]
fn an_identity_is_qualified_then_the_record_opens() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    session.search("nom=ESSAI");
    assert_eq!(
        session.call("GET", "/patient", b"").json()["insQualified"],
        json!(false)
    );
    let refused = session.open_record(TO_QUALIFY);
    assert_eq!(refused.status, 409);
    assert!(refused.error().contains("insQualified"));
    for body in [&b"[]"[..], b"", br#"{"insQualified":"yes"}"#] {
        assert_eq!(session.call("POST", "/patient", body).status, 400);
    }
    let update = session.call("POST", "/patient", br#"{"insQualified":true,"autre":[1]}"#);
    assert_eq!(update.json()["insQualified"], json!(true));
    assert_eq!(session.open_record(TO_QUALIFY).status, 200);
}

#[test]
fn a_consent_is_recorded_unless_the_patient_opposed() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    let consent = br#"{"alimentationConsent":true}"#;
    session.search("nom=MOD%C3%88LE");
    assert!(
        session
            .open_record(NO_CONSENT)
            .error()
            .contains("alimentationConsent")
    );
    assert_eq!(session.call("POST", "/patient", consent).status, 200);
    assert_eq!(session.open_record(NO_CONSENT).status, 200);

    session.search("nom=OPPOS%C3%89");
    let refused = session.call("POST", "/patient", consent);
    assert_eq!(refused.status, 409);
    assert!(refused.error().contains("opposed"));
    let record = session.call("GET", "/patient", b"").json();
    assert_eq!(record["alimentationConsent"], json!(false));
    assert_eq!(session.open_record(OPPOSED).status, 409);
}

#[test]
fn a_record_opens_with_an_empty_or_json_body() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    let path = format!("/dmp/{PATIENT}");
    assert_eq!(session.call("PUT", &path, b"").status, 200);
    assert_eq!(session.call("PUT", &path, b"{\"mode\":1}").status, 200);
    assert_eq!(session.call("PUT", &path, b"mode=1").status, 400);
    assert_eq!(session.open_record("000").status, 404);
    assert_eq!(session.open_record("%FF").status, 400);
}
