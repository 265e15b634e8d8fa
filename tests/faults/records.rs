//! Files of the journal, written and read by whoever knows docs/en/journal.md.

use std::path::Path;

use serde_json::{Value, json};

/// A journal that begins with this line and has these records.
pub fn journal(records: impl IntoIterator<Item = Value>) -> String {
    let first =
        json!({"record": "journal", "version": 1, "key": "07".repeat(32), "time": LONG_AGO});
    [first]
        .into_iter()
        .chain(records)
        .map(|it| line(&it))
        .collect()
}

pub fn line(record: &Value) -> String {
    let json = record.to_string();
    format!("{:08x} {json}\n", crc32fast::hash(json.as_bytes()))
}

pub const LONG_AGO: &str = "2020-01-01T00:00:00.000Z";

/// Uploads of long ago; the first of them are in doubt, the others were accepted.
pub fn old_uploads(count: usize, doubts: usize) -> impl Iterator<Item = Value> {
    let all = (0..count).flat_map(move |number| {
        let kinds = ["upload", "upload_end"];
        let known = if number < doubts { 1 } else { 2 };
        kinds
            .into_iter()
            .take(known)
            .map(move |kind| (number, kind))
    });
    all.map(|(number, kind)| {
        let digest = format!("{number:08x}").repeat(8);
        json!({
            "record": kind, "entry": format!("{number:032x}"), "time": LONG_AGO, "content": digest,
            "document": digest, "bytes": number, "reference": null, "permit": null,
            "outcome": "accepted", "code": null, "http_status": 200,
        })
    })
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
