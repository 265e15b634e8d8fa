//! Files that are no journal, or no longer the one that was opened.

use std::path::Path;

use serde_json::json;
use testkit::journal::line;
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
    let other = json!({"record": "upload", "version": 1, "key": "5a".repeat(32)});
    let newer = r#"{"record":"journal","version":2,"key":{"other":1}}"#;
    let texts = [
        line(&other.to_string()),
        line(r#"{"record":"journal","version":1,"key":"12"}"#),
        "hello\n".into(),
        "\u{feff}{\"record\":\"journal\",\"version\":1}\n".into(),
        // A number, as other programs keep it in a file.
        "4242".into(),
        "deadbeef\n".into(),
        "deadbeef {\"record\":\"upload".into(),
    ];
    let not_ours = texts.into_iter().map(|text| (text, "journal_not_ours"));
    for (content, reason) in not_ours.chain([(line(newer), "journal_newer")]) {
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
    #[cfg(unix)]
    {
        // A pipe is not waited for.
        let pipe = here.join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        refused(&pipe, "journal_not_a_file");
        refused(Path::new("/dev/null"), "journal_not_a_file");
    }
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
        let settings = open_at(&path).ok();
        settings.has(json!({"journal": path, "journal_days": 365}));
        let about = std::fs::metadata(&path).unwrap();
        assert_eq!(about.mode() & 0o7777, made.unwrap_or(0o600), "{path:?}");
        let text = std::fs::read_to_string(&path).unwrap();
        open_at(&path).ok();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    }
}

/// The reader of `docs/en/journal.md` reads what the library wrote.
#[test]
fn the_reader_of_the_manual_reads_every_record() {
    if !testkit::tools::has("python3", "the reader of docs/en/journal.md") {
        return;
    }
    let page =
        std::fs::read_to_string(testkit::folders::root().join("docs/en/journal.md")).unwrap();
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

/// Whatever happens to the file while it is open, nothing is sent by what it said before; and what others wrote behind a
/// part of a line is not read from its middle on.
#[test]
fn a_file_that_is_replaced_shortened_or_deleted_is_not_trusted() {
    testkit::alone!();
    let shorten = |path: &Path, bytes: u64| {
        let file = std::fs::OpenOptions::new().write(true).open(path).unwrap();
        file.set_len(file.metadata().unwrap().len() - bytes)
            .unwrap();
    };
    // Wine keeps the name of a deleted file until its last handle is closed.
    let changes = [
        "replaced",
        "shortened",
        "rewritten",
        "grown again",
        "deleted",
    ];
    for what in &changes[..if cfg!(windows) { 4 } else { 5 }] {
        let stage = Stage::accepting();
        let host = stage.host();
        send(&host, what.as_bytes()).ok();
        let path = stage.path();
        let text = stage.text();
        let other = path.with_file_name("other.hrj");
        match *what {
            "replaced" => {
                std::fs::rename(&path, &other).unwrap();
                std::fs::copy(&other, &path).unwrap();
            }
            "shortened" => shorten(&path, 1),
            "rewritten" => {
                let first = text.lines().next().unwrap();
                let lines = line("{\"record\":\"other\"}").repeat(40);
                std::fs::write(&path, format!("{first}\n{lines}")).unwrap();
            }
            "grown again" => {
                shorten(&path, 40);
                std::fs::rename(&path, &other).unwrap();
                let writer = stage.host_with(&json!({"journal": other}));
                send(&writer, b"after the change").ok();
                drop(writer);
                std::fs::rename(&other, &path).unwrap();
                assert!(stage.text().len() > text.len() + 200);
            }
            _ => std::fs::remove_file(&path).unwrap(),
        }
        let sent = stage.received();
        for _ in 0..2 {
            let replaced = json!({"reason": "journal_replaced", "outcome": "not_sent"});
            let refused = send(&host, b"after the change").fails("HR_E_JOURNAL");
            refused.has(replaced);
            let listed = host.journal(&json!({})).fails("HR_E_JOURNAL");
            assert_eq!(listed.json["reason"], "journal_replaced", "{what}");
        }
        assert_eq!(stage.received(), sent, "{what}");
        // What this process knows is not forgotten by another handle.
        refused(&path, "journal_replaced");
        let folder = path.parent().unwrap();
        let again = folder.join("..").join(folder.file_name().unwrap());
        refused(&again.join("records.hrj"), "journal_replaced");
        drop(host);
        send(&stage.host(), format!("{what} again").as_bytes()).ok();
    }
}
