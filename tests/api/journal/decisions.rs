//! What a person decides, and what the host can ask for.

use hr::code::HR_E_ARGUMENT;
use hr::ffi::test_hooks;
use serde_json::json;
use testkit::digests::sha256;
use testkit::*;

use super::stage::*;

#[test]
fn a_document_that_was_found_is_no_doubt_any_more() {
    testkit::alone!();
    for forgotten in [false, true] {
        let stage = Stage::silent();
        let host = stage.host();
        let document: &[u8] = if forgotten { b"one" } else { b"two" };
        let entry = send(&host, document).fails("HR_E_IN_DOUBT").str("entry");
        if forgotten {
            test_hooks::forget();
        }
        assert_eq!(host.dmp_found(&entry), 0);
        assert_eq!(host.dmp_found(&entry), HR_E_ARGUMENT);
        assert_eq!(host.dmp_resend_allow(&entry), HR_E_ARGUMENT);
        let listed = only(&host, &json!({"entry": entry}));
        assert_eq!(
            (&listed["outcome"], &listed["found"]),
            (&json!("accepted"), &json!(true))
        );
        assert_eq!(listed["doubt"], false);
        test_hooks::forget();
        // As what was accepted it may be sent again.
        send(&stage.host(), document).fails("HR_E_IN_DOUBT");
        assert_eq!(stage.received(), 2);
    }
}

#[test]
fn a_permit_is_for_one_sending_whoever_sends() {
    testkit::alone!();
    let stage = Stage::silent();
    let host = stage.host();
    let first = send(&host, b"document").fails("HR_E_IN_DOUBT").str("entry");
    test_hooks::forget();
    assert_eq!(host.dmp_resend_allow(&first.to_uppercase()), 0);
    assert_eq!(only(&host, &json!({"entry": first}))["permitted"], true);
    test_hooks::forget();
    let second = send(&stage.host(), b"document")
        .fails("HR_E_IN_DOUBT")
        .str("entry");
    assert_ne!(first, second);
    let doubts = only(&host, &json!({"doubt": true}));
    assert_eq!(doubts["entry"], second.as_str());
    for forgotten in [false, true] {
        if forgotten {
            test_hooks::forget();
        }
        let held = send(&host, b"document").fails("HR_E_CONFLICT");
        assert_eq!(held.str("entry"), second);
    }
    // The older entry decides nothing.
    assert_eq!(host.dmp_found(&first), HR_E_ARGUMENT);
    assert_eq!(host.dmp_resend_allow(&first), HR_E_ARGUMENT);
    // An entry, and nothing else.
    assert_eq!(host.dmp_resend_allow(&sha256(b"document")), HR_E_ARGUMENT);
    send(&host, b"document").fails("HR_E_CONFLICT");
    assert_eq!(stage.received(), 2);
    assert_eq!(host.dmp_resend_allow(&second), 0);
    send(&host, b"document").fails("HR_E_IN_DOUBT");
    assert_eq!(stage.received(), 3);
}

/// What another process decided is seen by the one that has the doubt in its memory.
#[test]
fn a_decision_of_another_process_holds_in_this_one() {
    testkit::alone!();
    let stage = Stage::silent();
    let host = stage.host();
    let entry = send(&host, b"document").fails("HR_E_IN_DOUBT").str("entry");
    decide_elsewhere(&stage, "found", &entry);
    send(&host, b"document").fails("HR_E_IN_DOUBT");
    let entry = only(&host, &json!({"doubt": true}))["entry"].clone();
    decide_elsewhere(&stage, "permit", entry.as_str().unwrap());
    send(&host, b"document").fails("HR_E_IN_DOUBT");
    send(&host, b"document").fails("HR_E_CONFLICT");
    assert_eq!(stage.received(), 3);
}

fn decide_elsewhere(stage: &Stage, decision: &str, entry: &str) {
    let mut command = testkit::process::again(module_path!(), "another_process");
    command.env(
        "HR_TEST_ORDERS",
        json!([stage.path(), decision, entry]).to_string(),
    );
    assert!(command.status().unwrap().success());
}

#[test]
#[ignore = "run by the others, in a process of its own"]
fn another_process() {
    let orders = std::env::var("HR_TEST_ORDERS").unwrap();
    let orders: [String; 3] = serde_json::from_str(&orders).unwrap();
    let host = Host::open(&json!({"journal": orders[0]}));
    let decided = match &*orders[1] {
        "found" => host.dmp_found(&orders[2]),
        _ => host.dmp_resend_allow(&orders[2]),
    };
    assert_eq!(decided, 0);
}

#[test]
fn a_filter_is_read_strictly() {
    testkit::alone!();
    let stage = Stage::accepting();
    let host = stage.host();
    for content in [&b"filter 1"[..], b"filter 2", b"filter 3"] {
        send(&host, content).ok();
    }
    let newest = host.journal(&json!({"limit": 2})).ok();
    let entries = newest.json["entries"].as_array().unwrap();
    assert_eq!((entries.len(), &newest.json["more"]), (2, &json!(true)));
    let third = only(&host, &json!({"sha256": sha256(b"filter 3")}));
    assert_eq!(entries[0], third);
    assert_eq!(
        only(
            &host,
            &json!({"entry": third["entry"], "outcome": "accepted"})
        ),
        third
    );
    for (filter, found) in [
        (json!({"outcome": "unknown"}), 0),
        (json!({"doubt": false}), 3),
        (json!({"doubt": true}), 0),
        (json!({"since": third["time"]}), 1),
        (json!({"since": "2000-01-01T00:00:00Z"}), 3),
        (json!({"since": "2999-01-01T00:00:00Z"}), 0),
        (json!({"reference": "nobody's"}), 0),
    ] {
        let listed = host.journal(&filter).ok();
        let entries = listed.json["entries"].as_array().unwrap().len();
        // Two of them may have begun in one millisecond.
        let fits = entries == found || (filter["since"] == third["time"] && entries > 0);
        assert!(fits, "{filter}: {}", listed.text);
        assert_eq!(listed.json["more"], false);
    }
    for wrong in [
        r#"{"kolor":1}"#,
        r#"{"limit":1,"limit":1}"#,
        r#"{"limit":0}"#,
        r#"{"limit":"1"}"#,
        r#"{"doubt":"true"}"#,
        r#"{"outcome":"lost"}"#,
        r#"{"since":"yesterday"}"#,
        r#"{"entry":"12"}"#,
        r#"{"sha256":null}"#,
        r#"{"Patient-Planted":1}"#,
        "[]",
        "",
    ] {
        let text = c(wrong);
        let refused = call("hr_journal", |out| unsafe {
            hr::ffi::dmp::hr_journal(host.0, text.as_ptr(), out)
        });
        let refused = refused.fails("HR_E_ARGUMENT");
        assert!(
            refused.str("remedy").contains("filter_json"),
            "{}",
            refused.text
        );
        assert!(!refused.text.contains("Planted"), "{}", refused.text);
    }
    let nothing = call("hr_journal", |out| unsafe {
        hr::ffi::dmp::hr_journal(host.0, std::ptr::null(), out)
    });
    assert_eq!(nothing.ok().json["uploads"], 3);
}
