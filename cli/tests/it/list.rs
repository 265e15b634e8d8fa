//! `hr deposit --csv`: documents of several patients with one login, and again after the program was killed.

use crate::desk::{Desk, Ran};
use hr_sandbox::{Call, Fault};
use serde_json::json;
use std::fs::File;
use std::process::{Command, Stdio};
use std::time::Duration;
use testkit::PIN;

const HEADS: &str = "path;type_code;activity_type;nom;prenom;patient_id;reference\r\n";

fn row(path: &str, who: &str) -> String {
    format!("{path};11503-0;10;{who};{path}\r\n")
}

const HELENE: &str = "EXEMPLE;Hélène;255081416802538";
const ANNE: &str = "D'ÉTANG & FILS + CIE;Anne Marie;295109912611193";

fn send(desk: &Desk, list: &str, more: &[&str]) -> Ran {
    let list = desk.file("list.csv", format!("\u{feff}{HEADS}{list}"));
    let arguments = [&["deposit", "--csv", &list, "--pin-stdin"], more].concat();
    desk.run_with(&arguments, PIN)
}

#[test]
fn several_patients_have_one_login_and_a_summary() {
    let desk = Desk::with_one_card(json!({}));
    for name in ["a.txt", "b.txt", "c.txt"] {
        desk.file(name, name);
    }
    let list = [
        row("a.txt", HELENE),
        row("b.txt", HELENE),
        row("c.txt", ANNE),
    ]
    .concat();
    send(&desk, &list, &[])
        .exits(0)
        .says("3 in the records (0 of them before), 0 in doubt, 0 not sent now");
    assert_eq!(desk.sandbox.requests_of(Call::Login).len(), 1);
    // The two of one patient went into a record that was opened once.
    assert_eq!(desk.sandbox.requests_of(Call::DmpOpen).len(), 2);
    let patients: Vec<_> = desk
        .sandbox
        .documents()
        .iter()
        .map(|it| it.patient_id.clone())
        .collect();
    assert_eq!(
        patients,
        ["255081416802538", "255081416802538", "295109912611193"]
    );
    send(&desk, &list, &[])
        .exits(0)
        .says("3 in the records (3 of them before)");
    assert_eq!(desk.sandbox.documents().len(), 3);
}

#[test]
fn one_patient_who_cannot_have_it_does_not_stop_the_others() {
    let desk = Desk::with_one_card(json!({"patients_pointer": "/patients"}));
    desk.file("a.txt", "a");
    desk.file("b.txt", "b");
    let list = [
        row("a.txt", "PERSONNE;;"),
        row("missing.txt", HELENE),
        row("b.txt", ANNE),
    ]
    .concat();
    let ran = send(&desk, &list, &[]).exits(5);
    ran.says("1 in the records (0 of them before), 0 in doubt, 2 not sent now");
    assert_eq!(desk.sandbox.documents().len(), 1);
    let ran = send(&desk, &list, &["--json"]).exits(5);
    let endings: Vec<_> = ran
        .objects()
        .iter()
        .map(|it| it["ending"].clone())
        .collect();
    assert_eq!(endings, ["nobody", "not_sent", "sent"]);
}

#[test]
fn a_doubt_that_arises_ends_the_list_and_one_that_is_held_does_not() {
    let desk = Desk::with_one_card(json!({}));
    desk.file("a.txt", "a");
    desk.file("b.txt", "b");
    let list = [row("a.txt", HELENE), row("b.txt", ANNE)].concat();
    desk.sandbox
        .set_fault(Fault::on(Call::DmpSend).status(502).times(1));
    send(&desk, &list, &[])
        .exits(6)
        .says("0 in the records (0 of them before), 1 in doubt, 1 not sent now");
    send(&desk, &list, &[])
        .exits(6)
        .says("1 in the records (0 of them before), 1 in doubt, 0 not sent now");
    assert_eq!(desk.sandbox.requests_of(Call::DmpSend).len(), 2);
}

#[test]
fn a_session_that_ends_says_what_had_arrived() {
    let desk = Desk::with_one_card(json!({}));
    for name in ["a.txt", "b.txt", "c.txt"] {
        desk.file(name, name);
    }
    let list = ["a.txt", "b.txt", "c.txt"]
        .map(|name| row(name, HELENE))
        .concat();
    let ended = Fault::on(Call::DmpSend).status(401).times(1);
    desk.sandbox.set_fault(Fault {
        nth: Some(2),
        ..ended
    });
    let ran = send(&desk, &list, &[]).exits(4).says("[ok] a.txt");
    ran.says("1 in the records (0 of them before), 0 in doubt, 2 not sent now");
    assert_eq!(desk.sandbox.documents().len(), 1);
    send(&desk, &list, &[])
        .exits(0)
        .says("3 in the records (1 of them before)");
    assert_eq!(desk.sandbox.documents().len(), 3);
}

#[test]
fn a_list_goes_on_where_it_was_killed_and_doubles_nothing() {
    let desk = Desk::with_one_card(json!({}));
    let names = ["a.txt", "b.txt", "c.txt"];
    for name in names {
        desk.file(name, name);
    }
    let list: String = names.map(|name| row(name, HELENE)).concat();
    let list_file = desk.file("list.csv", format!("{HEADS}{list}"));
    let hold = desk.sandbox.hold(Call::DmpSend);
    let mut command = desk.command(&["deposit", "--csv", &list_file, "--pin-stdin"]);
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), PIN.as_bytes()).unwrap();
    assert!(
        desk.sandbox
            .wait_for(Call::DmpSend, 1, Duration::from_secs(30))
    );
    child.kill().unwrap();
    child.wait().unwrap();
    drop(hold);
    assert!(
        desk.sandbox
            .wait_for_end(Call::DmpSend, 1, Duration::from_secs(30))
    );
    // The first is in doubt until a person has looked; the others are sent.
    let ran = send(&desk, &list, &["--json"]).exits(6);
    let documents = ran.objects()[0]["documents"].clone();
    let entry = documents[0]["entry"].as_str().unwrap();
    let answer = desk.file(
        "answer.json",
        json!({"doubts": {entry: "found"}}).to_string(),
    );
    let ran = send(&desk, &list, &["--answer", &answer]).exits(0);
    ran.says("3 in the records (3 of them before), 0 in doubt, 0 not sent now");
    assert_eq!(desk.sandbox.requests_of(Call::DmpSend).len(), 3);
}

/// What the program is given may never come.
#[cfg(unix)]
#[test]
fn a_signal_ends_what_comes_before_the_first_call() {
    let desk = Desk::with_one_card(json!({}));
    let list = desk.home.path().join("list.csv");
    assert!(
        Command::new("mkfifo")
            .arg(&list)
            .status()
            .unwrap()
            .success()
    );
    let mut command = desk.command(&["deposit", "--csv", list.to_str().unwrap()]);
    let mut child = command.spawn().unwrap();
    // It opens when somebody reads it.
    let writes = File::options().write(true).open(&list).unwrap();
    let kill = Command::new("kill").arg(child.id().to_string()).status();
    assert!(kill.unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    drop(writes);
}

#[test]
fn a_list_that_is_wrong_is_2_with_its_line_and_sends_nothing() {
    let desk = Desk::with_one_card(json!({}));
    let whole = |content: &[u8], says: &str| {
        let list = desk.file("list.csv", content);
        let ran = desk.run_with(&["deposit", "--csv", &list, "--pin-stdin"], PIN);
        ran.exits(2).says(says);
    };
    whole(b"path,type_code\na.txt,1\n", "activity_type");
    whole(
        b"path,type_code,activity_type,age\na.txt,1,1,9\n",
        "column 4",
    );
    whole(b"path,path,type_code,activity_type\na,a,1,1\n", "same name");
    whole(b"path,type_code,activity_type\na.txt,1\n", "line: 2");
    whole(
        b"path,type_code,activity_type\na.txt,1,\n",
        "line 2: there is no activity_type",
    );
    whole(b"path,type_code,activity_type\n\xe9.txt,1,1\n", "CSV UTF-8");
    whole(b"", "no document");
    whole(b"path,type_code,activity_type\n,,\n", "no document");
    // An open quotation mark would take the next document along, and a patient's name into the journal.
    whole(
        b"path,type_code,activity_type,reference\na,1,1,\"x\nb,1,1,y\n",
        "quotation mark",
    );
    // What no request may have, the library refuses before a PIN is presented.
    whole(
        b"path,type_code,activity_type,nom\na.txt,1,1,EXEMPLE\nb/\x01.txt,1,1,EXEMPLE\n",
        "HR_E_ARGUMENT",
    );
    // Nor does a log have the name of whose document it is.
    let patient = b"path,type_code,activity_type,nom\nb/\x01.txt,1,1,EXEMPLE\n";
    let list = desk.file("list.csv", patient);
    let ran = desk
        .run_with(&["deposit", "--csv", &list, "--pin-stdin"], PIN)
        .exits(2);
    assert!(!ran.err.contains("EXEMPLE"), "{}", ran.err);
    let wrong = desk.file(
        "wrong.json",
        json!({"doubts": {"x": "perhaps"}}).to_string(),
    );
    send(&desk, &row("a.txt", HELENE), &["--answer", &wrong]).exits(2);
    let update = desk.file(
        "update.json",
        json!({"update": {"insQualified": true}}).to_string(),
    );
    send(&desk, &row("a.txt", HELENE), &["--answer", &update]).exits(2);
    assert!(desk.sandbox.requests().is_empty());
}
