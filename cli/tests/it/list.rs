//! `hr deposit --csv`: documents of several patients with one login.

use crate::desk::{Desk, objects};
use hr_sandbox::Call;
use serde_json::json;
use std::fs;
use testkit::PIN;
use testkit::c_compiler::Ended;

pub const SEND: &str = "deposit --csv list.csv --pin-stdin";
pub const HELENE: &str = "EXEMPLE;Hélène;255081416802538";
pub const ANNE: &str = "D'ÉTANG & FILS + CIE;Anne Marie;295109912611193";

/// A list of these documents, which the home folder has as well.
pub fn desk_with(rows: &[(&str, &str)]) -> Desk {
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
}

#[test]
fn one_patient_who_cannot_have_it_does_not_stop_the_others() {
    let desk = desk_with(&[("a", "PERSONNE;;"), ("b", ANNE)]);
    let ran = objects(&send(&desk, "--json").exits(5));
    let endings: Vec<_> = ran.iter().map(|it| &it["ending"]).collect();
    assert_eq!(endings, ["nobody", "sent"]);
    assert_eq!(desk.sandbox.documents().len(), 1);
    // What is missing from the beginning is seen before a PIN is presented.
    fs::remove_file(desk.home.path().join("b")).unwrap();
    let ran = send(&desk, "").exits(2);
    ran.says("line 3: b: the system says: ");
    assert_eq!(desk.sandbox.requests_of(Call::Login).len(), 1);
}

#[test]
fn a_doubt_that_arises_ends_the_list() {
    let desk = desk_with(&[("a.txt", HELENE), ("b.txt", HELENE), ("c.txt", ANNE)]);
    desk.refuse(Call::DmpSend, 1, 502);
    let ran = send(&desk, "").exits(6);
    ran.says("0 in the records (0 of them before), 1 in doubt, 2 not sent now");
}

#[test]
fn a_session_that_ends_says_what_had_arrived() {
    let desk = desk_with(&["a.txt", "b.txt", "c.txt"].map(|name| (name, HELENE)));
    desk.refuse(Call::DmpSend, 2, 401);
    let ran = send(&desk, "").exits(4).says("[ok] a.txt");
    ran.says("1 in the records (0 of them before), 0 in doubt, 2 not sent now");
    assert_eq!(desk.sandbox.documents().len(), 1);
}
