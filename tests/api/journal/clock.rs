//! A clock that was set back, or is wrong: the order is that of the file.
#![cfg(target_os = "linux")]

use std::path::Path;

use serde_json::{Value, json};
use testkit::c_compiler::{self, C11};
use testkit::tools::has;

use super::stage::*;

const YEAR: i64 = 31_556_952;

/// Sends a document, or permits one, in a process with another clock. Gives the result of an upload.
fn elsewhere(stage: &Stage, clock: &Path, offset: i64, order: &Value) -> Value {
    let orders = json!({"config": stage.config(), "url": stage.server.url(), "order": order});
    let mut command = testkit::process::again(module_path!(), "another_clock");
    command.env("HR_TEST_ORDERS", orders.to_string());
    command
        .env("LD_PRELOAD", clock)
        .env("CLOCK_OFFSET", offset.to_string());
    let output = command.output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{said}");
    let line = said.lines().find_map(|line| line.split_once("ended "));
    serde_json::from_str(line.unwrap().1).unwrap()
}

#[test]
#[ignore = "run by the others, in a process of its own"]
fn another_clock() {
    let orders: Value = serde_json::from_str(&std::env::var("HR_TEST_ORDERS").unwrap()).unwrap();
    let host = host_at(orders["url"].as_str().unwrap(), &orders["config"]);
    let ended = match (&orders["order"]["send"], &orders["order"]["permit"]) {
        (Value::String(content), _) => send(&host, content.as_bytes()).json,
        (_, Value::String(entry)) => json!(host.dmp_resend_allow(entry)),
        _ => json!(host.dmp_found(orders["order"]["found"].as_str().unwrap())),
    };
    println!("ended {ended}");
}

#[test]
fn a_clock_that_is_wrong_changes_no_order() {
    testkit::alone!();
    if !has(C11.tool, "a clock that is wrong") {
        return;
    }
    let clock = c_compiler::compile_preload("tests/c/clock.c");
    let stage = Stage::silent();
    let offsets = [0, -10 * YEAR, 10_000 * YEAR, -70 * YEAR, 5 * YEAR, -YEAR];
    let mut entries = Vec::new();
    for (number, offset) in offsets.iter().enumerate() {
        let order = json!({"send": format!("document {number}")});
        let sent = elsewhere(&stage, &clock, *offset, &order);
        assert_eq!(sent["name"], "HR_E_IN_DOUBT", "{sent}");
        entries.push(sent["entry"].clone());
    }
    let host = stage.host();
    let listed = host.journal(&json!({})).ok().json;
    let listed = listed["entries"].as_array().unwrap();
    let times: Vec<&str> = listed
        .iter()
        .map(|entry| entry["time"].as_str().unwrap())
        .collect();
    let order: Vec<_> = listed
        .iter()
        .rev()
        .map(|entry| entry["entry"].clone())
        .collect();
    assert_eq!(order, entries, "{times:?}");
    assert!(
        !times.is_sorted() && !times.iter().rev().is_sorted(),
        "{times:?}"
    );
    assert_eq!(
        (times[2], times[3]),
        ("1970-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z")
    );

    // Decisions and repetitions at times before that of the doubt.
    let forth = 20 * YEAR;
    for (number, entry) in entries.iter().enumerate() {
        let order = json!({"send": format!("document {number}")});
        let held = elsewhere(&stage, &clock, -forth, &order);
        assert_eq!(
            (&held["name"], &held["entry"]),
            (&json!("HR_E_CONFLICT"), entry)
        );
        assert_eq!(
            elsewhere(&stage, &clock, -2 * forth, &json!({"permit": entry})),
            0
        );
        let again = elsewhere(&stage, &clock, -3 * forth, &order);
        assert_eq!(again["name"], "HR_E_IN_DOUBT", "{again}");
        assert_eq!(
            elsewhere(&stage, &clock, forth, &order)["name"],
            "HR_E_CONFLICT"
        );
        assert_eq!(
            elsewhere(&stage, &clock, -forth, &json!({"found": again["entry"]})),
            0
        );
    }
    assert_eq!(host.journal(&json!({})).json["doubts"], 0);
    assert_eq!(stage.received(), 2 * offsets.len());
}
