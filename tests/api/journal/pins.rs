//! Presentations of PINs that this process has forgotten. The rule itself is in src/guard/tests.

use hr::ffi::test_hooks;
use serde_json::{Value, json};
use testkit::card_client::CardClient;
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
    // Another card says nothing of this one.
    Host::open(&reader.config()).log_in(CPS, PIN);
    wrong(json!({"confirmed": first}));
    let second = held(json!({"confirmed": first}), "retry");
    held(json!({"confirmed": second}), "retry");
    reader.connect(PIN, json!({"retry": second})).ok();
    // A success ends it all.
    reader.connect(PIN, json!({})).ok();
    assert_eq!(reader.presented(), 4);
    assert_eq!(reader.text().matches("\"insisted\":true").count(), 2);
}

/// Nobody knows what a damaged line said, so that each card is held until a person decides; what is said about it counts
/// for it alone.
/// R192: it was as if nothing had been.
#[test]
fn a_damaged_line_holds_each_card_until_a_person_decides() {
    testkit::alone!();
    let reader = Reader::new("journal-damaged");
    let connect = |more: Value| reader.connect(PIN, more);
    let held = |more: Value| connect(more).fails("HR_E_PIN_GUARD").str("entry");
    connect(json!({})).ok();
    let mut named = "0".repeat(32);
    for _ in 0..2 {
        std::fs::write(reader.path(), reader.text() + "damaged\n").unwrap();
        let entry = held(json!({"confirmed": named, "retry": named}));
        assert_ne!(entry, named);
        connect(json!({"confirmed": entry})).ok();
        connect(json!({})).ok();
        named = entry;
    }
    assert_eq!(reader.presented(), 5);
}

#[test]
fn a_refused_pin_holds_every_pin_after_a_restart_until_a_person_decides() {
    testkit::alone!();
    let reader = Reader::new("journal-refused");
    reader.login("0000").fails("HR_E_CARD_STATUS");
    // This process knows which PIN it was, and judges PIN by PIN.
    reader.held("0000", "pin_held");
    reader.login(PIN).ok();
    reader.login("0000").fails("HR_E_CARD_STATUS");
    test_hooks::forget();
    for pin in ["0000", PIN, "9999"] {
        reader.held(pin, "pin_held");
    }
    let host = reader.permit();
    let token = host.token(reader.serial);
    host.login(&token, PIN).ok();
    // A success ends it, for others as well.
    test_hooks::forget();
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
    let path = reader.path();
    drop(reader.sandbox);
    let absent = host.login(&token, PIN).fails("HR_E_CARD_CLIENT_ABSENT");
    absent.outcome("not_sent");
    let text = std::fs::read_to_string(path).unwrap();
    let last = text.lines().last().unwrap();
    assert!(last.contains(r#""ending":"not_sent""#), "{text}");
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
        test_hooks::forget();
        let before = client.count();
        let card = |n| json!({"serial": format!("r205-{n}"), "idNat": (n < holders).then_some(n)});
        let many = login((1..=700).map(card).collect());
        let made = client.count() - before;
        let many = many.fails(["HR_E_JOURNAL", "HR_E_CARD_STATUS"][made]);
        assert!(many.json["journal"].is_null(), "{holders}: {}", many.text);
        presented[made] += 1;
        login(vec![json!({"serial": "r205", "idNat": "r205"})]).fails("HR_E_CARD_STATUS");
        drop(Host::open(&json!({"journal": file.0})));
    }
    assert!(presented.iter().all(|count| *count > 0), "{presented:?}");
}
