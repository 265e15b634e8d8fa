//! What the request log keeps of each request, and what it hides.

use crate::client::*;
use crate::findings::shown;
use hr_sandbox::{Call, Cut, Fault, RequestEnd, Sandbox};
use serde_json::{Value, json};
use std::io::Write;
use std::time::Duration;

fn get(sandbox: &Sandbox, path: &str) -> Value {
    send("GET", &format!("{}{path}", sandbox.control_url()), &[], b"").json()
}

#[test]
fn a_refused_upload_says_what_came() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    let refusal = |sandbox: &Sandbox| shown(sandbox).pop().unwrap()["refusal"].clone();
    session.upload(PATIENT, &document(b"x"));
    let found = json!("the record of 2550…38, which is not open");
    assert_eq!(refusal(&sandbox)["found"], found);
    session.open_record(PATIENT);
    let mut parts = document(b"x");
    parts.remove(1);
    session.upload(PATIENT, &parts);
    let found = json!("only activity_type, type_code, file");
    assert_eq!(refusal(&sandbox)["found"], found);
    let seen = shown(&sandbox).pop().unwrap();
    assert_eq!(seen["body"]["multipart"].as_array().unwrap().len(), 3);
    let url = session.send_url(PATIENT);
    let auth = ("Authorization", session.auth.as_str());
    send("POST", &url, &[auth, ("Content-Type", "text/plain")], b"x");
    assert_eq!(
        refusal(&sandbox)["found"],
        json!("Content-Type: `text/plain`")
    );
    let whole = form(&document(b"content"));
    send("POST", &url, &[auth, FORM], &whole[..whole.len() - 12]);
    let found = json!("the end of the body before its last boundary");
    assert_eq!(refusal(&sandbox)["found"], found);
}

#[test]
fn codes_that_look_swapped_and_doubles_are_remarked_upon() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    session.open_record(PATIENT);
    let mut parts = document(b"%PDF-1.7");
    session.upload(PATIENT, &parts);
    parts[2].2 = b"11488-4";
    parts[3].2 = b"CONSULTATION";
    assert_eq!(session.upload(PATIENT, &parts).status, 201);

    let seen = shown(&sandbox).pop().unwrap();
    assert_eq!(seen["remarks"], json!(2));
    let findings = seen["findings"].as_array().unwrap();
    let remarks: Vec<_> = findings.iter().filter(|f| f["ok"].is_null()).collect();
    assert!(remarks[0]["text"].as_str().unwrap().contains("document 1"));
    assert!(
        remarks[1]["text"]
            .as_str()
            .unwrap()
            .contains("look swapped")
    );

    let documents = get(&sandbox, "/documents");
    assert_eq!(documents[0]["double_of"], Value::Null);
    assert_eq!(documents[0]["remark"], Value::Null);
    assert_eq!(documents[1]["double_of"], json!(1));
    assert_eq!(documents[1]["remark"], remarks[1]["text"]);
    assert_eq!(documents[1]["remark_fr"], remarks[1]["text_fr"]);
    assert_eq!(documents[1]["media_type"], json!("application/pdf"));
    assert_eq!(documents[1]["patient"], json!(1));
    assert_eq!(documents[1]["patient_name"], json!("EXEMPLE Hélène"));
    assert!(documents[1]["time"].as_str().unwrap().ends_with('Z'));
}

#[test]
fn requests_tell_to_what_they_belong() {
    let sandbox = sandbox();
    let ticket = ticket(&sandbox);
    card(&sandbox, "ready", json!({ "licenseTicket": ticket }));
    let token = sandbox.card_token(ONE);
    let payload = json!({ "licenseTicket": ticket, "token": token, "pinCode": "1234" });
    let reply = card(&sandbox, "login", payload.clone()).json();
    let auth = format!("Bearer {}", reply["bearer"].as_str().unwrap());
    let url = format!("{}/patient", sandbox.service_url());
    send("GET", &url, &[("Authorization", &auth)], b"");
    send("GET", &url, &[("Authorization", "Bearer x")], b"");

    let all = shown(&sandbox);
    let id = all[0]["ticket"].as_str().unwrap();
    assert_eq!(id.len(), 8);
    let of = |key: &str| all.iter().map(|seen| seen[key].clone()).collect::<Vec<_>>();
    let null = Value::Null;
    let (id, serial) = (json!(id), json!(ONE));
    assert_eq!(
        of("ticket"),
        [&id, &id, &id, &null, &null].map(Value::clone)
    );
    assert_eq!(
        of("card"),
        [&null, &null, &serial, &null, &null].map(Value::clone)
    );
    let session = &reply["connectionId"];
    assert_eq!(
        of("session"),
        [&null, &null, session, session, &null].map(Value::clone)
    );

    // A fault in place of the handling hides none of it.
    sandbox.set_fault(Fault::on(Call::Login).status(503));
    card(&sandbox, "login", payload);
    let seen = shown(&sandbox).pop().unwrap();
    assert_eq!((&seen["ticket"], &seen["card"]), (&id, &serial));
}

#[test]
fn the_end_of_a_request_is_known() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    session.open_record(PATIENT);
    let sent = form(&document(&[7; 3_000_000]));
    session.upload(PATIENT, &document(&[7; 3_000_000]));
    sandbox.set_fault(Fault::on(Call::PatientGet).nth(1).cut(Cut::Before));
    sandbox.set_fault(Fault::on(Call::PatientGet).nth(2).cut(Cut::MidBody).act());
    sandbox.set_fault(
        Fault::on(Call::PatientGet)
            .nth(3)
            .status(503)
            .content_type("text/html")
            .body("<h1>Maintenance</h1>"),
    );
    session.search("nom=EXEMPLE");
    for _ in 0..3 {
        let _ = session.try_call("GET", "/patient", b"");
    }
    let all = sandbox.requests();
    let upload = &all[3];
    assert_eq!(upload.bytes, sent.len() as u64);
    assert_eq!(upload.ended, Some(RequestEnd::Answered));
    assert!(upload.duration.is_some_and(|time| time > Duration::ZERO));
    let ends: Vec<_> = all[5..].iter().map(|seen| seen.ended.unwrap()).collect();
    assert_eq!(
        ends,
        [RequestEnd::Cut, RequestEnd::Cut, RequestEnd::Answered]
    );

    let shown = shown(&sandbox);
    assert_eq!(shown[3]["response"]["body"]["bytes"], json!(3_000_000));
    assert_eq!(shown[5]["response"], Value::Null);
    assert_eq!(shown[5]["fault"]["id"], json!(1));
    let cut = shown[6]["response"]["body"].as_str().unwrap();
    assert!(cut.starts_with("cut after "), "{cut}");
    assert_eq!(shown[7]["response"]["body"], json!("<h1>Maintenance</h1>"));
    let kind = json!(["content-type", "text/html"]);
    assert!(
        shown[7]["response"]["headers"]
            .as_array()
            .unwrap()
            .contains(&kind)
    );
}

#[test]
fn a_client_that_does_not_wait_is_told_from_a_cut() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    let url = format!("{}/patient", session.url);
    let headers = [("Authorization", session.auth.as_str())];
    let hold = sandbox.hold(Call::PatientGet);
    let mut stream = connect(&url);
    stream
        .write_all(&request("GET", &url, &headers, b""))
        .unwrap();
    assert!(sandbox.wait_for(Call::PatientGet, 1, LONG));
    drop(stream);
    assert!(sandbox.wait_for_end(Call::PatientGet, 1, LONG));
    drop(hold);
    let seen = shown(&sandbox).pop().unwrap();
    assert_eq!(seen["ended"], json!("client_left"), "{seen:#}");
    let gone = "le client a fermé la connexion avant la réponse";
    assert_eq!(seen["problem_fr"], json!(gone));
}

#[test]
fn a_client_that_stops_sending_is_told_from_a_cut() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    session.open_record(PATIENT);
    let url = session.send_url(PATIENT);
    let headers = [
        ("Authorization", session.auth.as_str()),
        FORM,
        ("Content-Length", "90000"),
    ];
    let mut stream = connect(&url);
    let body = form(&document(&[7; 1000]));
    let part = &body[..body.len() - 10];
    stream
        .write_all(&request("POST", &url, &headers, part))
        .unwrap();
    assert!(sandbox.wait_for(Call::DmpSend, 1, LONG));
    let open = shown(&sandbox).pop().unwrap();
    assert_eq!(
        (&open["ended"], &open["duration_ms"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(open["session"], session.login["connectionId"]);
    drop(stream);
    assert!(sandbox.wait_for_end(Call::DmpSend, 1, LONG));
    let seen = shown(&sandbox).pop().unwrap();
    assert_eq!(seen["ended"], json!("client_left"), "{seen:#}");
    let found = seen["refusal"]["found_fr"].as_str().unwrap();
    assert!(found.ends_with("puis la fin de la connexion"), "{found}");
    assert_eq!(seen["body"]["multipart"][0]["name"], json!("file"));
}

/// Requests of all kinds, right and wrong, with secrets where they belong and where they do not.
fn varied(sandbox: &Sandbox) -> Vec<String> {
    let session = Session::open(sandbox);
    let ticket = ticket(sandbox);
    let bearer = session.login["bearer"].as_str().unwrap();
    for path in ["ready", "login"] {
        card(sandbox, path, json!({}));
        card(
            sandbox,
            path,
            json!({ "licenseTicket": bearer, "pin": "4821", "token": "4821" }),
        );
        card(sandbox, path, json!({ "token": ticket, "pinCode": "4821" }));
    }
    try_login(sandbox, ONE, "4821");
    try_login(sandbox, VITALE, "4821");
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
                send(
                    "GET",
                    &url,
                    &headers,
                    format!("pinCode=4821&{auth}").as_bytes(),
                );
                send("DELETE", &url, &headers, b"");
            }
        }
    }
    for query in [
        "",
        "nom=JUMEAU",
        "nom=255081416802538",
        "nom=%ff",
        "nom=A&nom=B",
        "nom=EXEMPLE",
    ] {
        session.search(query);
    }
    let patient =
        format!(r#"{{"patient_id":"{PATIENT}","insQualified":true,"bearer":"{bearer}"}}"#);
    for body in [&*patient, "[]", "", "{", r#"{"insQualified":1}"#] {
        session.call("POST", "/patient", body.as_bytes());
        session.call("PUT", "/user-profiles", body.as_bytes());
    }
    for id in ["1", "none", "%ff"] {
        session.call("GET", &format!("/user-profiles/{id}/select"), b"");
        session.open_record(id);
    }
    for id in [
        "269054958815780",
        "180126955222380",
        "279035121518989",
        PATIENT,
    ] {
        session.open_record(id);
    }
    for missing in 0..4 {
        let mut parts = document(b"x");
        parts.remove(missing);
        session.upload(PATIENT, &parts);
        let double = [document(b"x"), vec![document(b"x")[missing]]].concat();
        session.upload(PATIENT, &double);
    }
    session.upload(
        PATIENT,
        &[document(b"x"), vec![("note", None, b"x")]].concat(),
    );
    session.upload("1", &document(b"x"));
    session.upload(PATIENT, &document(b"x"));
    session.upload(PATIENT, &document(b"x"));
    send(
        "POST",
        &session.send_url(PATIENT),
        &[("Authorization", &session.auth)],
        b"x",
    );
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
        bearer, &ticket, &license, PATIENT, "4821", "\"1234\"", "\"5678\"",
    ];
    secrets.map(str::to_owned).to_vec()
}

#[test]
fn nothing_shown_holds_a_secret() {
    let sandbox = sandbox();
    let secrets = varied(&sandbox);
    let shown = get(&sandbox, "/requests").to_string();
    for secret in secrets {
        if let Some(at) = shown.find(&secret) {
            let start = shown.floor_char_boundary(at.saturating_sub(300));
            panic!("{secret}: {}", &shown[start..at]);
        }
    }
    // The log itself is not masked: tests look at what was sent.
    assert!(
        sandbox
            .requests()
            .iter()
            .any(|seen| seen.path.contains(PATIENT))
    );
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
fn all_that_is_said_is_said_in_french_too() {
    let sandbox = sandbox();
    varied(&sandbox);
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
