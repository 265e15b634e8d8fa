//! At a terminal: what is asked, what is not shown, the table and the bar; and Ctrl-C ends the program with 130.

use crate::desk::{DEPOSIT, Desk};
use crate::list::{ANNE, HELENE, SEND, desk_with};
use hr_sandbox::Call;
use serde_json::json;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use testkit::c_compiler::Ended;
use testkit::{CPS, CPS_MANY, PIN};

/// A command line on a terminal of its own, which `script` makes: what is typed once the screen ends with a prompt, and
/// what was on the screen.
#[track_caller]
fn typed(desk: &Desk, line: &str, answers: &[(&str, &str)], at: impl Fn(&str)) -> Ended {
    let mut command = desk.program("timeout");
    command.args(["60", "script", "-qec", line, "/dev/null"]);
    command.env("TERM", "xterm").stdin(Stdio::piped());
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let (mut output, mut shown) = (child.stdout.take().unwrap(), Vec::new());
    for (prompt, answer) in answers {
        let mut byte = [0];
        while !shown.ends_with(prompt.as_bytes()) {
            let read = output.read(&mut byte).unwrap();
            assert!(read > 0, "{prompt} in {}", String::from_utf8_lossy(&shown));
            shown.push(byte[0]);
        }
        at(prompt);
        shown.push(b'<');
        input.write_all(answer.as_bytes()).unwrap();
    }
    output.read_to_end(&mut shown).unwrap();
    Ended {
        code: child.wait().unwrap().code(),
        out: String::from_utf8(shown).unwrap(),
        err: String::new(),
    }
}

fn deposit(desk: &Desk, patient: &str, answers: &[(&str, &str)]) -> Ended {
    let line = format!("hr {DEPOSIT} --patient {patient}");
    typed(desk, &line, answers, |_| ())
}

const ASKS_PIN: &str = "PIN of DR Zoé D'ESSAI, CPS, 2000000001: ";
/// What is typed once more before the next question is shown must not answer it.
const PIN_TYPED: (&str, &str) = (ASKS_PIN, "1234\n1234\n");
const NUMBER: &str = "Number, or nothing to stop: ";

#[test]
fn a_card_is_chosen_the_pin_is_not_shown_and_a_bar_is() {
    let desk = Desk::new();
    let answers = [(NUMBER, "9\n"), (NUMBER, "1\n"), PIN_TYPED];
    let ran = deposit(&desk, "patient.json", &answers).exits(0);
    ran.hides(PIN)
        .says("[\u{1b}[32mok\u{1b}[0m]")
        .says("12 B/12 B");
    assert_eq!(desk.sandbox.pin_presentations(CPS), 1);
    assert_eq!(desk.sandbox.documents().len(), 1);
}

#[test]
fn a_table_has_heads_and_colours_can_be_turned_off() {
    let desk = Desk::new();
    let cards = typed(&desk, "hr cards --lang fr", &[], |_| ()).exits(0);
    let cards = cards.says("Numéro de série").hides("\t");
    let columns = |name: &str| cards.out.lines().find_map(|line| line.find(name));
    assert_eq!(columns("Nom"), columns("DU TEST"));
    let doctor = |line| typed(&desk, line, &[], |_| ()).exits(0);
    doctor("hr doctor").says("[\u{1b}[32mok\u{1b}[0m] Library");
    doctor("NO_COLOR=1 hr doctor").says("[ok] Library");
}

#[test]
fn a_refused_pin_is_asked_for_again_and_nothing_typed_ends_it() {
    let desk = Desk::with_one_card(json!({"card_codes": {"pin_refused": [4], "card_locked": [5]}}));
    let answers = [(ASKS_PIN, "9999\n9999\n9999\n"), (ASKS_PIN, "\n")];
    let ran = deposit(&desk, "patient.json", &answers).exits(4);
    let ran = ran.hides("9999").hides("ask: ").says("hr: stopped");
    let failures = ran.out.matches("service_message ").count();
    assert_eq!(failures, 1, "{}", ran.out);
    assert_eq!(desk.sandbox.pin_presentations(CPS), 1);
}

#[test]
fn a_person_signs_for_what_is_missing_of_whom_is_shown() {
    let desk = Desk::with_one_card(json!({"patients_pointer": "/patients"}));
    desk.file("essai.json", json!({"nom": "ESSAI"}).to_string());
    for (typed, status, documents) in [("no\n", 3, 0), ("yes\n", 0, 1)] {
        let answers = [PIN_TYPED, ("identity document (yes): ", typed)];
        // The consent was given before.
        let ran = deposit(&desk, "essai.json", &answers).exits(status);
        ran.hides("The patient agrees").says("ESSAI, Mireille");
        assert_eq!(desk.sandbox.documents().len(), documents);
    }
    assert_eq!(desk.sandbox.requests_of(Call::PatientUpdate).len(), 1);
}

#[test]
fn other_traits_are_typed_where_several_have_these() {
    let desk = Desk::with_one_card(json!({"patients_pointer": "/patients"}));
    let twins = json!({"nom": "JUMEAU", "patient_id": "255081416802538"});
    desk.file("twins.json", twins.to_string());
    let answers = [
        PIN_TYPED,
        ("Last name: ", "EXEMPLE\n"),
        ("First name: ", "Hélène\n"),
        ("Date of birth: ", "\n"),
        ("Sex: ", "\n"),
    ];
    deposit(&desk, "twins.json", &answers).exits(0);
    assert_eq!(desk.sandbox.documents()[0].patient_id, "255081416802538");
}

/// Starts to send the list.
fn begin(desk: &Desk) -> Child {
    let pin = File::open(desk.file("pin", PIN)).unwrap();
    desk.command(SEND).stdin(pin).spawn().unwrap()
}

#[test]
fn what_became_of_documents_is_said_though_the_next_call_knows_nothing_of_them() {
    let desk = desk_with(&[("a.txt", HELENE), ("b.txt", HELENE), ("c.txt", ANNE)]);
    let line = "NO_COLOR=1 hr deposit --csv list.csv";
    let (hold, long) = (desk.sandbox.hold(Call::DmpSend), Duration::from_secs(30));
    let mut child = begin(&desk);
    assert!(desk.sandbox.wait_for(Call::DmpSend, 1, long));
    child.kill().unwrap();
    child.wait().unwrap();
    drop(hold);
    assert!(desk.sandbox.wait_for_end(Call::DmpSend, 1, long));
    // The first is in doubt until a person has looked; the others are sent.
    let answers = [PIN_TYPED, (NUMBER, "1\n")];
    desk.refuse(Call::PatientSearch, 2, 422);
    let ran = typed(&desk, line, &answers, |_| ()).exits(6);
    let ran = ran.says("[??] a.txt").says("[ok] b.txt").says("--found ");
    ran.says("2 in the records (0 of them before), 1 in doubt, 0 not sent now");
    let ran = typed(&desk, line, &answers, |prompt| {
        let gone = ["a.txt", "b.txt"].iter().filter(|_| prompt == NUMBER);
        gone.for_each(|name| fs::remove_file(desk.home.path().join(name)).unwrap());
    });
    let ran = ran.exits(6).hides("in the record: 0");
    ran.says("2 in the records (2 of them before), 1 in doubt, 0 not sent now");
    assert_eq!(desk.sandbox.requests_of(Call::DmpSend).len(), 3);
}

#[test]
fn what_was_stored_before_a_new_login_was_stored_by_this_command() {
    let desk = Desk::with_one_card(json!({}));
    let answers = [PIN_TYPED, PIN_TYPED];
    for (search, status) in [(9, 0), (2, 1)] {
        desk.refuse(Call::DmpSend, 2, 401);
        desk.refuse(Call::PatientSearch, search, 503);
        let other = desk.file("b.txt", status.to_string());
        let line = format!("NO_COLOR=1 hr {DEPOSIT} --again {other} --patient patient.json");
        let ran = typed(&desk, &line, &answers, |_| ()).exits(status);
        ran.says("[ok] lettre.txt").hides(" before; ");
    }
}

#[test]
fn profile_and_situation_are_asked_for_where_the_configuration_has_none() {
    let asks_pin = "PIN of DR Jean-Noël DU TEST, CPS, 2000000002: ";
    let pin = (asks_pin, "5678\n5678\n");
    let profile = ("The profile, as JSON: ", "{\"a\": 1}\n");
    let id = "The id of the situation, or nothing to stop: ";
    let (chosen, named) = ([pin, profile, (NUMBER, "1\n")], [pin, (id, "cabinet\n")]);
    let no_profile = json!({"profile": null});
    let no_list = json!({"situations_pointer": null});
    for (more, answers) in [(no_profile, &chosen[..]), (no_list, &named)] {
        let desk = Desk::with(|card| card.serial == CPS_MANY, more);
        let ran = deposit(&desk, "patient.json", answers).exits(0);
        ran.says("Clinique d'essai, Brest");
        let selected = &desk.sandbox.requests_of(Call::ProfileSelect)[0];
        assert!(selected.path.ends_with("/cabinet/select"));
        assert_eq!(desk.sandbox.requests_of(Call::Login).len(), 1);
    }
}

#[test]
fn init_asks_for_the_address_and_hides_the_bearer() {
    let desk = Desk::new();
    let (url, bearer) = (desk.sandbox.license_url(), desk.sandbox.license_bearer());
    let answers = [
        ("Address of the license server: ", &*format!("{url}\n")),
        ("License bearer (not shown): ", &*format!("{bearer}\n")),
    ];
    let ran = typed(&desk, "hr init --config own/hr.toml", &answers, |_| ());
    ran.exits(0).says("own/hr.toml").hides(&bearer);
    let own = desk.home.path().join("own");
    for name in ["hr.toml", "hr.bearer"] {
        let permissions = fs::metadata(own.join(name)).unwrap().permissions();
        assert_eq!(permissions.mode() & 0o777, 0o600, "{name}");
    }
    let kept = fs::read_to_string(own.join("hr.bearer")).unwrap();
    assert_eq!(kept, bearer);
    let doctor = desk.run("--config own/hr.toml doctor");
    doctor.says("[ok] License ticket");
}

#[test]
fn ctrl_c_ends_a_prompt_with_130() {
    let desk = Desk::with_one_card(json!({}));
    deposit(&desk, "patient.json", &[(ASKS_PIN, "\u{3}")]).exits(130);
    assert_eq!(desk.sandbox.pin_presentations(CPS), 0);
    // It is a signal as any other, also for what started the program; the terminal shows again what is typed.
    let line = format!("hr {DEPOSIT} --patient patient.json; echo status $?; stty -a");
    let line = format!("trap 'echo caught' INT; {line}");
    let ran = typed(&desk, &line, &[(ASKS_PIN, "12\u{3}")], |_| ()).exits(0);
    ran.says("caught").says("status 130").hides("-echo ");
    // The page waits, as after a double click on Windows.
    let pause = "Press Enter to close this window.";
    typed(&desk, "hr doctor --pause", &[(pause, "\u{3}")], |_| ()).exits(130);
}

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
