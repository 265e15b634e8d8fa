//! Files that were cut, in which bits changed, or to which others wrote: nothing is invented, and whatever is lost is
//! reported. A share of the bits is tried; `HR_JOURNAL=full` tries all.

use hr::ffi::test_hooks;
use serde_json::{Value, json};
use testkit::journal::line;
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

/// A bit that changed takes its line away, and a cut what is behind it; both are reported. Of a first line no bit is
/// repaired, however little follows. A line that comes twice states nothing more.
#[test]
fn what_is_damaged_or_cut_is_reported_and_the_rest_states_what_it_did() {
    let lines = uploads("damage");
    let concat = |lines: &[String]| stated(lines.concat().as_bytes()).map(|(listed, _)| listed);
    let all = concat(&lines);
    let mut start = 0;
    for (at, line) in lines.iter().enumerate() {
        let mut twice = lines.clone();
        twice.insert(at, line.clone());
        assert_eq!(concat(&twice), all, "line {at}");
        let mut without = lines.clone();
        without.remove(at);
        let without = concat(&without);
        let before = concat(&lines[..at]);
        // The line feed is looked at below.
        for byte in 0..line.len() - 1 {
            let what = format!("byte {byte} of line {at}");
            let mut text = lines.concat().into_bytes();
            let bit = byte % 8;
            text[start + byte] ^= 1 << bit;
            let damaged = (is_full() || byte % 4 == 0).then(|| stated(&text));
            match damaged {
                Some(damaged) if at == 0 => assert_eq!(damaged, None, "{what}"),
                Some(damaged) => {
                    let (listed, reported) = damaged.unwrap();
                    assert_eq!(
                        (Some(listed), reported > 0),
                        (without.clone(), true),
                        "{what}"
                    );
                }
                None => {}
            }
            if at > 0 && byte > 0 && (is_full() || byte % 16 == 1) {
                let (listed, reported) = stated(&text[..start + byte]).unwrap();
                assert_eq!((Some(listed), reported), (before.clone(), 1), "{what}");
            }
        }
        start += line.len();
        // Without its line feed the last line is whole, and two lines that have become one are none.
        let whole = stated(&lines.concat().as_bytes()[..start - 1]);
        if at > 0 {
            assert_eq!(
                whole,
                Some((concat(&lines[..=at]).unwrap(), 0)),
                "line {at}"
            );
        }
    }
    // Digits alone may be anybody's; a part of what is a first line is one that is being written.
    for length in 0..=lines[0].len() {
        let begun = stated(&lines[0].as_bytes()[..length]);
        assert_eq!(
            begun.is_none(),
            (1..10).contains(&length),
            "cut at {length}"
        );
    }
}

/// The next record begins a new line, and the one that was not finished is no damage. What others wrote stays, and counts
/// as a doubt about a document that nobody knows; it refuses nothing.
#[test]
fn torn_damaged_and_foreign_lines_are_kept_counted_and_do_no_harm() {
    testkit::alone!();
    let stage = Stage::accepting();
    send(&stage.host(), b"lines: first").ok();
    stage.append(&format!("noise\n\n{}\n", "x".repeat(200_000)));
    let later = r#"{"record":"of a later version","entry":7,"list":[1,2]}"#;
    stage.append(&(line(later) + &line(r#"{"record":"found"}"#)));
    let torn = stage.text().lines().nth(1).unwrap()[..100].to_owned();
    stage.append(&torn);
    let text = stage.text();
    // Noise, the long one, and the record without an entry. One of another kind may be a later version's.
    opened_with(&stage.config()).ok().has(json!({"damaged": 3}));
    let host = stage.host();
    send(&host, b"lines: second").ok();
    let after = stage.text();
    assert!(after.starts_with(&format!("{text}\n")), "{after}");
    assert!(after.contains(r#"{"record":"torn","bytes":100}"#));
    drop(host);
    let listed = stage.host().journal(&json!({})).ok();
    let listed = listed.has(json!({"damaged": 3, "torn": 1, "uploads": 2}));
    let found = listed.json["entries"].as_array().unwrap();
    assert_eq!(found.len(), 5);
    for (entry, damaged) in found.iter().zip([false, true, true, true, false]) {
        let outcome = if damaged { "unknown" } else { "accepted" };
        entry.has(json!({"damaged": damaged, "outcome": outcome, "doubt": damaged}));
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
