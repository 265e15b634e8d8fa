//! `hr deposit --csv`: documents of several patients with one login, and again after the program was killed.

use crate::desk::{Desk, objects, rows};
use hr_sandbox::{Call, Fault};
use serde_json::json;
use std::fs::{self, File};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use testkit::PIN;
use testkit::c_compiler::Ended;

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
    let mut command = desk.command(SEND);
    command.stdin(pin).stdout(Stdio::piped()).spawn().unwrap()
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
    let [helene, anne] = ["255081416802538", "295109912611193"];
    assert_eq!(patients, [helene, helene, anne]);
    let ran = send(&desk, "").exits(0);
    ran.says("3 in the records (3 of them before)");
    assert_eq!(desk.sandbox.documents().len(), 3);
}

#[test]
fn one_patient_who_cannot_have_it_does_not_stop_the_others() {
    let rows = [
        ("a.txt", "PERSONNE;;"),
        ("lost.txt", HELENE),
        ("b.txt", ANNE),
    ];
    let desk = desk_with(&rows);
    let (hold, long) = (desk.sandbox.hold(Call::Login), Duration::from_secs(30));
    let child = begin(&desk);
    assert!(desk.sandbox.wait_for(Call::Login, 1, long));
    fs::remove_file(desk.home.path().join("lost.txt")).unwrap();
    drop(hold);
    let ran = child.wait_with_output().unwrap();
    let (said, summary) = (String::from_utf8(ran.stdout).unwrap(), "2 not sent now");
    assert!(
        ran.status.code() == Some(5) && said.contains(summary),
        "{said}"
    );
    assert_eq!(desk.sandbox.documents().len(), 1);
    // What is missing from the beginning is seen before a PIN is presented.
    let ran = send(&desk, "").exits(2);
    ran.says("line 3: lost.txt: the system says: ");
    assert_eq!(desk.sandbox.requests_of(Call::Login).len(), 1);
}

#[test]
fn a_doubt_that_arises_ends_the_list_and_one_that_is_held_does_not() {
    let desk = desk_with(&[("a.txt", HELENE), ("b.txt", ANNE)]);
    let lost = Fault::on(Call::DmpSend).status(502).times(1);
    desk.sandbox.set_fault(lost);
    let ran = send(&desk, "").exits(6);
    ran.says("0 in the records (0 of them before), 1 in doubt, 1 not sent now");
    let ran = send(&desk, "").exits(6);
    ran.says("1 in the records (0 of them before), 1 in doubt, 0 not sent now");
    assert_eq!(desk.sandbox.requests_of(Call::DmpSend).len(), 2);
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

/// Lists that cannot be used, and what is said. An open quotation mark would take the next document along, and a patient's
/// name into the journal; what no request may have, the library refuses before a PIN is presented, and no log has the name.
const WRONG: &str = "
    path,type_code~a.txt,1 | there is no activity_type
    path,type_code,activity_type,age~a.txt,1,1,9 | the name of column 4 is not known
    EXEMPLE,1,1 | the name of column 1 is not known
    path,path,type_code,activity_type~a,a,1,1 | column 2 has the name of another one
    path,type_code,activity_type~a.txt,1 | line 2: not as many fields
    path,type_code,activity_type~a.txt,1, | line 2: there is no activity_type
    | there is no document
    path,type_code,activity_type~,, | there is no document
    path,type_code,activity_type,reference~a,1,1,\"EXEMPLE~b,1,1,y | quotation mark
    path,type_code,activity_type,reference~a,1,1,\"EXEMPLE | quotation mark
    path,type_code,activity_type,nom,filename~a.txt,1,1,EXEMPLE,a~a.txt,1,1,EXEMPLE,\u{1} | line 2~
    path,type_code,activity_type,nom,filename~a.txt,1,1,EXEMPLE,\u{1} | HR_E_ARGUMENT
    path,type_code,activity_type,patient_id~a.txt,1,1,255081416802538 | line 2~hr: the patient has none of the traits
";

#[test]
fn a_list_that_is_wrong_is_2_with_its_line_and_sends_nothing() {
    let desk = desk_with(&[("a.txt", HELENE)]);
    for answer in [r#"{"doubts": {"x": "perhaps"}}"#, r#"{"update": {}}"#] {
        desk.file("answer.json", answer);
        send(&desk, "--answer answer.json").exits(2);
    }
    for [list, says] in rows(WRONG) {
        desk.file("list.csv", list);
        send(&desk, "").exits(2).says(&says).hides("EXEMPLE");
    }
    assert!(desk.sandbox.requests().is_empty());
}
