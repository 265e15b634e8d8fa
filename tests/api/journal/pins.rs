//! Presentations of PINs that this process has forgotten, and those of other processes.

use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};
use std::time::Duration;

use hr::ffi::test_hooks;
use hr_sandbox::{Call, Cut, Fault, Sandbox};
use serde_json::{Value, json};
use testkit::card_client::{CardClient, Reply, one};
use testkit::*;

struct Reader {
    sandbox: Sandbox,
    folder: TempFile,
    serial: &'static str,
}

impl Reader {
    fn new(serial: &'static str) -> Reader {
        let (sandbox, _, _) = with_card(serial);
        let folder = TempFile::new("folder", b"");
        Reader {
            sandbox,
            folder,
            serial,
        }
    }

    fn config(&self) -> Value {
        let mut config = self.sandbox.config_json();
        config["journal"] = json!(self.folder.0.with_file_name("records.hrj"));
        config
    }

    fn text(&self) -> String {
        std::fs::read_to_string(self.folder.0.with_file_name("records.hrj")).unwrap()
    }

    /// A host that has read the card just now.
    fn host(&self) -> (Host, String) {
        let host = Host::open(&self.config());
        host.ticket().ok();
        let token = host.token(self.serial);
        (host, token)
    }

    fn login(&self, pin: &str) -> Outcome {
        let (host, token) = self.host();
        host.login(&token, pin)
    }

    #[track_caller]
    fn held(&self, pin: &str, reason: &str) {
        let held = self.login(pin).fails("HR_E_PIN_GUARD").outcome("rejected");
        assert_eq!(held.json["reason"], reason, "{}", held.text);
        assert_eq!(held.json["at"], "library");
    }

    fn presented(&self) -> u32 {
        self.sandbox.pin_presentations(self.serial)
    }
}

/// Each answer is for one presentation, whoever made the one before.
#[test]
fn who_insists_after_a_restart_is_asked_again_until_a_login_succeeds() {
    testkit::alone!();
    let reader = Reader::new("journal-insisted");
    let connect = |pin: &str, more: Value| {
        test_hooks::forget();
        let mut request = json!({"card": {"serial": reader.serial}});
        request
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        Host::open(&reader.config()).connect(Some(&request.to_string()), Some(pin))
    };
    let held = |more: Value, ask: &str| {
        let held = connect(PIN, more).fails("HR_E_PIN_GUARD");
        assert_eq!(
            (held.str("ending"), held.str("ask")),
            ("pin_held".into(), ask.into())
        );
        held.str("entry")
    };
    connect("0000", json!({})).fails("HR_E_CARD_STATUS");
    let first = held(json!({}), "pin");
    connect("0000", json!({"confirmed": first})).fails("HR_E_CARD_STATUS");
    let second = held(json!({"confirmed": first}), "retry");
    held(json!({"confirmed": second}), "retry");
    assert_eq!(reader.presented(), 2);
    connect(PIN, json!({"retry": second})).ok();
    // A success ends it all.
    connect("0000", json!({"retry": second})).fails("HR_E_CARD_STATUS");
    let third = held(json!({"retry": second}), "pin");
    connect(PIN, json!({"confirmed": third})).ok();
    assert_eq!(reader.presented(), 5);
    assert_eq!(reader.text().matches("\"insisted\":true").count(), 3);
}

/// A damaged line may have been any presentation: what is said about it counts for it alone.
#[test]
fn who_insists_after_a_damaged_line_is_asked_again_about_the_next() {
    testkit::alone!();
    let reader = Reader::new("journal-damaged-insisted");
    let connect = |more: Value| {
        test_hooks::forget();
        let mut request = json!({"card": {"serial": reader.serial}});
        request
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        Host::open(&reader.config()).connect(Some(&request.to_string()), Some(PIN))
    };
    let held = |more: Value| connect(more).fails("HR_E_PIN_GUARD").str("entry");
    connect(json!({})).ok();
    let mut named = vec!["0".repeat(32)];
    for _ in 0..2 {
        let damaged = reader.text() + "damaged\n";
        std::fs::write(reader.folder.0.with_file_name("records.hrj"), damaged).unwrap();
        for before in &named {
            let entry = held(json!({"confirmed": before, "retry": before}));
            assert!(!named.contains(&entry), "{entry}");
        }
        let entry = held(json!({}));
        connect(json!({"confirmed": entry})).ok();
        named.push(entry);
    }
    assert_eq!(reader.presented(), 3);
}

#[test]
fn a_refused_pin_holds_every_pin_after_a_restart_until_a_person_decides() {
    testkit::alone!();
    let reader = Reader::new("journal-refused");
    reader.login("0000").fails("HR_E_CARD_STATUS");
    // This process knows which PIN it was.
    reader.held("0000", "pin_held");
    test_hooks::forget();
    for pin in ["0000", PIN, "9999"] {
        reader.held(pin, "pin_held");
    }
    assert_eq!(reader.presented(), 1);
    let (host, token) = reader.host();
    host.login(&token, PIN).fails("HR_E_PIN_GUARD");
    assert_eq!(host.pin_retry_allow_last(), 0);
    let token = host.token(reader.serial);
    host.login(&token, PIN).ok();
    assert_eq!(reader.presented(), 2);
    // A success ends it, for others as well.
    test_hooks::forget();
    reader.login(PIN).ok();
    assert_eq!(reader.presented(), 3);
    let text = reader.text();
    // Four digits are in a long digest by chance; `isolation` looks for longer PINs.
    for secret in [reader.serial, "\"0000\"", "\"9999\"", "\"1234\""] {
        assert!(!text.contains(secret), "{secret} in {text}");
    }
}

#[test]
fn the_process_that_presented_a_pin_judges_pin_by_pin() {
    testkit::alone!();
    let reader = Reader::new("journal-own");
    reader.login("0000").fails("HR_E_CARD_STATUS");
    reader.held("0000", "pin_held");
    reader.login(PIN).ok();
    assert_eq!(reader.presented(), 2);
    test_hooks::forget();
    reader.login(PIN).ok();
}

#[test]
fn a_permit_is_used_up_by_one_presentation() {
    testkit::alone!();
    let reader = Reader::new("journal-permit");
    reader.login("0000").fails("HR_E_CARD_STATUS");
    test_hooks::forget();
    let (host, token) = reader.host();
    assert_eq!(host.pin_retry_allow(&token), 0);
    test_hooks::forget();
    reader.login("0000").fails("HR_E_CARD_STATUS");
    test_hooks::forget();
    reader.held("0000", "pin_held");
    assert_eq!(reader.presented(), 2);
}

#[test]
fn a_login_without_an_answer_holds() {
    testkit::alone!();
    let reader = Reader::new("journal-cut");
    let cut = Fault::on(Call::Login).times(1).act().cut(Cut::Before);
    reader.sandbox.set_fault(cut);
    reader.login("0000").fails("HR_E_IN_DOUBT");
    test_hooks::forget();
    reader.held(PIN, "pin_held");
}

#[test]
fn what_was_not_sent_is_recorded_as_such() {
    // A process that another test starts has a copy of the sandbox's sockets for a moment.
    testkit::alone!();
    let reader = Reader::new("journal-not-sent");
    let (host, token) = reader.host();
    let Reader {
        sandbox, folder, ..
    } = reader;
    drop(sandbox);
    let absent = host.login(&token, PIN).fails("HR_E_CARD_CLIENT_ABSENT");
    absent.outcome("not_sent");
    let text = std::fs::read_to_string(folder.0.with_file_name("records.hrj")).unwrap();
    assert!(text.ends_with("\"code\":\"HR_E_CARD_CLIENT_ABSENT\",\"http_status\":null}\n"));
    assert!(text.contains(r#""ending":"not_sent""#), "{text}");
}

/// The card client refuses without a look at the card, and the counter stays: a program that starts again and again
/// presents its PIN once.
#[test]
fn an_unmoved_counter_lifts_no_hold() {
    testkit::alone!();
    let reader = Reader::new("journal-counter");
    reader.sandbox.set_fault(Fault::on(Call::Login).status(403));
    reader.login(PIN).fails("HR_E_UNAUTHORIZED");
    for _ in 0..4 {
        test_hooks::forget();
        reader.held(PIN, "pin_held");
    }
    assert_eq!(reader.sandbox.requests_of(Call::Login).len(), 1);
}

/// A permit was kept in the file and in this process: another process used the one, and a handle without a journal the other.
#[test]
fn r195_one_permit_is_one_presentation_whoever_makes_it() {
    testkit::alone!();
    let reader = Reader::new("journal-one-permit");
    reader.login("0000").fails("HR_E_CARD_STATUS");
    let (host, token) = reader.host();
    assert_eq!(host.pin_retry_allow(&token), 0);
    assert_eq!(process(&reader, "0000").result(), "pin_refused");
    let without = Host::of(&reader.sandbox);
    without.ticket().ok();
    let token = without.token(reader.serial);
    let held = without.login(&token, "0000").fails("HR_E_PIN_GUARD");
    assert_eq!(held.json["reason"], "pin_held");
    reader.held("0000", "pin_held");
    assert_eq!(reader.presented(), 2);
}

/// A process that logs in; it does not outlive the test.
struct Login(Child);

impl Drop for Login {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn process(reader: &Reader, pin: &str) -> Login {
    let orders = json!({"config": reader.config(), "serial": reader.serial, "pin": pin});
    let mut command = testkit::process::again(module_path!(), "the_login");
    command.env("HR_TEST_ORDERS", orders.to_string());
    command.stdout(Stdio::piped()).stderr(Stdio::null());
    Login(command.spawn().unwrap())
}

impl Login {
    fn result(&mut self) -> String {
        let output = BufReader::new(self.0.stdout.take().unwrap());
        let lines = output.lines().map_while(Result::ok);
        let mut results = lines.filter_map(|line| Some(line.split_once("ended ")?.1.to_owned()));
        results.next().unwrap()
    }
}

#[test]
#[ignore = "run by the others, in a process of its own"]
fn the_login() {
    let orders: Value = serde_json::from_str(&std::env::var("HR_TEST_ORDERS").unwrap()).unwrap();
    let host = Host::open(&orders["config"]);
    host.ticket().ok();
    let token = host.token(orders["serial"].as_str().unwrap());
    let login = host.login(&token, orders["pin"].as_str().unwrap());
    println!("ended {}", login.json["reason"].as_str().unwrap_or("-"));
}

#[test]
fn a_login_of_another_process_is_in_use_and_when_it_was_killed_it_holds() {
    let reader = Reader::new("journal-killed");
    let hold = reader.sandbox.hold(Call::Login);
    let mut killed = process(&reader, PIN);
    assert!(
        reader
            .sandbox
            .wait_for(Call::Login, 1, Duration::from_secs(20))
    );
    reader.held(PIN, "pin_in_use");
    let (host, token) = reader.host();
    assert!(host.pin_retry_allow(&token) < 0, "no permit helps");
    killed.0.kill().unwrap();
    killed.0.wait().unwrap();
    reader.held("0000", "pin_held");
    reader.held(PIN, "pin_held");
    drop(hold);
    assert_eq!(reader.sandbox.requests_of(Call::Login).len(), 1);
}

#[test]
fn eight_processes_with_one_wrong_pin_present_it_once() {
    let reader = Reader::new("journal-eight");
    let hold = reader.sandbox.hold(Call::Login);
    let mut first = process(&reader, "0000");
    assert!(
        reader
            .sandbox
            .wait_for(Call::Login, 1, Duration::from_secs(20))
    );
    let mut others: Vec<Login> = (0..3).map(|_| process(&reader, "0000")).collect();
    for other in &mut others {
        assert_eq!(other.result(), "pin_in_use");
    }
    drop(hold);
    assert_eq!(first.result(), "pin_refused");
    let mut others: Vec<Login> = (0..4).map(|_| process(&reader, "0000")).collect();
    for other in &mut others {
        assert_eq!(other.result(), "pin_held");
    }
    assert_eq!(reader.presented(), 1);
}

/// The file knew that the hold had ended, and the process' own memory did not: the right PIN was held after its success.
#[test]
fn r207_a_success_with_a_permit_ends_the_hold_in_the_process_as_well() {
    testkit::alone!();
    let client = CardClient::start();
    let file = TempFile::new("records.hrj", b"");
    for (first, second) in [
        (r#"{"idNat":"8r207a"}"#, r#"{"idNat":"8r207a"}"#),
        (
            r#"{"serial":"r207b","idNat":"8r207b"}"#,
            r#"{"serial":"r207b"}"#,
        ),
    ] {
        let host = client.host_with(json!({"journal": file.0, "timeouts": {"login_ms": 20_000}}));
        let login = |entry: &str, reply| {
            client.list(one("t", entry));
            client.reply(reply);
            host.ready().ok();
            host.login("t", PIN)
        };
        login(first, Reply::refused()).fails("HR_E_CARD_STATUS");
        login(second, Reply::opened()).fails("HR_E_PIN_GUARD");
        assert_eq!(host.pin_retry_allow("t"), 0);
        let before = client.count();
        for _ in 0..3 {
            login(second, Reply::opened()).ok();
        }
        assert_eq!(client.count() - before, 3);
    }
}
