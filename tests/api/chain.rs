//! The nine calls, in both readings of the interface. What arrived is taken from the sandbox.

use hr_sandbox::{Call, CardForm, LicenseAuth, Options, TicketMethod};
use serde_json::{Value, json};
use testkit::digests::sha256;
use testkit::*;

#[test]
fn a_professional_with_one_situation_needs_seven_calls() {
    let sandbox = sandbox();
    let host = Host::of(&sandbox);
    host.state().ok().next("hr_ticket");
    let ticket = host.ticket().ok().next("hr_ready");
    assert_eq!(
        ticket.str("licenseTicket"),
        ticket.json["raw"]["licenseTicket"]
    );
    let ready = host.ready().ok().next("hr_login");
    let cards = ready.json["cards"].as_array().unwrap();
    let card = cards.iter().find(|card| card["cardType"] == "CPS").unwrap();
    card.has(json!({"modelText": "IAS ECC", "manufacturerText": "Fabricant d'essai"}));
    card.says("model", "%00");
    let token = host.token(CPS);
    let login = host
        .login(&token, PIN)
        .ok()
        .outcome("accepted")
        .next("hr_patient_search");
    assert_eq!(login.json["identified"], true);
    assert_eq!(login.str("serviceUrl"), sandbox.service_url());
    assert!(login.str("connectedTo").starts_with("ws"));
    host.patient_search(QUALIFIED).ok().next("hr_patient_get");
    let patient = host.patient_get().ok().next("hr_dmp_open");
    assert_eq!(patient.json["updateNeeded"], false);
    let id = patient.str("patient_id");
    host.dmp_open(&id, None)
        .ok()
        .outcome("accepted")
        .next("hr_dmp_send");

    let content = b"%PDF-1.4\nfirst document\n";
    let file = TempFile::new("Bilan sanguin é.pdf", content);
    let sent = host
        .dmp_send(&id, file.path(), None)
        .ok()
        .outcome("accepted")
        .next(Value::Null);
    assert_eq!(sent.str("sha256"), sha256(content));
    assert_eq!(sent.json["bytes"], content.len());

    let documents = sandbox.documents();
    assert_eq!(documents.len(), 1);
    let stored = &documents[0];
    assert_eq!(stored.sha256, sha256(content));
    assert_eq!(stored.patient_id, id);
    assert_eq!(stored.filename, "Bilan sanguin é.pdf");
    assert_eq!(
        stored.file_name_in_part.as_deref(),
        Some("Bilan sanguin é.pdf")
    );
    assert_eq!(
        (&*stored.activity_type, &*stored.type_code),
        ("10", "11503-0")
    );
    assert_eq!(stored.content.as_deref(), Some(&content[..]));
}

#[test]
fn a_professional_with_several_situations_and_a_patient_to_update_need_all_nine() {
    let sandbox = sandbox();
    let host = Host::of(&sandbox);
    host.log_in(CPS_MANY, PIN_MANY).next("hr_profile_put");
    let profiles = host
        .profile_put(r#"{ "demande" : "situations" }"#)
        .ok()
        .next("hr_profile_select");
    let situations = profiles.json["raw"]["situations"]
        .as_array()
        .unwrap()
        .clone();
    for situation in &situations {
        host.profile_select(situation["id"].as_str().unwrap())
            .ok()
            .next("hr_patient_search");
    }
    host.patient_search(NOT_QUALIFIED).ok();
    let patient = host.patient_get().ok().next("hr_patient_update");
    let id = patient.str("patient_id");
    host.dmp_open(&id, None).fails("HR_E_STATE");
    host.patient_update(r#"{"insQualified":true}"#)
        .ok()
        .next("hr_dmp_open");
    host.dmp_open(&id, Some("{}")).ok();
    host.dmp_send_bytes(&id, b"from memory", "note.txt").ok();
    assert_eq!(sandbox.documents()[0].sha256, sha256(b"from memory"));
    let selects = sandbox.requests_of(Call::ProfileSelect);
    assert!(
        selects[1].path.ends_with("/situation%2F2%20%C3%A9/select"),
        "{}",
        selects[1].path
    );
    let put = &sandbox.requests_of(Call::ProfilePut)[0];
    assert_eq!(
        put.body, br#"{ "demande" : "situations" }"#,
        "the body goes out byte for byte"
    );
}

/// Each reading is served by a sandbox that is strict about it, and refused by one that is strict about
/// the other, with a remedy that names the key; nothing is switched to by itself.
#[test]
fn both_readings_of_the_interface() {
    for (form, method, auth) in [
        (CardForm::Body, TicketMethod::Post, LicenseAuth::Bearer),
        (CardForm::Bearer, TicketMethod::Get, LicenseAuth::Raw),
    ] {
        let is_body = form == CardForm::Body;
        let keys = |straight: bool| {
            json!({
                "card_form": if straight { "body" } else { "bearer" },
                "ticket_method": if straight { "POST" } else { "GET" },
                "license_auth": if is_body { "bearer" } else { "raw" },
            })
        };
        let options = Options {
            strict_form: Some(form),
            strict_ticket: Some(method),
            strict_auth: Some(auth),
            ..Options::default()
        };
        let sandbox = start(options);
        let host = Host::with(&sandbox, keys(is_body));
        let id = host.open_record();
        host.dmp_send_bytes(&id, b"either reading", "a.txt").ok();
        let login = &sandbox.requests_of(Call::Login)[0];
        assert_eq!(login.method, if is_body { "POST" } else { "GET" });
        let body: Value = serde_json::from_slice(&login.body).unwrap();
        assert_eq!(body.get("licenseTicket").is_some(), is_body);
        let bearer = login
            .headers
            .iter()
            .any(|(name, _)| name == "authorization");
        assert_eq!(bearer, !is_body);

        let other = Host::with(&sandbox, keys(!is_body));
        let refused = other.ticket().fails("HR_E_REFUSED");
        assert_eq!(refused.json["http_status"], 405);
        refused.says("remedy", "ticket_method");
        let ticket = host.ticket().ok().str("licenseTicket");
        assert_eq!(other.ticket_set(&ticket), 0);
        let before = sandbox.requests_of(Call::Ready).len();
        let refused = other.ready().fails("HR_E_REFUSED");
        refused.says("remedy", "card_form");
        assert_eq!(
            sandbox.requests_of(Call::Ready).len(),
            before + 1,
            "one request, no other form"
        );
    }
}

#[test]
fn a_ticket_and_a_login_can_come_from_elsewhere() {
    let sandbox = sandbox();
    let host = Host::of(&sandbox);
    let ticket = host.ticket().ok().str("licenseTicket");
    let workstation = Host::open(&json!({ "local_url": sandbox.local_url() }));
    workstation.state().ok().next("hr_ticket_set");
    workstation.ticket().fails("HR_E_CONFIG");
    assert_eq!(workstation.ticket_set(&ticket), 0);
    let token = workstation.token(CPS);
    let login = workstation.login(&token, PIN).ok();

    let adopted = Host::open(&json!({}));
    assert_eq!(
        adopted.session_set(&login.str("serviceUrl"), &login.str("bearer")),
        0
    );
    adopted.patient_search(QUALIFIED).ok();
    assert_eq!(adopted.patient_get().ok().json["insQualified"], true);
    sandbox.end_sessions();
    adopted.patient_get().fails("HR_E_UNAUTHORIZED");
    adopted.state().ok().next("hr_session_set");
}

#[test]
fn the_sandboxs_replies_are_kept_byte_for_byte() {
    let sandbox = sandbox();
    let host = Host::of(&sandbox);
    host.log_in(CPS, PIN);
    host.patient_search(QUALIFIED).ok();
    let patient = host.patient_get().ok();
    assert!(
        patient
            .text
            .contains(r#""dossierNumero":123456789012345678901234567890"#)
    );
    assert!(patient.text.contains(r"avant\u0000après"));
}

#[test]
fn traits_and_identifiers_arrive_as_they_were_given() {
    let mut options = hr_sandbox::Options::default();
    let mut odd = options.scenario.patients[0].clone();
    (odd.nom, odd.patient_id) = ("ODETTE".into(), "a/b#c?d%é".into());
    options.scenario.patients.push(odd);
    let sandbox = start(options);
    let host = Host::of(&sandbox);
    host.log_in(CPS, PIN);
    let found = host
        .patient_search([Some("D'ÉTANG & FILS + CIE"), Some("Anne Marie"), None, None])
        .ok();
    assert!(found.text.contains("D'ÉTANG & FILS + CIE"));
    host.patient_search([Some(""), None, None, None])
        .fails("HR_E_NOT_FOUND");
    let queries: Vec<_> = sandbox
        .requests_of(Call::PatientSearch)
        .iter()
        .map(|request| request.query.clone().unwrap_or_default())
        .collect();
    assert_eq!(
        queries,
        [
            "nom=D%27%C3%89TANG%20%26%20FILS%20%2B%20CIE&prenom=Anne%20Marie",
            "nom="
        ]
    );
    host.patient_search([Some("ODETTE"), None, None, None]).ok();
    host.read_and_open("a/b#c?d%é");
    let path = &sandbox.requests_of(Call::DmpOpen)[0].path;
    assert!(path.ends_with("/dmp/a%2Fb%23c%3Fd%25%C3%A9"), "{path}");
}

#[test]
fn a_service_url_may_have_a_prefix_and_a_slash() {
    for prefix in ["/a/b-c.d/", "/", "/v2"] {
        let options = Options {
            service_prefix: prefix.into(),
            ..Options::default()
        };
        let sandbox = start(options);
        let host = Host::of(&sandbox);
        let id = host.open_record();
        host.dmp_send_bytes(&id, prefix.as_bytes(), "a.txt").ok();
        for request in sandbox.requests() {
            assert!(!request.path.contains("//"), "{}", request.path);
        }
    }
}

#[test]
fn any_other_call_goes_under_the_service_url() {
    let sandbox = sandbox();
    let host = Host::of(&sandbox);
    host.request("GET", "/echo", None).fails("HR_E_STATE");
    let bearer = host.log_in(CPS, PIN).str("bearer");
    let echo = host
        .request("PATCH", "/echo?x=%20y", Some("[1, 2]"))
        .ok()
        .outcome("accepted");
    assert_eq!(echo.json["raw"]["method"], "PATCH");
    assert_eq!(echo.json["raw"]["query"], "x=%20y");
    let read = host.request("GET", "/echo", None).ok();
    assert!(read.json.get("outcome").is_none());
    host.request("DELETE", "/echo", None)
        .ok()
        .outcome("accepted");
    let seen = sandbox.requests_of(Call::Other);
    assert_eq!(seen[0].body, b"[1, 2]");
    let expected = format!("Bearer {bearer}");
    for request in &seen {
        assert!(
            request
                .headers
                .contains(&("authorization".into(), expected.clone()))
        );
    }
    for (method, path) in [
        ("get", "/echo"),
        ("TRACE", "/echo"),
        ("GET", "echo"),
        ("GET", "/../x"),
    ] {
        host.request(method, path, None).fails("HR_E_ARGUMENT");
    }
    host.request("POST", "/echo", Some("{"))
        .fails("HR_E_ARGUMENT");
    assert_eq!(sandbox.requests_of(Call::Other).len(), 3);
}
