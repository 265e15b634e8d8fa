//! `hr doctor`: the page, with an exit status that says whether work is possible.

use crate::desk::{Desk, objects};
use hr_sandbox::{Call, Fault};
use serde_json::{Value, json};
use std::fs;
use testkit::TempFile;
use testkit::picture::{Lines, is_todays};

#[test]
fn what_is_missing_has_its_remedy_and_the_status_1() {
    let desk = Desk::new();
    let no_bearer = json!({"license_url": desk.sandbox.license_url()});
    for incomplete in [json!({}), no_bearer] {
        desk.file("incomplete.json", incomplete.to_string());
        let ran = desk.run("--config incomplete.json doctor").exits(1);
        ran.says("[!!] License server: license_url or license_bearer is not set");
    }
    // As after a double click on Windows.
    desk.refuse(Call::Ticket, 1, 401);
    let ran = desk.run_with("doctor --pause", "\n").exits(1);
    ran.says("[!!] License ").says("Press Enter to close");
}

#[test]
fn a_journal_that_cannot_be_used_hides_nothing_else() {
    let text = b"a text of somebody's own\n";
    let journal = TempFile::new("not.hrj", text);
    let desk = Desk::with(|_| true, json!({"journal": journal.path()}));
    let ran = desk.run("doctor").exits(1).says("[ok] License server: ");
    let ran = ran.says("(journal_not_ours, ").says("\n     -> ");
    ran.hides("Nothing that was checked prevents work.");
    let ran = desk.run("--lang=fr doctor").exits(1).says("[!!] Journal");
    let ran = ran.hides("Aucun journal").hides("Réglez journal");
    ran.says("\nÀ corriger avant de pouvoir travailler");
    let diagnosis = objects(&desk.run("doctor --json").exits(1)).remove(0);
    assert_eq!(diagnosis["works"], false);
    let [check, page] = [&diagnosis["checks"][4], &diagnosis["text_fr"]].map(Value::to_string);
    assert!(check.contains("journal_not_ours") && page.contains("\\nÀ corriger"));
    assert_eq!(fs::read(journal.path()).unwrap(), text);
}

#[test]
fn the_last_documents_of_the_journal_stand_above_the_verdict() {
    let desk = Desk::with_one_card(json!({}));
    desk.deposit("--reference letter-7").exits(0);
    let ran = desk.run("doctor").exits(0);
    assert!(ran.err.is_empty(), "{}", ran.err);
    let ran = ran.says("Last documents of the journal:").hides("\u{1b}");
    let line = ran.out.lines().rev().nth(1).unwrap();
    assert!(line.contains("\taccepted\t") && line.contains("\tletter-7\t"));
}

/// Of the pictures in the manual, which `HR_BLESS=1 cargo test -p healthrecord-cli pictures` draws anew.
const VARIES: &str = r"
    2020-\d\d-\d\dT[\d:.]+Z => 2020-11-26T10:00:00.000Z
    \d{5} h \d+ min => 52593 h 34 min
    Configuration(.*): .* => Configuration$1: /home/zoe/.config/healthrecord/hr.toml
    (\d bits), /.* => $1, /usr/bin/hr
    202[1-9]-\d\d-\d\dT[\d:.]+Z => 2026-11-26T09:30:00.000Z
    (call|appel) [0-9A-Z]{8} => $1 7K3MQ2XD
    127\.0\.0\.1:\d+ => 127.0.0.1:48367
    (resolve|connect|send|wait|read) \d+ => $1 0
    \(\d+ ms\) => (4 ms)
";

#[track_caller]
fn is_the_picture(desk: &Desk, name: &str) {
    for language in ["en", "fr"] {
        let mut command = desk.command(&format!("--lang {language} doctor"));
        let output = command.env("CLICOLOR_FORCE", "1").output().unwrap();
        let name = format!("doctor-{name}-{language}.svg");
        is_todays(&name, &output.stdout, VARIES, Lines::AtOnce);
    }
}

#[test]
fn pictures_of_a_sound_setup_and_of_a_broken_one() {
    is_the_picture(&Desk::new(), "sound");
    let more = json!({"local_url": "http://127.0.0.1:9", "patients_pointer": null});
    let desk = Desk::with(|_| true, more);
    let ended = r#"{"licenseTicket":"e30.eyJleHAiOjEwMDAwMDAwMDB9.c2ln"}"#;
    let fault = Fault::on(Call::Ticket).body(ended);
    let fault = fault.header("date", "Thu, 26 Nov 2020 10:00:00 GMT");
    desk.sandbox.set_fault(fault);
    is_the_picture(&desk, "broken");
}
