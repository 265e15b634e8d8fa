//! `hr deposit`: what arrives, what is asked where nobody answers, and what the exit status says.

use crate::desk::Desk;
use hr_sandbox::{Call, Fault};
use serde_json::json;
use testkit::{CPS, PIN};

#[test]
fn a_document_arrives_once_and_is_known_by_the_next_start() {
    let desk = Desk::with_one_card(json!({}));
    let ran = desk.deposit(&[]).exits(0).says("[ok] ");
    assert!(!format!("{}{}", ran.out, ran.err).contains(PIN));
    let documents = desk.sandbox.documents();
    assert_eq!(documents.len(), 1);
    assert_eq!(documents[0].bytes, b"Compte rendu".len() as u64);
    let ran = desk.deposit(&["--json"]).exits(0);
    assert_eq!(ran.objects()[0]["documents"][0]["already"], true);
    assert_eq!(desk.sandbox.documents().len(), 1);
    desk.deposit(&["--again"]).exits(0);
    assert_eq!(desk.sandbox.documents().len(), 2);
}

#[test]
fn a_wrong_pin_is_presented_once_and_held_at_the_next_start() {
    let desk = Desk::with_one_card(json!({"card_codes": {"pin_refused": [4], "card_locked": [5]}}));
    let present = |pin: &str, more: &[&str]| desk.deposit_with(pin, &desk.patient(), more);
    for _ in 0..2 {
        let ran = present("9999", &[]).exits(4);
        assert!(!format!("{}{}", ran.out, ran.err).contains("9999"));
    }
    // Another one may be a third wrong one.
    present("9998", &[]).exits(4).says("pin_held");
    assert_eq!(desk.sandbox.pin_presentations(CPS), 1);
    // A person insists, by the entry of the presentation that holds it.
    let held = present(PIN, &["--json"]).exits(4);
    let entry = held.objects()[0]["entry"].clone();
    let answer = desk.file("answer.json", json!({ "confirmed": entry }).to_string());
    present(PIN, &["--answer", &answer]).exits(0);
    assert_eq!(desk.sandbox.pin_presentations(CPS), 2);
    assert_eq!(desk.sandbox.documents().len(), 1);
}

#[test]
fn nobody_to_ask_is_3_with_the_choices_and_an_answer_goes_on() {
    let desk = Desk::new();
    let ran = desk.deposit(&[]).exits(3).says("ask: card");
    ran.says(&format!(
        "{{\"card\":{{\"idNat\":\"800000000001\",\"serial\":\"{CPS}\"}}}}"
    ));
    assert_eq!(desk.sandbox.requests_of(Call::Login).len(), 0);
    let answer = desk.file("answer.json", json!({"card": {"serial": CPS}}).to_string());
    desk.deposit(&["--answer", &answer]).exits(0);
    assert_eq!(desk.sandbox.documents().len(), 1);
}

#[test]
fn a_doubt_is_6_and_is_settled_by_its_entry_alone() {
    let desk = Desk::with_one_card(json!({}));
    desk.sandbox
        .set_fault(Fault::on(Call::DmpSend).status(502).times(1));
    desk.deposit(&[]).exits(6).says("[??] ");
    let ran = desk.deposit(&["--json"]).exits(6);
    assert_eq!(desk.sandbox.requests_of(Call::DmpSend).len(), 1);
    let entry = ran.objects()[0]["documents"][0]["entry"].clone();
    let entry = entry.as_str().unwrap();
    let other = desk.file(
        "other.json",
        json!({"doubts": {"0".repeat(32): "resend"}}).to_string(),
    );
    desk.deposit(&["--answer", &other]).exits(6);
    assert_eq!(desk.sandbox.requests_of(Call::DmpSend).len(), 1);
    let answer = desk.file(
        "answer.json",
        json!({"doubts": {entry: "resend"}}).to_string(),
    );
    desk.deposit(&["--answer", &answer]).exits(0);
    assert_eq!(desk.sandbox.documents().len(), 1);
}

#[test]
fn each_refusal_has_its_status() {
    let desk = Desk::with_one_card(json!({"patients_pointer": "/patients"}));
    let patient = |nom: &str| {
        let patient = desk.file("other.json", json!({ "nom": nom }).to_string());
        desk.deposit_with(PIN, &patient, &[])
    };
    patient("PERSONNE").exits(5);
    patient("JUMEAU").exits(3).says("ask: traits");
    let consent = desk.file(
        "consent.json",
        json!({"patient_id": "180126955222380", "nom": "MODÈLE"}).to_string(),
    );
    desk.deposit_with(PIN, &consent, &[])
        .exits(3)
        .says("ask: update");
    desk.sandbox.set_fault(Fault::on(Call::DmpSend).status(422));
    desk.deposit(&[]).exits(5).says("[!!] ");
    desk.sandbox.clear_faults();
    desk.sandbox.remove_card(CPS);
    desk.deposit(&[]).exits(4);
    assert_eq!(desk.sandbox.documents().len(), 0);
}

#[test]
fn what_cannot_be_used_is_2_before_anything_is_sent() {
    let desk = Desk::with_one_card(json!({}));
    let missing = |arguments: &[&str]| desk.run(arguments).exits(2);
    missing(&["deposit"]);
    missing(&["deposit", "a.txt"]).says("--patient");
    missing(&[
        "deposit",
        "a.txt",
        "--patient",
        "none.json",
        "--type-code=1",
        "--activity=1",
    ])
    .says("none.json");
    let twice = desk.file("twice.json", r#"{"nom": "EXEMPLE", "nom": "ESSAI"}"#);
    desk.deposit_with(PIN, &twice, &[]).exits(2).says("twice");
    let evil = desk.file("evil.json", json!({"documents": []}).to_string());
    desk.deposit(&["--answer", &evil])
        .exits(2)
        .says("documents");
    let broken = desk.file("broken.json", "{\"nom\": \"EXEMPLE");
    let ran = missing(&[
        "deposit",
        "a.txt",
        "--patient",
        &broken,
        "--type-code=1",
        "--activity=1",
    ]);
    assert!(!ran.err.contains("EXEMPLE"), "{}", ran.err);
    assert!(desk.sandbox.requests().is_empty());
}

#[cfg(unix)]
#[test]
fn the_pin_comes_from_a_descriptor_as_well() {
    let desk = Desk::with_one_card(json!({}));
    desk.file("c.txt", "c");
    let patient = desk.patient();
    let arguments = ["deposit", "c.txt", "--patient", &patient];
    let more = ["--type-code=11503-0", "--activity=10", "--pin-fd=0"];
    desk.run_with(&[&arguments[..], &more].concat(), PIN)
        .exits(0);
    assert_eq!(desk.sandbox.documents().len(), 1);
}
