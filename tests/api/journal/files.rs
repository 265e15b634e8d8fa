//! Files that are no journal, or no longer the one that was opened.

use std::path::Path;

use serde_json::{Value, json};
use testkit::*;

use super::stage::*;

#[track_caller]
fn refused(path: &Path, reason: &str) {
    let outcome = open_at(path).fails("HR_E_JOURNAL");
    let outcome = outcome.has(json!({"reason": reason, "outcome": null}));
    assert!(!outcome.text.contains(path.to_str().unwrap()));
}

#[test]
fn what_is_no_journal_is_refused_and_stays_as_it_is() {
    let key = "5a".repeat(32);
    let other = json!({"record": "upload", "version": 1, "key": key}).to_string();
    let newer = r#"{"record":"journal","version":2,"key":{"other":1}}"#;
    let newer_with_a_key = r#"{"record":"journal","version":7,"key":"x"}"#;
    let lines = [
        r#"{"record":"torn","bytes":3}"#,
        &other,
        r#"{"record":"journal","version":1,"key":"12"}"#,
        "{}",
        r#"{"record":"journal"}"#,
    ];
    let texts = [
        "hello",
        "hello\n",
        "\u{feff}{\"record\":\"journal\",\"version\":1}\n",
        "%PDF-1.7\n%\u{e9}\n",
        "deadbeef {\"record\":\"upload",
        // A number, as other programs keep it in a file.
        "4242",
        "4242\n",
        "deadbeef",
        "deadbeef\n",
        "0",
        "deadbeef ",
    ];
    let not_ours = lines.map(line).into_iter().chain(texts.map(str::to_owned));
    let not_ours = not_ours.map(|text| (text, "journal_not_ours"));
    let newer = [newer, newer_with_a_key].map(|text| (line(text), "journal_newer"));
    for (content, reason) in not_ours.chain(newer) {
        let file = TempFile::new("records.hrj", content.as_bytes());
        refused(&file.0, reason);
        assert_eq!(std::fs::read(&file.0).unwrap(), content.as_bytes());
    }
}

#[test]
fn paths_that_lead_to_no_file_are_refused() {
    let folder = TempFile::new("file", b"");
    let here = folder.0.parent().unwrap();
    refused(here, "journal_not_a_file");
    refused(&here.join("missing/records.hrj"), "journal_unreadable");
    for relative in ["records.hrj", "", "./a"] {
        let (_, outcome) = Host::try_open(&json!({"journal": relative}).to_string());
        let remedy = outcome.fails("HR_E_CONFIG").str("remedy");
        assert!(remedy.starts_with("journal "), "{remedy}");
    }
    let (_, outcome) = Host::try_open(&json!({"journal_days": 0}).to_string());
    outcome.fails("HR_E_CONFIG");
}

#[test]
#[cfg(unix)]
fn a_pipe_is_not_waited_for_and_a_link_is_followed() {
    use std::os::unix::fs::symlink;
    let folder = TempFile::new("file", b"");
    let pipe = folder.0.with_file_name("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    refused(&pipe, "journal_not_a_file");
    refused(Path::new("/dev/null"), "journal_not_a_file");
    let link = folder.0.with_file_name("link");
    symlink(folder.0.with_file_name("real"), &link).unwrap();
    drop(Host::open(&json!({"journal": link})));
    assert!(folder.0.with_file_name("real").metadata().unwrap().len() > 100);
}

#[test]
#[cfg(unix)]
fn a_new_file_is_its_owners_and_one_made_beforehand_keeps_its_rights() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    let folder = TempFile::new("file", b"");
    for made in [None, Some(0o660)] {
        let path = folder.0.with_file_name(format!("records-{made:?}"));
        if let Some(rights) = made {
            std::fs::write(&path, b"").unwrap();
            std::fs::set_permissions(&path, PermissionsExt::from_mode(rights)).unwrap();
        }
        drop(Host::open(&json!({"journal": path})));
        let rights = std::fs::metadata(&path).unwrap().mode() & 0o7777;
        assert_eq!(rights, made.unwrap_or(0o600), "{path:?}");
    }
}

#[test]
fn the_settings_are_reported_and_the_file_is_one_line() {
    let stage = Stage::accepting();
    let settings = opened_with(&stage.config()).ok();
    settings.has(json!({"journal": stage.path(), "journal_days": 365}));
    let text = stage.text();
    let json: Value = serde_json::from_str(&text[9..]).unwrap();
    json.has(json!({"record": "journal", "version": 1}));
    assert_eq!(json["key"].as_str().unwrap().len(), 64);
    let again = Host::open(&stage.config());
    assert_eq!(stage.text(), text);
    assert_eq!(again.journal(&json!({})).json["uploads"], 0);
}

/// The reader of `docs/journal.md` reads what the library wrote.
#[test]
fn the_reader_of_the_manual_reads_every_record() {
    if !testkit::tools::has("python3", "the reader of docs/journal.md") {
        return;
    }
    let page = std::fs::read_to_string(testkit::folders::root().join("docs/journal.md")).unwrap();
    let mut programs = page.split("```python\n");
    let program = programs.find(|program| program.starts_with("import json"));
    let program = program.unwrap().split("```").next().unwrap();
    let stage = Stage::silent();
    send(&stage.host(), b"for the reader").fails("HR_E_IN_DOUBT");
    stage.append(&stage.text()[..50]);
    let mut python = std::process::Command::new("python3");
    let read = python.args(["-c", program]).arg(stage.path()).output();
    let read = String::from_utf8(read.unwrap().stdout).unwrap();
    for record in ["journal", "upload", "upload_end"] {
        assert!(read.contains(&format!("{{'record': '{record}'")), "{read}");
    }
    assert!(read.ends_with("torn or damaged: 1\n"), "{read}");
    assert_eq!(read.lines().count(), 4);
}

/// Whatever happens to the file while it is open, nothing is sent by what it said before.
#[test]
fn a_file_that_is_replaced_shortened_or_deleted_is_not_trusted() {
    testkit::alone!();
    let replace = |path: &Path| {
        std::fs::rename(path, path.with_extension("old")).unwrap();
        std::fs::copy(path.with_extension("old"), path).unwrap();
    };
    let shorten = |path: &Path| {
        let file = std::fs::OpenOptions::new().write(true).open(path).unwrap();
        file.set_len(file.metadata().unwrap().len() - 1).unwrap();
    };
    let rewrite = |path: &Path| {
        let text = std::fs::read_to_string(path).unwrap();
        let first = text.lines().next().unwrap();
        let longer = format!("{first}\n{}", line("{\"record\":\"other\"}").repeat(40));
        std::fs::write(path, longer).unwrap();
    };
    let delete = |path: &Path| std::fs::remove_file(path).unwrap();
    type Change<'a> = &'a dyn Fn(&Path);
    let all: [(&str, Change<'_>); 4] = [
        ("replaced", &replace),
        ("shortened", &shorten),
        ("rewritten", &rewrite),
        ("deleted", &delete),
    ];
    // Wine keeps the name of a deleted file until its last handle is closed.
    for (what, change) in all.into_iter().take(if cfg!(windows) { 3 } else { 4 }) {
        let stage = Stage::accepting();
        let host = stage.host();
        send(&host, what.as_bytes()).ok();
        change(&stage.path());
        for _ in 0..2 {
            let sent = send(&host, b"after the change").fails("HR_E_JOURNAL");
            let sent = sent.outcome("not_sent");
            assert_eq!(sent.json["reason"], "journal_replaced", "{what}");
            let listed = host.journal(&json!({})).fails("HR_E_JOURNAL");
            assert_eq!(listed.json["reason"], "journal_replaced", "{what}");
        }
        assert_eq!(stage.received(), 1, "{what}");
        drop(host);
        let host = stage.host();
        send(&host, format!("{what} again").as_bytes()).ok();
    }
}

/// What others wrote behind a part of the last line is not read from its middle on.
#[test]
fn a_file_that_was_shortened_and_has_grown_again_is_not_trusted() {
    testkit::alone!();
    for cut in [2, 40, 100] {
        let stage = Stage::silent();
        let host = stage.host();
        send(&host, format!("before {cut}").as_bytes()).fails("HR_E_IN_DOUBT");
        let length = stage.text().len() as u64;
        let file = std::fs::OpenOptions::new().write(true).open(stage.path());
        file.unwrap().set_len(length - cut).unwrap();
        let other = stage.path().with_file_name("other.hrj");
        std::fs::rename(stage.path(), &other).unwrap();
        let writer = stage.host_with(&json!({"journal": other}));
        for document in ["one", "two"] {
            send(&writer, format!("{document} after {cut}").as_bytes()).fails("HR_E_IN_DOUBT");
        }
        drop(writer);
        std::fs::rename(&other, stage.path()).unwrap();
        assert!(stage.text().len() as u64 > length + 200);
        hr::ffi::test_hooks::forget();
        let refused = send(&host, format!("one after {cut}").as_bytes());
        refused
            .fails("HR_E_JOURNAL")
            .has(json!({"reason": "journal_replaced"}));
    }
}
