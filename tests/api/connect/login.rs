//! The PIN: presented at most once in a call, with all that the guard holds back.

use hr::ffi::test_hooks;
use hr_sandbox::{Call, Fault};
use serde_json::{Value, json};
use testkit::*;

use super::{Stage, at, choices, stage, with_card};

#[test]
fn one_call_opens_the_session_that_the_steps_go_on_with() {
    let stage = stage();
    let host = stage.host();
    // Without a PIN it is asked for, and so it is with one that nobody can have typed.
    for blank in [None, Some(""), Some("\t\u{4}\u{a0}")] {
        let asked = choices(with_card(&host, &stage.doctor, blank, json!({})), "pin");
        assert_eq!(asked[0]["raw"]["serial"], stage.doctor);
    }
    let open = with_card(&host, &stage.doctor, Some(PIN), json!({})).ok();
    let open = open.outcome("accepted").next("hr_patient_search");
    let open = open.has(json!({"identified": true, "profile": null, "situation": null}));
    let login = &open.json["login"];
    login.has(json!({"serviceUrl": stage.sandbox.service_url(), "outcome": "accepted"}));
    stage.received([1, 4, 1, 0, 0]);
    host.patient_search(QUALIFIED).ok();
    host.patient_get().ok();
    let again = with_card(&host, &stage.doctor, Some(PIN), json!({})).ok();
    assert_ne!(again.json["login"]["bearer"], login["bearer"]);
    assert_eq!(stage.sandbox.requests_of(Call::Ticket).len(), 1);
    assert_eq!(stage.sandbox.requests_of(Call::Login).len(), 2);
}

/// A person is asked about each presentation; what they said about one decides nothing about another.
#[test]
fn who_insists_on_a_held_pin_names_the_presentation() {
    let stage = stage();
    let host = stage.host();
    let present = |pin: &str, more: Value| with_card(&host, &stage.doctor, Some(pin), more);
    let wrong = |more: Value| drop(present("0000", more).fails("HR_E_CARD_STATUS"));
    let held = |more: Value, ask: &str| {
        let held = present("0000", more).fails("HR_E_PIN_GUARD");
        held.has(json!({ "ask": ask })).str("entry")
    };
    wrong(json!({}));
    let first = held(json!({}), "pin");
    let nobody = json!({"confirmed": "0".repeat(32)});
    assert_eq!(held(nobody, "pin"), first);
    assert_eq!(stage.presented(), 1);
    wrong(json!({"confirmed": first}));
    assert_eq!(stage.presented(), 2);

    let second = held(json!({"confirmed": first}), "retry");
    assert_ne!(first, second);
    held(json!({"confirmed": second}), "retry");
    held(json!({"confirmed": second, "retry": first}), "retry");
    assert_eq!(stage.presented(), 2);
    wrong(json!({"confirmed": first, "retry": second}));
    assert_eq!(stage.presented(), 3);
    assert_eq!(stage.sandbox.card_tries_left(&stage.doctor), Some(0));
    held(json!({"retry": second}), "retry");

    for bad in [json!(""), json!("f"), json!(1), json!({}), json!(null)] {
        present(PIN, json!({"retry": bad})).fails("HR_E_ARGUMENT");
        present(PIN, json!({"confirmed": bad})).fails("HR_E_ARGUMENT");
    }
    assert_eq!(stage.presented(), 3);
}

/// A host with a journal; and what presents a wrong PIN.
fn with_journal(stage: &Stage) -> (TempFile, Host, impl Fn(&Host, Value) -> Outcome) {
    let journal = TempFile::new("records.hrj", b"");
    let host = Host::with(&stage.sandbox, json!({ "journal": journal.path() }));
    let present = |host: &Host, more| with_card(host, &stage.doctor, Some("0000"), more);
    (journal, host, present)
}

/// One handle has a journal: what it knows and what the process knows are one.
#[test]
fn an_answer_counts_once_for_handles_with_and_without_a_journal() {
    testkit::alone!();
    let stage = stage();
    let (_journal, with, present) = with_journal(&stage);
    let without = stage.host();
    let held = |host: &Host, more: Value| present(host, more).fails("HR_E_PIN_GUARD").str("entry");
    present(&with, json!({})).fails("HR_E_CARD_STATUS");
    for [first, second] in [[&with, &without], [&without, &with]] {
        let entry = held(first, json!({}));
        let before = stage.presented();
        present(first, json!({"retry": entry})).fails("HR_E_CARD_STATUS");
        for host in [first, second] {
            let again = held(host, json!({"retry": entry, "confirmed": entry}));
            assert_ne!(again, entry);
        }
        assert_eq!(stage.presented(), before + 1);
    }
}

/// Not for a journal that had no part in it, though the process has forgotten it.
#[test]
fn an_answer_counts_for_the_log_that_asked() {
    testkit::alone!();
    let stage = stage();
    let (_journal, with, present) = with_journal(&stage);
    present(&with, json!({})).fails("HR_E_CARD_STATUS");
    let entry = present(&stage.host(), json!({})).fails("HR_E_PIN_GUARD");
    let answer = json!({"confirmed": entry.str("entry")});
    present(&stage.host(), answer.clone()).fails("HR_E_CARD_STATUS");
    test_hooks::forget();
    present(&with, answer).fails("HR_E_PIN_GUARD");
    assert_eq!(stage.presented(), 2);
}

#[test]
fn a_refused_ticket_is_no_reason_to_present_the_pin_again() {
    let stage = stage();
    let host = stage.host();
    let connect = || with_card(&host, &stage.doctor, Some(PIN), json!({}));
    stage.fault(Fault::on(Call::Login).status(401).times(1));
    let refused = connect().fails("HR_E_UNAUTHORIZED").outcome("rejected");
    at(refused, Some("hr_login"), false);
    stage.received([1, 1, 1, 0, 0]);
    assert_eq!(host.state().json["ticket"], false);
    // Nobody knows whether the card saw it.
    at(connect().fails("HR_E_PIN_GUARD"), Some("hr_login"), false);
    assert_eq!(host.pin_retry_allow_last(), 0);
    connect().ok();
    stage.received([2, 3, 2, 0, 0]);
    assert_eq!(stage.presented(), 1);
}

#[test]
fn an_earlier_login_ends_whatever_becomes_of_the_next() {
    let stage = stage();
    let host = stage.host();
    let log_in = || drop(with_card(&host, &stage.doctor, Some(PIN), json!({})).ok());
    // The doctor before is gone, also for a host that goes on.
    log_in();
    let none = with_card(&host, "absent", Some(PIN), json!({})).fails("HR_E_NO_CARD");
    at(none, None, false);
    choices(host.connect(None, None), "card");
    log_in();
    let wrong = with_card(&host, &stage.locum, Some("0000"), json!({}));
    at(wrong.fails("HR_E_CARD_STATUS"), Some("hr_login"), false);
    choices(host.connect(None, None), "card");
    log_in();
    host.patient_search(QUALIFIED).ok();
    let token = host.token(&stage.locum);
    host.login(&token, "1111").fails("HR_E_CARD_STATUS");
    host.patient_get().fails("HR_E_STATE");
}

/// Else a document would go out in the name of who was there before.
#[test]
fn the_open_session_of_another_card_does_not_serve() {
    let stage = stage();
    let host = stage.host();
    with_card(&host, &stage.doctor, Some(PIN), json!({})).ok();
    with_card(&host, &stage.doctor, None, json!({})).ok();
    let asked = choices(with_card(&host, &stage.locum, None, json!({})), "pin");
    assert_eq!(asked[0]["raw"]["serial"], stage.locum);
    assert_eq!(host.state().json["session"], false);
    // A login by its single step: the card of a session is not asked for again.
    let login = host.login(&host.token(&stage.doctor), PIN).ok();
    choices(with_card(&host, &stage.doctor, None, json!({})), "pin");
    let adopted = stage.host();
    let (url, bearer) = (login.str("serviceUrl"), login.str("bearer"));
    assert_eq!(adopted.session_set(&url, &bearer), 0);
    with_card(&adopted, &stage.locum, None, json!({})).ok();
    assert_eq!(stage.presented(), 2);
}
