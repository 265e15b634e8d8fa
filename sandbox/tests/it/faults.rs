//! Faults on purpose, set by a program and through the control port.

use crate::client::*;
use hr_sandbox::{Call, Cut, Fault, Sandbox};
use serde_json::{Value, json};
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

fn armed(sandbox: &Sandbox) -> Value {
    get(sandbox, "/faults")["armed"].clone()
}

fn arm(sandbox: &Sandbox, fault: Value) -> Value {
    let reply = post(sandbox, "/faults", fault);
    assert_eq!(reply.status, 200, "{}", reply.json());
    reply.json()
}

#[test]
fn a_cut_leaves_what_was_sent_before() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    session.search("nom=EXEMPLE");
    let read = || session.call("GET", "/patient", b"");
    let whole = read();
    assert!(whole.whole());
    for (cut, length) in [(Cut::AfterHeaders, 0), (Cut::MidBody, whole.body.len() / 2)] {
        sandbox.set_fault(Fault::on(Call::PatientGet).times(1).act().cut(cut));
        let part = read();
        assert_eq!((part.status, &*part.body), (200, &whole.body[..length]));
        assert!(!part.whole());
    }
    let before = Fault::on(Call::PatientGet).times(1).act().cut(Cut::Before);
    sandbox.set_fault(before);
    assert!(session.try_call("GET", "/patient", b"").is_err());
    assert!(read().whole());
}

#[test]
fn any_status_body_type_and_length_can_be_answered() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    let usual = session.search("nom=EXEMPLE").body;
    let answered = |fault: Fault| {
        sandbox.set_fault(fault.times(1));
        session.search("nom=EXEMPLE")
    };
    let on = || Fault::on(Call::PatientSearch);
    let error = br#"{"error":"a fault was set for this call"}"#;
    let html = || on().body("<html>").content_type("text/html");
    let chunked = || on().body("[1, 2]").header("Transfer-Encoding", "chunked");
    for (fault, status, body) in [
        (html(), 200, &b"<html>"[..]),
        (on().act().header("X-Trace", "1"), 200, &usual),
        (on().act().status(503), 503, error),
        (on().after_bytes(0), 200, error),
        (
            on().body("[1, 2, 3]").header("Content-Length", "5"),
            200,
            b"[1, 2",
        ),
        (chunked(), 200, b"6\r\n[1, 2]\r\n0\r\n\r\n"),
        (chunked().cut(Cut::MidBody), 200, b"3\r\n[1,\r\n"),
    ] {
        let reply = answered(fault);
        assert_eq!((reply.status, &*reply.body), (status, body));
    }
    let page = answered(html());
    assert_eq!(page.header("content-type"), Some("text/html"));
    let place = "http://127.0.0.1:9/";
    let start = Instant::now();
    let late = answered(on().delay_ms(50));
    assert_eq!(late.body, usual, "a delay alone only delays");
    assert!(start.elapsed() >= Duration::from_millis(50));
    let led_on = answered(on().status(307).header("Location", place));
    assert_eq!(led_on.header("location"), Some(place));
    let short = answered(on().body("{}").header("Content-Length", "50"));
    assert_eq!((&*short.body, short.whole()), (&b"{}"[..], false));
    assert_eq!(answered(chunked()).header("content-length"), None);
}

#[test]
fn an_answer_can_be_followed_by_a_reset() {
    let sandbox = sandbox();
    sandbox.set_fault(Fault::on(Call::Ready).reset());
    let url = format!("{}/direct/ready", sandbox.local_url());
    let mut stream = connect(&url);
    let sent = request("POST", &url, &[], b"{}");
    stream.write_all(&sent).unwrap();
    let mut whole = Vec::new();
    let end = stream.read_to_end(&mut whole).unwrap_err();
    assert_eq!(end.kind(), ErrorKind::ConnectionReset);
    assert!(whole.starts_with(b"HTTP/1.1 ") && whole.ends_with(b"}"));
}

#[test]
fn armed_faults_are_listed_and_count_down() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    let ready = json!({
        "call": "ready", "nth": null, "times": null, "status": 503, "name": null, "cut": null,
        "headers": {"X-A": "1"},
    });
    let forever = arm(&sandbox, ready);
    let search = json!({ "call": "patient_search", "nth": 2, "times": 2, "status": 500 });
    assert_eq!(arm(&sandbox, search)["faults"], json!(2));
    let first = armed(&sandbox)[0].clone();
    assert_eq!(first["id"], forever["id"]);
    let shown = (&first["left"], &first["headers"]);
    assert_eq!(shown, (&Value::Null, &json!({"X-A": "1"})));

    for (wanted, status) in [([0, 0, 2], 200), ([1, 0, 2], 500), ([2, 1, 1], 500)] {
        let now = &armed(&sandbox)[1];
        let counts = ["seen", "applied", "left"].map(|count| now[count].clone());
        assert_eq!(counts, wanted.map(Value::from));
        assert_eq!(session.search("nom=EXEMPLE").status, status);
    }
    assert_eq!(armed(&sandbox).as_array().unwrap().len(), 1, "used up");
    assert_eq!(session.search("nom=EXEMPLE").status, 200);

    let path = format!("/faults/{}", forever["id"]);
    let none = json!({ "faults": 0 });
    assert_eq!(control(&sandbox, "DELETE", &path, "").json(), none);
    assert_eq!(control(&sandbox, "DELETE", &path, "").status, 404);
}

#[test]
fn a_listed_fault_can_be_set_again() {
    let sandbox = sandbox();
    let all = get(&sandbox, "/faults");
    for one in all["named"].as_array().unwrap() {
        let calls = one["calls"].as_array().unwrap();
        assert!(calls.contains(&one["call"]) && one["text"] != one["text_fr"]);
        arm(&sandbox, one["fault"].clone());
        arm(&sandbox, json!({ "name": one["name"] }));
        let armed = armed(&sandbox);
        assert_eq!(armed[0]["left"], Value::Null);
        assert_eq!(armed[1]["left"], 1);
        for key in ["call", "status", "body", "cut", "headers", "down_ms"] {
            assert_eq!(armed[0][key], armed[1][key], "{}", one["name"]);
            assert_eq!(armed[0][key], one["fault"][key], "{}", one["name"]);
        }
        sandbox.clear_faults();
    }
}

#[test]
fn a_name_takes_a_call_and_which_requests() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    let busy = json!({ "name": "busy", "call": "patient_get", "times": 0, "nth": 2 });
    let id = arm(&sandbox, busy)["id"].clone();
    session.search("nom=EXEMPLE");
    let statuses = [(); 4].map(|()| session.call("GET", "/patient", b"").status);
    assert_eq!(statuses, [200, 429, 429, 429]);
    let shown = &armed(&sandbox)[0];
    assert_eq!([&shown["left"], &shown["times"]], [&Value::Null, &json!(0)]);
    let seen = sandbox.requests_of(Call::PatientGet).pop().unwrap();
    let fault = get(&sandbox, &format!("/requests/{}", seen.number))["fault"].clone();
    assert_eq!(fault, json!({ "id": id, "name": "busy" }));
}

#[test]
fn two_that_are_armed_by_their_names_meet_two_requests() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    for name in ["busy", "server-error"] {
        arm(&sandbox, json!({ "name": name, "call": "patient_get" }));
    }
    session.search("nom=EXEMPLE");
    let statuses = [(); 3].map(|()| session.call("GET", "/patient", b"").status);
    assert_eq!(statuses, [429, 503, 200]);
}

#[test]
fn a_service_is_down_until_the_fault_is_removed() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    let address = split(&session.url).0;
    for (method, path) in [("DELETE", "/faults"), ("POST", "/reset")] {
        let down = json!({ "call": "patient_search", "times": 1, "down_ms": 600_000 });
        arm(&sandbox, down);
        let reply = session.search("nom=EXEMPLE");
        assert_eq!(reply.status, 200, "the request itself is answered");
        assert_eq!(reply.header("connection"), Some("close"));
        assert!(TcpStream::connect(address).is_err());
        let other = card(&sandbox, "ready", json!({}));
        assert!(!other.body.is_empty(), "the other services go on");
        assert_eq!(armed(&sandbox)[0]["down"], json!(true));

        assert_eq!(control(&sandbox, method, path, "").status, 200);
        let listens = TcpStream::connect(address).is_ok();
        assert!(listens, "it listens before the answer");
        assert_eq!(armed(&sandbox), json!([]));
    }
}

#[test]
fn a_service_comes_back_by_itself() {
    let sandbox = sandbox();
    let url = format!("{}/direct/ready", sandbox.local_url());
    let down = json!({ "call": "ready", "times": 1, "down_ms": 100 });
    arm(&sandbox, down);
    send("POST", &url, &[], b"{}");
    let end = Instant::now() + LONG;
    while TcpStream::connect(split(&url).0).is_err() {
        assert!(Instant::now() < end, "it stays down");
        std::thread::yield_now();
    }
    assert_eq!(armed(&sandbox), json!([]), "the fault is used up");
    send("POST", &url, &[], b"{}");
    assert_eq!(sandbox.requests_of(Call::Ready).len(), 2);
}
