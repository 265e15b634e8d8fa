//! `hr doctor`: the page, in both languages, with an exit status that says whether work is possible.

use crate::desk::Desk;
use hr_sandbox::{Call, Fault};
use serde_json::json;
use std::fs;

#[test]
fn a_sound_setup_has_its_page_and_exits_with_0() {
    let desk = Desk::new();
    let ran = desk.run(&["doctor"]).exits(0);
    let ran = ran.says("Configuration: ").says("[ok] License server: ");
    let ran = ran.says("Nothing that was checked prevents work.");
    assert!(!ran.out.contains('\u{1b}'), "{}", ran.out);
    assert!(ran.err.is_empty(), "{}", ran.err);
    let french = desk.run(&["--lang", "fr", "doctor"]).exits(0);
    french.says("Rien de ce qui a été vérifié n'empêche de travailler.");
}

#[test]
fn what_fails_has_its_remedy_and_the_status_1() {
    let desk = Desk::new();
    desk.sandbox.set_fault(Fault::on(Call::Ticket).status(401));
    let ran = desk.run(&["doctor"]).exits(1);
    ran.says("[!!] License server: ")
        .says("     -> ")
        .says("Work is not possible until this is fixed: License server.");
    let ran = desk.run(&["doctor", "--json"]).exits(1);
    assert_eq!(ran.objects()[0]["works"], false);
}

#[test]
fn a_journal_that_cannot_be_used_hides_nothing_else() {
    let desk = Desk::with(Default::default(), json!({}));
    let journal = desk.file("not.hrj", "a text of somebody's own\n");
    let mut configuration = desk.sandbox.config_json();
    configuration["journal"] = json!(journal);
    fs::write(desk.home.path().join("hr.json"), configuration.to_string()).unwrap();
    let ran = desk.run(&["doctor"]).exits(1);
    let ran = ran.says("[ok] License server: ").says("\n     -> ");
    assert!(
        ran.out.starts_with("Configuration: ") && ran.out.contains("\n[!!] "),
        "{}",
        ran.out
    );
    assert!(
        !ran.out.contains("Nothing that was checked prevents work."),
        "{}",
        ran.out
    );
    desk.run(&["--lang=fr", "doctor"])
        .exits(1)
        .says("À corriger avant de pouvoir travailler");
    assert_eq!(fs::read(&journal).unwrap(), b"a text of somebody's own\n");
}

#[test]
fn without_a_license_server_hr_cannot_work() {
    let desk = Desk::new();
    let file = desk.file("empty.json", "{}");
    desk.run(&["--config", &file, "doctor"])
        .exits(1)
        .says("[!!] license_url is not set");
}

#[test]
fn the_last_documents_of_the_journal_stand_below() {
    let desk = Desk::with_one_card(json!({}));
    desk.deposit(&["--reference", "letter 7"]).exits(0);
    let ran = desk.run(&["doctor"]).exits(0);
    let ran = ran.says("Last documents of the journal:");
    let line = ran.out.lines().last().unwrap();
    assert!(
        line.contains("\taccepted\t") && line.contains("\tletter 7\t"),
        "{line}"
    );
}

#[test]
fn nothing_secret_stands_on_the_page() {
    let desk = Desk::new();
    let ran = desk.run(&["doctor"]);
    let said = format!("{}{}", ran.out, ran.err);
    for secret in [
        &desk.sandbox.license_bearer()[..],
        "D'ESSAI",
        "2000000001",
        "255081416802538",
    ] {
        assert!(!said.contains(secret), "{secret} in {said}");
    }
}
