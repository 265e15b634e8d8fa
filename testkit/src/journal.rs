//! Files of the journal, written and read by whoever knows docs/en/journal.md.

use std::path::Path;

use serde_json::{Value, json};

/// A day on which every record is old.
pub const LONG_AGO: &str = "2020-01-01";

/// A record as the library writes it.
pub fn line(json: &str) -> String {
    format!("{:08x} {json}\n", crc32fast::hash(json.as_bytes()))
}

/// A journal that begins with its first line and has these.
pub fn journal(lines: &str) -> String {
    let time = format!("{LONG_AGO}T00:00:00.000Z");
    let first = json!({"record": "journal", "version": 1, "key": "07".repeat(32), "time": time});
    line(&first.to_string()) + lines
}

/// The two lines of an upload that has ended, the times of which begin with a day such as "2026-01-01".
pub fn ended_upload(number: usize, day: &str, outcome: &str) -> String {
    let entry = format!("{number:032x}");
    let digest = format!("{number:08x}").repeat(8);
    let begin = json!({
        "record": "upload", "entry": entry, "time": format!("{day}T00:00:00.000Z"), "content": digest,
        "document": digest, "bytes": number, "reference": format!("letter {number}"), "permit": null,
    });
    let end = json!({
        "record": "upload_end", "entry": entry, "time": format!("{day}T00:00:01.000Z"), "content": digest,
        "document": digest, "outcome": outcome, "code": null, "http_status": 200,
    });
    line(&begin.to_string()) + &line(&end.to_string())
}

/// Old uploads; the first of them are in doubt, the others were accepted.
pub fn old_uploads(count: usize, doubts: usize) -> String {
    let lines = (0..count).map(|number| {
        let both = ended_upload(number, LONG_AGO, "accepted");
        let end = both.find('\n').filter(|_| number < doubts);
        both[..end.map_or(both.len(), |end| end + 1)].to_owned()
    });
    lines.collect()
}

/// The records of a file that are as they were written; and how many lines are not.
pub fn records(path: &Path) -> (Vec<Value>, usize) {
    let text = std::fs::read(path).unwrap_or_default();
    let (mut records, mut wrong) = (Vec::new(), 0);
    let lines = text.split(|byte| *byte == b'\n');
    for line in lines.filter(|line| !line.is_empty()) {
        let json = line.get(9..).unwrap_or_default();
        let prefix = format!("{:08x} ", crc32fast::hash(json));
        match line.starts_with(prefix.as_bytes()) {
            true => records.push(serde_json::from_slice(json).unwrap()),
            false => wrong += 1,
        }
    }
    (records, wrong)
}

/// How many of them are of a kind.
pub fn count(records: &[Value], kind: &str) -> usize {
    let of_kind = |record: &&Value| record["record"] == kind;
    records.iter().filter(of_kind).count()
}
