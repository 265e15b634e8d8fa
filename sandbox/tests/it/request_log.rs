//! What the request log keeps of each request, and what it hides.

use crate::client::*;
use hr_sandbox::{Call, Cut, Fault, RequestEnd};
use serde_json::{Value, json};
use std::io::Write;
use std::time::Duration;

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
    assert_eq!(last(&sandbox)["remarks"], 2);
    let documents = get(&sandbox, "/documents");
    for [pointer, value] in rows(
        r#"/0/double_of    | null
           /0/remark       | null
           /1/double_of    | 1
           /1/media_type   | "application/pdf"
           /1/patient      | 1
           /1/patient_name | "EXEMPLE Hélène""#,
    ) {
        let value: Value = serde_json::from_str(value).unwrap();
        assert_eq!(documents.pointer(pointer), Some(&value), "{pointer}");
    }
    let remark = [&documents[1]["remark"], &documents[1]["remark_fr"]];
    assert!(remark.iter().all(|text| text.is_string()));
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
    let null = Value::Null;
    let (id, serial, session) = (json!(id), json!(ONE), &reply["connectionId"]);
    for (key, wanted) in [
        ("ticket", [&id, &id, &id, &null, &null]),
        ("card", [&null, &null, &serial, &null, &null]),
        ("session", [&null, &null, session, session, &null]),
    ] {
        assert!(all.iter().map(|seen| &seen[key]).eq(wanted), "{key}");
    }

    // A fault in place of the handling hides none of it.
    sandbox.set_fault(Fault::on(Call::Login).status(503));
    card(&sandbox, "login", payload);
    let seen = last(&sandbox);
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
    let page = Fault::on(Call::PatientGet).nth(3).status(503);
    sandbox.set_fault(page.content_type("text/html").body("<h1>Maintenance</h1>"));
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
    let (cut, answered) = (RequestEnd::Cut, RequestEnd::Answered);
    assert_eq!(ends, [cut, cut, answered]);

    let shown = shown(&sandbox);
    assert_eq!(shown[3]["response"]["body"]["bytes"], json!(3_000_000));
    assert_eq!(shown[5]["response"], Value::Null);
    assert_eq!(shown[5]["fault"]["id"], json!(1));
    let cut = shown[6]["response"]["body"].as_str().unwrap();
    assert!(cut.starts_with("cut after "), "{cut}");
    assert_eq!(shown[7]["response"]["body"], json!("<h1>Maintenance</h1>"));
    let kind = json!(["content-type", "text/html"]);
    let headers = shown[7]["response"]["headers"].as_array().unwrap();
    assert!(headers.contains(&kind));
}

#[test]
fn a_client_that_stops_sending_is_told_from_a_cut_and_stores_nothing() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    session.open_record(PATIENT);
    let url = session.send_url(PATIENT);
    let body = form(&document(&[7; 1000]));
    // Without the last boundary, and with it but not with what the head announces.
    for (count, sent) in [(1, &body[..body.len() - 10]), (2, &body)] {
        let length = (body.len() + 10).to_string();
        let auth = ("Authorization", &*session.auth);
        let headers = [auth, FORM, ("Content-Length", &length)];
        let mut stream = connect(&url);
        let bytes = request("POST", &url, &headers, sent);
        stream.write_all(&bytes).unwrap();
        assert!(sandbox.wait_for(Call::DmpSend, count, LONG));
        let open = last(&sandbox);
        assert!(open["ended"].is_null() && open["duration_ms"].is_null());
        assert_eq!(open["session"], session.login["connectionId"]);
        drop(stream);
        assert!(sandbox.wait_for_end(Call::DmpSend, count, LONG));
        let seen = last(&sandbox);
        assert_eq!(seen["ended"], "client_left", "{seen:#}");
        assert_eq!(seen["body"]["multipart"][0]["name"], "file");
        assert!(sandbox.documents().is_empty());
    }
}

#[test]
fn a_client_that_leaves_presents_no_pin() {
    let sandbox = sandbox();
    let payload = json!({
        "token": sandbox.card_token(ONE),
        "pinCode": "1234",
        "licenseTicket": ticket(&sandbox),
    });
    let url = format!("{}/direct/login", sandbox.local_url());
    let hold = sandbox.hold(Call::Login);
    let mut stream = connect(&url);
    let asked = request("POST", &url, &[], payload.to_string().as_bytes());
    stream.write_all(&asked).unwrap();
    assert!(sandbox.wait_for(Call::Login, 1, LONG));
    drop(stream);
    assert!(sandbox.wait_for_end(Call::Login, 1, LONG));
    drop(hold);
    assert_eq!(sandbox.pin_presentations(ONE), 0);
    let seen = &sandbox.requests_of(Call::Login)[0];
    assert_eq!(seen.status, None);
    assert_eq!(seen.ended, Some(RequestEnd::ClientLeft));
    assert!(seen.problem.is_some());
}
