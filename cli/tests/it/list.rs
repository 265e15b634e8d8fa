//! `hr deposit --csv`: documents of several patients with one login, and again after the program was killed.

use crate::desk::{Desk, objects};
use hr_sandbox::{Call, Fault};
use serde_json::json;
use std::fs::{self, File};
use std::io::Write;
use std::process::{Child, Command};
use std::time::Duration;
use testkit::PIN;
use testkit::c_compiler::{Ended, run_with};

const SEND: &str = "deposit --csv list.csv --pin-stdin";
const HELENE: &str = "EXEMPLE;Hélène;255081416802538";
const ANNE: &str = "D'ÉTANG & FILS + CIE;Anne Marie;295109912611193";

/// A list of these documents, which the home folder has as well.
fn desk_with(rows: &[(&str, &str)]) -> Desk {
    let desk = Desk::with_one_card(json!({"patients_pointer": "/patients"}));
    let heads = "path;type_code;activity_type;nom;prenom;patient_id;reference";
    let mut list = format!("\u{feff}{heads}\r\n");
    for (path, who) in rows {
        list += &format!("{path};11503-0;10;{who};{path}\r\n");
        desk.file(path, path);
    }
    desk.file("list.csv", list);
    desk
}

/// Starts to send it.
fn begin(desk: &Desk) -> Child {
    let pin = File::open(desk.file("pin", PIN)).unwrap();
    desk.command(SEND).stdin(pin).spawn().unwrap()
}

fn send(desk: &Desk, more: &str) -> Ended {
    desk.run_with(&format!("{SEND} {more}"), PIN)
}

#[test]
fn several_patients_have_one_login_and_a_summary() {
    let desk = desk_with(&[("a.txt", HELENE), ("b.txt", HELENE), ("c.txt", ANNE)]);
    let ran = send(&desk, "").exits(0);
    ran.says("3 in the records (0 of them before), 0 in doubt, 0 not sent now");
    assert_eq!(desk.sandbox.requests_of(Call::Login).len(), 1);
    // The two of one patient went into a record that was opened once.
    assert_eq!(desk.sandbox.requests_of(Call::DmpOpen).len(), 2);
    let documents = desk.sandbox.documents();
    let patients: Vec<&str> = documents.iter().map(|it| &it.patient_id[..]).collect();
    let helene = "255081416802538";
    assert_eq!(patients, [helene, helene, "295109912611193"]);
    let ran = send(&desk, "").exits(0);
    ran.says("3 in the records (3 of them before)");
    assert_eq!(desk.sandbox.documents().len(), 3);
}

#[test]
fn one_patient_who_cannot_have_it_does_not_stop_the_others() {
    let desk = desk_with(&[("a", "PERSONNE;;"), ("lost", HELENE), ("b", ANNE)]);
    let (hold, long) = (desk.sandbox.hold(Call::Login), Duration::from_secs(30));
    let ran = run_with(&mut desk.command(&format!("{SEND} --json")), |mut input| {
        input.write_all(format!("{PIN}\n").as_bytes()).unwrap();
        assert!(desk.sandbox.wait_for(Call::Login, 1, long));
        fs::remove_file(desk.home.path().join("lost")).unwrap();
        drop(hold);
    });
    let ran = objects(&ran.exits(5));
    let endings: Vec<_> = ran.iter().map(|it| &it["ending"]).collect();
    assert_eq!(endings, ["nobody", "not_sent", "sent"]);
    assert_eq!(desk.sandbox.documents().len(), 1);
    // What is missing from the beginning is seen before a PIN is presented.
    let ran = send(&desk, "").exits(2);
    ran.says("line 3: lost: the system says: ");
    assert_eq!(desk.sandbox.requests_of(Call::Login).len(), 1);
}

#[test]
fn a_doubt_that_arises_ends_the_list_and_one_that_is_held_does_not() {
    let desk = desk_with(&[("a.txt", HELENE), ("b.txt", HELENE), ("c.txt", ANNE)]);
    desk.sandbox
        .set_fault(Fault::on(Call::DmpSend).status(502).times(2));
    for [sent, doubts, missing] in [[0, 1, 2], [0, 2, 1], [1, 2, 0]] {
        let stored = format!("{sent} in the records");
        let others = format!("{doubts} in doubt, {missing} not sent now");
        send(&desk, "").exits(6).says(&stored).says(&others);
    }
    assert_eq!(desk.sandbox.requests_of(Call::DmpSend).len(), 3);
}

#[test]
fn a_session_that_ends_says_what_had_arrived() {
    let desk = desk_with(&["a.txt", "b.txt", "c.txt"].map(|name| (name, HELENE)));
    let mut ended = Fault::on(Call::DmpSend).status(401).times(1);
    ended.nth = Some(2);
    desk.sandbox.set_fault(ended);
    let ran = send(&desk, "").exits(4).says("[ok] a.txt");
    ran.says("1 in the records (0 of them before), 0 in doubt, 2 not sent now");
    assert_eq!(desk.sandbox.documents().len(), 1);
    let ran = send(&desk, "").exits(0);
    ran.says("3 in the records (1 of them before)");
    assert_eq!(desk.sandbox.documents().len(), 3);
}

#[test]
fn a_list_goes_on_where_it_was_killed_and_doubles_nothing() {
    let desk = desk_with(&["a.txt", "b.txt", "c.txt"].map(|name| (name, HELENE)));
    let (hold, long) = (desk.sandbox.hold(Call::DmpSend), Duration::from_secs(30));
    let mut child = begin(&desk);
    assert!(desk.sandbox.wait_for(Call::DmpSend, 1, long));
    child.kill().unwrap();
    child.wait().unwrap();
    drop(hold);
    assert!(desk.sandbox.wait_for_end(Call::DmpSend, 1, long));
    // The first is in doubt until a person has looked; the others are sent.
    let ran = send(&desk, "--json").exits(6);
    let documents = objects(&ran)[0]["documents"].clone();
    let entry = documents[0]["entry"].as_str().unwrap();
    let answer = json!({"doubts": {entry: "found"}});
    desk.file("answer.json", answer.to_string());
    let ran = send(&desk, "--answer answer.json").exits(0);
    ran.says("3 in the records (3 of them before), 0 in doubt, 0 not sent now");
    assert_eq!(desk.sandbox.requests_of(Call::DmpSend).len(), 3);
}

#[cfg(unix)]
#[test]
fn a_signal_ends_a_call_and_what_comes_before_the_first() {
    let desk = desk_with(&[("a.txt", HELENE)]);
    let (hold, long) = (desk.sandbox.hold(Call::Login), Duration::from_secs(30));
    let kill = |mut child: Child| {
        let pid = child.id().to_string();
        let kill = Command::new("kill").args(["-INT", &pid]).status();
        assert!(kill.unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(130));
    };
    let child = begin(&desk);
    assert!(desk.sandbox.wait_for(Call::Login, 1, long));
    kill(child);
    drop(hold);
    // What the program is given may never come; the pipe opens when somebody reads it.
    let list = desk.home.path().join("list.csv");
    fs::remove_file(&list).unwrap();
    let pipe = Command::new("mkfifo").arg(&list).status();
    assert!(pipe.unwrap().success());
    let child = begin(&desk);
    let _writes = File::options().write(true).open(&list).unwrap();
    kill(child);
    assert_eq!(desk.sandbox.requests_of(Call::Login).len(), 1);
}
