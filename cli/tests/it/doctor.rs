//! `hr doctor`: the page, with an exit status that says whether work is possible.

use crate::desk::{Desk, objects};
use hr_sandbox::{Call, Fault};
use serde_json::json;
use std::fs;
use testkit::{CPS, TempFile};

#[test]
fn a_sound_setup_has_its_page_without_a_secret_and_exits_with_0() {
    let desk = Desk::new();
    let ran = desk.run("doctor").exits(0);
    let ran = ran.says("Configuration: hr.json\n").says("[ok] License ");
    let ran = ran.says("Nothing that was checked prevents work.");
    assert!(ran.err.is_empty(), "{}", ran.err);
    let bearer = desk.sandbox.license_bearer();
    let ran = ran.hides(&bearer).hides("D'ESSAI").hides(CPS);
    ran.hides("255081416802538").hides("\u{1b}");
}

#[test]
fn what_fails_has_its_remedy_and_the_status_1() {
    let desk = Desk::new();
    desk.sandbox.set_fault(Fault::on(Call::Ticket).status(401));
    let ran = desk.run("doctor").exits(1);
    ran.says("[!!] License server: ")
        .says("     -> ")
        .says("Work is not possible until this is fixed: License server.");
    let ran = desk.run("doctor --json").exits(1);
    assert_eq!(objects(&ran)[0]["works"], false);
    // As after a double click on Windows.
    let ran = desk.run_with("doctor --pause", "\n").exits(1);
    ran.says("Press Enter to close this window.");
}

#[test]
fn a_journal_that_cannot_be_used_hides_nothing_else() {
    let text = b"a text of somebody's own\n";
    let journal = TempFile::new("not.hrj", text);
    let desk = Desk::with(|_| true, json!({"journal": journal.path()}));
    let ran = desk.run("doctor").exits(1).says("[ok] License server: ");
    let ran = ran.says("hr.json\n[!!] ").says("\n     -> ");
    ran.hides("Nothing that was checked prevents work.");
    let ran = desk.run("--lang=fr doctor").exits(1);
    ran.says("À corriger avant de pouvoir travailler");
    assert_eq!(fs::read(journal.path()).unwrap(), text);
}

#[test]
fn without_a_license_server_hr_cannot_work() {
    let desk = Desk::new();
    desk.file("empty.json", "{}");
    let ran = desk.run("--config empty.json doctor").exits(1);
    ran.says("[!!] license_url is not set");
}

#[test]
fn the_last_documents_of_the_journal_stand_below() {
    let desk = Desk::with_one_card(json!({}));
    desk.deposit("--reference letter-7").exits(0);
    let ran = desk.run("doctor").exits(0);
    let ran = ran.says("Last documents of the journal:");
    let line = ran.out.lines().last().unwrap();
    assert!(line.contains("\taccepted\t") && line.contains("\tletter-7\t"));
}
