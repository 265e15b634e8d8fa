//! Files that were cut, or in which bits changed.

use serde_json::{Value, json};
use testkit::*;

use super::stage::*;

/// A journal with one accepted upload, and one in doubt behind it.
fn journal(test: &str) -> String {
    let stage = Stage::accepting();
    send(&stage.host(), format!("{test}: accepted").as_bytes()).ok();
    let path = stage.path();
    let silent = Stage::silent();
    std::fs::copy(path, silent.path()).unwrap();
    send(&silent.host(), format!("{test}: in doubt").as_bytes()).fails("HR_E_IN_DOUBT");
    silent.text()
}

fn opened(content: &[u8]) -> Result<(Host, TempFile), Outcome> {
    let file = TempFile::new("records.hrj", content);
    let (number, outcome) = Host::try_open(&json!({"journal": file.0}).to_string());
    match outcome.code {
        0 => Ok((Host(number), file)),
        _ => Err(outcome),
    }
}

fn count(listed: &Outcome, key: &str) -> u64 {
    listed.json[key].as_u64().unwrap()
}

/// A cut is a write that did not happen: nothing is invented, what was written before stays.
#[test]
fn every_cut_leaves_what_was_written_before_it() {
    let text = journal("cuts");
    let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
    for length in 0..=text.len() {
        let (host, file) = match opened(&text.as_bytes()[..length]) {
            Ok(opened) => opened,
            // Digits alone may be anybody's.
            Err(outcome) if (1..10).contains(&length) => {
                assert_eq!(
                    outcome.json["reason"], "journal_not_ours",
                    "cut at {length}"
                );
                continue;
            }
            Err(outcome) => panic!("cut at {length}: {}", outcome.text),
        };
        let listed = host.journal(&json!({})).ok();
        let whole = ends.iter().filter(|end| **end <= length).count();
        let uploads = match whole {
            0 | 1 => 0,
            2 | 3 => 1,
            _ => 2,
        };
        assert_eq!(
            count(&listed, "uploads"),
            uploads,
            "cut at {length}: {}",
            listed.text
        );
        // What has begun and not ended is a doubt, since nobody is sending it.
        let doubts = u64::from(whole == 2 || whole >= 4);
        assert_eq!(
            count(&listed, "doubts"),
            doubts,
            "cut at {length}: {}",
            listed.text
        );
        let torn = length > ends[0] && !ends.contains(&length) && !ends.contains(&(length - 1));
        assert_eq!(
            count(&listed, "torn"),
            u64::from(torn),
            "cut at {length}: {}",
            listed.text
        );
        drop(host);
        let after = std::fs::read(&file.0).unwrap();
        assert!(
            after.starts_with(&text.as_bytes()[..length]),
            "cut at {length}"
        );
    }
}

/// The next record begins a new line, and the one that was not finished is no damage.
#[test]
fn a_torn_line_is_ended_by_the_next_record() {
    testkit::alone!();
    let stage = Stage::accepting();
    let host = stage.host();
    send(&host, b"torn: before").ok();
    drop(host);
    let mut text = stage.text();
    let torn = &text.lines().nth(1).unwrap()[..100].to_owned();
    text.push_str(torn);
    std::fs::write(stage.path(), &text).unwrap();
    let host = stage.host();
    let listed = host.journal(&json!({})).ok();
    assert_eq!((count(&listed, "torn"), count(&listed, "damaged")), (1, 0));
    send(&host, b"torn: behind").ok();
    drop(host);
    let host = stage.host();
    let listed = host.journal(&json!({})).ok();
    assert_eq!((count(&listed, "torn"), count(&listed, "damaged")), (1, 0));
    assert_eq!(count(&listed, "uploads"), 2);
    let after = stage.text();
    assert!(after.starts_with(&format!("{text}\n")), "{after}");
    assert!(
        after.contains(r#"{"record":"torn","bytes":100}"#),
        "{after}"
    );
}

#[test]
fn damaged_and_foreign_lines_are_kept_counted_and_do_no_harm() {
    testkit::alone!();
    let stage = Stage::accepting();
    let host = stage.host();
    send(&host, b"lines: first").ok();
    drop(host);
    let mut text = stage.text();
    text.push_str("noise\n\n");
    text.push_str(&"x".repeat(200_000));
    let later = r#"{"record":"of a later version","entry":7,"list":[1,2]}"#;
    text.push_str(&format!(
        "\n{:08x} {later}\n",
        crc32fast::hash(later.as_bytes())
    ));
    let wrong = r#"{"record":"found"}"#;
    text.push_str(&format!(
        "{:08x} {wrong}\n",
        crc32fast::hash(wrong.as_bytes())
    ));
    std::fs::write(stage.path(), &text).unwrap();
    let (number, settings) = Host::try_open(&stage.config().to_string());
    assert_eq!(
        (count(&settings.ok(), "damaged"), Host(number).0 > 0),
        (3, true)
    );
    let host = stage.host();
    send(&host, b"lines: second").ok();
    let listed = host.journal(&json!({})).ok();
    // Noise, the long one, and the record without an entry. One of another kind may be a later version's.
    assert_eq!(
        (count(&listed, "damaged"), count(&listed, "uploads")),
        (3, 2)
    );
    assert!(stage.text().starts_with(&text));
    let found: Vec<Value> = listed.json["entries"].as_array().unwrap().clone();
    // A doubt about a document that nobody knows, for each; it refuses nothing.
    let damaged: Vec<bool> = found.iter().map(|entry| entry["damaged"] == true).collect();
    assert_eq!(damaged, [false, true, true, true, false]);
    for entry in &found {
        let (outcome, doubt) = match entry["damaged"] == true {
            true => ("unknown", true),
            false => ("accepted", false),
        };
        assert_eq!(
            (&entry["outcome"], &entry["doubt"]),
            (&json!(outcome), &json!(doubt))
        );
    }
}
