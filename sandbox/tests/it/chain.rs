//! The nine calls in order, in both forms.

use crate::client::*;
use hr_sandbox::{Call, Options, Sandbox};
use serde_json::{Value, json};

#[test]
fn nine_calls_store_a_document() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    assert_eq!(session.login["identified"], json!(true));
    assert_eq!(session.login["masterData"]["idNat"], json!("800000000001"));
    let id = session.login["connectionId"].as_str().unwrap();
    assert!(id.bytes().all(|b| b.is_ascii_hexdigit()));

    let found =
        session.search("nom=Exemple&prenom=H%C3%A9l%C3%A8ne&date_naissance=1955-08-14&sexe=F");
    assert_eq!(
        (found.status, &found.json()["patient_id"]),
        (200, &json!(PATIENT))
    );
    let record = session.call("GET", "/patient", b"");
    assert_eq!(record.json()["insQualified"], json!(true));
    assert_eq!(record.json()["alimentationConsent"], json!(true));
    let update = session.call("POST", "/patient", br#"{"insQualified":true}"#);
    assert_eq!(update.status, 200);
    assert_eq!(session.open_record(PATIENT).status, 200);
    let sent = session.upload(PATIENT, &document(b"%PDF-1.7"));
    assert_eq!(sent.status, 201);

    let documents = sandbox.documents();
    let stored = &documents[0];
    assert_eq!(sent.json()["documentId"], json!(stored.document_id));
    assert_eq!(sent.json()["sha256"], json!(stored.sha256));
    assert_eq!(sent.json()["bytes"], json!(8));
    assert_eq!(stored.content.as_deref(), Some(b"%PDF-1.7".as_slice()));
    assert_eq!(stored.filename, "compte rendu é.pdf");
    assert_eq!(stored.file_name_in_part.as_deref(), Some("papier é.pdf"));
    assert_eq!(stored.activity_type, "CONSULTATION");
    assert_eq!(stored.type_code, "11488-4");
    assert_eq!(stored.patient_id, PATIENT);
    assert_eq!(stored.session, id);

    let calls: Vec<Call> = sandbox.requests().iter().map(|seen| seen.call).collect();
    let expected = [
        Call::Ticket,
        Call::Login,
        Call::PatientSearch,
        Call::PatientGet,
        Call::PatientUpdate,
        Call::DmpOpen,
        Call::DmpSend,
    ];
    assert_eq!(calls, expected);
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
    assert_eq!(entry["token"], json!(token));
    assert_eq!(entry["serial"], json!(ONE));
    assert_eq!(entry["cardType"], json!("CPS"));
    assert_eq!(entry["model"], json!("IAS%20ECC%00%00%00"));
    assert_eq!(entry["manufacturer"], json!("Fabricant%20d%27essai"));
    assert_eq!(entry["pinAttempt"], json!(3));
    assert_eq!(entry["lastName"], json!("D'ESSAI"));
    assert!(entry["profCode"].is_i64() && entry["trainCode"].is_i64());
    for field in ["categoryCard", "idNat", "civTitle", "firstName", "specCode"] {
        assert!(entry[field].is_string(), "{field}");
    }
    assert!(
        cards
            .values()
            .any(|card| card[0]["cardType"] == json!("VITALE"))
    );
}

#[test]
fn the_bearer_form_works_as_well() {
    let sandbox = sandbox();
    let auth = format!("Bearer {}", ticket(&sandbox));
    let headers = [("Authorization", auth.as_str())];
    let ready = send(
        "GET",
        &format!("{}/direct/ready", sandbox.local_url()),
        &headers,
        b"",
    );
    assert_eq!(ready.json()["status"]["code"], json!(0));
    let payload = json!({ "token": sandbox.card_token(ONE), "pinCode": "1234" }).to_string();
    let url = format!("{}/direct/login", sandbox.local_url());
    let login = send("GET", &url, &headers, payload.as_bytes());
    assert_eq!(login.status, 200);
    assert!(login.json()["bearer"].is_string());
}

#[test]
fn the_record_holds_what_a_client_cannot_know() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    session.search("nom=EXEMPLE");
    let record = session.call("GET", "/patient", b"");
    let text = String::from_utf8(record.body).unwrap();
    assert!(text.contains(":123456789012345678901234567890,"), "{text}");
    assert!(text.contains(r"avant\u0000après"), "{text}");
}

#[test]
fn a_professional_with_several_situations_selects_one() {
    let sandbox = sandbox();
    let session = login(&sandbox, SEVERAL, "5678");
    assert_eq!(session.login["identified"], json!(false));
    for reply in [
        session.search("nom=EXEMPLE"),
        session.call("GET", "/patient", b""),
        session.call("POST", "/patient", b"{}"),
        session.open_record(PATIENT),
        session.upload(PATIENT, &document(b"x")),
    ] {
        assert_eq!(reply.status, 409);
        assert!(reply.error().contains("user-profiles"));
    }
    let early = session.call("GET", "/user-profiles/cabinet/select", b"");
    assert_eq!(early.status, 409);

    assert_eq!(session.call("PUT", "/user-profiles", b"[]").status, 400);
    assert_eq!(session.call("PUT", "/user-profiles", b"").status, 400);
    let profiles = session
        .call("PUT", "/user-profiles", br#"{"any":"thing"}"#)
        .json();
    let ids: Vec<_> = profiles["situations"]
        .as_array()
        .unwrap()
        .iter()
        .map(|s| &s["id"])
        .collect();
    assert!(ids.contains(&&json!("situation/2 é")));

    assert_eq!(
        session
            .call("GET", "/user-profiles/none/select", b"")
            .status,
        404
    );
    let select = session.call("GET", "/user-profiles/situation%2F2%20%C3%A9/select", b"");
    assert_eq!(select.json()["situation"]["id"], json!("situation/2 é"));
    assert_eq!(session.search("nom=EXEMPLE").status, 200);
    let seen = sandbox.requests_of(Call::ProfileSelect);
    assert_eq!(
        seen.last().unwrap().path,
        "/service/user-profiles/situation%2F2%20%C3%A9/select"
    );
}

#[test]
fn echo_gives_back_what_it_received() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    let reply = session.call("PATCH", "/echo/a%20b?c=d", b"{\"e\":1e400}");
    let text = String::from_utf8(reply.body.clone()).unwrap();
    assert!(text.contains("1e+400") || text.contains("1e400"), "{text}");
    let reply = reply.json();
    assert_eq!(reply["method"], json!("PATCH"));
    assert_eq!(reply["path"], json!("/service/echo/a%20b"));
    assert_eq!(reply["query"], json!("c=d"));
    let text = session.call("POST", "/echo", b"plain").json();
    assert_eq!(text["body"], json!("plain"));
}

#[test]
fn the_service_prefix_can_be_anything_sensible() {
    for prefix in ["", "/", "/a/b", "/a/b/"] {
        let sandbox = Sandbox::start(Options {
            service_prefix: prefix.into(),
            ..Options::default()
        })
        .unwrap();
        assert!(sandbox.service_url().ends_with(prefix));
        let session = Session::open(&sandbox);
        assert_eq!(session.url, sandbox.service_url());
        let joined = Session {
            url: session.url.trim_end_matches('/').into(),
            ..session
        };
        assert_eq!(joined.search("nom=EXEMPLE").status, 200, "{prefix}");
        assert_eq!(
            sandbox.requests_of(Call::PatientSearch).len(),
            1,
            "{prefix}"
        );
        let doubled = joined.call("GET", "//patient", b"");
        assert_eq!(doubled.status, 404);
        assert!(doubled.error().contains("without doubling"));
    }
}

#[test]
fn refusals_are_sentences() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    let unknown = session.call("GET", "/nothing", b"");
    assert_eq!((unknown.status, unknown.error().is_empty()), (404, false));
    let method = session.call("DELETE", "/patient", b"");
    assert_eq!(method.status, 405);
    assert!(method.header("allow").unwrap().contains("POST"));
    assert!(method.error().contains("DELETE"));
    let seen = sandbox.requests().pop().unwrap();
    assert_eq!(seen.call, Call::Other);
    assert_eq!(seen.status, Some(405));
    assert_eq!(seen.problem, Some(method.error()));
}
