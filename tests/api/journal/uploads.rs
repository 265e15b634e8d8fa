//! Uploads that this process has forgotten: the file alone decides.

use hr::ffi::test_hooks;
use serde_json::json;
use testkit::digests::sha256;
use testkit::raw_server::{Peer, answer};
use testkit::*;

use super::stage::*;

const DOCUMENT: &[u8] = b"planted document";

#[test]
fn a_doubt_holds_when_the_process_has_forgotten_it() {
    testkit::alone!();
    let stage = Stage::silent();
    let host = stage.host();
    let sent = send(&host, DOCUMENT)
        .fails("HR_E_IN_DOUBT")
        .outcome("unknown");
    assert_eq!(sent.json["journal"], json!(null));
    drop(host);
    test_hooks::forget();
    let host = stage.host();
    let held = send(&host, DOCUMENT)
        .fails("HR_E_CONFLICT")
        .outcome("rejected");
    assert_eq!(held.json["at"], "library");
    assert_eq!(held.json["entry"], sent.json["entry"]);
    assert_eq!(held.json["sha256"], sha256(DOCUMENT).as_str());
    assert_eq!(stage.received(), 1);
    // Another content, or another patient's, is another document.
    send(&host, b"another").fails("HR_E_IN_DOUBT");
    assert_eq!(stage.received(), 2);

    let entry = only(&host, &json!({"sha256": sha256(DOCUMENT)}));
    assert_eq!(entry["entry"], sent.json["entry"]);
    assert_eq!(
        (&entry["doubt"], &entry["outcome"]),
        (&json!(true), &json!("unknown"))
    );
    assert_eq!(
        (&entry["in_use"], &entry["bytes"]),
        (&json!(false), &json!(DOCUMENT.len()))
    );
    assert_eq!(entry["name"], "HR_E_IN_DOUBT");
    let all = host.journal(&json!({})).ok();
    assert_eq!(
        (&all.json["doubts"], &all.json["uploads"]),
        (&json!(2), &json!(2))
    );
    assert_eq!(
        (&all.json["damaged"], &all.json["torn"]),
        (&json!(0), &json!(0))
    );
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
        (Stage::accepting(), "HR_OK"),
        (Stage::new(definite), "HR_E_REFUSED"),
        (Stage::new(early), "HR_E_INTERRUPTED"),
    ] {
        let content = vec![7; 8 << 20];
        for uploads in 1..=2 {
            let host = stage.host();
            let sent = send(&host, &content);
            match code {
                "HR_OK" => sent.ok(),
                _ => sent.fails(code),
            };
            let listed = host.journal(&json!({})).ok();
            assert_eq!(listed.json["uploads"], uploads, "{}", listed.text);
            assert_eq!(listed.json["doubts"], 0, "{}", listed.text);
            test_hooks::forget();
        }
    }
}

/// The file has the begin before the service has the first byte.
#[test]
fn the_begin_is_written_before_the_first_byte_leaves() {
    testkit::alone!();
    let seen = std::sync::Arc::new(std::sync::Mutex::new(String::new()));
    let folder = TempFile::new("journal.path", b"");
    let (inner, path) = (seen.clone(), folder.0.with_file_name("records.hrj"));
    let stage = Stage::new(move |peer| {
        *inner.lock().unwrap() = std::fs::read_to_string(&path).unwrap();
        accept(peer);
    });
    let mut config = stage.config();
    config["journal"] = json!(folder.0.with_file_name("records.hrj"));
    let host = stage.host_with(&config);
    send(&host, b"the first of all").ok();
    let begun = seen.lock().unwrap().clone();
    assert_eq!(begun.lines().count(), 2, "{begun}");
    assert!(begun.contains(r#""record":"upload","#), "{begun}");
    let ended = std::fs::read_to_string(folder.0.with_file_name("records.hrj")).unwrap();
    assert_eq!(ended.lines().count(), 3, "{ended}");
    assert!(ended.starts_with(&begun) && ended.contains(r#""outcome":"accepted""#));
}

/// Beside that of the handle; one that is free serves the next.
#[test]
#[cfg(target_os = "linux")]
fn what_is_in_flight_has_an_open_file_of_its_own() {
    testkit::alone!();
    let open = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let folder = TempFile::new("journal.path", b"");
    let path = folder.0.with_file_name("records.hrj");
    let (inner, file) = (open.clone(), path.clone());
    let stage = Stage::new(move |mut peer: Peer| {
        let number = {
            let mut open = inner.lock().unwrap();
            open.push(opened(&file));
            open.len()
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
    send(&host, b"second").ok();
    std::thread::scope(|threads| {
        let third = threads.spawn(|| send(&host, b"third").ok());
        stage.server.until("third");
        send(&other, b"fourth").ok();
        third.join().unwrap();
    });
    send(&host, b"fifth").ok();
    assert_eq!(*open.lock().unwrap(), [2, 2, 2, 3, 2]);
}

#[test]
fn nothing_in_the_file_names_a_person_or_is_a_secret() {
    testkit::alone!();
    let stage = Stage::silent();
    let host = stage.host();
    let sent = send(&host, b"planted document of a patient").fails("HR_E_IN_DOUBT");
    let text = stage.text();
    assert!(text.contains(&sent.str("entry")));
    for secret in ["planted", &sent.str("sha256"), "11503-0", ".pdf", "http:"] {
        assert!(!text.contains(secret), "{secret} in {text}");
    }
}

#[test]
fn a_handle_without_a_journal_has_none_to_list() {
    let stage = Stage::silent();
    let without = stage.host_with(&json!({}));
    without.journal(&json!({})).fails("HR_E_CONFIG");
}
