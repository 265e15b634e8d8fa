//! Faults on purpose.

use crate::client::*;
use hr_sandbox::{Call, Cut, Fault};
use std::io::{Read, Write};
use std::time::{Duration, Instant};

#[test]
fn a_status_replaces_the_answer_and_nothing_is_done() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    sandbox.set_fault(
        Fault::on(Call::DmpOpen)
            .status(503)
            .header("Retry-After", "5"),
    );
    let reply = session.open_record(PATIENT);
    assert_eq!(
        (reply.status, reply.header("retry-after")),
        (503, Some("5"))
    );
    assert!(!reply.error().is_empty());
    sandbox.clear_faults();
    assert_eq!(session.upload(PATIENT, &document(b"x")).status, 409);
    let seen = &sandbox.requests_of(Call::DmpOpen)[0];
    assert_eq!(seen.status, Some(503));
    assert!(seen.problem.as_ref().unwrap().starts_with("fault"));
}

#[test]
fn the_action_can_be_done_although_the_answer_says_otherwise() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    session.open_record(PATIENT);
    sandbox.set_fault(Fault::on(Call::DmpSend).times(1).status(500).act());
    assert_eq!(session.upload(PATIENT, &document(b"x")).status, 500);
    assert_eq!(sandbox.documents().len(), 1);

    sandbox.set_fault(Fault::on(Call::Login).times(1).cut(Cut::Before).act());
    let token = sandbox.card_token(ONE).unwrap();
    let body = format!(
        r#"{{"token":"{token}","pinCode":"0000","licenseTicket":"{}"}}"#,
        ticket(&sandbox)
    );
    let url = format!("{}/direct/login", sandbox.local_url());
    assert!(try_send("POST", &url, &[], body.as_bytes()).is_err());
    assert_eq!(sandbox.pin_presentations(ONE), 2);
    let seen = sandbox.requests_of(Call::Login).pop().unwrap();
    assert_eq!(seen.status, None);
    assert_eq!(seen.body, body.as_bytes());
}

#[test]
fn a_cut_leaves_what_was_sent_before() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    session.search("nom=EXEMPLE");
    let whole = session.call("GET", "/patient", b"");
    assert!(whole.whole());
    let get = || Fault::on(Call::PatientGet).times(1).act();

    sandbox.set_fault(get().cut(Cut::AfterHeaders));
    let headers = session.call("GET", "/patient", b"");
    assert_eq!((headers.status, headers.body.len()), (200, 0));
    assert!(!headers.whole());
    sandbox.set_fault(get().cut(Cut::MidBody));
    let half = session.call("GET", "/patient", b"");
    assert_eq!(half.body, &whole.body[..whole.body.len() / 2]);
    assert!(!half.whole());
    sandbox.set_fault(get().cut(Cut::Before));
    assert!(session.try_call("GET", "/patient", b"").is_err());
    assert!(session.call("GET", "/patient", b"").whole());
}

#[test]
fn any_body_type_and_length_can_be_answered() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    let search = || Fault::on(Call::PatientSearch).times(1);
    sandbox.set_fault(search().body("<html>").content_type("text/html"));
    let page = session.search("nom=EXEMPLE");
    assert_eq!(
        (page.status, page.header("content-type")),
        (200, Some("text/html"))
    );
    assert_eq!(page.body, b"<html>");
    sandbox.set_fault(
        search()
            .status(307)
            .header("Location", "http://127.0.0.1:9/"),
    );
    assert_eq!(
        session.search("nom=EXEMPLE").header("location"),
        Some("http://127.0.0.1:9/")
    );
    sandbox.set_fault(search().body("{}").header("Content-Length", "50"));
    let short = session.search("nom=EXEMPLE");
    assert_eq!(short.body, b"{}");
    assert!(!short.whole());
    sandbox.set_fault(search().body(*b"\xff\xfe"));
    assert_eq!(session.search("nom=EXEMPLE").body, b"\xff\xfe");
}

#[test]
fn nth_and_times_choose_requests() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    sandbox.set_fault(Fault::on(Call::PatientSearch).nth(2).status(500));
    let statuses = [(); 3].map(|()| session.search("nom=EXEMPLE").status);
    assert_eq!(statuses, [200, 500, 200]);
}

#[test]
fn a_delay_alone_only_delays() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    sandbox.set_fault(Fault::on(Call::DmpOpen).delay(Duration::from_millis(50)));
    let start = Instant::now();
    assert_eq!(session.open_record(PATIENT).status, 200);
    assert!(start.elapsed() >= Duration::from_millis(50));
}

#[test]
fn an_upload_can_be_cut_or_answered_before_its_end() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    session.open_record(PATIENT);
    let url = session.send_url(PATIENT);
    let auth = ("Authorization", session.auth.as_str());
    let headers = [auth, FORM, ("Content-Length", "1000000000")];
    sandbox.set_fault(Fault::on(Call::DmpSend).times(1).after_bytes(0).status(401));
    let mut stream = connect(&url);
    stream
        .write_all(&request("POST", &url, &headers, b""))
        .unwrap();
    assert_eq!(Reply::read(&mut stream).unwrap().status, 401);

    sandbox.set_fault(Fault::on(Call::DmpSend).after_bytes(1000).cut(Cut::Before));
    let mut stream = connect(&url);
    stream
        .write_all(&request("POST", &url, &headers, &[7; 2000]))
        .unwrap();
    assert!(Reply::read(&mut stream).is_err());
    assert!(sandbox.documents().is_empty());
}

#[test]
fn an_answer_can_be_followed_by_a_reset() {
    let sandbox = sandbox();
    sandbox.set_fault(Fault::on(Call::Ready).reset());
    let url = format!("{}/direct/ready", sandbox.local_url());
    let mut stream = connect(&url);
    stream
        .write_all(&request("POST", &url, &[], b"{}"))
        .unwrap();
    let mut whole = Vec::new();
    let end = stream.read_to_end(&mut whole).unwrap_err();
    assert_eq!(end.kind(), std::io::ErrorKind::ConnectionReset);
    assert!(whole.starts_with(b"HTTP/1.1 ") && whole.ends_with(b"}"));
}

#[test]
fn what_a_fault_leaves_out_is_answered_as_usual_or_as_an_error() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    let usual = session.search("nom=EXEMPLE");
    let answered = |fault: Fault| {
        sandbox.set_fault(fault.times(1));
        let reply = session.search("nom=EXEMPLE");
        (reply.status, reply.body)
    };
    let on = || Fault::on(Call::PatientSearch);
    let error = br#"{"error":"a fault was set for this call"}"#.to_vec();
    let kept = on().act().header("X-Trace", "1");
    assert_eq!(answered(kept), (200, usual.body.clone()));
    assert_eq!(answered(on().act().status(503)), (503, error.clone()));
    assert_eq!(answered(on().after_bytes(0)), (200, error));
    let short = on().body("[1, 2, 3]").header("Content-Length", "5");
    assert_eq!(answered(short), (200, b"[1, 2".to_vec()));
}

#[test]
fn a_chunked_answer_can_be_cut_too() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    let chunked = || {
        let fault = Fault::on(Call::PatientSearch).times(1);
        fault.body("[1, 2]").header("Transfer-Encoding", "chunked")
    };
    sandbox.set_fault(chunked());
    let whole = session.search("nom=EXEMPLE");
    assert_eq!(whole.body, b"6\r\n[1, 2]\r\n0\r\n\r\n");
    assert_eq!(whole.header("content-length"), None);
    sandbox.set_fault(chunked().cut(Cut::MidBody));
    assert_eq!(session.search("nom=EXEMPLE").body, b"3\r\n[1,\r\n");
}
