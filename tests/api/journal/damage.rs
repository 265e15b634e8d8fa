//! Files that were cut, in which bits changed, or to which others wrote: nothing is invented, and whatever is lost is
//! reported. A share of the bits is tried; `HR_JOURNAL=full` tries all.

use hr::ffi::test_hooks;
use serde_json::{Value, json};
use testkit::*;

use super::reader::Reader;
use super::stage::*;

pub fn is_full() -> bool {
    std::env::var("HR_JOURNAL").as_deref() == Ok("full")
}

/// A journal with an upload of each kind: accepted, permitted and sent again, in doubt, found, begun.
fn uploads(test: &str) -> Vec<String> {
    // The guard of this process is one for all tests.
    let document = |what: &str| format!("{test}: {what}").into_bytes();
    let stage = Stage::silent();
    let accepting = Stage::accepting();
    let host = stage.host();
    let lost = |what: &str| {
        let lost = send(&host, &document(what)).fails("HR_E_IN_DOUBT");
        lost.str("entry")
    };
    assert_eq!(host.dmp_resend_allow(&lost("permitted")), 0);
    lost("permitted");
    assert_eq!(host.dmp_found(&lost("found")), 0);
    let journal = accepting.host_with(&json!({"journal": stage.path()}));
    send(&journal, &document("accepted")).ok();
    lost("begun");
    let text = stage.text();
    let mut lines: Vec<String> = text.lines().map(|line| format!("{line}\n")).collect();
    lines.pop();
    assert_eq!(lines.len(), 12);
    lines
}

/// What a file states of uploads, and how much of it is damaged or torn; None where it is refused.
fn stated(content: &[u8]) -> Option<(Value, u64)> {
    let file = TempFile::new("records.hrj", content);
    let (number, outcome) = Host::try_open(&json!({"journal": file.0}).to_string());
    let host = Host(number);
    let stated = match outcome.code {
        0 => {
            let mut listed = host.journal(&json!({})).ok().json;
            // What is damaged is listed as well.
            let entries = listed["entries"].as_array_mut().unwrap();
            entries.retain(|entry| entry["damaged"] == false);
            let reported = ["damaged", "torn"].map(|key| listed[key].take().as_u64().unwrap());
            Some((listed, reported.iter().sum()))
        }
        _ => {
            let refused = outcome.fails("HR_E_JOURNAL");
            refused.has(json!({"reason": "journal_not_ours"}));
            None
        }
    };
    drop(host);
    let after = std::fs::read(&file.0).unwrap();
    // To a part of a first line, which is no journal yet, one is written.
    let begun = stated.is_some() && !content.contains(&b'\n');
    assert!(begun || after == content);
    stated
}

/// What the records say of each upload without what is read from its line again.
fn decided(listed: &Value) -> Vec<Value> {
    let members = ["entry", "outcome", "doubt", "permitted", "found", "in_use"];
    let entries = listed["entries"].as_array().unwrap().iter();
    let decided = |entry: &Value| members.iter().map(|name| entry[name].clone()).collect();
    entries.map(decided).collect()
}

/// A line in which a bit changed counts as one that is not there, and is reported. Where it was the line feed, both lines
/// count. Of a first line no bit is repaired, however little follows. A line that comes twice states nothing more.
#[test]
fn a_flipped_bit_takes_its_line_away_and_is_reported() {
    let lines = uploads("bits");
    let concat = |lines: &[String]| stated(lines.concat().as_bytes()).map(|(listed, _)| listed);
    let all = concat(&lines);
    let mut start = 0;
    for (at, line) in lines.iter().enumerate() {
        let mut without = lines.clone();
        without.remove(at);
        let without = concat(&without);
        let mut twice = lines.clone();
        twice.insert(at, line.clone());
        assert_eq!(concat(&twice), all, "line {at}");
        for byte in 0..line.len() {
            let feed = byte + 1 == line.len();
            let bits = (0..8).filter(|bit| is_full() || feed || byte % 32 == *bit);
            for bit in bits {
                let mut text = lines.concat().into_bytes();
                text[start + byte] ^= 1 << bit;
                let what = format!("bit {bit} of byte {byte} of line {at}");
                if at == 0 {
                    for end in [text.len(), line.len() + lines[1].len(), line.len()] {
                        assert_eq!(stated(&text[..end]), None, "{what}");
                    }
                    continue;
                }
                let (listed, reported) = stated(&text).unwrap();
                assert!(reported > 0, "{what}");
                // The last one is as if it were being written.
                match feed && at + 1 < lines.len() {
                    true => assert_eq!(decided(&listed), decided(all.as_ref().unwrap()), "{what}"),
                    false => assert_eq!(Some(listed), without, "{what}"),
                }
            }
        }
        start += line.len();
    }
}

/// A cut is a write that did not happen: nothing is invented, what was written before stays.
#[test]
fn every_cut_leaves_what_was_written_before_it() {
    let lines = uploads("cuts");
    // An upload that has ended, and one that has begun.
    let text = [&lines[0], &lines[9], &lines[10], &lines[11]].map(String::as_str);
    assert!(lines[9].contains("\"upload\"") && lines[10].contains("\"accepted\""));
    let (text, ends) = (text.concat(), text.map(str::len));
    for length in 0..=text.len() {
        let cut = stated(&text.as_bytes()[..length]);
        // Digits alone may be anybody's.
        if (1..10).contains(&length) {
            assert!(cut.is_none(), "cut at {length}");
            continue;
        }
        let (listed, reported) = cut.unwrap();
        let mut end = 0;
        let ends = ends.map(|line| {
            end += line;
            end
        });
        // Without its line feed a line is whole.
        let whole = ends.iter().filter(|end| **end <= length + 1).count();
        let wanted = match whole {
            0 | 1 => (0, 0),
            2 => (1, 1),
            3 => (1, 0),
            _ => (2, 1),
        };
        // What has begun and not ended is a doubt, since nobody is sending it.
        let got = ["uploads", "doubts"].map(|key| listed[key].as_u64().unwrap());
        assert_eq!(got, [wanted.0, wanted.1], "cut at {length}");
        let at_end = ends.iter().any(|end| length == *end || length + 1 == *end);
        if length > ends[0] {
            assert_eq!(reported, u64::from(!at_end), "cut at {length}");
        }
    }
}

/// The next record begins a new line, and the one that was not finished is no damage.
#[test]
fn a_torn_line_is_ended_by_the_next_record() {
    testkit::alone!();
    let stage = Stage::accepting();
    send(&stage.host(), b"torn: before").ok();
    let torn = stage.text().lines().nth(1).unwrap()[..100].to_owned();
    stage.append(&torn);
    let text = stage.text();
    let torn = json!({"torn": 1, "damaged": 0});
    let host = stage.host();
    host.journal(&json!({})).ok().has(torn.clone());
    send(&host, b"torn: behind").ok();
    drop(host);
    let listed = stage.host().journal(&json!({})).ok().has(torn);
    assert_eq!(listed.json["uploads"], 2);
    let after = stage.text();
    assert!(after.starts_with(&format!("{text}\n")), "{after}");
    assert!(after.contains(r#"{"record":"torn","bytes":100}"#));
}

#[test]
fn damaged_and_foreign_lines_are_kept_counted_and_do_no_harm() {
    testkit::alone!();
    let stage = Stage::accepting();
    send(&stage.host(), b"lines: first").ok();
    stage.append(&format!("noise\n\n{}\n", "x".repeat(200_000)));
    stage.append(&line(
        r#"{"record":"of a later version","entry":7,"list":[1,2]}"#,
    ));
    stage.append(&line(r#"{"record":"found"}"#));
    let text = stage.text();
    // Noise, the long one, and the record without an entry. One of another kind may be a later version's.
    opened_with(&stage.config()).ok().has(json!({"damaged": 3}));
    let host = stage.host();
    send(&host, b"lines: second").ok();
    let listed = host.journal(&json!({})).ok();
    let listed = listed.has(json!({"damaged": 3, "uploads": 2}));
    assert!(stage.text().starts_with(&text));
    // A doubt about a document that nobody knows, for each; it refuses nothing.
    let found = listed.json["entries"].as_array().unwrap();
    assert_eq!(found.len(), 5);
    for (entry, damaged) in found.iter().zip([false, true, true, true, false]) {
        let outcome = if damaged { "unknown" } else { "accepted" };
        let wanted = json!({"damaged": damaged, "outcome": outcome, "doubt": damaged});
        entry.has(wanted);
    }
}

/// One damaged character in a line of a PIN or an upload, and it was as if nothing had been.
#[test]
fn r191_what_one_line_has_lost_the_other_one_states() {
    testkit::alone!();
    let stage = Stage::silent();
    let lost = send(&stage.host(), b"document").fails("HR_E_IN_DOUBT");
    let reader = Reader::new("r191");
    reader.login("0000").fails("HR_E_CARD_STATUS");
    let (uploads, pins) = (stage.text(), reader.text());
    for damaged in [1, 2] {
        let without = |text: &str| -> String {
            let lines = text.lines().enumerate();
            let lines = lines.map(|(at, line)| match at == damaged {
                true => format!("{}\n", line.replacen("\"entry\"", "\"Entry\"", 1)),
                false => format!("{line}\n"),
            });
            lines.collect()
        };
        std::fs::write(stage.path(), without(&uploads)).unwrap();
        std::fs::write(reader.path(), without(&pins)).unwrap();
        test_hooks::forget();
        let host = stage.host();
        let held = send(&host, b"document").fails("HR_E_CONFLICT");
        assert_eq!(held.str("entry"), lost.str("entry"), "{damaged}");
        assert_eq!(host.journal(&json!({})).json["damaged"], 1);
        reader.held("0000", "pin_held");
    }
    assert_eq!((stage.received(), reader.presented()), (1, 1));
}

/// The power was lost when the file had its length and nothing else: it was nobody's from then on.
#[test]
fn r190_a_file_of_nuls_is_empty() {
    testkit::alone!();
    let stage = Stage::accepting();
    for length in [1, 90, 190, 4_096, 100_000] {
        std::fs::write(stage.path(), vec![0; length]).unwrap();
        let host = stage.host();
        send(&host, format!("{length}").as_bytes()).ok();
        assert!(!stage.text().contains('\0'));
        assert_eq!(host.journal(&json!({})).json["damaged"], 0);
    }
}
