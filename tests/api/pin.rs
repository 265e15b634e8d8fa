//! The card: how often a PIN reaches it. The oracle is the sandbox's own count.

use std::time::Duration;

use hr_sandbox::{Call, Card};
use serde_json::json;
use testkit::*;

#[test]
fn a_wrong_pin_is_presented_once_and_not_again() {
    let serial = "pin-once";
    let (sandbox, host, token) = with_card(serial);
    let refused = host
        .login(&token, "0000")
        .fails("HR_E_CARD_STATUS")
        .outcome("rejected");
    refused.json.has(json!({"at": "card", "service_code": 4}));
    assert!(!refused.text.contains("0000"), "{}", refused.text);
    for pin in ["0000", PIN] {
        let held = host.login(&token, pin).fails("HR_E_PIN_GUARD");
        assert_eq!(held.json["at"], "library");
    }
    let token = host.token(serial);
    host.login(&token, "0000").fails("HR_E_PIN_GUARD");
    assert_eq!(sandbox.pin_presentations(serial), 1);

    // It holds for other handles, and for the same card under another token.
    sandbox.remove_card(serial);
    sandbox.insert_card(Card::cps(serial, PIN));
    let other = Host::of(&sandbox);
    other.ticket().ok();
    let renewed = other.token(serial);
    assert_ne!(renewed, token);
    other.login(&renewed, "0000").fails("HR_E_PIN_GUARD");
    assert_eq!(sandbox.pin_presentations(serial), 1);

    other.login(&renewed, PIN).ok();
    assert_eq!(sandbox.pin_presentations(serial), 2);
    assert_eq!(sandbox.card_tries_left(serial), Some(3));
}

#[test]
fn eight_threads_with_one_wrong_pin_present_it_once() {
    let serial = "pin-threads";
    let (sandbox, _host, _) = with_card(serial);
    let hosts: Vec<(Host, String)> = (0..8)
        .map(|_| {
            let host = Host::of(&sandbox);
            host.ticket().ok();
            let token = host.token(serial);
            (host, token)
        })
        .collect();
    let hold = sandbox.hold(Call::Login);
    let codes: Vec<String> = std::thread::scope(|scope| {
        let running: Vec<_> = hosts
            .iter()
            .map(|(host, token)| scope.spawn(|| host.login(token, "0000").str("name")))
            .collect();
        assert!(sandbox.wait_for(Call::Login, 1, Duration::from_secs(20)));
        drop(hold);
        running
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .collect()
    });
    assert_eq!(sandbox.pin_presentations(serial), 1, "{codes:?}");
    let count = |name: &str| codes.iter().filter(|code| *code == name).count();
    let ended = (count("HR_E_CARD_STATUS"), count("HR_E_PIN_GUARD"));
    assert_eq!(ended, (1, 7), "{codes:?}");
}

#[test]
fn a_pin_that_did_not_leave_costs_nothing() {
    let serial = "pin-absent";
    let (sandbox, host, token) = with_card(serial);
    let ticket = host.ticket().ok().str("licenseTicket");
    // The card client goes away between the list and the login.
    let gone = sandbox.local_url();
    drop(sandbox);
    let refused = host
        .login(&token, PIN)
        .fails("HR_E_CARD_CLIENT_ABSENT")
        .outcome("not_sent");
    assert!(!refused.text.contains(&gone) && !refused.text.contains(&ticket));
    host.login(&token, PIN).fails("HR_E_CARD_CLIENT_ABSENT");
}

#[test]
fn a_locked_card_is_reported_and_a_failed_login_ends_the_session() {
    let serial = "pin-lock";
    let (sandbox, host, token) = with_card(serial);
    host.login(&token, PIN).ok();
    host.patient_search(QUALIFIED).ok();
    let token = host.token(serial);
    host.login(&token, "0000").fails("HR_E_CARD_STATUS");
    host.patient_get().fails("HR_E_STATE");
    for wrong in ["1111", "2222"] {
        let token = host.token(serial);
        host.login(&token, wrong).fails("HR_E_CARD_STATUS");
    }
    assert_eq!(sandbox.card_tries_left(serial), Some(0));
    let token = host.token(serial);
    let locked = host.login(&token, PIN).fails("HR_E_CARD_STATUS");
    assert_eq!(locked.json["service_code"], 5);
}

#[test]
fn a_login_goes_out_alone_on_a_fresh_connection() {
    let serial = "pin-fresh";
    let (sandbox, host, token) = with_card(serial);
    host.login(&token, PIN).ok();
    let seen: Vec<_> = [Call::Ready, Call::Login]
        .iter()
        .flat_map(|call| sandbox.requests_of(*call))
        .map(|request| request.peer)
        .collect();
    assert_eq!(seen.len(), 2);
    assert_ne!(seen[0], seen[1]);
    let login = &sandbox.requests_of(Call::Login)[0];
    let body = String::from_utf8(login.body.clone()).unwrap();
    assert_eq!(body.matches(PIN).count(), 1);
    for request in sandbox.requests() {
        let elsewhere = format!("{}{:?}{:?}", request.path, request.query, request.headers);
        assert!(!elsewhere.contains(&format!("\"{PIN}\"")), "{elsewhere}");
    }
}
