//! How often a PIN reaches a card, and what a person's permit lets through. The oracle is what the sandbox's card, or a
//! scripted card client, has seen.

mod dishonest_client;
mod written;

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use hr::code::{HR_E_ARGUMENT, HR_OK};
use hr::ffi::{handle, test_hooks};
use hr_sandbox::{Call, Card};
use serde_json::{Value, json};
use testkit::card_client::{After, CardClient, Reply, one};
use testkit::*;

const SOON: Duration = Duration::from_secs(20);

/// An entry of a card that no other test has: the guard is one for the process.
fn entry() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(1);
    let number = COUNT.fetch_add(1, Ordering::SeqCst);
    format!(r#"{{"serial":"pins-{number}","idNat":"8pins-{number}","pinAttempt":3}}"#)
}

/// Reads the cards and logs in.
#[track_caller]
fn try_again(host: &Host, token: &str, pin: &str) -> Outcome {
    host.ready().ok();
    host.login(token, pin)
}

#[track_caller]
fn held(outcome: Outcome, reason: &str) {
    let held = outcome.fails("HR_E_PIN_GUARD").outcome("rejected");
    held.has(json!({"reason": reason, "at": "library"}));
}

#[test]
fn a_wrong_pin_is_presented_once_and_not_again() {
    let serial = "pin-once";
    let (sandbox, host, token) = with_card(serial);
    let refused = host.login(&token, "0000").fails("HR_E_CARD_STATUS");
    let refused = refused.outcome("rejected");
    refused.json.has(json!({"at": "card", "service_code": 4}));
    assert!(!refused.text.contains("0000"), "{}", refused.text);
    for pin in ["0000", PIN] {
        held(host.login(&token, pin), "ready_needed");
    }
    held(try_again(&host, &token, "0000"), "pin_held");

    // For other handles as well, and for the same card under another token.
    sandbox.remove_card(serial);
    sandbox.insert_card(Card::cps(serial, PIN));
    let other = Host::of(&sandbox);
    other.ticket().ok();
    let renewed = other.token(serial);
    assert_ne!(renewed, token);
    held(other.login(&renewed, "0000"), "pin_held");
    assert_eq!(sandbox.pin_presentations(serial), 1);
    other.login(&renewed, PIN).ok();
    assert_eq!(sandbox.pin_presentations(serial), 2);
    assert_eq!(sandbox.card_tries_left(serial), Some(3));
}

#[test]
fn eight_threads_with_one_wrong_pin_present_it_once() {
    let serial = "pin-threads";
    let (sandbox, _host, _) = with_card(serial);
    let ready = |_| {
        let host = Host::of(&sandbox);
        host.ticket().ok();
        let token = host.token(serial);
        (host, token)
    };
    let hosts: Vec<(Host, String)> = (0..8).map(ready).collect();
    let hold = sandbox.hold(Call::Login);
    let names: Vec<String> = std::thread::scope(|scope| {
        let running: Vec<_> = hosts
            .iter()
            .map(|(host, token)| scope.spawn(|| host.login(token, "0000").str("name")))
            .collect();
        assert!(sandbox.wait_for(Call::Login, 1, SOON));
        drop(hold);
        let ended = running.into_iter().map(|thread| thread.join().unwrap());
        ended.collect()
    });
    assert_eq!(sandbox.pin_presentations(serial), 1, "{names:?}");
    let held = names.iter().filter(|name| *name == "HR_E_PIN_GUARD");
    assert_eq!(held.count(), 7, "{names:?}");
}

#[test]
fn a_login_goes_out_alone_on_a_fresh_connection() {
    let (sandbox, host, token) = with_card("pin-fresh");
    host.login(&token, PIN).ok();
    let peer = |call| sandbox.requests_of(call).remove(0).peer;
    assert_ne!(peer(Call::Ready), peer(Call::Login));
    let login = sandbox.requests_of(Call::Login).remove(0);
    let body = String::from_utf8(login.body).unwrap();
    assert_eq!(body.matches(PIN).count(), 1);
    for request in sandbox.requests() {
        let elsewhere = format!("{}{:?}{:?}", request.path, request.query, request.headers);
        assert!(!elsewhere.contains(&format!("\"{PIN}\"")), "{elsewhere}");
    }
}

/// Ends of a login that are no success. Others are in tests/faults/matrix.
fn ends() -> Vec<(Reply, &'static str)> {
    let head = |status: &str| format!("HTTP/1.1 {status}\r\ncontent-length: 20\r\n\r\n");
    let whole = |status: &str, body: &str| Reply::whole(status, "", body);
    let undecided = [
        Reply::new("", After::Close),
        Reply::new(head("200 OK"), After::Silence),
        Reply::new(head("400 No") + "{", After::Close),
        Reply::new(head("403 No"), After::Reset),
        Reply::new("HTTP/1.1 400 No\r\n\r\n{\"a\":", After::Close),
        Reply::whole("400 No", "content-type: application/json\r\n", "{"),
        Reply::whole("400 No", "content-encoding: gzip\r\n", "{}"),
        whole("408 Slow", "{}"),
        whole("503 Busy", ""),
        whole("200 OK", "{"),
        whole("403 No", "<!doctype html><html>x</html>"),
    ];
    let rejected = [
        Reply::refused(),
        whole("200 OK", r#"{"status":{"code":"x"}}"#),
        whole("400 No", r#"{"status":{"code":4}}"#),
        whole("403 No", "{}"),
        whole("429 No", ""),
        Reply::whole("302 Found", "location: /x\r\n", ""),
    ];
    let undecided = undecided.map(|reply| (reply, "unknown"));
    let rejected = rejected.map(|reply| (reply, "rejected"));
    undecided.into_iter().chain(rejected).collect()
}

/// Neither a reply that decides nothing nor a counter that has not moved lifts a hold: a person does.
#[test]
fn only_a_person_lifts_a_hold() {
    let client = CardClient::start();
    for (reply, word) in ends() {
        client.list(one("t", &entry()));
        let host = client.host_with(json!({"timeouts": {"login_ms": 3000}}));
        let before = client.count();
        client.reply(reply.clone());
        let ended = try_again(&host, "t", "0000").outcome(word);
        assert!(ended.code < 0, "{reply:?}");
        if word == "unknown" {
            ended.has(json!({"reason": null}));
            held(host.login("t", "0000"), "ready_needed");
        }
        for _ in 0..4 {
            held(try_again(&host, "t", "0000"), "pin_held");
        }
        assert_eq!(client.count() - before, 1, "{reply:?}");
        assert_eq!(host.pin_retry_allow("t"), HR_OK);
        client.reply(Reply::opened());
        try_again(&host, "t", "0000").ok();
        assert_eq!(client.count() - before, 2, "{reply:?}");
    }
}

/// Also when its token has changed meanwhile; not where that login was held back since another one ran.
#[test]
fn without_a_token_a_permit_is_for_the_login_that_was_held_back_last() {
    let client = CardClient::start();
    let (first, second) = (entry(), entry());
    let host = client.host();
    client.list(format!(r#"{{"a":[{first}],"b":[{second}]}}"#));
    try_again(&host, "a", "0000").fails("HR_E_CARD_STATUS");
    try_again(&host, "b", "0000").fails("HR_E_CARD_STATUS");
    let none = host.pin_retry_allow_last();
    assert_eq!(none, HR_E_ARGUMENT, "refused, not held back");
    held(try_again(&host, "a", "0000"), "pin_held");
    held(host.login("b", "0000"), "pin_held");
    client.list("{}");
    host.ready().ok();
    assert_eq!(host.pin_retry_allow_last(), HR_OK);
    client.list(format!(r#"{{"c":[{first}],"d":[{second}]}}"#));
    held(try_again(&host, "c", "0000"), "pin_held");
    host.login("d", "0000").fails("HR_E_CARD_STATUS");
    held(try_again(&host, "d", "0000"), "pin_held");
    assert_eq!(client.count(), 3);

    let other = client.host();
    assert_eq!(other.pin_retry_allow_last(), HR_E_ARGUMENT, "another host");
    other.ready().ok();
    client.reply(Reply::new("", After::Silence));
    std::thread::scope(|threads| {
        let login = threads.spawn(|| other.login("c", "1111"));
        while client.count() < 4 {
            std::thread::yield_now();
        }
        held(try_again(&host, "c", "2222"), "pin_in_use");
        assert_eq!(host.pin_retry_allow_last(), HR_E_ARGUMENT);
        handle::hr_cancel(other.0);
        login.join().unwrap().fails("HR_E_IN_DOUBT");
    });
}

/// Of an entry that may be either of two cards.
#[test]
fn one_permit_is_one_presentation_whatever_it_is_for() {
    testkit::alone!();
    let client = CardClient::start();
    client.list(
        r#"{"a":[{"serial":"1","idNat":"8"}],"b":[{"serial":"2","idNat":"8"}],"n":[{"idNat":"8"}]}"#,
    );
    let host = client.host();
    for token in ["a", "b"] {
        try_again(&host, token, "0000").fails("HR_E_CARD_STATUS");
    }
    for (first, second) in [("a", "b"), ("b", "a"), ("n", "a")] {
        host.ready().ok();
        assert_eq!(host.pin_retry_allow("n"), HR_OK);
        let before = client.count();
        try_again(&host, first, "0000").fails("HR_E_CARD_STATUS");
        for token in [second, first, "a", "b", "n"] {
            held(try_again(&host, token, "0000"), "pin_held");
        }
        assert_eq!(client.count() - before, 1, "{first}");
    }
}

/// A list that leaves the serial out does not say which of the holder's two cards has accepted a PIN.
#[test]
fn a_success_frees_what_certainly_is_the_card() {
    testkit::alone!();
    let client = CardClient::start();
    let entries = [
        r#"{"idNat":"8"}"#,
        r#"{"serial":"1","idNat":"8"}"#,
        r#"{"serial":"2","idNat":"8"}"#,
    ];
    let host = client.host();
    let login = |entry: &str, pin: &str, reply: Reply| {
        client.list(one("t", entry));
        client.reply(reply);
        try_again(&host, "t", pin)
    };
    login(entries[0], "0000", Reply::refused()).fails("HR_E_CARD_STATUS");
    for opened in entries {
        login(opened, "1234", Reply::opened()).ok();
        for entry in entries {
            held(login(entry, "0000", Reply::opened()), "pin_held");
        }
    }
    // With both identifiers it is certain.
    login(entries[1], "1111", Reply::refused()).fails("HR_E_CARD_STATUS");
    for pin in ["1234", "1111"] {
        login(entries[1], pin, Reply::opened()).ok();
    }
}

/// A success does not lift what is held on an entry without identifiers: the person who was asked about that is asked again.
#[test]
fn an_answer_does_not_count_again_behind_a_success() {
    testkit::alone!();
    let client = CardClient::start();
    let file = TempFile::new("records.hrj", b"");
    let [bare, full, other] = ["", r#","serial":"1""#, r#","serial":"2""#]
        .map(|serial| format!(r#"{{"cardType":"CPS"{serial}}}"#));
    for journal in [json!({}), json!({"journal": file.0})] {
        test_hooks::forget();
        let host = client.host_with(journal);
        let connect = |entry: &str, pin: &str, answer: &Value, reply: Reply| {
            client.list(one("t", entry));
            client.reply(reply);
            host.connect(Some(&answer.to_string()), Some(pin))
        };
        let wrong = |entry, answer: &Value| connect(entry, "0000", answer, Reply::refused());
        wrong(&bare, &json!({})).fails("HR_E_CARD_STATUS");
        let held = wrong(&full, &json!({})).fails("HR_E_PIN_GUARD");
        let answer = json!({"confirmed": held.str("entry")});
        // It is of one card.
        wrong(&other, &answer).fails("HR_E_PIN_GUARD");
        wrong(&full, &answer).fails("HR_E_CARD_STATUS");
        connect(&full, PIN, &json!({}), Reply::opened()).ok();
        wrong(&full, &answer).fails("HR_E_PIN_GUARD");
    }
}

/// Of an entry without identifiers, which may be either of two cards: neither was seen to accept the PIN. Of two entries under
/// one token the person who permits it means both.
#[test]
fn one_success_frees_no_two_cards() {
    testkit::alone!();
    let client = CardClient::start();
    let file = TempFile::new("records.hrj", b"");
    for journal in [json!({}), json!({"journal": file.0})] {
        test_hooks::forget();
        let host = client.host_with(journal);
        let login = |entries: &str, reply: Reply| {
            client.list(one("t", entries));
            client.reply(reply);
            try_again(&host, "t", "0000")
        };
        let [first, second] = [r#"{"serial":"1"}"#, r#"{"serial":"2"}"#];
        for entries in [first, second] {
            login(entries, Reply::refused()).fails("HR_E_CARD_STATUS");
        }
        held(login("{}", Reply::opened()), "pin_held");
        assert_eq!(host.pin_retry_allow("t"), HR_OK);
        login("{}", Reply::opened()).ok();
        for entries in ["{}", first, second] {
            held(login(entries, Reply::refused()), "pin_held");
        }
        // One card, however its holder is written: it opens, and nothing is held any more.
        let [a, b, c] = [1, 2, 4].map(|holder| format!(r#"{{"serial":"3","idNat":{holder}}}"#));
        login(&a, Reply::refused());
        for (entry, reply) in [(&b, Reply::refused()), (&c, Reply::opened())] {
            held(login(entry, Reply::opened()), "pin_held");
            assert_eq!(host.pin_retry_allow("t"), HR_OK);
            login(entry, reply);
        }
        login(&a, Reply::opened()).ok();
    }
    test_hooks::forget();
    client.list(r#"{"t":[{"serial":"1"},{"serial":"2"}]}"#);
    client.reply(Reply::refused());
    let host = client.host();
    try_again(&host, "t", "0000").fails("HR_E_CARD_STATUS");
    held(try_again(&host, "t", "0000"), "pin_held");
    assert_eq!(host.pin_retry_allow("t"), HR_OK);
    client.reply(Reply::opened());
    for _ in 0..2 {
        try_again(&host, "t", "0000").ok();
    }
}
