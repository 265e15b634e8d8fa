//! The nine calls in order, in both forms, and the calls beside them.

use crate::client::*;
use hr_sandbox::Call;
use serde_json::{Value, json};

#[test]
fn nine_calls_store_a_document() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    assert_eq!(session.login["identified"], json!(true));
    assert_eq!(session.login["masterData"]["idNat"], json!("800000000001"));
    let id = session.login["connectionId"].as_str().unwrap();
    assert!(id.bytes().all(|b| b.is_ascii_hexdigit()));
    session.plays(
        r#"GET  | /patient/search?nom=Exemple&prenom=H%C3%A9l%C3%A8ne&date_naissance=1955-08-14&sexe=F | | 200 | /patient_id "255081416802538"
           GET  | /patient             |                       | 200 | /insQualified true
           POST | /patient             | {"insQualified":true} | 200 | /alimentationConsent true
           PUT  | /dmp/255081416802538 |                       | 200 | /patient_id "255081416802538""#,
    );
    let sent = session.upload(PATIENT, &document(b"%PDF-1.7"));
    assert_eq!(sent.status, 201);

    let stored = &sandbox.documents()[0];
    let sent = sent.json();
    assert_eq!(sent["documentId"], json!(stored.document_id));
    assert_eq!(sent["sha256"], json!(stored.sha256));
    assert_eq!(sent["bytes"], json!(8));
    assert_eq!(stored.content.as_deref(), Some(b"%PDF-1.7".as_slice()));
    assert_eq!(stored.filename, "compte rendu é.pdf");
    assert_eq!(stored.file_name_in_part.as_deref(), Some("papier é.pdf"));
    assert_eq!(stored.activity_type, "CONSULTATION");
    assert_eq!(stored.type_code, "11488-4");
    assert_eq!((&*stored.patient_id, &*stored.session), (PATIENT, id));

    // What was checked in each request, in order: right (+), or worth a remark (?).
    let seen = shown(&sandbox);
    let checked = seen.iter().map(|request| {
        let findings = request["findings"].as_array().unwrap().iter();
        let signs = findings.map(|finding| match finding["ok"].as_bool() {
            Some(true) => '+',
            Some(false) => '-',
            None => '?',
        });
        let call = request["call"].as_str().unwrap();
        format!("{call} {}", signs.collect::<String>())
    });
    let wanted = [
        "ticket +++",
        "login ++++++",
        "patient_search +++++++",
        "patient_get ++",
        "patient_update ++++?",
        "dmp_open +++++",
        "dmp_send +++++++++++",
    ];
    assert_eq!(checked.collect::<Vec<_>>(), wanted);
    let part = &seen[6]["body"]["multipart"][0];
    assert_eq!(part["bytes"], 8);
    assert_eq!(part["filename"], "papier é.pdf");
}

#[test]
fn ready_lists_the_cards_as_the_interface_says() {
    let sandbox = sandbox();
    let reply = card(&sandbox, "ready", json!({})).json();
    assert_eq!(reply["response"], Value::Null);
    assert_eq!(reply["status"]["code"], json!(0));
    assert!(reply["messageType"].is_i64() && reply["operation"].is_i64());
    let stamp = reply["timestamp"].as_str().unwrap();
    assert!(stamp.ends_with('Z') && stamp.contains('.') && stamp.contains('T'));

    let cards = reply["data"]["data"].as_object().unwrap();
    assert_eq!(cards.len(), 3);
    let token = sandbox.card_token(ONE).unwrap();
    let entry = &cards[&token][0];
    for (field, value) in [
        ("token", json!(token)),
        ("serial", json!(ONE)),
        ("cardType", json!("CPS")),
        ("model", json!("IAS%20ECC%00%00%00")),
        ("manufacturer", json!("Fabricant%20d%27essai")),
        ("pinAttempt", json!(3)),
        ("lastName", json!("D'ESSAI")),
    ] {
        assert_eq!(entry[field], value, "{field}");
    }
    assert!(entry["profCode"].is_i64() && entry["trainCode"].is_i64());
    for field in ["categoryCard", "idNat", "civTitle", "firstName", "specCode"] {
        assert!(entry[field].is_string(), "{field}");
    }
    let vitale = |card: &Value| card[0]["cardType"] == json!("VITALE");
    assert!(cards.values().any(vitale));
}

#[test]
fn echo_gives_back_what_it_received_and_what_is_no_call_is_refused() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    session.plays(
        r#"PATCH  | /echo/a%20b?c=d | {"e":1e400} | 200 | 1e+400
           PATCH  | /echo/a%20b?c=d | {"e":1e400} | 200 | /path "/service/echo/a%20b"
           PATCH  | /echo/a%20b?c=d | {"e":1e400} | 200 | /query "c=d"
           POST   | /echo           | plain       | 200 | /body "plain"
           POST   | /echo           | plain       | 200 | /method "POST"
           GET    | /nothing        |             | 404 | no such path
           DELETE | /patient        |             | 405 | DELETE"#,
    );
    let method = session.call("DELETE", "/patient", b"");
    assert!(method.header("allow").unwrap().contains("POST"));
    let seen = sandbox.requests().pop().unwrap();
    assert_eq!((seen.call, seen.status), (Call::Other, Some(405)));
    assert_eq!(seen.problem, Some(method.error()));
}

#[test]
fn the_service_prefix_can_be_anything_sensible() {
    for prefix in ["", "/", "/a/b", "/a/b/"] {
        let sandbox = sandbox_with(|options| options.service_prefix = prefix.into());
        assert!(sandbox.service_url().ends_with(prefix));
        let mut session = Session::open(&sandbox);
        assert_eq!(session.url, sandbox.service_url());
        session.url = session.url.trim_end_matches('/').into();
        session.plays(
            "GET | /patient/search?nom=EXEMPLE | | 200 | /count 1
             GET | //patient                   | | 404 | without doubling",
        );
        assert_eq!(sandbox.requests_of(Call::PatientSearch).len(), 1);
    }
}
