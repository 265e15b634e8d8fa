//! A file of 100,000 records.

use std::time::Instant;

use serde_json::json;
use testkit::*;

use super::stage::*;

const UPLOADS: usize = 50_000;

/// Behind the first line: uploads that were accepted, and every hundredth one in doubt.
fn records() -> String {
    let outcome = |number| match number % 100 {
        0 => "unknown",
        _ => "accepted",
    };
    let uploads = (0..UPLOADS).map(|number| ended_upload(number, "2026-01-01", outcome(number)));
    uploads.collect()
}

#[test]
fn a_hundred_thousand_records_are_read_listed_and_written_to() {
    testkit::alone!();
    let stage = Stage::accepting();
    drop(Host::open(&stage.config()));
    std::fs::write(stage.path(), stage.text() + &records()).unwrap();
    let began = Instant::now();
    let mut config = stage.config();
    config["journal_days"] = json!(36_500);
    let host = stage.host_with(&config);
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
