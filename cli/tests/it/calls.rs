//! `hr cards`, `hr journal`, `hr request`, `hr version`, the completions and the manual pages.

use crate::desk::{Desk, objects};
use hr_sandbox::{Call, Card};
use serde_json::{Value, json};
use std::fs;
use std::time::Duration;
use testkit::c_compiler::run_with;
use testkit::journal::{journal, old_uploads};
use testkit::{CPS, PIN, TempFile};

#[test]
fn cards_are_listed_and_waited_for() {
    let desk = Desk::with_one_card(json!({}));
    let row = format!("CPS\tD'ESSAI\tZoé\t{CPS}\n");
    desk.run("cards").exits(0).says(&row);
    let ran = desk.run("cards --json").exits(0);
    assert_eq!(objects(&ran)[0]["cards"][0]["serial"], CPS);
    desk.sandbox.remove_card(CPS);
    desk.run("cards").exits(4).says("HR_E_NO_CARD");
    let before = desk.sandbox.requests_of(Call::Ready).len();
    let waited = run_with(&mut desk.command("cards --wait"), |_| {
        let long = Duration::from_secs(30);
        assert!(desk.sandbox.wait_for(Call::Ready, before + 1, long));
        desk.sandbox.insert_card(Card::cps("2000000077", PIN));
    });
    waited.exits(0).says("2000000077");
}

#[test]
fn the_journal_lists_and_takes_what_a_person_found() {
    let desk = Desk::with_one_card(json!({}));
    for reference in ["a", "b"] {
        desk.refuse(Call::DmpSend, 1, 500);
        desk.file("lettre.txt", reference);
        desk.deposit(&format!("--reference {reference}")).exits(6);
    }
    let ran = desk.run("journal --doubts --json").exits(0);
    let listed = objects(&ran)[0].clone();
    assert_eq!(listed["doubts"], 2);
    let [found, resend] = [0, 1].map(|at| listed["entries"][at]["entry"].as_str().unwrap());
    desk.run(&format!("journal --found {found}")).exits(0);
    desk.run(&format!("journal --resend {resend}")).exits(0);
    let ran = desk.run("journal").exits(0).says("in doubt: 1; damaged");
    ran.says("found in the record")
        .says("may be sent once more");
    // Each doubt is to be settled, so all are listed.
    let file = TempFile::new("doubts.hrj", journal(&old_uploads(30, 30)).as_bytes());
    let desk = Desk::with_one_card(json!({"journal": file.path()}));
    let ran = desk.run("journal --doubts").exits(0);
    assert_eq!(ran.out.matches("\tin doubt\t").count(), 30);
}

#[test]
fn any_request_is_made_after_a_login() {
    let desk = Desk::with_one_card(json!({}));
    let search = "request get /patient/search?nom=EXEMPLE --pin-stdin";
    let ran = desk.run_with(search, PIN).exits(0);
    assert!(serde_json::from_str::<Value>(&ran.out).unwrap().is_object());
    let nowhere = "request GET /nothing --pin-stdin";
    desk.run_with(nowhere, PIN).exits(5);
    // A body goes as it is written.
    let body = r#"{ "demande" : 1e2 }"#;
    desk.file("body.json", body);
    let put = "request PUT /user-profiles --body body.json --pin-fd 0";
    desk.run_with(put, PIN).exits(0);
    let put = desk.sandbox.requests_of(Call::ProfilePut);
    assert_eq!(put[0].body, body.as_bytes());
}

#[test]
fn the_manual_and_the_completions_know_each_command() {
    let desk = Desk::new();
    let ran = desk.run("version").exits(0).says(env!("CARGO_PKG_VERSION"));
    // The files are those of the other commands.
    ran.says("Configuration: hr.json\n").says("(absent)");
    let page = desk.run("man").exits(0).says(".TH hr 1");
    desk.run("man pages").exits(0);
    for command in ["doctor", "init", "cards", "deposit", "journal", "request"] {
        assert!(page.out.contains(command), "{command}");
        let one = desk.home.path().join(format!("pages/hr-{command}.1"));
        assert!(fs::read_to_string(one).unwrap().contains(".SH OPTIONS"));
        desk.run("completions bash").exits(0).says(command);
        desk.run("--help").exits(0).says(command);
    }
    desk.run("").exits(2).says("doctor");
}
