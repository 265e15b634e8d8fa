//! A file of 100,000 records.

use std::fmt::Write;
use std::time::Instant;

use serde_json::{Value, json};
use testkit::*;

use super::stage::*;

const UPLOADS: usize = 50_000;

/// Behind the first line: uploads that were accepted, and every hundredth one in doubt.
fn records() -> String {
    let mut text = String::new();
    let mut line = |record: Value| {
        let json = record.to_string();
        writeln!(text, "{:08x} {json}", crc32fast::hash(json.as_bytes())).unwrap();
    };
    for number in 0..UPLOADS {
        let entry = format!("{number:032x}");
        let outcome = match number % 100 {
            0 => "unknown",
            _ => "accepted",
        };
        let digest = format!("{number:08x}").repeat(8);
        line(json!({
            "record": "upload", "entry": entry, "time": "2026-01-01T00:00:00.000Z", "content": digest,
            "document": digest, "bytes": number, "reference": format!("letter {number}"), "permit": null,
            "process": 4711, "started": "1-00000000",
        }));
        line(json!({
            "record": "upload_end", "entry": entry, "time": "2026-01-01T00:00:01.000Z",
            "outcome": outcome, "code": null, "http_status": 200,
        }));
    }
    text
}

#[test]
fn a_hundred_thousand_records_are_read_listed_and_written_to() {
    let stage = Stage::accepting();
    drop(Host::open(&stage.config()));
    std::fs::write(stage.path(), stage.text() + &records()).unwrap();
    let began = Instant::now();
    let host = stage.host();
    let opened = began.elapsed();
    let listed = host.journal(&json!({"doubt": true, "limit": 10_000})).ok();
    assert_eq!(listed.json["doubts"], UPLOADS / 100);
    assert_eq!(
        listed.json["entries"].as_array().unwrap().len(),
        UPLOADS / 100
    );
    assert_eq!(listed.json["damaged"], 0);
    let began = Instant::now();
    let one = only(&host, &json!({"reference": "letter 4242"}));
    let looked = began.elapsed();
    assert_eq!(
        (&one["bytes"], &one["outcome"]),
        (&json!(4242), &json!("accepted"))
    );
    let began = Instant::now();
    send(&host, b"the newest of all").ok();
    let sent = began.elapsed();
    let newest = host.journal(&json!({"limit": 1})).ok();
    assert_eq!(newest.json["uploads"], UPLOADS + 1);
    assert_eq!(newest.json["entries"][0]["bytes"], 17);
    assert_eq!(newest.json["more"], true);
    println!("opened in {opened:?}, one found in {looked:?}, an upload in {sent:?}");
}
