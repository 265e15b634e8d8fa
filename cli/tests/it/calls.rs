//! `hr cards`, `hr journal`, `hr request`, `hr version`, the completions and the manual pages.

use crate::desk::Desk;
use hr_sandbox::{Call, Card, Fault};
use serde_json::json;
use std::fs;
use std::process::Stdio;
use std::time::Duration;
use testkit::{CPS, PIN};

#[test]
fn cards_are_listed_and_waited_for() {
    let desk = Desk::with_one_card(json!({}));
    desk.run(&["cards"])
        .exits(0)
        .says(&format!("CPS\tD'ESSAI\tZoé\t{CPS}\t"));
    let ran = desk.run(&["cards", "--json"]).exits(0);
    assert_eq!(ran.objects()[0]["cards"][0]["serial"], CPS);
    desk.sandbox.remove_card(CPS);
    desk.run(&["cards"]).exits(4);
    let before = desk.sandbox.requests_of(Call::Ready).len();
    let mut waits = desk.command(&["cards", "--wait", "60"]);
    let child = waits
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    assert!(
        desk.sandbox
            .wait_for(Call::Ready, before + 1, Duration::from_secs(30))
    );
    desk.sandbox.insert_card(Card::cps("2000000077", PIN));
    let ran = crate::desk::Ran::of(child.wait_with_output().unwrap());
    ran.exits(0).says("2000000077");
}

#[test]
fn the_journal_lists_and_takes_what_a_person_found() {
    let desk = Desk::with_one_card(json!({}));
    for (file, reference) in [("a.txt", "letter a"), ("b.txt", "letter b")] {
        desk.sandbox
            .set_fault(Fault::on(Call::DmpSend).status(500).times(1));
        desk.deposit(&["--reference", reference, &desk.file(file, file)])
            .exits(6);
    }
    let ran = desk.run(&["journal", "--doubts", "--json"]).exits(0);
    let listed = ran.objects()[0].clone();
    assert_eq!(listed["doubts"], 2);
    let entries = [0, 1].map(|at| listed["entries"][at]["entry"].as_str().unwrap().to_owned());
    desk.run(&["journal", "--found", &entries[0]]).exits(0);
    desk.run(&["journal", "--resend", &entries[1]]).exits(0);
    let ran = desk.run(&["journal"]).exits(0);
    ran.says("found in the record")
        .says("may be sent once more")
        .says("in doubt: ");
    desk.run(&["journal", "--found", "no entry"]).exits(2);
}

#[test]
fn any_request_is_made_after_a_login() {
    let desk = Desk::with_one_card(json!({}));
    let ran = desk.run_with(
        &[
            "request",
            "get",
            "/patient/search?nom=EXEMPLE",
            "--pin-stdin",
        ],
        PIN,
    );
    let reply: serde_json::Value = serde_json::from_str(&ran.exits(0).out).unwrap();
    assert!(reply.is_object(), "{reply}");
    desk.run_with(&["request", "GET", "/nothing", "--pin-stdin"], PIN)
        .exits(5);
}

#[test]
fn the_manual_and_the_completions_know_each_command() {
    let desk = Desk::new();
    desk.run(&["version"])
        .exits(0)
        .says(env!("CARGO_PKG_VERSION"));
    desk.run(&["man", "pages"]).exits(0);
    for command in ["doctor", "init", "cards", "deposit", "journal", "request"] {
        let page = fs::read_to_string(desk.home.path().join(format!("pages/hr-{command}.1")));
        assert!(page.unwrap().contains(".SH OPTIONS"), "{command}");
        desk.run(&["completions", "bash"]).exits(0).says(command);
        desk.run(&["--help"]).exits(0).says(command);
    }
    desk.run(&["--help"]).says("6 in doubt (do not repeat)");
    desk.run(&["--lang", "fr", "--help"])
        .exits(0)
        .says("6 incertain (ne pas recommencer)");
    desk.run::<&str>(&[]).exits(2).says("doctor");
}
