//! The PIN: presented at most once in a call, with all that the guard holds back.

use hr_sandbox::{Call, Fault};
use serde_json::{Value, json};
use testkit::*;

use super::{at, choices, stage, with_card};

#[test]
fn one_call_opens_the_session_that_the_steps_go_on_with() {
    let stage = stage();
    let host = Host::of(&stage.sandbox);
    let open = with_card(&host, &stage.doctor, Some(PIN), json!({}))
        .ok()
        .outcome("accepted")
        .next("hr_patient_search");
    assert_eq!(open.json["identified"], true);
    assert_eq!(open.str("ending"), "open");
    assert_eq!(open.json["ask"], Value::Null);
    assert_eq!(
        open.str("message_fr"),
        "La connexion au service est ouverte."
    );
    assert_eq!(open.json["card"]["serial"], stage.doctor);
    assert_eq!(
        open.json["login"]["serviceUrl"],
        stage.sandbox.service_url()
    );
    assert_eq!(open.json["login"]["outcome"], "accepted");
    assert!(open.json["login"]["bearer"].is_string());
    open.json.has(json!({"profile": null, "situation": null}));
    host.state().ok().next("hr_patient_search");
    host.patient_search(QUALIFIED).ok();
    host.patient_get().ok();

    let again = with_card(&host, &stage.doctor, Some(PIN), json!({})).ok();
    assert_ne!(again.json["login"]["bearer"], open.json["login"]["bearer"]);
    assert_eq!(stage.sandbox.requests_of(Call::Ticket).len(), 1);
    assert_eq!(stage.sandbox.requests_of(Call::Login).len(), 2);
}

/// A person is asked about each presentation; what they said about one decides nothing about another.
#[test]
fn who_insists_on_a_held_pin_names_the_presentation() {
    let stage = stage();
    let host = Host::of(&stage.sandbox);
    let present = |pin: &str, more: Value| with_card(&host, &stage.doctor, Some(pin), more);
    let held = |pin: &str, more: Value, ask: &str| {
        let held = present(pin, more).fails("HR_E_PIN_GUARD");
        assert_eq!(held.str("ending"), "pin_held");
        assert_eq!(held.str("ask"), ask);
        held.str("entry")
    };
    present("0000", json!({})).fails("HR_E_CARD_STATUS");
    let first = held("0000", json!({}), "pin");
    assert_eq!(
        held("0000", json!({"confirmed": "0".repeat(32)}), "pin"),
        first
    );
    assert_eq!(stage.presented(), 1);
    present("0000", json!({"confirmed": first})).fails("HR_E_CARD_STATUS");
    assert_eq!(stage.presented(), 2);

    let second = held("0000", json!({"confirmed": first}), "retry");
    assert_ne!(first, second);
    held("0000", json!({"confirmed": second}), "retry");
    held(
        "0000",
        json!({"confirmed": second, "retry": first}),
        "retry",
    );
    assert_eq!(stage.presented(), 2);
    present("0000", json!({"confirmed": first, "retry": second})).fails("HR_E_CARD_STATUS");
    assert_eq!(stage.presented(), 3);
    assert_eq!(stage.sandbox.card_tries_left(&stage.doctor), Some(0));
    held("0000", json!({"retry": second}), "retry");

    for bad in [json!(""), json!("f"), json!(1), json!({}), json!(null)] {
        present(PIN, json!({"retry": bad})).fails("HR_E_ARGUMENT");
        present(PIN, json!({"confirmed": bad})).fails("HR_E_ARGUMENT");
    }
    assert_eq!(stage.presented(), 3);
}

/// One handle has a journal: what it knows and what the process knows are one.
#[test]
fn an_answer_counts_once_for_handles_with_and_without_a_journal() {
    testkit::alone!();
    let stage = stage();
    let folder = TempFile::new("folder", b"");
    let mut config = stage.sandbox.config_json();
    config["journal"] = json!(folder.0.with_file_name("records.hrj"));
    let (with, without) = (Host::open(&config), Host::of(&stage.sandbox));
    let present = |host: &Host, more: Value| with_card(host, &stage.doctor, Some("0000"), more);
    present(&with, json!({})).fails("HR_E_CARD_STATUS");
    for [first, second] in [[&with, &without], [&without, &with]] {
        let entry = present(first, json!({}))
            .fails("HR_E_PIN_GUARD")
            .str("entry");
        let before = stage.presented();
        present(first, json!({"retry": entry})).fails("HR_E_CARD_STATUS");
        for host in [first, second] {
            let held = present(host, json!({"retry": entry, "confirmed": entry}));
            assert_ne!(held.fails("HR_E_PIN_GUARD").str("entry"), entry);
        }
        assert_eq!(stage.presented(), before + 1);
    }
}

#[test]
fn a_refused_ticket_is_no_reason_to_present_the_pin_again() {
    let stage = stage();
    let host = Host::of(&stage.sandbox);
    stage.fault(Fault::on(Call::Login).status(401).times(1));
    let refused = with_card(&host, &stage.doctor, Some(PIN), json!({}));
    at(refused.fails("HR_E_UNAUTHORIZED"), Some("hr_login"), false);
    stage.received([1, 1, 1, 0, 0]);
    assert_eq!(host.state().json["ticket"], false);
    // Nobody knows whether the card saw it.
    let held = with_card(&host, &stage.doctor, Some(PIN), json!({}));
    at(held.fails("HR_E_PIN_GUARD"), Some("hr_login"), false);
    assert_eq!(host.pin_retry_allow_last(), 0);
    with_card(&host, &stage.doctor, Some(PIN), json!({})).ok();
    stage.received([2, 3, 2, 0, 0]);
    assert_eq!(stage.presented(), 1);
}

#[test]
fn a_refused_list_is_asked_for_once_more_and_the_pin_presented_once() {
    let stage = stage();
    let host = Host::of(&stage.sandbox);
    stage.fault(Fault::on(Call::Ready).status(401).times(1));
    with_card(&host, &stage.doctor, Some(PIN), json!({})).ok();
    stage.received([2, 2, 1, 0, 0]);
    stage.fault(Fault::on(Call::Ready).status(401));
    let refused = with_card(
        &host,
        &stage.doctor,
        Some(PIN),
        json!({"wait_card_ms": 60_000}),
    );
    at(refused.fails("HR_E_UNAUTHORIZED"), Some("hr_ready"), false);
    stage.received([3, 4, 1, 0, 0]);
}

#[test]
fn an_earlier_login_ends_whatever_becomes_of_the_next() {
    let stage = stage();
    let host = Host::of(&stage.sandbox);
    with_card(&host, &stage.doctor, Some(PIN), json!({})).ok();
    let none = with_card(&host, "absent", Some(PIN), json!({})).fails("HR_E_NO_CARD");
    at(none, None, false);
    // The doctor before is gone, also for a host that goes on.
    choices(host.connect(None, None), "card");
    with_card(&host, &stage.doctor, Some(PIN), json!({})).ok();
    let wrong = with_card(&host, &stage.locum, Some("0000"), json!({}));
    at(wrong.fails("HR_E_CARD_STATUS"), Some("hr_login"), false);
    assert_eq!(host.state().json["session"], false);
    choices(host.connect(None, None), "card");
}

/// Else a document would go out in the name of who was there before.
#[test]
fn the_open_session_of_another_card_does_not_serve() {
    let stage = stage();
    let host = Host::of(&stage.sandbox);
    with_card(&host, &stage.doctor, Some(PIN), json!({})).ok();
    with_card(&host, &stage.doctor, None, json!({})).ok();
    let asked = choices(with_card(&host, &stage.locum, None, json!({})), "pin");
    assert_eq!(asked[0]["raw"]["serial"], stage.locum);
    assert_eq!(host.state().json["session"], false);
    // A login by its single step: the card of a session is not asked for again.
    let login = host.login(&host.token(&stage.doctor), PIN).ok();
    choices(with_card(&host, &stage.doctor, None, json!({})), "pin");
    let adopted = Host::of(&stage.sandbox);
    let (url, bearer) = (login.str("serviceUrl"), login.str("bearer"));
    assert_eq!(adopted.session_set(&url, &bearer), 0);
    with_card(&adopted, &stage.locum, None, json!({})).ok();
    assert_eq!(stage.presented(), 2);
}

#[test]
fn blanks_are_no_pin_and_it_is_asked_for() {
    let stage = stage();
    let host = Host::of(&stage.sandbox);
    for blanks in ["", " ", "\t\u{4}\u{a0}"] {
        let asked = with_card(&host, &stage.doctor, Some(blanks), json!({}));
        assert_eq!(choices(asked, "pin")[0]["raw"]["serial"], stage.doctor);
    }
    assert_eq!(stage.sandbox.requests_of(Call::Login).len(), 0);
}
