//! Uploads that this process has forgotten: the file alone decides, and what a person said of them. The rule itself is in
//! src/guard/tests.

use hr::code::HR_E_ARGUMENT;
use hr::ffi::test_hooks;
use serde_json::{Value, json};
use testkit::digests::sha256;
use testkit::*;

use super::stage::*;

const DOCUMENT: &[u8] = b"planted document of a patient";

#[test]
fn a_doubt_holds_when_the_process_has_forgotten_it_until_a_person_decides() {
    testkit::alone!();
    let stage = Stage::silent();
    let sent = send(&stage.host(), DOCUMENT).fails("HR_E_IN_DOUBT");
    let sent = sent.has(json!({"outcome": "unknown", "journal": null}));
    test_hooks::forget();
    let host = stage.host();
    let (first, digest) = (sent.str("entry"), sha256(DOCUMENT));
    let held = send(&host, DOCUMENT).fails("HR_E_CONFLICT");
    let held = held.outcome("rejected");
    held.has(json!({"at": "library", "entry": first, "sha256": digest}));
    let listed = only(&host, &json!({"sha256": digest}));
    listed.has(json!({"entry": first, "doubt": true, "outcome": "unknown", "in_use": false}));
    listed.has(json!({"bytes": DOCUMENT.len(), "name": "HR_E_IN_DOUBT"}));
    // Another content is another document.
    send(&host, b"another").fails("HR_E_IN_DOUBT");
    let all = json!({"doubts": 2, "uploads": 2, "damaged": 0, "torn": 0});
    host.journal(&json!({})).ok().has(all);
    // Nothing in the file names a person or is a secret.
    let text = stage.text();
    assert!(text.contains(&first));
    for secret in ["planted", &digest, "11503-0", ".pdf", "http:"] {
        assert!(!text.contains(secret), "{secret} in {text}");
    }
    let without = stage.host_with(&json!({}));
    without.journal(&json!({})).fails("HR_E_CONFIG");

    assert_eq!(host.dmp_resend_allow(&first.to_uppercase()), 0);
    assert_eq!(only(&host, &json!({"entry": first}))["permitted"], true);
    test_hooks::forget();
    let second = send(&stage.host(), DOCUMENT).fails("HR_E_IN_DOUBT");
    let second = second.str("entry");
    send(&host, DOCUMENT).fails("HR_E_CONFLICT");
    // The older entry decides nothing, nor does what is no entry.
    for decide in [Host::dmp_resend_allow, Host::dmp_found] {
        assert_eq!(decide(&host, &first), HR_E_ARGUMENT);
        assert_eq!(decide(&host, &digest), HR_E_ARGUMENT);
    }
    test_hooks::forget();
    assert_eq!(host.dmp_found(&second), 0);
    assert_eq!(host.dmp_found(&second), HR_E_ARGUMENT);
    let found = json!({"outcome": "accepted", "found": true, "doubt": false});
    only(&host, &json!({"entry": second})).has(found);
    // As what was accepted it may be sent again.
    send(&stage.host(), DOCUMENT).fails("HR_E_IN_DOUBT");
    assert_eq!(stage.received(), 4);
}

#[test]
fn a_filter_lists_what_fits() {
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
        (json!({"since": "2000-01-01T00:00:00Z"}), 3),
        (json!({"since": "2999-01-01T00:00:00Z"}), 0),
        (json!({"reference": "nobody's"}), 0),
    ] {
        let listed = host.journal(&filter).ok();
        let entries = listed.json["entries"].as_array().unwrap();
        assert_eq!(entries.len(), found, "{filter}: {}", listed.text);
        assert_eq!(listed.json["more"], false);
    }
    let named = host.journal(&json!({"Patient-Planted": 1}));
    let named = named.fails("HR_E_ARGUMENT");
    named.says("remedy", "filter_json");
    assert!(!named.text.contains("Planted"), "{}", named.text);
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
