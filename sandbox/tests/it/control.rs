//! The control interface: what it shows, and the requests as a list and one by one.

use crate::client::*;
use hr_sandbox::Call;
use serde_json::{Value, json};
use std::io::{Read, Write};

#[test]
fn the_state_tells_the_run_and_who_is_there() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    session.search("nom=EXEMPLE");
    let state = get(&sandbox, "/state");
    let urls = json!({
        "license": sandbox.license_url(), "card": sandbox.local_url(),
        "service": sandbox.service_url(), "control": sandbox.control_url(),
    });
    assert_eq!(state["urls"], urls);
    for [pointer, value] in rows(
        r#"/cards/0/holder/last_name  | "D'ESSAI"
           /cards/0/tries             | 3
           /cards/0/locked            | false
           /cards/2/holder/id_nat     | "2550…38"
           /patients/0/number         | 1
           /patients/0/patient_id     | "2550…38"
           /sessions/0/holder         | "Zoé D'ESSAI"
           /sessions/0/patient        | 1
           /sessions/0/identified     | true"#,
    ) {
        let value: Value = serde_json::from_str(value).unwrap();
        assert_eq!(state.pointer(pointer), Some(&value), "{pointer}");
    }
    assert_eq!(state["cards"][0].get("pin"), None);
    let since = state["sessions"][0]["since"].as_str().unwrap();
    assert!(since >= state["started"].as_str().unwrap());

    let shown = get(&sandbox, "/state?show=nir,pin");
    assert_eq!(shown["cards"][0]["pin"], "1234");
    assert_eq!(shown["sessions"][0]["patient_id"], PATIENT);
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
    expect(&reply, "413", "16 MiB");
    assert!(reply.json()["error_fr"].is_string());
    assert_eq!(reply.header("content-type"), Some("application/json"));
}

#[test]
fn requests_can_be_had_one_by_one_and_the_newest_alone() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    session.search("nom=EXEMPLE");
    assert!(sandbox.wait_for_end(Call::PatientSearch, 1, LONG));
    let all = get(&sandbox, "/requests");
    assert_eq!(get(&sandbox, "/requests?last=1"), json!([all[2]]));
    assert_eq!(get(&sandbox, "/requests?last=9"), all);
    assert_eq!(get(&sandbox, "/requests?last=0"), json!([]));
    assert_eq!(get(&sandbox, "/requests/2"), all[1]);
}

#[test]
fn a_long_list_comes_in_parts_and_holds_nobody() {
    const LONG_BODIES: usize = 20;
    let sandbox = sandbox();
    let filler = "x".repeat(400_000);
    for _ in 0..LONG_BODIES {
        let payload = json!({ "licenseTicket": "none", "model": filler });
        card(&sandbox, "ready", payload);
    }
    assert!(sandbox.wait_for_end(Call::Ready, LONG_BODIES, LONG));
    let mut slow = ask_control(&sandbox, "GET", "/requests", "");
    let mut answer = vec![0; 1000];
    slow.read_exact(&mut answer).unwrap();

    // The rest is longer than what fits between the two ends.
    card(&sandbox, "ready", json!({}));
    assert_eq!(get(&sandbox, "/requests/22")["call"], json!("ready"));

    slow.read_to_end(&mut answer).unwrap();
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n");
    let (head, body) = answer.split_at(end.unwrap() + 4);
    let head = String::from_utf8_lossy(head).to_lowercase();
    assert!(!head.contains("content-length"), "{head}");
    let list: Vec<Value> = serde_json::from_slice(body).unwrap();
    assert_eq!(list.len(), LONG_BODIES);
    for (index, seen) in list.iter().enumerate() {
        assert_eq!(seen["number"], json!(index + 1));
        assert_eq!(seen["body"]["model"], json!(filler));
    }
}
