//! At a terminal: the PIN is not shown, a choice is typed, and Ctrl-C ends the program with 130.

use crate::desk::Desk;
use hr_sandbox::{Call, Options};
use serde_json::json;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use testkit::{CPS, PIN};

/// The program on a terminal of its own, which `script` makes.
struct Terminal {
    child: Child,
    shown: String,
}

impl Terminal {
    fn start(desk: &Desk, arguments: &str) -> Terminal {
        let hr = env!("CARGO_BIN_EXE_hr");
        let mut command = Command::new("timeout");
        let made = desk.command::<&str>(&[]);
        let environment = made
            .get_envs()
            .filter_map(|(name, value)| Some((name, value?)));
        command
            .args([
                "60",
                "script",
                "-qec",
                &format!("'{hr}' {arguments}"),
                "/dev/null",
            ])
            .envs(environment);
        command
            .env_remove("NO_COLOR")
            .env("TERM", "xterm")
            .current_dir(desk.home.path());
        let child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        Terminal {
            child,
            shown: String::new(),
        }
    }

    /// Reads until the screen has this since the last time.
    fn wait_for(&mut self, text: &str) {
        let mut since = Vec::new();
        let output = self.child.stdout.as_mut().unwrap();
        let mut byte = [0];
        while !String::from_utf8_lossy(&since).contains(text) {
            let read = output.read(&mut byte).unwrap();
            let shown = String::from_utf8_lossy(&since);
            assert!(read > 0, "{text} in {}{shown}", self.shown);
            since.push(byte[0]);
        }
        self.shown += &String::from_utf8_lossy(&since);
    }

    fn type_in(&mut self, text: &str) {
        self.child
            .stdin
            .as_mut()
            .unwrap()
            .write_all(text.as_bytes())
            .unwrap();
    }

    /// What was on the screen, and the exit status.
    fn end(mut self) -> (String, i32) {
        let mut rest = Vec::new();
        self.child
            .stdout
            .take()
            .unwrap()
            .read_to_end(&mut rest)
            .unwrap();
        let shown = self.shown + &String::from_utf8_lossy(&rest);
        (shown, self.child.wait().unwrap().code().unwrap())
    }
}

fn arguments(desk: &Desk) -> String {
    let (file, patient) = (desk.file("lettre.txt", "Compte rendu"), desk.patient());
    format!(
        "deposit '{}' --patient '{}' --type-code 11503-0 --activity 10",
        file, patient
    )
}

#[test]
fn a_card_is_chosen_and_the_pin_is_not_shown() {
    let desk = Desk::with(Options::default(), json!({}));
    let mut terminal = Terminal::start(&desk, &arguments(&desk));
    terminal.wait_for("Number, or nothing to stop: ");
    let at = terminal
        .shown
        .lines()
        .find(|line| line.contains("ESSAI"))
        .unwrap();
    let number = at.split_whitespace().next().unwrap().to_owned();
    terminal.type_in(&format!("{number}\n"));
    terminal.wait_for("PIN of ");
    terminal.wait_for(": ");
    terminal.type_in(&format!("{PIN}\n"));
    let (shown, status) = terminal.end();
    assert_eq!(status, 0, "{shown}");
    assert!(shown.contains("\u{1b}[32mok\u{1b}[0m"), "{shown}");
    assert!(!shown.contains(PIN), "{shown}");
    assert_eq!(desk.sandbox.pin_presentations(CPS), 1);
    assert_eq!(desk.sandbox.documents().len(), 1);
}

#[test]
fn a_refused_pin_is_asked_for_again_and_nothing_typed_ends_it() {
    let desk = Desk::with_one_card(json!({"card_codes": {"pin_refused": [4], "card_locked": [5]}}));
    let mut terminal = Terminal::start(&desk, &arguments(&desk));
    terminal.wait_for("PIN of ");
    terminal.wait_for(": ");
    terminal.type_in("9999\n");
    terminal.wait_for("PIN of ");
    terminal.wait_for(": ");
    terminal.type_in("\n");
    let (shown, status) = terminal.end();
    assert_eq!(status, 4, "{shown}");
    assert_eq!(desk.sandbox.pin_presentations(CPS), 1);
}

#[test]
fn a_person_signs_for_what_is_missing_of_whom_is_shown() {
    let desk = Desk::with_one_card(json!({"patients_pointer": "/patients"}));
    let patient = desk.file("essai.json", json!({"nom": "ESSAI"}).to_string());
    let deposit = arguments(&desk).replace("patient.json", "essai.json");
    assert!(deposit.contains(&patient), "{deposit}");
    for (typed, status, documents) in [("no\n", 3, 0), ("yes\n", 0, 1)] {
        let mut terminal = Terminal::start(&desk, &deposit);
        terminal.wait_for("PIN of ");
        terminal.wait_for(": ");
        terminal.type_in(&format!("{PIN}\n"));
        terminal.wait_for("ESSAI, Mireille");
        terminal.wait_for("identity document (yes): ");
        terminal.type_in(typed);
        let (shown, ended) = terminal.end();
        // The consent was given before.
        assert!(!shown.contains("The patient agrees"), "{shown}");
        assert_eq!(ended, status, "{shown}");
        assert_eq!(desk.sandbox.documents().len(), documents);
    }
    assert_eq!(desk.sandbox.requests_of(Call::PatientUpdate).len(), 1);
}

#[test]
fn ctrl_c_ends_a_prompt_and_a_call_with_130() {
    let desk = Desk::with_one_card(json!({}));
    let mut terminal = Terminal::start(&desk, &arguments(&desk));
    terminal.wait_for("PIN of ");
    terminal.wait_for(": ");
    terminal.type_in("\u{3}");
    assert_eq!(terminal.end().1, 130);
    assert_eq!(desk.sandbox.pin_presentations(CPS), 0);

    let hold = desk.sandbox.hold(Call::Login);
    let mut terminal = Terminal::start(&desk, &arguments(&desk));
    terminal.wait_for("PIN of ");
    terminal.wait_for(": ");
    terminal.type_in(&format!("{PIN}\n"));
    assert!(
        desk.sandbox
            .wait_for(Call::Login, 1, Duration::from_secs(30))
    );
    terminal.type_in("\u{3}");
    assert_eq!(terminal.end().1, 130);
    drop(hold);
    assert_eq!(desk.sandbox.requests_of(Call::Login).len(), 1);
}
