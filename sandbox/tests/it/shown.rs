//! What is shown of requests: no secret, and each sentence in two languages.

use crate::client::*;
use hr_sandbox::{Call, Cut, Fault, Sandbox};
use serde_json::{Value, json};

/// Requests of all kinds, right and wrong, with secrets where they belong and where they do not.
fn varied(sandbox: &Sandbox) -> Vec<String> {
    let session = Session::open(sandbox);
    let ticket = ticket(sandbox);
    let bearer = session.login["bearer"].as_str().unwrap();
    for path in ["ready", "login"] {
        for payload in [
            json!({}),
            json!({ "licenseTicket": bearer, "pin": "48213795", "token": "48213795" }),
            json!({ "token": ticket, "pinCode": "48213795" }),
        ] {
            card(sandbox, path, payload);
        }
    }
    try_login(sandbox, ONE, "48213795");
    try_login(sandbox, VITALE, "48213795");
    login(sandbox, SEVERAL, "5678").call("GET", "/patient", b"");
    let license = sandbox.license_bearer();
    for auth in [bearer, &ticket, &license] {
        for form in [auth.to_owned(), format!("Bearer {auth}")] {
            let headers = [("Authorization", &*form), ("X-License-Ticket", auth)];
            for url in [
                format!("{}/v1/license/ticket", sandbox.license_url()),
                format!("{}/direct/ready", sandbox.local_url()),
                format!("{}/patient/search?bearer={auth}", sandbox.service_url()),
            ] {
                let body = format!("pinCode=48213795&{auth}");
                send("GET", &url, &headers, body.as_bytes());
                send("DELETE", &url, &headers, b"");
            }
        }
    }
    let searches = [
        "",
        "nom=JUMEAU",
        "nom=255081416802538",
        "nom=%ff",
        "nom=A&nom=B",
    ];
    for query in searches.into_iter().chain(["nom=EXEMPLE"]) {
        session.search(query);
    }
    let patient =
        format!(r#"{{"patient_id":"{PATIENT}","insQualified":true,"bearer":"{bearer}"}}"#);
    for body in [&*patient, "[]", "", "{", r#"{"insQualified":1}"#] {
        session.call("POST", "/patient", body.as_bytes());
        session.call("PUT", "/user-profiles", body.as_bytes());
    }
    for id in [
        "1",
        "none",
        "%ff",
        "269054958815780",
        "180126955222380",
        "279035121518989",
        PATIENT,
    ] {
        session.call("GET", &format!("/user-profiles/{id}/select"), b"");
        session.open_record(id);
    }
    for missing in 0..4 {
        let mut parts = document(b"x");
        parts.remove(missing);
        session.upload(PATIENT, &parts);
        let double = [document(b"x"), vec![document(b"x")[missing]]].concat();
        session.upload(PATIENT, &double);
    }
    let note: Part = ("note", None, b"x");
    session.upload(PATIENT, &[document(b"x"), vec![note]].concat());
    session.upload("1", &document(b"x"));
    session.upload(PATIENT, &document(b"x"));
    session.upload(PATIENT, &document(b"x"));
    let auth = ("Authorization", &*session.auth);
    send("POST", &session.send_url(PATIENT), &[auth], b"x");
    session.call("GET", "//patient", b"");
    for cut in [Cut::Before, Cut::AfterHeaders, Cut::MidBody] {
        sandbox.set_fault(Fault::on(Call::Login).cut(cut).act());
        let token = sandbox.card_token(ONE).unwrap();
        let payload = json!({ "licenseTicket": ticket, "token": token, "pinCode": "1234" });
        let url = format!("{}/direct/login", sandbox.local_url());
        let _ = try_send("POST", &url, &[], payload.to_string().as_bytes());
        sandbox.clear_faults();
    }
    let secrets = [
        bearer, &ticket, &license, PATIENT, "48213795", "\"1234\"", "\"5678\"",
    ];
    secrets.map(str::to_owned).to_vec()
}

/// Calls `check` with each text that has a French one beside it.
fn walk(value: &Value, check: &mut impl FnMut(&str, &Value, &Value)) {
    match value {
        Value::Object(map) => {
            for (key, inner) in map {
                if let Some(french) = map.get(&format!("{key}_fr")) {
                    check(key, inner, french);
                }
                walk(inner, check);
            }
        }
        Value::Array(list) => list.iter().for_each(|inner| walk(inner, check)),
        _ => {}
    }
}

#[test]
fn all_that_is_said_is_said_in_french_too_and_holds_no_secret() {
    let sandbox = sandbox();
    let secrets = varied(&sandbox);
    let told = get(&sandbox, "/requests").to_string();
    for secret in secrets {
        assert!(!told.contains(&secret), "{secret}");
    }
    // The log itself is not masked: tests look at what was sent.
    let requests = sandbox.requests();
    assert!(requests.iter().any(|seen| seen.path.contains(PATIENT)));
    let mut count = 0;
    walk(&get(&sandbox, "/requests"), &mut |key, english, french| {
        assert_eq!(english.is_string(), french.is_string(), "{key}: {english}");
        if english.is_string() {
            assert_ne!(english, french, "{key}");
            count += 1;
        }
    });
    assert!(count > 400, "{count}");
    let refused = shown(&sandbox).into_iter().filter(|seen| {
        let status = seen["status"].as_u64().unwrap_or(0);
        status >= 400 && seen["refusal"].is_null()
    });
    assert_eq!(refused.collect::<Vec<_>>(), [Value::Null; 0]);
}
