//! The control interface.

mod cards;
mod documents;
mod faults;
mod patients;
mod requests;
mod scenario;
mod sessions;
mod unusable;

use crate::client::*;
use hr_sandbox::{Call, Sandbox};
use serde_json::{Value, json};
use std::io::Write;

fn get(sandbox: &Sandbox, path: &str) -> Value {
    send("GET", &format!("{}{path}", sandbox.control_url()), &[], b"").json()
}

fn post(sandbox: &Sandbox, path: &str, body: Value) -> Reply {
    let url = format!("{}{path}", sandbox.control_url());
    send("POST", &url, &[], body.to_string().as_bytes())
}

fn ask(sandbox: &Sandbox, method: &str, path: &str) -> Reply {
    let url = format!("{}{path}", sandbox.control_url());
    send(method, &url, &[], b"")
}

/// A refusal with this status, in both languages, that has this word.
#[track_caller]
fn refused(reply: &Reply, status: u16, word: &str) {
    let json = reply.json();
    assert_eq!(reply.status, status, "{json}");
    assert!(reply.error().contains(word), "{json}");
    assert!(!json["error_fr"].as_str().unwrap().is_empty(), "{json}");
}

#[test]
fn it_shows_state_requests_and_documents_without_secrets() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    session.search("nom=EXEMPLE");
    session.open_record(PATIENT);
    session.upload(PATIENT, &document(b"x"));
    let state = get(&sandbox, "/state");
    assert_eq!(state["cards"][0]["pin_presentations"], json!(1));
    assert_eq!(state["sessions"][0]["patient_id"], json!("2550…38"));
    assert_eq!(state["documents"], json!(1));
    let documents = get(&sandbox, "/documents");
    assert_eq!(documents[0]["bytes"], json!(1));
    let requests = get(&sandbox, "/requests");
    let calls: Vec<_> = requests
        .as_array()
        .unwrap()
        .iter()
        .map(|r| &r["call"])
        .collect();
    let expected = ["ticket", "login", "patient_search", "dmp_open", "dmp_send"];
    assert_eq!(
        calls,
        expected.map(|call| json!(call)).iter().collect::<Vec<_>>()
    );
    assert_eq!(requests[3]["path"], json!("/service/dmp/2550…38"));

    let shown = format!("{state}{documents}{requests}");
    let bearer = session.login["bearer"].as_str().unwrap();
    for secret in [bearer, "1234\"", PATIENT, &sandbox.license_bearer()] {
        assert!(!shown.contains(secret), "{secret}");
    }
    let seen = sandbox.requests();
    let auth = seen[4]
        .headers
        .iter()
        .find(|(name, _)| name == "authorization");
    assert_eq!(auth.unwrap().1, session.auth);
}

#[test]
fn it_tells_the_run_and_who_is_there() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    session.search("nom=EXEMPLE");
    let state = get(&sandbox, "/state");
    assert!(!state["run"].as_str().unwrap().is_empty());
    assert!(state["started"].as_str().unwrap().ends_with('Z'));
    let urls = json!({
        "license": sandbox.license_url(), "card": sandbox.local_url(),
        "service": sandbox.service_url(), "control": sandbox.control_url(),
    });
    assert_eq!(state["urls"], urls);

    let card = &state["cards"][0];
    assert_eq!(card["holder"]["last_name"], json!("D'ESSAI"));
    assert_eq!(
        (&card["tries"], &card["locked"]),
        (&json!(3), &json!(false))
    );
    assert_eq!(card.get("pin"), None);
    let patient = &state["patients"][0];
    assert_eq!(patient["number"], json!(1));
    assert_eq!(patient["patient_id"], json!("2550…38"));
    assert_eq!(patient["date_naissance"], json!("1955-08-14"));
    let live = &state["sessions"][0];
    assert_eq!(live["holder"], json!("Zoé D'ESSAI"));
    assert_eq!(
        (&live["patient"], &live["identified"]),
        (&json!(1), &json!(true))
    );
    assert!(live["since"].as_str().unwrap() >= state["started"].as_str().unwrap());

    let shown = get(&sandbox, "/state?show=nir,pin");
    assert_eq!(shown["cards"][0]["pin"], json!("1234"));
    assert_eq!(shown["patients"][0]["patient_id"], json!(PATIENT));
    assert_eq!(shown["sessions"][0]["patient_id"], json!(PATIENT));
    assert_eq!(state["cards"][2]["holder"]["id_nat"], json!("2550…38"));
}

#[test]
fn a_body_without_end_is_refused() {
    let sandbox = sandbox();
    let url = format!("{}/cards/insert", sandbox.control_url());
    let chunked = request("POST", &url, &[("Transfer-Encoding", "chunked")], b"");
    let chunked = String::from_utf8(chunked).unwrap();
    let mut stream = connect(&url);
    let head = chunked.replace("Content-Length: 0\r\n", "");
    stream.write_all(head.as_bytes()).unwrap();
    let chunk = [b"100000\r\n".as_slice(), &[b' '; 1 << 20], b"\r\n"].concat();
    // It closes while there is more to come.
    let taken = (0..64).take_while(|_| stream.write_all(&chunk).is_ok());
    assert!(taken.count() < 64);
    let mut stream = connect(&url);
    stream.write_all(head.as_bytes()).unwrap();
    for _ in 0..16 {
        stream.write_all(&chunk).unwrap();
    }
    // No more than is read: the answer might be lost behind the rest.
    stream.write_all(b"1\r\n \r\n").unwrap();
    let reply = Reply::read(&mut stream).unwrap();
    refused(&reply, 413, "16 MiB");
    assert_eq!(reply.header("content-type"), Some("application/json"));
}
