//! The card: a PIN that reached it twice, or was forgotten; what is one card, one PIN and one permit, however it is written.
//! The oracle is what the card client received.

use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::json;

use testkit::card_client::{After, CardClient, Reply, one};
use testkit::{Host, Outcome};

/// A serial that no other test has: the guard is one for the process.
fn serial() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(1);
    format!("r5x-{}", COUNT.fetch_add(1, Ordering::SeqCst))
}

fn entry(serial: &str) -> String {
    format!(r#"{{"serial":"{serial}","idNat":"8{serial}","pinAttempt":3}}"#)
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
    held.has(json!({ "reason": reason }));
}

/// Ends of a login that are no success. Row by row they are in tests/faults/card_matrix.
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
        whole("404 No", "not found"),
        whole("429 No", ""),
        Reply::whole("302 Found", "location: /x\r\n", ""),
    ];
    let undecided = undecided.map(|reply| (reply, "unknown"));
    let rejected = rejected.map(|reply| (reply, "rejected"));
    undecided.into_iter().chain(rejected).collect()
}

/// A head alone, 408, 5xx and a page counted as refusals, and an unmoved counter lifted the hold.
/// R03: a card client that was still busy with the first presentation showed an unmoved counter.
/// R01: the counter of a list read before the last success made a consumed PIN look unconsumed.
/// R51: a counter that never moves lifted the hold again and again, also after a refusal by the card client's code.
#[test]
fn r50_no_reply_and_no_counter_lifts_a_hold() {
    let client = CardClient::start();
    for (reply, word) in ends() {
        client.list(one("t", &entry(&serial())));
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
        assert_eq!(host.pin_retry_allow("t"), 0);
        client.reply(Reply::opened());
        try_again(&host, "t", "0000").ok();
        assert_eq!(client.count() - before, 2, "{reply:?}");
    }
}

/// The ticket that a login's 401 had shown to be over was kept.
#[test]
fn r52_a_401_of_login_drops_the_ticket() {
    let client = CardClient::start();
    client.list(one("t", &entry(&serial())));
    client.reply(Reply::whole("401 No", "", "{}"));
    let host = client.host();
    let refused = try_again(&host, "t", "1234").fails("HR_E_UNAUTHORIZED");
    refused.outcome("rejected");
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
        client.list(one("t", &entry(&serial)));
        let host = client.host();
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
    let (first, second) = (entry(&serial()), entry(&serial()));
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
    let nameless = one("t", r#"{"idNat":"8r59"}"#);
    let [first, second] = ["1", "2"].map(|serial| {
        let entry = format!(r#"{{"serial":"r59-{serial}","idNat":"8r59"}}"#);
        one("t", &entry)
    });
    let lists = [&nameless, &first, &second];
    let host = client.host();
    client.list(&*nameless);
    try_again(&host, "t", "0000").fails("HR_E_CARD_STATUS");
    client.reply(Reply::opened());
    for list in lists {
        client.list(list);
        try_again(&host, "t", "1234").ok();
        for list in lists {
            client.list(list);
            held(try_again(&host, "t", "0000"), "pin_held");
        }
    }
    // With both identifiers it is certain.
    client.reply(Reply::refused());
    client.list(&*first);
    try_again(&host, "t", "1111").fails("HR_E_CARD_STATUS");
    held(try_again(&host, "t", "1111"), "pin_held");
    client.reply(Reply::opened());
    try_again(&host, "t", "1234").ok();
    try_again(&host, "t", "1111").ok();
}

/// The same card in digits, and with letters. `<D>` is what no other card has.
const DIGITS: &str = r#""serial":"<D>","idNat":"77<D>""#;
const LETTERS: &str = r#""serial":"A<D>b","idNat":"8<D>""#;

/// Other ways to write it.
const AS_DIGITS: [&str; 15] = [
    DIGITS,
    r#""serial":<D>,"idNat":77<D>"#,
    r#""serial":" <D> ","idNat":"77<D>\t""#,
    r#""serial":"<D>\u0000\u0000","idNat":"\u000077<D>""#,
    r#""serial":"<D>%00%00","idNat":"77<D>""#,
    r#""serial":"<D>\u00a0\ufeff","idNat":"\u00377<D>""#,
    r#""serial":"00<D>","idNat":"77<D>""#,
    r#""serial":"<D>""#,
    r#""idNat":"77<D>""#,
    r#""serial":"","idNat":"77<D>""#,
    r#""serial":null,"idNat":"77<D>""#,
    r#""serial":"<D>","idNat":" \u0000""#,
    r#""serial":{"x":1},"idNat":"77<D>""#,
    r#""serial":1.5,"idNat":"77<D>""#,
    r#""serial":"000","idNat":"77<D>""#,
];
const AS_LETTERS: [&str; 19] = [
    "%41<D>b",
    "%20A<D>b%20",
    "A %00<D>b%00",
    "A <D> b",
    "A\u{a0}<D>b",
    "a<D>B",
    "a<D>%42",
    "00A<D>b",
    "%30A<D>b",
    "A-<D>-b",
    "A:<D>:b",
    "A.<D>/b",
    "'A<D>b'",
    "\\\"A<D>b\\\"",
    "A\u{ad}<D>b",
    "A\u{200b}<D>\u{2011}b",
    "A\u{fffd}%ff<D>b",
    "A<wide>b",
    "A<mathematical>b",
];

/// The same card, written in another way, was another card. A card without any identifier may be every card of
/// the process, so that it is in tests/faults/card_matrix, where nothing else runs.
/// R110: with escapes, blanks, in the other case or in digits of another script.
#[test]
fn r53_a_card_is_the_same_however_its_identity_is_written() {
    testkit::alone!();
    let client = CardClient::start();
    let mut number = 553_001;
    let letters = AS_LETTERS.map(|serial| format!(r#""serial":"{serial}","idNat":"8<D>""#));
    let digits = AS_DIGITS.map(|form| (DIGITS, form.to_owned()));
    for (own, other) in digits
        .into_iter()
        .chain(letters.map(|form| (LETTERS, form)))
    {
        for turned in [false, true] {
            number += 1;
            let digits = number.to_string();
            let in_script = |zero: u32| -> String {
                let digits = digits.bytes().map(|digit| u32::from(digit - b'0') + zero);
                digits.filter_map(char::from_u32).collect()
            };
            let written = |form: &str| {
                let form = form.replace("<D>", &digits);
                let form = form.replace("<wide>", &in_script(0xff10));
                let form = form.replace("<mathematical>", &in_script(0x1d7f6));
                format!("{{{form},\"pinAttempt\":3}}")
            };
            let mut forms = [written(own), written(&other)];
            if turned {
                forms.reverse();
            }
            let host = client.host();
            let before = client.count();
            client.list(one("a", &forms[0]));
            try_again(&host, "a", &digits).fails("HR_E_CARD_STATUS");
            client.list(one("b", &forms[1]));
            held(try_again(&host, "b", &digits), "pin_held");
            held(try_again(&client.host(), "b", &digits), "pin_held");
            assert_eq!(client.count() - before, 1, "{forms:?}");
        }
    }
}

/// A blank behind a PIN, or its digits in another script, made it another PIN.
/// R111: in digits of any script.
#[test]
fn r57_a_pin_is_the_same_with_blanks_and_in_other_digits() {
    let client = CardClient::start();
    client.list(one("t", &entry(&serial())));
    let host = client.host();
    try_again(&host, "t", "0204").fails("HR_E_CARD_STATUS");
    let blanks = "0204|0204 | 0204|02 04|0204\t|0204\r\n|0204\u{a0}|\u{feff}0204|02\u{200b}04";
    for same in blanks.split('|') {
        held(try_again(&host, "t", same), "pin_held");
    }
    // The zeros of some of the decimal digits that Unicode has, of every plane and length in UTF-8.
    let zeros = "\u{660}\u{7c0}\u{966}\u{e50}\u{1040}\u{1c50}\u{a620}\u{abf0}\u{ff10}\u{104a0}\u{1d7ce}\u{1d7f6}\u{1fbf0}";
    for zero in zeros.chars() {
        let digits = [0, 2, 0, 4].into_iter();
        let pin = digits.filter_map(|digit| char::from_u32(u32::from(zero) + digit));
        held(try_again(&host, "t", &pin.collect::<String>()), "pin_held");
    }
    for blank in ["", " ", "\t\u{3000}", "\u{feff}"] {
        host.login("t", blank).fails("HR_E_ARGUMENT");
    }
    assert_eq!(client.count(), 1);
    // What is sent is what was typed.
    client.reply(Reply::opened());
    try_again(&host, "t", "12 34 ").ok();
    assert_eq!(client.presented()[1].pin, "12 34 ");
}

/// A permit for an entry that may be either of two cards let one login with each of them through.
#[test]
fn r112_one_permit_is_one_presentation_whatever_it_is_for() {
    testkit::alone!();
    let client = CardClient::start();
    client.list(
        r#"{"a":[{"serial":"r112a","idNat":"8r112"}],"b":[{"serial":"r112b","idNat":"8r112"}],
            "n":[{"idNat":"8r112"}]}"#,
    );
    let host = client.host();
    for token in ["a", "b"] {
        try_again(&host, token, "0000").fails("HR_E_CARD_STATUS");
    }
    for (first, second) in [("a", "b"), ("b", "a"), ("n", "a")] {
        host.ready().ok();
        assert_eq!(host.pin_retry_allow("n"), 0);
        let before = client.count();
        try_again(&host, first, "0000").fails("HR_E_CARD_STATUS");
        for token in [second, first, "a", "b", "n"] {
            held(try_again(&host, token, "0000"), "pin_held");
        }
        assert_eq!(client.count() - before, 1, "{first}");
    }
}

/// A permit and a success for an entry without identifiers freed two cards, of which at most one had accepted a PIN.
#[test]
fn r208_one_success_frees_no_two_cards() {
    testkit::alone!();
    let client = CardClient::start();
    let file = testkit::TempFile::new("records.hrj", b"");
    for journal in [json!({}), json!({"journal": file.0})] {
        hr::ffi::test_hooks::forget();
        let host = client.host_with(journal);
        let card = |serial: &str| format!(r#"{{"serial":"{serial}"}}"#);
        let login = |entries: &str, reply: Reply| {
            client.list(one("t", entries));
            client.reply(reply);
            try_again(&host, "t", "0000")
        };
        for serial in ["r208a", "r208b"] {
            login(&card(serial), Reply::refused()).fails("HR_E_CARD_STATUS");
        }
        held(login("{}", Reply::opened()), "pin_held");
        assert_eq!(host.pin_retry_allow("t"), 0);
        login("{}", Reply::opened()).ok();
        for entries in ["{}", &card("r208a"), &card("r208b")] {
            held(login(entries, Reply::refused()), "pin_held");
        }
    }
}

/// The same cards under one token are what the person meant.
#[test]
fn a_permit_for_a_list_that_contradicts_itself_ends_its_own_hold() {
    let client = CardClient::start();
    client.list(r#"{"t":[{"serial":"contra-1"},{"serial":"contra-2"}]}"#);
    let host = client.host();
    try_again(&host, "t", "0000").fails("HR_E_CARD_STATUS");
    held(try_again(&host, "t", "0000"), "pin_held");
    assert_eq!(host.pin_retry_allow("t"), 0);
    client.reply(Reply::opened());
    for _ in 0..2 {
        try_again(&host, "t", "0000").ok();
    }
}

/// A login that was held back since the card it was about was used meant that earlier card.
#[test]
fn r209_without_a_token_the_permit_is_for_the_login_that_was_held_back_last() {
    let client = CardClient::start();
    client.list(r#"{"a":[{"serial":"r209a"}],"b":[{"serial":"r209b"}]}"#);
    let host = client.host_with(json!({"timeouts": {"login_ms": 300}}));
    try_again(&host, "a", "0000").fails("HR_E_CARD_STATUS");
    held(try_again(&host, "a", "0000"), "pin_held");
    client.reply(Reply::new("", After::Silence));
    let other = client.host_with(json!({"timeouts": {"login_ms": 20_000}}));
    other.ready().ok();
    std::thread::scope(|threads| {
        let login = threads.spawn(|| other.login("b", "0000"));
        while client.count() < 2 {
            std::thread::yield_now();
        }
        held(try_again(&host, "b", "1111"), "pin_in_use");
        assert_eq!(host.pin_retry_allow_last(), hr::code::HR_E_ARGUMENT);
        held(try_again(&host, "a", "0000"), "pin_held");
        hr::ffi::handle::hr_cancel(other.0);
        login.join().unwrap().fails("HR_E_IN_DOUBT");
    });
    assert_eq!(client.count(), 2);
}
