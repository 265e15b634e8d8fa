//! Bits that changed, lines that came twice: nothing is invented, and whatever is lost is reported. A share of the bits is
//! tried; `HR_JOURNAL=full` tries all.

use hr::ffi::test_hooks;
use serde_json::{Value, json};
use testkit::random::Random;
use testkit::*;

use super::refusing_reader::RefusingReader;
use super::stage::*;

pub fn is_full() -> bool {
    std::env::var("HR_JOURNAL").as_deref() == Ok("full")
}

/// A journal with an upload of each kind: accepted, permitted and sent again, in doubt, found, begun.
fn uploads(test: &str) -> Vec<String> {
    // The guard of this process is one for all tests.
    let document = |what: &str| format!("{test}: {what}");
    let stage = Stage::silent();
    let accepting = Stage::accepting();
    let host = stage.host();
    send(&host, document("permitted").as_bytes()).fails("HR_E_IN_DOUBT");
    let entry = only(&host, &json!({"doubt": true}))["entry"].clone();
    assert_eq!(host.dmp_resend_allow(entry.as_str().unwrap()), 0);
    send(&host, document("permitted").as_bytes()).fails("HR_E_IN_DOUBT");
    let found = send(&host, document("found").as_bytes()).fails("HR_E_IN_DOUBT");
    assert_eq!(host.dmp_found(&found.str("entry")), 0);
    let mut config = accepting.config();
    config["journal"] = json!(stage.path());
    send(
        &accepting.host_with(&config),
        document("accepted").as_bytes(),
    )
    .ok();
    send(&host, document("begun").as_bytes()).fails("HR_E_IN_DOUBT");
    let mut lines: Vec<String> = stage
        .text()
        .lines()
        .map(|line| format!("{line}\n"))
        .collect();
    lines.pop();
    assert_eq!(lines.len(), 12);
    lines
}

/// What a file states of uploads; None where it is refused.
fn stated(content: &[u8]) -> Option<(Value, u64)> {
    let file = TempFile::new("records.hrj", content);
    let (number, outcome) = Host::try_open(&json!({"journal": file.0}).to_string());
    if number == 0 {
        assert_eq!(
            outcome.fails("HR_E_JOURNAL").json["reason"],
            "journal_not_ours"
        );
        assert_eq!(std::fs::read(&file.0).unwrap(), content);
        return None;
    }
    let host = Host(number);
    let mut listed = host.journal(&json!({})).ok().json;
    // What is damaged is listed as well.
    let entries = listed["entries"].as_array_mut().unwrap();
    entries.retain(|entry| entry["damaged"] == false);
    let reported = ["damaged", "torn"].map(|key| listed[key].take().as_u64().unwrap());
    drop(host);
    assert_eq!(std::fs::read(&file.0).unwrap(), content);
    Some((listed, reported.iter().sum()))
}

/// Without these lines.
fn without(lines: &[String], gone: &[usize]) -> Option<Value> {
    let all = lines.iter().enumerate();
    let left = all.filter(|(at, _)| !gone.contains(at));
    let left: String = left.map(|(_, line)| line.as_str()).collect();
    stated(left.as_bytes()).map(|(listed, _)| listed)
}

/// The line of each byte.
fn line_of(lines: &[String]) -> Vec<usize> {
    let numbered = lines.iter().enumerate();
    numbered
        .flat_map(|(at, line)| vec![at; line.len()])
        .collect()
}

fn flipped(text: &[u8], bit: usize) -> Vec<u8> {
    let mut flipped = text.to_vec();
    flipped[bit / 8] ^= 1 << (bit % 8);
    flipped
}

fn is_tried(text: &[u8], bit: usize) -> bool {
    let byte = bit / 8;
    is_full() || bit % 8 == byte % 8 || text[byte] == b'\n'
}

/// What the records say of each upload without what is read from its line again.
fn decided(listed: &Value) -> Vec<Value> {
    let members = ["entry", "outcome", "doubt", "permitted", "found", "in_use"];
    let entries = listed["entries"].as_array().unwrap().iter();
    entries
        .map(|entry| members.iter().map(|member| entry[member].clone()).collect())
        .collect()
}

/// A line in which a bit changed counts as one that is not there, and is reported. Where it was the line feed, both lines
/// count.
#[test]
fn a_flipped_bit_takes_its_line_away_and_is_reported() {
    let lines = uploads("bits");
    let text = lines.concat().into_bytes();
    let of = line_of(&lines);
    let one: Vec<_> = (0..lines.len()).map(|at| without(&lines, &[at])).collect();
    let all = without(&lines, &[]).unwrap();
    let mut tried = 0;
    for bit in (0..text.len() * 8).filter(|bit| is_tried(&text, *bit)) {
        tried += 1;
        let at = of[bit / 8];
        let changed = stated(&flipped(&text, bit));
        if at == 0 {
            assert!(changed.is_none(), "bit {bit} of the first line");
            continue;
        }
        let (listed, reported) = changed.unwrap();
        assert!(reported > 0, "bit {bit}");
        let line = format!("bit {bit} of line {at}");
        // The last one is as if it were being written.
        match text[bit / 8] == b'\n' && at + 1 < lines.len() {
            true => assert_eq!(decided(&listed), decided(&all), "{line}"),
            false => assert_eq!(Some(&listed), one[at].as_ref(), "{line}"),
        }
    }
    println!("{tried} bits of {}", text.len() * 8);
}

/// The first records of a file are what a process that was killed leaves.
#[test]
fn no_bit_of_a_first_line_is_repaired_however_little_follows() {
    let lines = uploads("first lines");
    for count in 1..=2 {
        let text = lines[..count].concat().into_bytes();
        let bits = (0..lines[0].len() * 8).filter(|bit| is_tried(&text, *bit));
        for bit in bits {
            let changed = flipped(&text, bit);
            // The line feed of the last line is no part of what the line states.
            let last = count == 1 && bit / 8 == text.len() - 1;
            assert_eq!(
                stated_alone(&changed),
                last && changed.last() == Some(&b'\n'),
                "{count}: bit {bit}"
            );
        }
    }
}

/// Whether a file is accepted; it may be one to which nothing was written yet.
fn stated_alone(content: &[u8]) -> bool {
    let file = TempFile::new("records.hrj", content);
    let (number, _) = Host::try_open(&json!({"journal": file.0}).to_string());
    drop((number != 0).then(|| Host(number)));
    let same = std::fs::read(&file.0).unwrap() == content;
    assert!(number != 0 || same, "refused and changed");
    number != 0
}

#[test]
fn two_flipped_bits_of_a_line_are_reported() {
    let lines = uploads("pairs");
    let text = lines.concat().into_bytes();
    let of = line_of(&lines);
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let pairs = if is_full() { 20_000 } else { 500 };
    for _ in 0..pairs {
        let first = lines[0].len() * 8;
        let one = first + random.below((text.len() * 8 - first) as u64) as usize;
        let start = of.iter().position(|line| *line == of[one / 8]).unwrap();
        let length = lines[of[one / 8]].len();
        let other = start * 8 + random.below(length as u64 * 8) as usize;
        if one == other {
            continue;
        }
        let (listed, reported) = stated(&flipped(&flipped(&text, one), other)).unwrap();
        assert!(reported > 0, "bits {one} and {other}: {listed}");
    }
}

#[test]
fn a_line_that_comes_twice_states_nothing_more() {
    let lines = uploads("twice");
    let all = without(&lines, &[]);
    for at in 0..lines.len() {
        let mut twice = lines.clone();
        twice.insert(at, lines[at].clone());
        assert_eq!(without(&twice, &[]), all, "line {at}");
    }
}

/// A hold is lost only with its line, and then the file says that it is damaged.
#[test]
fn no_flipped_bit_of_a_presentation_frees_a_card_unreported() {
    testkit::alone!();
    let reader = RefusingReader::new("bits-1");
    reader
        .login(&reader.path(), "0000")
        .fails("HR_E_CARD_STATUS");
    test_hooks::forget();
    let text = reader.text().into_bytes();
    let first = reader.text().find('\n').unwrap() * 8 + 8;
    let (mut tried, mut held) = (0, 0);
    for bit in (first..text.len() * 8).filter(|bit| is_tried(&text, *bit)) {
        let changed = flipped(&text, bit);
        let (_, reported) = stated(&changed).unwrap();
        let file = TempFile::new("records.hrj", &changed);
        let before = reader.presented();
        let login = reader.login(&file.0, "9999");
        tried += 1;
        match login.code == hr::code::HR_E_PIN_GUARD {
            true => held += 1,
            false => assert!(reported > 0, "bit {bit}: {}", login.text),
        }
        let presented = usize::from(login.code != hr::code::HR_E_PIN_GUARD);
        assert_eq!(reader.presented() - before, presented, "bit {bit}");
        // And it is not presented again.
        test_hooks::forget();
        reader.login(&file.0, "9999").fails("HR_E_PIN_GUARD");
        assert!(std::fs::read(&file.0).unwrap().starts_with(&changed));
        test_hooks::forget();
    }
    println!("{tried} bits, held {held} times");
    assert!(held > tried / 4, "{held} of {tried}");
}
