//! Presentations of PINs that this process has forgotten.

use hr_sandbox::{Call, Fault};
use serde_json::{Value, json};
use testkit::card_client::{CardClient, Reply, one};
use testkit::*;

use super::reader::Reader;

/// Each answer is for one presentation, whoever made the one before.
#[test]
fn who_insists_after_a_restart_is_asked_again_until_a_login_succeeds() {
    testkit::alone!();
    let reader = Reader::new("journal-insisted");
    let held = |more: Value, ask: &str| {
        let held = reader.connect(PIN, more).fails("HR_E_PIN_GUARD");
        held.has(json!({"ending": "pin_held", "ask": ask}))
            .str("entry")
    };
    let wrong = |more: Value| drop(reader.connect("0000", more).fails("HR_E_CARD_STATUS"));
    wrong(json!({}));
    let first = held(json!({}), "pin");
    wrong(json!({"confirmed": first}));
    let second = held(json!({"confirmed": first}), "retry");
    held(json!({"confirmed": second}), "retry");
    assert_eq!(reader.presented(), 2);
    reader.connect(PIN, json!({"retry": second})).ok();
    // A success ends it all.
    wrong(json!({"retry": second}));
    let third = held(json!({"retry": second}), "pin");
    reader.connect(PIN, json!({"confirmed": third})).ok();
    assert_eq!(reader.presented(), 5);
    assert_eq!(reader.text().matches("\"insisted\":true").count(), 3);
}

/// Nobody knows what a damaged line said, so that each card is held until a person decides; what is said about it counts
/// for it alone.
/// R192: it was as if nothing had been.
#[test]
fn a_damaged_line_holds_each_card_until_a_person_decides() {
    testkit::alone!();
    let reader = Reader::new("journal-damaged-insisted");
    let connect = |more: Value| reader.connect(PIN, more);
    let held = |more: Value| connect(more).fails("HR_E_PIN_GUARD").str("entry");
    connect(json!({})).ok();
    let mut named = vec!["0".repeat(32)];
    for _ in 0..2 {
        std::fs::write(reader.path(), reader.text() + "damaged\n").unwrap();
        for before in &named {
            let entry = held(json!({"confirmed": before, "retry": before}));
            assert!(!named.contains(&entry), "{entry}");
        }
        let entry = held(json!({}));
        connect(json!({"confirmed": entry})).ok();
        connect(json!({})).ok();
        named.push(entry);
    }
    assert_eq!(reader.presented(), 5);
}

#[test]
fn a_refused_pin_holds_every_pin_after_a_restart_until_a_person_decides() {
    testkit::alone!();
    let reader = Reader::new("journal-refused");
    let forget = hr::ffi::test_hooks::forget;
    reader.login("0000").fails("HR_E_CARD_STATUS");
    // This process knows which PIN it was, and judges PIN by PIN.
    reader.held("0000", "pin_held");
    reader.login(PIN).ok();
    reader.login("0000").fails("HR_E_CARD_STATUS");
    forget();
    for pin in ["0000", PIN, "9999"] {
        reader.held(pin, "pin_held");
    }
    assert_eq!(reader.presented(), 3);
    let host = reader.permit();
    let token = host.token(reader.serial);
    host.login(&token, PIN).ok();
    // A success ends it, for others as well.
    forget();
    reader.login(PIN).ok();
    assert_eq!(reader.presented(), 5);
    let text = reader.text();
    // Four digits are in a long digest by chance; `isolation` looks for longer PINs.
    for secret in [reader.serial, "\"0000\"", "\"9999\"", "\"1234\""] {
        assert!(!text.contains(secret), "{secret} in {text}");
    }
}

#[test]
fn what_was_not_sent_is_recorded_as_such() {
    // A process that another test starts has a copy of the sandbox's sockets for a moment.
    testkit::alone!();
    let reader = Reader::new("journal-not-sent");
    let (host, token) = reader.host();
    let absent = reader.without_its_sandbox(|| host.login(&token, PIN));
    absent
        .0
        .fails("HR_E_CARD_CLIENT_ABSENT")
        .outcome("not_sent");
    let end = "\"code\":\"HR_E_CARD_CLIENT_ABSENT\",\"http_status\":null}\n";
    assert!(absent.1.ends_with(end), "{}", absent.1);
    assert!(absent.1.contains(r#""ending":"not_sent""#));
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
        hr::ffi::test_hooks::forget();
        reader.held(PIN, "pin_held");
    }
    assert_eq!(reader.logins(), 1);
}

/// The file knew that the hold had ended, and the process' own memory did not: the right PIN was held after its success.
#[test]
fn r207_a_success_with_a_permit_ends_the_hold_in_the_process_as_well() {
    testkit::alone!();
    let client = CardClient::start();
    let file = TempFile::new("records.hrj", b"");
    let whole = r#"{"serial":"r207b","idNat":"8r207b"}"#;
    let holder = r#"{"idNat":"8r207a"}"#;
    for (first, second) in [(holder, holder), (whole, r#"{"serial":"r207b"}"#)] {
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

/// The begin, or the end of which the begin had fitted, was tried again by each later record: uploads, logins and hr_open
/// failed.
#[test]
fn r205_a_record_that_is_too_long_keeps_no_other_away() {
    testkit::alone!();
    let client = CardClient::start();
    let mut presented = [0; 2];
    for holders in (0..30).step_by(3).chain([400]) {
        let file = TempFile::new("records.hrj", b"");
        let host = client.host_with(json!({"journal": file.0, "timeouts": {"login_ms": 20_000}}));
        let login = |cards: Vec<Value>| {
            client.list(json!({ "t": cards }).to_string());
            host.ready().ok();
            host.login("t", "0000")
        };
        hr::ffi::test_hooks::forget();
        let before = client.count();
        let card = |n| json!({"serial": format!("r205-{n}"), "idNat": (n < holders).then_some(n)});
        let many = login((1..=700).map(card).collect());
        let many = match client.count() - before {
            0 => many.fails("HR_E_JOURNAL").outcome("not_sent"),
            _ => many.fails("HR_E_CARD_STATUS"),
        };
        assert!(many.json["journal"].is_null(), "{holders}: {}", many.text);
        presented[client.count() - before] += 1;
        login(vec![json!({"serial": "r205", "idNat": "r205"})]).fails("HR_E_CARD_STATUS");
        drop(Host::open(&json!({"journal": file.0})));
    }
    assert!(presented.iter().all(|count| *count > 0), "{presented:?}");
}
