//! `hr-sandbox demo` as a program.

use ring::digest::{SHA256, digest};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

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

#[track_caller]
fn json_of(output: &Output, status: i32) -> Value {
    let said = out(output);
    assert_eq!(output.status.code(), Some(status), "{said}");
    assert!(output.stderr.is_empty());
    serde_json::from_str(&said).expect("one JSON document and nothing else")
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
        serde_json::from_str(include_str!("../../scenarios/default.json")).unwrap();
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
    for function in FUNCTIONS.into_iter().chain(["hr_dmp_send"]) {
        let of = |line: &&&str| line.split_whitespace().nth(1) == Some(function);
        assert_eq!(lines.iter().filter(of).count(), 1, "{function} in {said}");
    }
    for part in [
        "POST /direct/login ",
        "GET /user-profiles/{situation.id}/select ",
        "PUT /dmp/{patient_id} ",
        "POST /dmp/{patient_id}/unique/doc/send ",
        "3 cards: 2 CPS, 1 VITALE",
        "record open",
        "10 requests, 1 PIN presentation, 1 document.",
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
fn the_columns_stand_under_each_other() {
    let said = out(&demo(&[]));
    let rows = said.lines().skip_while(|line| !line.contains("Function"));
    let rows: Vec<Vec<char>> = rows.take(11).map(|line| line.chars().collect()).collect();
    for row in &rows {
        for gap in [22, 23 + 40, 70 + 11] {
            assert_eq!(row[gap], ' ', "{}", row.iter().collect::<String>());
        }
        assert_ne!(row[4], ' ');
        assert_ne!(row[23], ' ');
        assert_ne!(row[69], ' ');
        assert_ne!(row[83], ' ');
    }
}

#[test]
fn without_a_file_a_pdf_is_made_and_sent_from_memory() {
    let report = json_of(&demo(&["--json"]), 0);
    assert_eq!(report["ok"], true);
    assert_eq!(report["differences"], json!([]));
    let steps = report["steps"].as_array().unwrap();
    let functions: Vec<_> = steps.iter().map(|step| &step["function"]).collect();
    assert_eq!(functions[..9], FUNCTIONS);
    assert_eq!(*functions[9], "hr_dmp_send_bytes");
    assert_eq!(steps.len(), 10);
    for (step, following) in steps.iter().zip(&steps[1..9]) {
        assert_eq!(step["next"], following["function"]);
    }
    for step in steps {
        assert_eq!((&step["code"], &step["error"]), (&json!(0), &Value::Null));
        assert!(step["ms"].as_f64().unwrap() > 0.0);
    }
    let last = &steps[9];
    assert_eq!(last["number"], 9);
    assert_eq!(last["method"], "POST");
    assert_eq!(last["path"], "/dmp/{patient_id}/unique/doc/send");
    assert_eq!(last["http_status"], 201);
    assert_eq!(last["outcome"], "accepted");
    assert_eq!(last["next"], Value::Null);

    let compared = &report["comparison"];
    for key in ["sha256", "bytes"] {
        assert_eq!(compared[key]["file"], compared[key]["sandbox"]);
        assert_eq!(compared[key]["file"], compared[key]["library"]);
    }
    let counts = ["requests", "pin_presentations", "documents"].map(|key| &compared[key]);
    assert_eq!(counts, [&json!(10), &json!(1), &json!(1)]);
    let sha256 = compared["sha256"]["file"].as_str().unwrap();
    assert_eq!(sha256.len(), 64);
    no_secret(&report.to_string(), &[sha256]);
}

#[test]
fn files_of_any_length_are_sent() {
    let long: Vec<u8> = (0..30_000_000_u32).map(|n| (n % 251) as u8).collect();
    for (name, content) in [("long.bin", &long[..]), ("empty.bin", b"")] {
        let file = TestFile::new(name, content);
        let report = json_of(&demo(&["--json", file.path()]), 0);
        let compared = &report["comparison"];
        for whose in ["file", "library", "sandbox"] {
            assert_eq!(compared["sha256"][whose], sha256(content), "{name}");
            assert_eq!(compared["bytes"][whose], content.len(), "{name}");
        }
        assert_eq!(report["steps"][9]["function"], "hr_dmp_send");
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
        "1 PIN presentation, 0 documents.",
        "Failed:",
    ] {
        assert!(said.contains(part), "{part} in {said}");
    }
    assert!(!said.contains("Stored unchanged") && !said.contains('\u{1b}'));

    let report = json_of(&demo(&["--json", "--pin", WRONG_PIN]), 1);
    assert_eq!(report["ok"], false);
    let steps = report["steps"].as_array().unwrap();
    let refused = &steps[2];
    assert_eq!(refused["code"], -207);
    assert_eq!(refused["http_status"], 200);
    assert_eq!(refused["outcome"], "rejected");
    assert_eq!(refused["error"]["name"], "HR_E_CARD_STATUS");
    assert_eq!(refused["error"]["service_code"], 4);
    assert_eq!(refused["error"]["reason"], "pin_refused");
    let held = steps.last().unwrap();
    assert_eq!(held["error"]["name"], "HR_E_PIN_GUARD");
    assert_eq!(
        (&held["method"], &held["http_status"]),
        (&Value::Null, &Value::Null)
    );
    let compared = &report["comparison"];
    assert_eq!(compared["pin_presentations"], 1);
    assert_eq!(compared["documents"], 0);
    assert_eq!(compared["sha256"]["sandbox"], Value::Null);
    let sha256 = compared["sha256"]["file"].as_str().unwrap();
    no_secret(&said, &[sha256]);
    let entry = held["error"]["entry"].as_str().unwrap();
    no_secret(&report.to_string(), &[sha256, entry]);
}

#[test]
fn an_empty_pin_is_not_sent() {
    let report = json_of(&demo(&["--json", "--pin", ""]), 1);
    let steps = report["steps"].as_array().unwrap();
    assert_eq!(steps.len(), 3);
    assert_eq!(steps[2]["error"]["name"], "HR_E_ARGUMENT");
    assert_eq!(steps[2]["method"], Value::Null);
    assert_eq!(report["comparison"]["pin_presentations"], 0);
}

#[test]
fn what_cannot_be_used_ends_with_two() {
    let folder = env!("CARGO_TARGET_TMPDIR");
    let missing = format!("{folder}/missing.pdf");
    for arguments in [
        &[&*missing][..],
        &["--json", &missing],
        &[folder],
        &["--json", "--console"],
        &["--open"],
        &["--exit-with-stdin"],
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
