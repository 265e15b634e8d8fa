//! No room for a record.
#![cfg(unix)]

use std::path::Path;

use hr::ffi::test_hooks;
use serde_json::json;
use testkit::*;

use super::damage::is_full;
use super::reader::Reader;
use super::stage::*;

const ENOUGH: usize = 1_000_000;

/// As on a full disk: the system refuses every byte behind the first `more` of a file.
fn leave_room(path: &Path, more: usize) {
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

/// Lengths of what fits, up to `length`: all of them, or a share.
fn lengths(length: usize) -> impl Iterator<Item = usize> {
    let step = if is_full() { 1 } else { 23 };
    (0..length).step_by(step).chain([length - 2, length - 1])
}

fn line_length(text: &str, kind: &str) -> usize {
    let kind = format!("\"record\":\"{kind}\",");
    let mut lines = text.lines().filter(|line| line.contains(&kind));
    lines.next().unwrap().len() + 1
}

/// The result stands, and the next record brings the missing one. Until then the file states a doubt.
#[test]
fn without_room_nothing_is_decided_and_a_result_says_that_it_is_not_recorded() {
    testkit::alone!();
    let stage = Stage::silent();
    let host = stage.host();
    let entry = send(&host, b"document").fails("HR_E_IN_DOUBT").str("entry");
    leave_room(&stage.path(), 0);
    for decide in [Host::dmp_resend_allow, Host::dmp_found] {
        assert_eq!(decide(&host, &entry), hr::code::HR_E_JOURNAL);
    }
    leave_room(&stage.path(), line_length(&stage.text(), "upload") + 20);
    let sent = send(&host, b"other").fails("HR_E_IN_DOUBT");
    sent.has(json!({"journal": "not_completed"}));
    send(&host, b"other").fails("HR_E_JOURNAL");
    leave_room(&stage.path(), ENOUGH);
    assert_eq!(host.dmp_found(&entry), 0);
    test_hooks::forget();
    drop(host);
    let listed = stage.host().journal(&json!({})).ok();
    listed.has(json!({"doubts": 1, "uploads": 2, "damaged": 0}));
}

/// However much of a begin fits, nothing is sent, and what was written of it is no doubt. However much of an end fits, the
/// result says that it is not recorded, and the next record brings it.
#[test]
fn a_record_of_an_upload_of_which_a_part_fits_is_none() {
    testkit::alone!();
    let stage = Stage::accepting();
    send(&stage.host(), b"as long as the others").ok();
    let [begin, end] = ["upload", "upload_end"].map(|kind| line_length(&stage.text(), kind));
    for more in lengths(begin).chain(lengths(end).map(|more| begin + more)) {
        let stage = Stage::accepting();
        let document = format!("with room for {more:5}");
        let host = stage.host();
        leave_room(&stage.path(), more);
        let length = stage.text().len();
        let sent = send(&host, document.as_bytes());
        if more < begin {
            let sent = sent.fails("HR_E_JOURNAL").outcome("not_sent");
            sent.has(json!({"reason": "journal_unwritable"}));
            assert_eq!(stage.received(), 0, "{more}");
            assert_eq!(stage.text().len(), length + more);
        } else {
            sent.ok().has(json!({"journal": "not_completed"}));
        }
        leave_room(&stage.path(), ENOUGH);
        drop(host);
        test_hooks::forget();
        let host = stage.host();
        if more < begin {
            assert_eq!(host.journal(&json!({})).ok().json["doubts"], 0, "{more}");
            send(&host, document.as_bytes()).ok();
        }
        let accepted = only(&host, &json!({"outcome": "accepted"}));
        accepted.has(json!({"doubt": false}));
        let listed = host.journal(&json!({})).ok();
        listed.has(json!({"damaged": 0, "doubts": 0}));
    }
}

/// The same for a presentation: without its begin it is not made, and without its end the card is held back.
/// R226: one that was refused for want of room was in use until the host ended, and no permit helped.
/// R222: so was one that had succeeded, the end of which could not be recorded.
#[test]
fn a_presentation_of_which_a_part_fits() {
    testkit::alone!();
    let whole = Reader::new("room-0");
    whole.login("0000").fails("HR_E_CARD_STATUS");
    let [begin, end] = ["pin", "pin_end"].map(|kind| line_length(&whole.text(), kind));
    for more in lengths(begin).chain(lengths(end).map(|more| begin + more)) {
        test_hooks::forget();
        let reader = Reader::new("room-0");
        let (host, token) = reader.host();
        leave_room(&reader.path(), more);
        let login = host.login(&token, "0000");
        leave_room(&reader.path(), ENOUGH);
        if more < begin {
            login.fails("HR_E_JOURNAL").outcome("not_sent");
            assert_eq!(reader.presented(), 0);
            let token = host.token("room-0");
            host.login(&token, "0000").fails("HR_E_CARD_STATUS");
        } else {
            let login = login.fails("HR_E_CARD_STATUS");
            login.has(json!({"journal": "not_completed"}));
        }
        drop(host);
        test_hooks::forget();
        reader.held("0000", "pin_held");
        assert_eq!(reader.presented(), 1, "{more}");
    }
    let reader = Reader::new("room-1");
    let (host, token) = reader.host();
    leave_room(&reader.path(), begin + 1);
    let login = host.login(&token, PIN).ok();
    leave_room(&reader.path(), ENOUGH);
    login.has(json!({"journal": "not_completed"}));
}
