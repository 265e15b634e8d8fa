//! Waiting for requests, and holding their answers.

use crate::client::*;
use hr_sandbox::{Call, RequestEnd};
use serde_json::json;
use std::io::Write;
use std::thread;
use std::time::Duration;

#[test]
fn a_held_request_has_arrived_and_waits() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    assert!(!sandbox.wait_for(Call::PatientSearch, 1, Duration::from_millis(1)));
    let hold = sandbox.hold(Call::PatientSearch);
    thread::scope(|scope| {
        let search = scope.spawn(|| session.search("nom=EXEMPLE").status);
        assert!(sandbox.wait_for(Call::PatientSearch, 1, LONG));
        assert_eq!(sandbox.requests_of(Call::PatientSearch)[0].status, None);
        // Other calls go on meanwhile, and none of the effects is there.
        assert_eq!(session.call("GET", "/patient", b"").status, 409);
        assert!(!search.is_finished());
        drop(hold);
        assert_eq!(search.join().unwrap(), 200);
    });
    assert!(sandbox.wait_for_end(Call::PatientSearch, 1, LONG));
    assert_eq!(
        sandbox.requests_of(Call::PatientSearch)[0].status,
        Some(200)
    );
}

#[test]
fn two_holds_need_two_releases() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    let first = sandbox.hold(Call::PatientGet);
    let second = sandbox.hold(Call::PatientGet);
    thread::scope(|scope| {
        let read = scope.spawn(|| session.call("GET", "/patient", b"").status);
        assert!(sandbox.wait_for(Call::PatientGet, 1, LONG));
        drop(first);
        assert_eq!(session.call("GET", "/echo", b"").status, 200);
        assert!(!read.is_finished());
        drop(second);
        assert_eq!(read.join().unwrap(), 409);
    });
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
    stream
        .write_all(&request("POST", &url, &[], payload.to_string().as_bytes()))
        .unwrap();
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

#[test]
fn a_held_upload_is_not_read() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    session.open_record(PATIENT);
    let url = session.send_url(PATIENT);
    let headers = [("Authorization", session.auth.as_str()), FORM];
    let body = form(&document(&vec![7; 30_000_000]));
    let hold = sandbox.hold(Call::DmpSend);
    thread::scope(|scope| {
        let mut stream = connect(&url);
        let mut writer = stream.try_clone().unwrap();
        let sent = scope.spawn(move || writer.write_all(&request("POST", &url, &headers, &body)));
        assert!(sandbox.wait_for(Call::DmpSend, 1, LONG));
        assert!(!sent.is_finished());
        drop(hold);
        assert!(sent.join().unwrap().is_ok());
        assert_eq!(Reply::read(&mut stream).unwrap().status, 201);
    });
}

#[test]
fn a_sandbox_stops_with_requests_in_flight() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    let hold = sandbox.hold(Call::PatientGet);
    thread::scope(|scope| {
        let read = scope.spawn(|| session.try_call("GET", "/patient", b"").is_err());
        assert!(sandbox.wait_for(Call::PatientGet, 1, LONG));
        drop(sandbox);
        assert!(read.join().unwrap());
    });
    drop(hold);
}
