//! No room for a record.
#![cfg(unix)]

use std::path::Path;

use serde_json::json;
use testkit::*;

use super::refusing_reader::RefusingReader;
use super::stage::*;

/// As on a full disk: the system refuses every byte behind the first `more` of a file.
fn leave_room(stage: &Stage, more: usize) {
    leave_room_in(&stage.path(), more);
}

fn leave_room_in(path: &Path, more: usize) {
    let limit = path.metadata().unwrap().len() + more as u64;
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

#[test]
fn without_room_for_a_decision_nothing_is_decided() {
    testkit::alone!();
    let stage = Stage::silent();
    let host = stage.host();
    let doubt = send(&host, b"document").fails("HR_E_IN_DOUBT");
    let entry = doubt.json["entry"].as_str().unwrap();
    leave_room(&stage, 0);
    for decide in [Host::dmp_resend_allow, Host::dmp_found] {
        assert_eq!(decide(&host, entry), hr::code::HR_E_JOURNAL);
    }
    assert_eq!(stage.received(), 1);
    leave_room(&stage, 1_000_000);
    assert_eq!(host.dmp_found(entry), 0);
}

/// The result stands, and the next record brings the missing one. Until then the file states a doubt.
#[test]
fn without_room_for_the_end_the_result_says_so() {
    testkit::alone!();
    for (stage, code) in [(Stage::accepting(), 0), (Stage::silent(), -106)] {
        let host = stage.host();
        leave_room(&stage, 1_000_000);
        assert!(send(&host, b"first").json["journal"].is_null());
        let first = stage.text();
        let begin = first
            .lines()
            .find(|line| line.contains(r#""record":"upload","#));
        leave_room(&stage, begin.unwrap().len() + 20);
        let sent = send(&host, b"other");
        assert_eq!(sent.code, code, "{}", sent.text);
        assert_eq!(sent.json["journal"], "not_completed", "{}", sent.text);
        assert_eq!(sent.json["raw"].is_object(), code == 0, "{}", sent.text);
        let doubts = if code == 0 { 1 } else { 2 };
        assert_eq!(host.journal(&json!({})).json["doubts"], doubts);
        send(&host, b"other").fails("HR_E_JOURNAL");
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

/// Lengths of what fits, up to `length`: all of them, or a share.
fn lengths(length: usize) -> impl Iterator<Item = usize> {
    let step = if super::bits::is_full() { 1 } else { 23 };
    (0..length).step_by(step).chain([length - 2, length - 1])
}

fn line_length(stage: &Stage, kind: &str) -> usize {
    let text = stage.text();
    let mut lines = text
        .lines()
        .filter(|line| line.contains(&format!("\"record\":\"{kind}\",")));
    lines.next().unwrap().len() + 1
}

/// However much of a begin fits, nothing is sent, and what was written of it is no doubt.
#[test]
fn a_begin_of_which_a_part_fits_is_none() {
    testkit::alone!();
    let stage = Stage::accepting();
    send(&stage.host(), b"as long as the others").ok();
    for more in lengths(line_length(&stage, "upload")) {
        let stage = Stage::accepting();
        let document = format!("with room for {more:5}");
        let host = stage.host();
        leave_room(&stage, more);
        send(&host, document.as_bytes())
            .fails("HR_E_JOURNAL")
            .outcome("not_sent");
        leave_room(&stage, 1_000_000);
        drop(host);
        hr::ffi::test_hooks::forget();
        assert_eq!(stage.received(), 0, "{more}");
        let host = stage.host();
        assert_eq!(host.journal(&json!({})).ok().json["doubts"], 0, "{more}");
        send(&host, document.as_bytes()).ok();
        let listed = host.journal(&json!({})).ok().json;
        assert_eq!(
            (&listed["damaged"], &listed["doubts"]),
            (&json!(0), &json!(0)),
            "{more}: {listed}"
        );
        let accepted = host.journal(&json!({"outcome": "accepted"})).ok().json;
        assert_eq!(
            accepted["entries"].as_array().unwrap().len(),
            1,
            "{more}: {accepted}"
        );
    }
}

/// However much of an end fits, the result says that it is not recorded, and the next record brings it.
#[test]
fn an_end_of_which_a_part_fits_comes_with_the_next_record() {
    testkit::alone!();
    let stage = Stage::accepting();
    send(&stage.host(), b"as long as the others").ok();
    let begin = line_length(&stage, "upload");
    for more in lengths(line_length(&stage, "upload_end")) {
        let stage = Stage::accepting();
        let document = format!("with room for {more:5}");
        let host = stage.host();
        leave_room(&stage, begin + more);
        let sent = send(&host, document.as_bytes()).ok();
        assert_eq!(sent.json["journal"], "not_completed", "{more}");
        leave_room(&stage, 1_000_000);
        drop(host);
        hr::ffi::test_hooks::forget();
        let host = stage.host();
        let listed = only(&host, &json!({}));
        assert_eq!(
            (&listed["outcome"], &listed["doubt"]),
            (&json!("accepted"), &json!(false))
        );
        let listed = host.journal(&json!({})).ok().json;
        assert_eq!(listed["damaged"], 0, "{more}: {listed}");
    }
}

/// The card was in use until the host ended, and no permit helped.
#[test]
fn r226_a_presentation_that_was_refused_for_want_of_room_is_over() {
    testkit::alone!();
    let whole = RefusingReader::new("r226-0");
    whole.login(&whole.path(), "0000").fails("HR_E_CARD_STATUS");
    let begin = whole.text().lines().nth(1).unwrap().len() + 1;
    let reader = RefusingReader::new("r226");
    let host = reader.host(&reader.path());
    for more in [0, 1, begin - 1] {
        leave_room_in(&reader.path(), more);
        host.ready().ok();
        let refused = host.login("t", "0000").fails("HR_E_JOURNAL");
        refused.outcome("not_sent");
    }
    assert_eq!(reader.presented(), 0);
    leave_room_in(&reader.path(), 1_000_000);
    host.ready().ok();
    host.login("t", "0000").fails("HR_E_CARD_STATUS");
    assert_eq!(reader.presented(), 1);
}

/// The same for a presentation: without its begin it is not made, and without its end the card is held back.
#[test]
fn a_presentation_of_which_a_part_fits() {
    testkit::alone!();
    let whole = RefusingReader::new("room-0");
    whole.login(&whole.path(), "0000").fails("HR_E_CARD_STATUS");
    let line = |at: usize| whole.text().lines().nth(at).unwrap().len() + 1;
    let (begin, end) = (line(1), line(2));
    for (kept, length) in [(0, begin), (begin, end)] {
        for more in lengths(length) {
            hr::ffi::test_hooks::forget();
            let reader = RefusingReader::new("room-0");
            let host = reader.host(&reader.path());
            leave_room_in(&reader.path(), kept + more);
            let login = host.login("t", "0000");
            leave_room_in(&reader.path(), 1_000_000);
            drop(host);
            hr::ffi::test_hooks::forget();
            let (login, again) = (login, reader.login(&reader.path(), "0000"));
            match kept {
                0 => {
                    login.fails("HR_E_JOURNAL").outcome("not_sent");
                    again.fails("HR_E_CARD_STATUS");
                }
                _ => {
                    let login = login.fails("HR_E_CARD_STATUS");
                    assert_eq!(login.json["journal"], "not_completed", "{more}");
                    again.fails("HR_E_PIN_GUARD");
                }
            }
            assert_eq!(reader.presented(), 1, "{kept} and {more}");
        }
    }
}
