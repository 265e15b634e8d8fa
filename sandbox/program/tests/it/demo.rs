//! `hr-sandbox demo` as a program.

use crate::client::{connect, send, split};
use crate::serve::folder;
use ring::digest::{SHA256, digest};
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Command, Output, Stdio};
use testkit::picture::{Lines, is_todays};

const FUNCTIONS: [&str; 10] = [
    "hr_ticket",
    "hr_ready",
    "hr_login",
    "hr_profile_put",
    "hr_profile_select",
    "hr_patient_search",
    "hr_patient_get",
    "hr_patient_update",
    "hr_dmp_open",
    "hr_dmp_send_bytes",
];
const WRONG_PIN: &str = "90817263";

/// Whatever the language of who runs the tests.
fn program() -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_hr-sandbox"));
    program.args(["--lang", "en", "demo"]);
    program
}

fn demo(arguments: &[&str]) -> (Output, String) {
    let output = program().args(arguments).output().unwrap();
    let said = String::from_utf8(output.stdout.clone()).unwrap();
    (output, said)
}

/// The PINs and identifiers of the default scenario, and anything long enough to be a ticket, a
/// bearer or a token, but for what is known to be none: the SHA-256 of the document.
#[track_caller]
fn no_secret(said: &str, known: &str) {
    let scenario = include_str!("../../../scenarios/default.json");
    let scenario: Value = serde_json::from_str(scenario).unwrap();
    let patients = scenario["patients"].as_array().unwrap().iter();
    let cards = scenario["cards"].as_array().unwrap().iter();
    let mut secrets = vec![WRONG_PIN, scenario["license_bearer"].as_str().unwrap()];
    secrets.extend(patients.map(|patient| patient["patient_id"].as_str().unwrap()));
    secrets.extend(cards.clone().map(|card| card["serial"].as_str().unwrap()));
    for secret in secrets {
        assert!(!said.contains(secret), "{secret} in {said}");
    }
    let pins: Vec<_> = cards.filter_map(|card| card["pin"].as_str()).collect();
    for word in said.split(|c: char| !c.is_ascii_alphanumeric()) {
        let long = word.len() >= 20 && word.bytes().any(|b| b.is_ascii_digit());
        assert!(!long || word == known, "{word} in {said}");
        assert!(!pins.contains(&word), "a PIN in {said}");
    }
}

#[test]
fn the_nine_steps_store_a_file_unchanged() {
    let content = b"%PDF-1.4\nun document d'essai\n";
    let file = folder().join("Bilan d'été.pdf");
    fs::write(&file, content).unwrap();
    let (output, said) = demo(&[file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(output.stderr.is_empty());
    assert!(!said.contains('\u{1b}') && !said.contains('\r'));
    for function in FUNCTIONS {
        let of = |line: &&str| line.split_whitespace().nth(1) == Some(function);
        assert_eq!(said.lines().filter(of).count(), 1, "{function} in {said}");
    }
    for part in [
        "PUT /dmp/{patient_id} ",
        "requests: 10, PIN presentations: 1, documents: 1.",
        "Stored unchanged",
    ] {
        assert!(said.contains(part), "{part} in {said}");
    }
    let sha256 = digest(&SHA256, content);
    let sha256: String = sha256.as_ref().iter().map(|b| format!("{b:02x}")).collect();
    assert_eq!(said.matches(&sha256).count(), 2, "{said}");
    no_secret(&said, &sha256);
}

#[test]
fn a_wrong_pin_is_presented_once_and_said_with_its_remedy() {
    let (output, said) = demo(&["--pin", WRONG_PIN]);
    assert_eq!(output.status.code(), Some(1), "{said}");
    for part in [
        "HR_E_CARD_STATUS (-207)",
        "Remedy     ",
        "Outcome    rejected",
        "HR_E_PIN_GUARD (-8)",
        "PIN presentations: 1, documents: 0.",
        "Failed:",
    ] {
        assert!(said.contains(part), "{part} in {said}");
    }
    let mut logins = said.lines().filter(|line| line.contains(" hr_login "));
    assert!(logins.next().unwrap().contains("POST /direct/login"));
    assert!(logins.next().unwrap().contains("nothing sent"));
    let sha256 = said.split_whitespace().find(|word| word.len() == 64);
    no_secret(&said, sha256.unwrap());
}

const VARIES: &str = r"
    m *\d+\.\d ms => m      … ms
    [0-9a-f]{64} => 575499d5e92dfd3569d26d11a985acd40a9e284dd46562f829c44d8bb133ccbb
";

/// `HR_BLESS=1 cargo test -p hr-sandbox-program recording` draws it anew.
#[test]
fn the_recording_of_the_manual_is_what_it_prints_in_both_languages() {
    for language in ["en", "fr"] {
        let mut program = program();
        program.args(["--lang", language]);
        let output = program.env("CLICOLOR_FORCE", "1").output().unwrap();
        let name = format!("demo-{language}.svg");
        is_todays(&name, &output.stdout, VARIES, Lines::OneByOne);
    }
}

/// With the console.
struct Walk {
    child: Child,
    output: BufReader<ChildStdout>,
    /// Address of the control port.
    control: String,
}

impl Walk {
    fn start(pause_ms: &str) -> Walk {
        let mut child = program()
            .args(["--console", "--pause-ms", pause_ms])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let url = line.strip_prefix("Console: ").expect("an address");
        let control = url.trim_end().trim_end_matches('/').to_owned();
        Walk {
            child,
            output,
            control,
        }
    }

    /// Opens the page, as far as the program can see.
    fn watch(&self) -> TcpStream {
        let mut socket = connect(&self.control);
        let host = split(&self.control).0;
        let head = format!("GET /events HTTP/1.1\r\nHost: {host}\r\n\r\n");
        socket.write_all(head.as_bytes()).unwrap();
        socket
    }

    /// Its lines up to one that has this text.
    fn says(&mut self, wanted: &str) -> String {
        let mut said = String::new();
        while !said.contains(wanted) {
            let count = self.output.read_line(&mut said).unwrap();
            assert!(count > 0, "{wanted} in {said}");
        }
        said
    }

    /// The exit code behind Ctrl-C, and what it said to its end.
    fn interrupt(mut self) -> (Option<i32>, String) {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill").args(["-INT", &pid]).status();
        assert!(sent.unwrap().success());
        let mut said = String::new();
        self.output.read_to_string(&mut said).unwrap();
        (self.child.wait().unwrap().code(), said)
    }
}

#[cfg(unix)]
#[test]
fn the_walk_begins_when_a_page_follows_and_the_console_stays() {
    for (fault, wanted, code) in [
        ("", "Stored unchanged", 0),
        (r#"{"name":"refused"}"#, "Failed: hr_dmp_send_bytes", 1),
    ] {
        let mut walk = Walk::start("0");
        let url = format!("{}/state", walk.control);
        assert_eq!(send("GET", &url, &[], b"").json()["requests"], 0);
        if !fault.is_empty() {
            let url = format!("{}/faults", walk.control);
            assert_eq!(send("POST", &url, &[], fault.as_bytes()).status, 200);
        }
        let _page = walk.watch();
        let said = walk.says("until Ctrl-C");
        assert!(said.contains(wanted), "{said}");
        assert_eq!(send("GET", &url, &[], b"").json()["requests"], 10);
        assert_eq!(walk.interrupt().0, Some(code));
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_wait_and_the_walk() {
    let (code, said) = Walk::start("0").interrupt();
    assert_eq!(code, Some(1));
    assert!(!said.contains("hr_ticket"), "{said}");

    // Longer than any test.
    let mut walk = Walk::start("3600000");
    let _page = walk.watch();
    walk.says("hr_ticket");
    let (code, said) = walk.interrupt();
    assert_eq!(code, Some(1));
    assert!(said.contains("stopped before its end"), "{said}");
}
