//! What is one card, one PIN and one permit, however it is written. The oracle is what the card client received.

use std::sync::PoisonError;

use super::card::{PARTLY_KNOWN, held, try_again};
use testkit::card_client::{CardClient, Reply, one};

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
    let _turn = PARTLY_KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
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
