//! `hr-sandbox demo` as a program.

use crate::client::{connect, send, split};
use crate::serve::folder;
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::net::TcpStream;
use std::process::{Command, Output};
use testkit::digests::sha256;
use testkit::picture::{Lines, is_todays};
use testkit::process::Speaking;

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
    let sha256 = sha256(content);
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

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_ends_it_with_1() {
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let output = program().stdout(full).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), said.lines().count()), (Some(1), 1));
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

/// With the console, and the address of its control port.
fn walk(pause_ms: &str) -> (Speaking, String) {
    let mut walk = Speaking::start(program().args(["--console", "--pause-ms", pause_ms]));
    let url = walk.said("Console: ").expect("an address");
    (walk, url.trim_end_matches('/').to_owned())
}

/// Opens the page, as far as the program can see.
fn watch(control: &str) -> TcpStream {
    let mut socket = connect(control);
    let host = split(control).0;
    let head = format!("GET /events HTTP/1.1\r\nHost: {host}\r\n\r\n");
    socket.write_all(head.as_bytes()).unwrap();
    socket
}

/// The exit code behind Ctrl-C, and what it said to its end.
fn interrupt(mut walk: Speaking) -> (Option<i32>, String) {
    let pid = walk.running.0.id().to_string();
    let sent = Command::new("kill").args(["-INT", &pid]).status();
    assert!(sent.unwrap().success());
    let code = walk.running.0.wait().unwrap().code();
    (code, walk.rest())
}

#[cfg(unix)]
#[test]
fn the_walk_begins_when_a_page_follows_and_the_console_stays() {
    for (fault, wanted, code) in [
        ("", "Stored unchanged", 0),
        (r#"{"name":"refused"}"#, "Failed: hr_dmp_send_bytes", 1),
    ] {
        let (mut walk, control) = walk("0");
        let url = format!("{control}/state");
        assert_eq!(send("GET", &url, &[], b"").json()["requests"], 0);
        if !fault.is_empty() {
            let url = format!("{control}/faults");
            assert_eq!(send("POST", &url, &[], fault.as_bytes()).status, 200);
        }
        let _page = watch(&control);
        for words in [wanted, "until Ctrl-C"] {
            assert!(walk.said(words).is_some(), "{words}");
        }
        assert_eq!(send("GET", &url, &[], b"").json()["requests"], 10);
        assert_eq!(interrupt(walk).0, Some(code));
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_wait_and_the_walk() {
    let (code, said) = interrupt(walk("0").0);
    assert_eq!(code, Some(1));
    assert!(!said.contains("hr_ticket"), "{said}");

    // Longer than any test.
    let (mut walk, control) = walk("3600000");
    let _page = watch(&control);
    walk.said("hr_ticket");
    let (code, said) = interrupt(walk);
    assert_eq!(code, Some(1));
    assert!(said.contains("stopped before its end"), "{said}");
}
