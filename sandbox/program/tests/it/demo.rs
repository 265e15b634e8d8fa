//! `hr-sandbox demo` as a program.

use crate::client::{connect, send, split};
use ring::digest::{SHA256, digest};
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

const FUNCTIONS: [&str; 9] = [
    "hr_ticket",
    "hr_ready",
    "hr_login",
    "hr_profile_put",
    "hr_profile_select",
    "hr_patient_search",
    "hr_patient_get",
    "hr_patient_update",
    "hr_dmp_open",
];
const WRONG_PIN: &str = "90817263";

fn demo(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hr-sandbox"))
        .arg("demo")
        .args(arguments)
        .output()
        .unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn sha256(content: &[u8]) -> String {
    let digest = digest(&SHA256, content);
    digest.as_ref().iter().map(|b| format!("{b:02x}")).collect()
}

/// A file in a folder of its own: the tests may run twice at a time.
struct TestFile(PathBuf);

impl TestFile {
    fn new(name: &str, content: &[u8]) -> TestFile {
        let folder = format!("demo-{}-{name}", std::process::id());
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join(name);
        fs::write(&path, content).unwrap();
        TestFile(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for TestFile {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(self.0.parent().unwrap());
    }
}

/// The PINs and identifiers of the default scenario, and anything long enough to be a ticket, a
/// bearer or a token, but for what is known to be none: the SHA-256 of the document, the entry of a presentation.
#[track_caller]
fn no_secret(said: &str, known: &[&str]) {
    let scenario: Value =
        serde_json::from_str(include_str!("../../../scenarios/default.json")).unwrap();
    let patients = scenario["patients"].as_array().unwrap();
    let cards = scenario["cards"].as_array().unwrap();
    let mut secrets = vec![WRONG_PIN, scenario["license_bearer"].as_str().unwrap()];
    secrets.extend(patients.iter().map(|p| p["patient_id"].as_str().unwrap()));
    secrets.extend(cards.iter().map(|c| c["serial"].as_str().unwrap()));
    for secret in secrets {
        assert!(!said.contains(secret), "{secret} in {said}");
    }
    let pins: Vec<_> = cards.iter().filter_map(|c| c["pin"].as_str()).collect();
    for word in said.split(|c: char| !c.is_ascii_alphanumeric()) {
        let long = word.len() >= 20 && word.bytes().any(|b| b.is_ascii_digit());
        assert!(!long || known.contains(&word), "{word} in {said}");
        assert!(!pins.contains(&word), "a PIN in {said}");
    }
}

#[test]
fn the_nine_steps_store_a_file_unchanged() {
    let content = b"%PDF-1.4\nun document d'essai\n";
    let file = TestFile::new("Bilan d'été.pdf", content);
    let output = demo(&[file.path()]);
    let said = out(&output);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(output.stderr.is_empty());
    assert!(!said.contains('\u{1b}') && !said.contains('\r'));
    let lines: Vec<_> = said.lines().collect();
    // The columns stand under each other.
    let rows = lines.iter().skip_while(|line| !line.contains("Function"));
    for row in rows.take(11).map(|line| line.chars().collect::<Vec<_>>()) {
        assert!([22, 63, 81].iter().all(|gap| row[*gap] == ' '), "{said}");
        assert!([4, 23, 69, 83].iter().all(|at| row[*at] != ' '), "{said}");
    }
    for function in FUNCTIONS.into_iter().chain(["hr_dmp_send_bytes"]) {
        let of = |line: &&&str| line.split_whitespace().nth(1) == Some(function);
        assert_eq!(lines.iter().filter(of).count(), 1, "{function} in {said}");
    }
    for part in [
        "POST /direct/login ",
        "GET /user-profiles/{situation.id}/select ",
        "PUT /dmp/{patient_id} ",
        "POST /dmp/{patient_id}/unique/doc/send ",
        "3 cards",
        "record open",
        "requests: 10, PIN presentations: 1, documents: 1.",
        "Stored unchanged",
        "hr-sandbox serve",
    ] {
        assert!(said.contains(part), "{part} in {said}");
    }
    let sha256 = sha256(content);
    assert_eq!(said.matches(&sha256).count(), 2, "{said}");
    no_secret(&said, &[&sha256]);
}

#[test]
fn a_long_file_and_an_empty_one_are_sent() {
    let long: Vec<u8> = (0..30_000_000_u32).map(|n| (n % 251) as u8).collect();
    for (name, content) in [("long.bin", &long[..]), ("empty.bin", b"")] {
        let file = TestFile::new(name, content);
        let said = out(&demo(&[file.path()]));
        assert_eq!(said.matches(&sha256(content)).count(), 2, "{said}");
        assert!(said.contains("Stored unchanged"), "{said}");
    }
}

#[test]
fn a_wrong_pin_is_presented_once_and_told_with_its_remedy() {
    let output = demo(&["--pin", WRONG_PIN]);
    let said = out(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    for part in [
        "HR_E_CARD_STATUS (-207)",
        "wrong PIN",
        "Message    The card's code is not the right one.",
        "Remedy     The card refused the PIN, by card_codes",
        "In French  Le code de la carte n'est pas le bon.",
        "Outcome    rejected",
        "HR_E_PIN_GUARD (-8)",
        "hr_pin_retry_allow",
        "PIN presentations: 1, documents: 0.",
        "Failed:",
    ] {
        assert!(said.contains(part), "{part} in {said}");
    }
    assert!(!said.contains("Stored unchanged") && !said.contains('\u{1b}'));

    let rows = said.lines().filter(|line| line.contains(" hr_login "));
    let rows: Vec<_> = rows.collect();
    assert!(rows[0].contains("POST /direct/login") && rows[1].contains("nothing sent"));
    let sha256 = said.split_whitespace().find(|word| word.len() == 64);
    no_secret(&said, &[sha256.unwrap()]);
}

#[test]
fn an_empty_pin_is_not_sent() {
    let output = demo(&["--pin", ""]);
    let said = out(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    for part in [
        "HR_E_ARGUMENT",
        "nothing sent",
        "requests: 2, PIN presentations: 0",
    ] {
        assert!(said.contains(part), "{part} in {said}");
    }
}

#[test]
fn what_cannot_be_used_ends_with_two() {
    let folder = env!("CARGO_TARGET_TMPDIR");
    let missing = format!("{folder}/missing.pdf");
    for arguments in [
        &[&*missing][..],
        &[folder],
        &["--open"],
        &["--colour"],
        &["--pin"],
        &["one.pdf", "two.pdf"],
    ] {
        let output = demo(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
    }
    let said = String::from_utf8(demo(&[&missing]).stderr).unwrap();
    assert!(said.contains("missing.pdf"), "{said}");
}

/// With the console.
struct Walk {
    child: Child,
    output: BufReader<std::process::ChildStdout>,
    /// Address of the control port.
    control: String,
}

impl Walk {
    fn start(pause_ms: &str) -> Walk {
        let mut child = Command::new(env!("CARGO_BIN_EXE_hr-sandbox"))
            .args(["demo", "--console", "--pause-ms", pause_ms])
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
    fn watch(&self) -> std::net::TcpStream {
        let mut socket = connect(&self.control);
        let head = format!(
            "GET /events HTTP/1.1\r\nHost: {}\r\n\r\n",
            split(&self.control).0
        );
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
    let mut walk = Walk::start("0");
    let state = || send("GET", &format!("{}/state", walk.control), &[], b"").json();
    assert_eq!(state()["requests"], 0);
    let _page = walk.watch();
    let said = walk.says("until Ctrl-C");
    assert!(said.contains("Stored unchanged"), "{said}");
    let url = format!("{}/documents", walk.control);
    assert_eq!(send("GET", &url, &[], b"").json()[0]["kept"], true);
    assert_eq!(walk.interrupt().0, Some(0));
}

#[cfg(unix)]
#[test]
fn a_refused_document_is_a_failure() {
    let mut walk = Walk::start("0");
    let url = format!("{}/faults", walk.control);
    assert_eq!(
        send("POST", &url, &[], br#"{"name":"refused"}"#).status,
        200
    );
    let _page = walk.watch();
    let said = walk.says("until Ctrl-C");
    assert!(said.contains("Failed: hr_dmp_send_bytes"), "{said}");
    assert_eq!(walk.interrupt().0, Some(1));
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
