//! A card and a PIN are the same however they are written.

use testkit::card_client::{CardClient, Reply, one};

use super::{entry, held, try_again};

/// The same card in digits, and with letters. `<D>` is what no other card has.
const DIGITS: &str = r#""serial":"<D>","idNat":"77<D>""#;
const LETTERS: &str = r#""serial":"A<D>b","idNat":"8<D>""#;

/// Other ways to write it: both members, or the serial with letters alone.
const AS_DIGITS: [&str; 15] = [
    r#""serial":<D>,"idNat":77<D>"#,
    r#""serial":" <D> ","idNat":"77<D>\t""#,
    r#""serial":"<D>\u0000\u0000","idNat":"\u000077<D>""#,
    r#""serial":"<D>%00%00","idNat":"77<D>""#,
    r#""serial":"<D>\u00a0\ufeff","idNat":"\u00377<D>""#,
    r#""serial":"00<D>","idNat":"77<D>""#,
    r#""serial":"<D>""#,
    r#""serial":"<D>","idNat":"RPPS 3<D>""#,
    r#""idNat":"77<D>""#,
    r#""serial":"","idNat":"77<D>""#,
    r#""serial":null,"idNat":"77<D>""#,
    r#""serial":"<D>","idNat":" \u0000""#,
    r#""serial":{"x":1},"idNat":"77<D>""#,
    r#""serial":1.5,"idNat":"77<D>""#,
    r#""serial":"000","idNat":"77<D>""#,
];
const AS_LETTERS: [&str; 15] = [
    "%41<D>b",
    "%20A<D>b%20",
    "A %00<D>b%00",
    "A <D>\u{a0}b",
    "a<D>B",
    "a<D>%42",
    "00A<D>b",
    "%30A<D>b",
    "A-<D>:b",
    "'A.<D>/b'",
    "\\\"A<D>b\\\"",
    "A\u{ad}\u{200b}<D>\u{2011}b",
    "A\u{fffd}%ff<D>b",
    "A<wide>b",
    "A<mathematical>b",
];

#[test]
fn a_card_is_the_same_however_its_identity_is_written() {
    testkit::alone!();
    let client = CardClient::start();
    let letters = AS_LETTERS.map(|serial| format!(r#""serial":"{serial}","idNat":"8<D>""#));
    let digits = AS_DIGITS.map(|form| (DIGITS, form.to_owned()));
    let letters = letters.map(|form| (LETTERS, form));
    let pairs = digits.into_iter().chain(letters);
    let turns = pairs.flat_map(|(own, other)| {
        let own = own.to_owned();
        [(own.clone(), other.clone()), (other, own)]
    });
    for (number, (first, second)) in (553_001..).zip(turns) {
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
        let host = client.host();
        let before = client.count();
        client.list(one("a", &written(&first)));
        try_again(&host, "a", &digits).fails("HR_E_CARD_STATUS");
        client.list(one("b", &written(&second)));
        held(try_again(&host, "b", &digits), "pin_held");
        held(try_again(&client.host(), "b", &digits), "pin_held");
        assert_eq!(client.count() - before, 1, "{first} {second}");
    }
}

#[test]
fn a_pin_is_the_same_with_blanks_and_in_other_digits() {
    let client = CardClient::start();
    client.list(one("t", &entry()));
    let host = client.host();
    try_again(&host, "t", "0204").fails("HR_E_CARD_STATUS");
    let same = "0204|0204 | 0204|02 04|0204\t|0204\r\n|0204\u{a0}|\u{feff}0204|02\u{200b}04|0\u{61c}204\u{fe0e}\u{e0001}|02\u{2800}04|\u{660}\u{662}\u{660}\u{664}";
    for same in same.split('|') {
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
