//! `hr deposit`: what arrives, what is asked where nobody answers, and what the exit status says.

use crate::desk::{DEPOSIT, Desk, objects, rows};
use hr_sandbox::Call;
use serde_json::json;
use testkit::c_compiler::run;
use testkit::{CPS, PIN};

#[test]
fn a_document_arrives_once_and_is_known_by_the_next_start() {
    let desk = Desk::with_one_card(json!({}));
    desk.deposit("").exits(0).says("[ok] ").hides(PIN);
    let documents = desk.sandbox.documents();
    assert_eq!(documents.len(), 1);
    assert_eq!(documents[0].bytes, b"Compte rendu".len() as u64);
    let ran = desk.deposit("--json").exits(0);
    assert_eq!(objects(&ran)[0]["documents"][0]["already"], true);
    assert_eq!(desk.sandbox.documents().len(), 1);
    desk.deposit("--again").exits(0);
    assert_eq!(desk.sandbox.documents().len(), 2);
}

#[test]
fn a_wrong_pin_is_presented_once_and_held_at_the_next_start() {
    let desk = Desk::with_one_card(json!({"card_codes": {"pin_refused": [4], "card_locked": [5]}}));
    let present = |pin: &str, more: &str| desk.deposit_with(pin, "patient.json", more);
    // The first as `echo 1234 | hr` of Windows gives it.
    for pin in ["1234 ", "\t1234", "1234\u{200b}", "\"1234\"", ""] {
        present(pin, "").exits(2).hides(PIN).says(" PIN");
    }
    for _ in 0..2 {
        let ran = present("9999", "").exits(4).hides("9999");
        ran.hides("service_message");
    }
    // Another one may be a third wrong one.
    present("9998", "").exits(4).says("pin_held");
    assert_eq!(desk.sandbox.pin_presentations(CPS), 1);
    // A person insists, by the entry of the presentation that holds it.
    let held = present(PIN, "--json").exits(4);
    let answer = json!({ "confirmed": objects(&held)[0]["entry"] });
    desk.file("answer.json", answer.to_string());
    present("\u{feff}1234", "--answer answer.json").exits(0);
    assert_eq!(desk.sandbox.pin_presentations(CPS), 2);
    assert_eq!(desk.sandbox.documents().len(), 1);
}

#[test]
fn nobody_to_ask_is_3_with_the_choices_and_an_answer_goes_on() {
    let desk = Desk::new();
    // A log has no names.
    let ran = desk.deposit("").exits(3).says("ask: card (");
    ran.hides("D'ESSAI").hides(CPS);
    let card = r#"{"card":{"serial":"2000000001","idNat":"800000000001"}}"#;
    desk.deposit("--json").exits(3).says(card);
    assert_eq!(desk.sandbox.requests_of(Call::Login).len(), 0);
    desk.file("answer.json", card);
    desk.deposit("--answer answer.json").exits(0);
    assert_eq!(desk.sandbox.documents().len(), 1);
}

#[test]
fn a_doubt_is_6_and_is_settled_by_its_entry_alone() {
    let desk = Desk::with_one_card(json!({}));
    desk.refuse(Call::DmpSend, 1, 502);
    let ran = desk.deposit("").exits(6).says("[??] ");
    ran.says("hr journal --found ").says("hr journal --resend ");
    let ran = desk.deposit("--json").exits(6);
    let entry = objects(&ran)[0]["documents"][0]["entry"].clone();
    let settle = |entry: &str| {
        let doubts = json!({"doubts": {entry: "resend"}});
        desk.file("answer.json", doubts.to_string());
        desk.deposit("--answer answer.json")
    };
    settle(&"0".repeat(32)).exits(6);
    assert_eq!(desk.sandbox.requests_of(Call::DmpSend).len(), 1);
    settle(entry.as_str().unwrap()).exits(0);
    assert_eq!(desk.sandbox.documents().len(), 1);
}

/// A patient, the status, and what is said.
const REFUSED: &str = r#"
    {"nom": "PERSONNE"}                                  | 5 | HR_E_NOT_FOUND
    {"nom": "JUMEAU"}                                    | 3 | ask: traits
    {"nom": "MODÈLE", "patient_id": "180126955222380"}   | 3 | ask: update
"#;

#[test]
fn each_refusal_has_its_status() {
    let desk = Desk::with_one_card(json!({"patients_pointer": "/patients"}));
    for [patient, status, says] in rows(REFUSED) {
        desk.file("other.json", patient);
        let ran = desk.deposit_with(PIN, "other.json", "");
        ran.exits(status.parse().unwrap()).says(&says);
    }
    desk.refuse(Call::DmpSend, 1, 422);
    let ran = desk.deposit("").exits(5).says("[!!] ");
    ran.says(" http_status 422]");
    desk.sandbox.remove_card(CPS);
    desk.deposit("").exits(4);
    assert_eq!(desk.sandbox.documents().len(), 0);
}

/// The system refuses what would be the end of the last record.
#[cfg(target_os = "linux")]
#[test]
fn an_end_that_the_journal_could_not_note_is_said() {
    let desk = Desk::with_one_card(json!({}));
    let home = desk.home.path();
    let journal = home.join(".local/state/healthrecord/uploads.hrj");
    let length = || {
        desk.deposit("--again").exits(0).hides("--found");
        journal.metadata().unwrap().len()
    };
    let (first, second) = (length(), length());
    let line = format!("{DEPOSIT} --again --patient patient.json --pin-stdin");
    let room = 2 * second - first - 1;
    let ran = desk.run_with_room(room, &line, PIN).exits(0);
    ran.says("hr journal --found ENTRY");
}

#[cfg(unix)]
#[test]
fn the_patient_and_the_pin_come_from_descriptors_as_well() {
    let desk = Desk::with_one_card(json!({}));
    desk.file("pin", PIN);
    let line = format!("hr {DEPOSIT} --patient - --pin-fd 3 <patient.json 3<pin");
    // The name of another file is not UTF-8.
    desk.file("\u{fffd}", "of somebody else");
    let latin = format!("n=$(printf '\\351'); >$n; {line} $n");
    run(desk.program("sh").args(["-c", &latin]), "").exits(2);
    run(desk.program("sh").args(["-c", &line]), "").exits(0);
    assert_eq!(desk.sandbox.documents().len(), 1);
}
