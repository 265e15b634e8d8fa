//! No room for a record.
#![cfg(unix)]

use serde_json::json;
use testkit::*;

use super::stage::*;

/// As on a full disk: the system refuses every byte behind the first `more` of a file.
fn leave_room(stage: &Stage, more: usize) {
    let limit = (stage.text().len() + more) as u64;
    let limit = libc::rlimit {
        rlim_cur: limit,
        rlim_max: libc::RLIM_INFINITY,
    };
    unsafe {
        libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
        assert_eq!(libc::setrlimit(libc::RLIMIT_FSIZE, &limit), 0);
    }
}

#[test]
fn without_room_for_the_begin_nothing_is_sent() {
    testkit::alone!();
    let stage = Stage::accepting();
    let host = stage.host();
    for more in [0, 1, 100] {
        leave_room(&stage, more);
        let before = stage.text();
        let sent = send(&host, b"document")
            .fails("HR_E_JOURNAL")
            .outcome("not_sent");
        assert_eq!(sent.json["reason"], "journal_unwritable");
        assert_eq!(stage.text().len(), before.len() + more);
        assert_eq!(stage.received(), 0);
    }
    leave_room(&stage, 1_000_000);
    send(&host, b"document").ok();
    let listed = host.journal(&json!({})).ok();
    assert_eq!(
        (&listed.json["uploads"], &listed.json["doubts"]),
        (&json!(1), &json!(0))
    );
}

/// The result stands, this process goes by it, and the next record brings the missing one.
#[test]
fn without_room_for_the_end_the_result_says_so() {
    testkit::alone!();
    for (stage, code) in [(Stage::accepting(), 0), (Stage::silent(), -106)] {
        let host = stage.host();
        leave_room(&stage, 1_000_000);
        send(&host, b"first").json["journal"].is_null();
        let first = stage.text();
        let begin = first
            .lines()
            .find(|line| line.contains(r#""record":"upload","#));
        leave_room(&stage, begin.unwrap().len() + 20);
        let sent = send(&host, b"other");
        assert_eq!(sent.code, code, "{}", sent.text);
        assert_eq!(sent.json["journal"], "not_completed", "{}", sent.text);
        assert_eq!(sent.json["raw"].is_object(), code == 0, "{}", sent.text);
        let doubts = if code == 0 { 0 } else { 2 };
        assert_eq!(host.journal(&json!({})).json["doubts"], doubts);
        let again = send(&host, b"other");
        match code {
            0 => again.fails("HR_E_JOURNAL"),
            _ => again.fails("HR_E_CONFLICT"),
        };
        leave_room(&stage, 1_000_000);
        let third = send(&host, b"third");
        assert_eq!(third.code, code, "{}", third.text);
        hr::ffi::test_hooks::forget();
        drop(host);
        let host = stage.host();
        let listed = host.journal(&json!({})).ok();
        let doubts = if code == 0 { 0 } else { 3 };
        assert_eq!(listed.json["doubts"], doubts, "{}", listed.text);
        assert_eq!(listed.json["uploads"], 3, "{}", listed.text);
        assert_eq!(listed.json["damaged"], 0, "{}", listed.text);
    }
}
