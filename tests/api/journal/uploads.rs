//! Uploads that this process has forgotten: the file alone decides, and what a person said of them.

use std::sync::{Arc, Mutex};

use hr::code::HR_E_ARGUMENT;
use hr::ffi::test_hooks;
use serde_json::{Value, json};
use testkit::digests::sha256;
use testkit::raw_server::{Peer, answer};
use testkit::*;

use super::stage::*;

const DOCUMENT: &[u8] = b"planted document of a patient";

#[test]
fn a_doubt_holds_when_the_process_has_forgotten_it() {
    testkit::alone!();
    let stage = Stage::silent();
    let host = stage.host();
    let sent = send(&host, DOCUMENT)
        .fails("HR_E_IN_DOUBT")
        .outcome("unknown");
    assert_eq!(sent.json["journal"], Value::Null);
    drop(host);
    test_hooks::forget();
    let host = stage.host();
    let held = send(&host, DOCUMENT)
        .fails("HR_E_CONFLICT")
        .outcome("rejected");
    let (entry, digest) = (sent.str("entry"), sha256(DOCUMENT));
    held.has(json!({"at": "library", "entry": entry, "sha256": digest}));
    assert_eq!(stage.received(), 1);
    // Another content, or another patient's, is another document.
    send(&host, b"another").fails("HR_E_IN_DOUBT");
    assert_eq!(stage.received(), 2);
    let listed = only(&host, &json!({"sha256": digest}));
    let wanted = json!({
        "entry": entry, "doubt": true, "outcome": "unknown", "in_use": false, "bytes": DOCUMENT.len(),
        "name": "HR_E_IN_DOUBT",
    });
    listed.has(wanted);
    let all = json!({"doubts": 2, "uploads": 2, "damaged": 0, "torn": 0});
    host.journal(&json!({})).ok().has(all);
    // Nothing in the file names a person or is a secret.
    let text = stage.text();
    assert!(text.contains(&entry));
    for secret in ["planted", &digest, "11503-0", ".pdf", "http:"] {
        assert!(!text.contains(secret), "{secret} in {text}");
    }
    let without = stage.host_with(&json!({}));
    without.journal(&json!({})).fails("HR_E_CONFIG");
}

#[test]
fn what_ended_with_certainty_may_be_sent_again() {
    testkit::alone!();
    let definite = |mut peer: Peer| {
        peer.request();
        peer.send(answer("413 No", "connection: close\r\n", ""));
    };
    let early = |mut peer: Peer| {
        let head = peer.head().unwrap();
        peer.read_to(peer.received() + head.head.len());
        peer.reset();
    };
    for (stage, code) in [
        (Stage::accepting(), ""),
        (Stage::new(definite), "HR_E_REFUSED"),
        (Stage::new(early), "HR_E_INTERRUPTED"),
    ] {
        let content = vec![7; 8 << 20];
        for uploads in 1..=2 {
            let host = stage.host();
            assert_eq!(send(&host, &content).str("name"), code);
            let listed = host.journal(&json!({})).ok();
            listed.has(json!({"uploads": uploads, "doubts": 0}));
            test_hooks::forget();
        }
    }
}

/// The file has the begin before the service has the first byte. What is in flight has an open file of its own, beside that
/// of the handle; one that is free serves the next.
#[test]
#[cfg(target_os = "linux")]
fn the_begin_is_written_before_the_first_byte_leaves() {
    testkit::alone!();
    let seen: Arc<Mutex<Vec<(usize, String)>>> = Arc::default();
    let folder = TempFile::new("journal.path", b"");
    let path = folder.0.with_file_name("records.hrj");
    let (inner, file) = (seen.clone(), path.clone());
    let stage = Stage::new(move |mut peer: Peer| {
        let number = {
            let mut seen = inner.lock().unwrap();
            let text = std::fs::read_to_string(&file).unwrap();
            seen.push((opened(&file), text));
            seen.len()
        };
        peer.request();
        match number {
            3 => {
                peer.mark("third");
                peer.wait_for("fourth");
            }
            4 => peer.mark("fourth"),
            _ => {}
        }
        peer.send(answer("200 OK", "connection: close\r\n", "{}"));
    });
    let mut config = stage.config();
    config["journal"] = json!(path);
    let (host, other) = (stage.host_with(&config), stage.host_with(&config));
    send(&host, b"first").ok();
    let ended = std::fs::read_to_string(&path).unwrap();
    send(&host, b"second").ok();
    std::thread::scope(|threads| {
        let third = threads.spawn(|| send(&host, b"third").ok());
        stage.server.until("third");
        send(&other, b"fourth").ok();
        third.join().unwrap();
    });
    send(&host, b"fifth").ok();
    let seen = seen.lock().unwrap();
    let open: Vec<usize> = seen.iter().map(|(open, _)| *open).collect();
    assert_eq!(open, [2, 2, 2, 3, 2]);
    let begun = &seen[0].1;
    assert_eq!((begun.lines().count(), ended.lines().count()), (2, 3));
    assert!(begun.contains(r#""record":"upload","#), "{begun}");
    assert!(ended.starts_with(begun) && ended.contains(r#""outcome":"accepted""#));
}

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
        let found = json!({"outcome": "accepted", "found": true, "doubt": false});
        only(&host, &json!({"entry": entry})).has(found);
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
    let second = send(&stage.host(), b"document").fails("HR_E_IN_DOUBT");
    let second = second.str("entry");
    assert_ne!(first, second);
    assert_eq!(only(&host, &json!({"doubt": true}))["entry"], *second);
    for _ in 0..2 {
        let held = send(&host, b"document").fails("HR_E_CONFLICT");
        assert_eq!(held.str("entry"), second);
        test_hooks::forget();
    }
    // The older entry decides nothing, nor does what is no entry.
    assert_eq!(host.dmp_found(&first), HR_E_ARGUMENT);
    for wrong in [&first, &sha256(b"document")] {
        assert_eq!(host.dmp_resend_allow(wrong), HR_E_ARGUMENT);
    }
    send(&host, b"document").fails("HR_E_CONFLICT");
    assert_eq!(stage.received(), 2);
    assert_eq!(host.dmp_resend_allow(&second), 0);
    send(&host, b"document").fails("HR_E_IN_DOUBT");
    assert_eq!(stage.received(), 3);
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
    let accepted = json!({"entry": third["entry"], "outcome": "accepted"});
    assert_eq!(only(&host, &accepted), third);
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
    let journal = |filter: *const std::ffi::c_char| {
        call("hr_journal", |out| unsafe {
            hr::ffi::dmp::hr_journal(host.0, filter, out)
        })
    };
    let wrong = r#"{"kolor":1} {"limit":1,"limit":1} {"limit":0} {"limit":"1"} {"doubt":"true"} {"outcome":"lost"}
        {"since":"yesterday"} {"entry":"12"} {"sha256":null} {"Patient-Planted":1} []"#;
    for wrong in wrong.split_whitespace().chain([""]) {
        let refused = journal(c(wrong).as_ptr()).fails("HR_E_ARGUMENT");
        let remedy = refused.str("remedy");
        assert!(remedy.contains("filter_json"), "{remedy}");
        assert!(!refused.text.contains("Planted"), "{}", refused.text);
    }
    journal(std::ptr::null()).ok().has(json!({"uploads": 3}));
}

/// A test service and a real one in one process: the real one received nothing, and the call said accepted. A handle with a
/// journal goes by its journal alone, and one without by the memory of the process.
#[test]
fn r185_documents_are_compared_within_one_license_server() {
    testkit::alone!();
    let stage = Stage::accepting();
    let document = TempFile::new("letter.pdf", b"for both services");
    let other = json!(stage.path().with_file_name("other.hrj"));
    for journal in [Value::Null, json!(stage.path()), other] {
        let before = stage.received();
        for (license, sent) in [
            ("https://test.license.example", 1),
            ("https://license.example", 2),
            ("https://LICENSE.example:443/v2", 2),
            ("https://license.example:8443", 3),
        ] {
            let mut config = json!({"license_url": license});
            if !journal.is_null() {
                config["journal"] = journal.clone();
            }
            let host = stage.host_with(&config);
            host.deposit(&deposit_of(&document)).ok();
            let again = host.deposit(&deposit_of(&document)).ok();
            assert_eq!(again.json["documents"][0]["already"], true);
            assert_eq!(stage.received() - before, sent, "{license}, {journal}");
        }
    }
}
