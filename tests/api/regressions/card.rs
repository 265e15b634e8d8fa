//! The card: a PIN that reached it twice, or was forgotten. The oracle is what the card client received.

use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::json;

use testkit::card_client::{After, CardClient, Reply, one};
use testkit::{Host, Outcome};

/// A serial that no other test has: the guard is one for the process.
pub fn serial() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(1);
    format!("r5x-{}", COUNT.fetch_add(1, Ordering::SeqCst))
}

pub fn entry(serial: &str, counter: &str) -> String {
    format!(r#"{{"serial":"{serial}","idNat":"8{serial}","pinAttempt":{counter}}}"#)
}

/// Reads the cards and logs in.
#[track_caller]
pub fn try_again(host: &Host, token: &str, pin: &str) -> Outcome {
    host.ready().ok();
    host.login(token, pin)
}

#[track_caller]
pub fn held(outcome: Outcome, reason: &str) {
    let held = outcome.fails("HR_E_PIN_GUARD").outcome("rejected");
    assert_eq!(held.json["reason"], reason, "{}", held.text);
}

/// Every end of a login that is no definite answer.
fn undecided() -> Vec<(&'static str, Reply)> {
    let head = |status: &str| format!("HTTP/1.1 {status}\r\ncontent-length: 20\r\n\r\n");
    let page = "<!doctype html><html>x</html>";
    let html = "content-type: text/html\r\n";
    vec![
        ("nothing", Reply::new("", After::Close)),
        ("200, silence", Reply::new(head("200 OK"), After::Silence)),
        ("400, silence", Reply::new(head("400 No"), After::Silence)),
        ("400, cut", Reply::new(head("400 No") + "{", After::Close)),
        ("403, reset", Reply::new(head("403 No"), After::Reset)),
        ("302, cut", Reply::new(head("302 Found"), After::Close)),
        (
            "400 without a length, cut",
            Reply::new("HTTP/1.1 400 No\r\n\r\n{\"a\":", After::Close),
        ),
        (
            "400, not JSON",
            Reply::whole("400 No", "content-type: application/json\r\n", "{"),
        ),
        (
            "400, compressed",
            Reply::whole("400 No", "content-encoding: gzip\r\n", "{}"),
        ),
        ("408", Reply::whole("408 Slow", "", "{}")),
        ("500", Reply::whole("500 No", "", "{}")),
        ("503", Reply::whole("503 Busy", "", "")),
        ("200, page", Reply::whole("200 OK", html, page)),
        ("400, page", Reply::whole("400 No", html, page)),
        ("403, page of no type", Reply::whole("403 No", "", page)),
        ("200, not JSON", Reply::whole("200 OK", "", "{")),
    ]
}

/// A head alone, 408, 5xx and a page counted as refusals, and an unmoved counter lifted the hold.
/// R03: a card client that was still busy with the first presentation showed an unmoved counter.
#[test]
fn r50_a_login_without_a_definite_answer_is_held_until_a_person_decides() {
    let client = CardClient::start();
    for (name, reply) in undecided() {
        let serial = serial();
        client.list(one("t", &entry(&serial, "3")));
        let host = client.host_with(json!({"timeouts": {"login_ms": 3000}}));
        let before = client.count();
        client.reply(reply.clone());
        let lost = try_again(&host, "t", "0000");
        assert!(lost.code < 0, "{name}");
        assert_eq!(lost.outcome("unknown").json["reason"], json!(null));
        held(host.login("t", "0000"), "ready_needed");
        for _ in 0..4 {
            held(try_again(&host, "t", "0000"), "pin_held");
        }
        assert_eq!(client.count() - before, 1, "{name}");
        assert_eq!(host.pin_retry_allow("t"), 0);
        client.reply(Reply::opened());
        try_again(&host, "t", "0000").ok();
        assert_eq!(client.count() - before, 2, "{name}");
    }
}

/// A counter that never moves lifted the hold again and again, also after a refusal by the card client's code; then once,
/// which a program that is started five times does five times.
/// R01: the counter of a list read before the last success made a consumed PIN look unconsumed.
#[test]
fn r51_no_reply_and_no_counter_lifts_a_hold() {
    let client = CardClient::start();
    for reply in [
        Reply::refused(),
        Reply::whole("200 OK", "", r#"{"status":{"code":"x"}}"#),
        Reply::whole("400 No", "", r#"{"status":{"code":4}}"#),
        Reply::whole("400 No", "", "{}"),
        Reply::whole("403 No", "", "{}"),
        Reply::whole("404 No", "", "not found"),
        Reply::whole("429 No", "", ""),
        Reply::whole("302 Found", "location: /x\r\n", ""),
    ] {
        client.list(one("t", &entry(&serial(), "3")));
        client.reply(reply.clone());
        let host = client.host();
        let before = client.count();
        try_again(&host, "t", "0000").outcome("rejected");
        for _ in 0..5 {
            held(try_again(&host, "t", "0000"), "pin_held");
        }
        assert_eq!(client.count() - before, 1, "{reply:?}");
    }
}

/// The ticket that a login's 401 had shown to be over was kept.
#[test]
fn r52_a_401_of_login_drops_the_ticket() {
    let client = CardClient::start();
    client.list(one("t", &entry(&serial(), "3")));
    client.reply(Reply::whole("401 No", "", "{}"));
    let host = client.host();
    try_again(&host, "t", "1234")
        .fails("HR_E_UNAUTHORIZED")
        .outcome("rejected");
    assert_eq!(host.state().json["ticket"], false);
    let missing = host.login("t", "1234").fails("HR_E_STATE");
    assert!(missing.text.contains("hr_ticket"), "{}", missing.text);
    assert_eq!(host.ticket_set("another"), 0);
    client.reply(Reply::opened());
    held(try_again(&host, "t", "1234"), "pin_held");
    assert_eq!(host.pin_retry_allow_last(), 0);
    try_again(&host, "t", "1234").ok();
    assert_eq!(client.count(), 2);
}

/// Serials stayed in memory in clear, as long as the card client wrote them, after the handle was closed.
#[cfg(target_os = "linux")]
#[test]
fn r56_what_is_kept_of_a_card_is_small() {
    testkit::alone!();
    let kept = || {
        let pages = std::fs::read_to_string("/proc/self/statm").unwrap();
        pages.split(' ').nth(1).unwrap().parse::<usize>().unwrap() * 4096
    };
    let client = CardClient::start();
    let round = |number: usize| {
        let serial = format!("{}-{number}", "9".repeat(400_000));
        client.list(one("t", &entry(&serial, "3")));
        let host = client.host_with(json!({"timeouts": {"login_ms": 10_000}}));
        try_again(&host, "t", "0000").fails("HR_E_CARD_STATUS");
        client.list("{}");
    };
    (0..3).for_each(round);
    let before = kept();
    (3..23).for_each(round);
    let grown = kept().saturating_sub(before);
    assert!(grown < 4_000_000, "{grown} bytes");
}

/// A person who was asked about a card could not answer once its token had changed.
#[test]
fn r58_a_person_answers_for_the_card_that_was_held_back_last() {
    let client = CardClient::start();
    let host = client.host();
    assert_eq!(host.pin_retry_allow_last(), -1, "none was held back");
    let (first, second) = (entry(&serial(), "3"), entry(&serial(), "3"));
    client.list(format!(r#"{{"a":[{first}],"b":[{second}]}}"#));
    try_again(&host, "a", "0000").fails("HR_E_CARD_STATUS");
    try_again(&host, "b", "0000").fails("HR_E_CARD_STATUS");
    assert_eq!(host.pin_retry_allow_last(), -1, "refused, not held back");
    held(try_again(&host, "a", "0000"), "pin_held");
    held(host.login("b", "0000"), "pin_held");
    // Another token, and for a moment no card at all.
    client.list("{}");
    host.ready().ok();
    assert_eq!(host.pin_retry_allow_last(), 0);
    client.list(format!(r#"{{"c":[{first}],"d":[{second}]}}"#));
    held(try_again(&host, "c", "0000"), "pin_held");
    host.login("d", "0000").fails("HR_E_CARD_STATUS");
    held(try_again(&host, "d", "0000"), "pin_held");
    assert_eq!(client.count(), 3);
    // Another handle was not asked.
    let other = client.host();
    assert_eq!(other.pin_retry_allow_last(), -1);
    other.ready().ok();
    assert_eq!(other.pin_retry_allow("d"), 0);
}

/// A success with a list that leaves the serial out cleared what was held for the holder's other card.
#[test]
fn r59_a_success_clears_what_certainly_is_the_card() {
    testkit::alone!();
    let client = CardClient::start();
    let holder = serial();
    let nameless = |token: &str| one(token, &format!(r#"{{"idNat":"{holder}","pinAttempt":3}}"#));
    let card = |serial: &str| {
        let entry =
            format!(r#"{{"serial":"{holder}-{serial}","idNat":"{holder}","pinAttempt":3}}"#);
        one("t", &entry)
    };
    let host = client.host();
    client.list(nameless("t"));
    try_again(&host, "t", "0000").fails("HR_E_CARD_STATUS");
    client.reply(Reply::opened());
    for list in [nameless("t"), card("1"), card("2")] {
        client.list(list);
        try_again(&host, "t", "1234").ok();
        for list in [nameless("t"), card("1"), card("2")] {
            client.list(list);
            held(try_again(&host, "t", "0000"), "pin_held");
        }
    }
    // With both identifiers it is certain.
    client.reply(Reply::refused());
    client.list(card("1"));
    try_again(&host, "t", "1111").fails("HR_E_CARD_STATUS");
    held(try_again(&host, "t", "1111"), "pin_held");
    client.reply(Reply::opened());
    try_again(&host, "t", "1234").ok();
    try_again(&host, "t", "1111").ok();
}
