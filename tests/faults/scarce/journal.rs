//! Calls with a journal.

use std::fmt::Write;

use hr::ffi::{card, dmp, handle};
use serde_json::{Value, json};
use testkit::{Host, c};

use super::{Ended, Fixture, Replies, fixture, run, text};

fn config(it: &Fixture) -> Value {
    let (url, path) = (it.server.url(), it.file.0.with_file_name("records.hrj"));
    json!({"license_url": url, "license_bearer": "b", "local_url": url, "journal": path})
}

/// Uploads by a process that has ended, behind a first record.
fn records(count: usize) -> String {
    let mut text = String::new();
    let mut line = |record: Value| {
        let json = record.to_string();
        writeln!(text, "{:08x} {json}", crc32fast::hash(json.as_bytes())).unwrap();
    };
    let time = "2026-01-01T00:00:00.000Z";
    line(json!({"record": "journal", "version": 1, "key": "07".repeat(32), "time": time}));
    for number in 0..count {
        let digest = format!("{number:08x}").repeat(8);
        line(json!({
            "record": "upload", "entry": format!("{number:032x}"), "time": time, "content": digest, "document": digest,
            "bytes": number, "reference": null, "permit": null,
        }));
    }
    text
}

/// A host with a journal of so many records.
fn with_journal(replies: &Replies, uploads: Option<usize>) -> Fixture {
    let mut it = fixture(replies);
    if let Some(count) = uploads {
        std::fs::write(it.file.0.with_file_name("records.hrj"), records(count)).unwrap();
    }
    it.host = Host::open(&config(&it));
    it
}

fn open(it: &Fixture) -> Ended {
    let config = c(&config(it).to_string());
    let mut number = 0;
    let ended = text(|out| unsafe { handle::hr_open(config.as_ptr(), &mut number, out) });
    handle::hr_close(number);
    ended
}

fn send(it: &Fixture) -> Ended {
    let (id, name) = (c("187"), c("a.pdf"));
    let (activity, code_of) = (c("10"), c("11503-0"));
    let (data, length) = (it.document.as_ptr(), it.document.len() as i32);
    let (id, name, activity, code_of) = (
        id.as_ptr(),
        name.as_ptr(),
        activity.as_ptr(),
        code_of.as_ptr(),
    );
    let number = it.host.0;
    text(|out| unsafe {
        dmp::hr_dmp_send_bytes(number, id, data, length, name, activity, code_of, out)
    })
}

pub fn every_case() {
    let none: Replies = vec![];
    run("hr_open that makes a journal", || fixture(&none), open);
    for uploads in [0, 300, 3000] {
        let prepare = || {
            let it = fixture(&none);
            std::fs::write(it.file.0.with_file_name("records.hrj"), records(uploads)).unwrap();
            it
        };
        run(
            &format!("hr_open with a journal of {uploads}"),
            prepare,
            open,
        );
    }
    let large = || with_journal(&none, Some(3000));
    let filter = c(r#"{"limit":10000}"#);
    run("hr_journal", large, |it| {
        text(|out| unsafe { dmp::hr_journal(it.host.0, filter.as_ptr(), out) })
    });
    let entry = c(&format!("{:032x}", 7));
    run("hr_dmp_found with a journal", large, |it| {
        text(|out| unsafe { dmp::hr_dmp_found(it.host.0, entry.as_ptr(), out) })
    });
    let large = || with_journal(&none, Some(3000));
    run("hr_dmp_resend_allow with a journal", large, |it| {
        text(|out| unsafe { dmp::hr_dmp_resend_allow(it.host.0, entry.as_ptr(), out) })
    });
    for uploads in [None, Some(3000)] {
        let name = format!("hr_dmp_send_bytes with a journal of {uploads:?}");
        run(&name, || with_journal(&none, uploads).with_record(), send);
    }
    let login = r#"{"status":{"code":0},"bearer":"b","serviceUrl":"https://service.invalid/x"}"#;
    let replies: Replies = vec![("/login", login.to_owned())];
    let (token, pin) = (c("t"), c("1234"));
    run(
        "hr_login with a journal",
        || with_journal(&replies, None).with_cards(),
        |it| text(|out| unsafe { card::hr_login(it.host.0, token.as_ptr(), pin.as_ptr(), out) }),
    );
}
