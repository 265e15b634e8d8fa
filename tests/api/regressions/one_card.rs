//! What is one card, one PIN and one permit, however it is written. The oracle is what the card client received.

use super::card::{entry, held, serial, try_again};
use serde_json::json;
use testkit::card_client::{After, CardClient, Reply, one};

/// The same card, written in another way, was another card. A card without any identifier may be every card of
/// the process, so that it is in tests/faults/card_matrix, where nothing else runs.
#[test]
fn r53_a_card_is_the_same_however_its_identity_is_written() {
    testkit::alone!();
    let client = CardClient::start();
    let mut number = 553_001;
    for other in [
        r#""serial":"<S>","idNat":"<N>""#,
        r#""serial":<S>,"idNat":<N>"#,
        r#""serial":" <S> ","idNat":"<N>\t""#,
        r#""serial":"<S>\u0000\u0000","idNat":"\u0000<N>""#,
        r#""serial":"<S>%00%00","idNat":"<N>""#,
        r#""serial":"\u0035<rest of S>","idNat":"<N>""#,
        r#""serial":"<S>\u00a0\ufeff","idNat":"<N>""#,
        r#""serial":"00<S>","idNat":"<N>""#,
        r#""serial":"<S>""#,
        r#""idNat":"<N>""#,
        r#""serial":"","idNat":"<N>""#,
        r#""serial":null,"idNat":"<N>""#,
        r#""serial":"<S>","idNat":" \u0000""#,
        r#""serial":{"x":1},"idNat":"<N>""#,
        r#""serial":1.5,"idNat":"<N>""#,
        r#""serial":"000","idNat":"<N>""#,
    ] {
        for turned in [false, true] {
            number += 1;
            let (serial, id) = (number.to_string(), format!("77{number}"));
            let written = |form: &str| {
                let form = form.replace("<S>", &serial).replace("<N>", &id);
                let form = form.replace("<rest of S>", &serial[1..]);
                format!("{{{form},\"pinAttempt\":3}}")
            };
            let mut forms = [written(r#""serial":"<S>","idNat":"<N>""#), written(other)];
            if turned {
                forms.reverse();
            }
            let host = client.host();
            let before = client.count();
            client.list(one("a", &forms[0]));
            try_again(&host, "a", &serial).fails("HR_E_CARD_STATUS");
            client.list(one("b", &forms[1]));
            held(try_again(&host, "b", &serial), "pin_held");
            held(try_again(&client.host(), "b", &serial), "pin_held");
            assert_eq!(client.count() - before, 1, "{forms:?}");
        }
    }
}

/// A blank behind a PIN, or its digits in another script, made it another PIN.
#[test]
fn r57_a_pin_is_the_same_with_blanks_and_in_other_digits() {
    let client = CardClient::start();
    client.list(one("t", &entry(&serial(), "3")));
    let host = client.host();
    try_again(&host, "t", "0204").fails("HR_E_CARD_STATUS");
    for same in [
        "0204",
        "0204 ",
        " 0204",
        "02 04",
        "0204\t",
        "0204\r\n",
        "0204\u{a0}",
        "\u{feff}0204",
        "02\u{200b}04",
        "\u{ff10}\u{ff12}\u{ff10}\u{ff14}",
        "\u{660}\u{662}\u{660}\u{664}",
    ] {
        held(try_again(&host, "t", same), "pin_held");
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

/// The same serial with escapes, blanks, in the other case or in digits of another script was another card.
#[test]
fn r110_a_serial_is_one_however_a_list_writes_it() {
    let client = CardClient::start();
    for (number, other) in [
        "%41<N>b",
        "%20A<N>b%20",
        "A %00<N>b%00",
        "A <N> b",
        "A\u{a0}<N>b",
        "a<N>B",
        "a<N>%42",
        "00A<N>b",
        "%30A<N>b",
        "A-<N>-b",
        "A:<N>:b",
        "A.<N>/b",
        "'A<N>b'",
        "\\\"A<N>b\\\"",
        "A\u{ad}<N>b",
        "A\u{200b}<N>\u{2011}b",
        "A\u{fffd}%ff<N>b",
        "A<wide>b",
        "A<mathematical>b",
    ]
    .iter()
    .enumerate()
    {
        let digits = format!("110{number:03}");
        let in_script = |zero: u32| -> String {
            let digits = digits.bytes().map(|digit| u32::from(digit - b'0') + zero);
            digits.filter_map(char::from_u32).collect()
        };
        let other = other
            .replace("<N>", &digits)
            .replace("<wide>", &in_script(0xff10))
            .replace("<mathematical>", &in_script(0x1d7f6));
        let own = format!("A{digits}b");
        for (first, second) in [(&own, &other), (&other, &own)] {
            let host = client.host();
            client.reply(Reply::opened());
            let entry = |serial: &str| {
                let entry = format!(r#"{{"serial":"{serial}","idNat":"8{own}","pinAttempt":3}}"#);
                one("t", &entry)
            };
            // What an earlier round left is forgotten.
            client.list(entry(first));
            try_again(&host, "t", "1234").ok();
            client.reply(Reply::refused());
            let before = client.count();
            try_again(&host, "t", "0000").fails("HR_E_CARD_STATUS");
            client.list(entry(second));
            held(try_again(&host, "t", "0000"), "pin_held");
            assert_eq!(client.count() - before, 1, "{first} {second}");
        }
    }
}

/// The zeros of some of the decimal digits that Unicode has, of every plane and length in UTF-8.
const ZEROS: [char; 14] = [
    '\u{660}',
    '\u{7c0}',
    '\u{966}',
    '\u{e50}',
    '\u{1040}',
    '\u{1c50}',
    '\u{a620}',
    '\u{abf0}',
    '\u{ff10}',
    '\u{104a0}',
    '\u{1d7ce}',
    '\u{1d7ec}',
    '\u{1d7f6}',
    '\u{1fbf0}',
];

/// PINs in other digits than those of three scripts were other PINs.
#[test]
fn r111_pins_in_digits_of_any_script_are_one() {
    let client = CardClient::start();
    client.list(one(
        "t",
        r#"{"serial":"r111","idNat":"8r111","pinAttempt":3}"#,
    ));
    let host = client.host();
    try_again(&host, "t", "4071").fails("HR_E_CARD_STATUS");
    for zero in ZEROS {
        let pin: String = [4, 0, 7, 1]
            .into_iter()
            .filter_map(|digit| char::from_u32(u32::from(zero) + digit))
            .collect();
        held(try_again(&host, "t", &pin), "pin_held");
    }
    assert_eq!(client.count(), 1);
}

/// A permit for an entry that may be either of two cards let one login with each of them through.
#[test]
fn r112_one_permit_is_one_presentation_whatever_it_is_for() {
    testkit::alone!();
    let client = CardClient::start();
    let card =
        |serial: &str| format!(r#"[{{"serial":"{serial}","idNat":"8r112","pinAttempt":3}}]"#);
    client.list(format!(
        r#"{{"a":{},"b":{},"n":[{{"idNat":"8r112","pinAttempt":3}}]}}"#,
        card("r112a"),
        card("r112b")
    ));
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
    for journal in [None, Some(&file.0)] {
        hr::ffi::test_hooks::forget();
        let mut config = json!({"timeouts": {"login_ms": 20_000}});
        if let Some(path) = journal {
            config["journal"] = json!(path);
        }
        let host = client.host_with(config);
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
    client.list(
        r#"{"a":[{"serial":"r209a","idNat":"8r209a"}],"b":[{"serial":"r209b","idNat":"8r209b"}]}"#,
    );
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
