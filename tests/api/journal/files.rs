//! Files that are no journal, or no longer the one that was opened.

use std::path::Path;

use serde_json::{Value, json};
use testkit::*;

use super::stage::*;

#[track_caller]
fn refused(path: &Path, reason: &str) {
    let (number, outcome) = Host::try_open(&json!({"journal": path}).to_string());
    assert_eq!(number, 0);
    let outcome = outcome.fails("HR_E_JOURNAL");
    assert_eq!(outcome.json["reason"], reason, "{}", outcome.text);
    assert_eq!(outcome.json["outcome"], Value::Null);
    assert!(
        !outcome.text.contains(path.to_str().unwrap()),
        "{}",
        outcome.text
    );
}

#[test]
fn what_is_no_journal_is_refused_and_stays_as_it_is() {
    let newer = line(r#"{"record":"journal","version":2,"key":{"other":1}}"#);
    let newer_with_a_key = line(r#"{"record":"journal","version":7,"key":"x"}"#);
    let first = line(r#"{"record":"torn","bytes":3}"#);
    let key = "5a".repeat(32);
    let other = line(&json!({"record": "upload", "version": 1, "key": key}).to_string());
    let without_key = line(r#"{"record":"journal","version":1,"key":"12"}"#);
    for (content, reason) in [
        ("hello", "journal_not_ours"),
        ("hello\n", "journal_not_ours"),
        (
            "\u{feff}{\"record\":\"journal\",\"version\":1}\n",
            "journal_not_ours",
        ),
        ("%PDF-1.7\n%\u{e9}\n", "journal_not_ours"),
        ("deadbeef {\"record\":\"upload", "journal_not_ours"),
        (&first, "journal_not_ours"),
        (&other, "journal_not_ours"),
        (&without_key, "journal_not_ours"),
        (&line("{}"), "journal_not_ours"),
        (&line(r#"{"record":"journal"}"#), "journal_not_ours"),
        (&newer, "journal_newer"),
        (&newer_with_a_key, "journal_newer"),
    ] {
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
        let outcome = outcome.fails("HR_E_CONFIG");
        assert!(
            outcome.str("remedy").starts_with("journal "),
            "{}",
            outcome.text
        );
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
    assert!(
        std::process::Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
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
    let (number, settings) = Host::try_open(&stage.config().to_string());
    let (_host, settings) = (Host(number), settings.ok());
    assert_eq!(settings.json["journal"], json!(stage.path()));
    assert_eq!(settings.json["journal_days"], 365);
    let text = stage.text();
    let json: Value = serde_json::from_str(&text[9..]).unwrap();
    assert_eq!(
        (&json["record"], &json["version"]),
        (&json!("journal"), &json!(1))
    );
    assert_eq!(json["key"].as_str().unwrap().len(), 64);
    let again = Host::open(&stage.config());
    assert_eq!(stage.text(), text);
    assert_eq!(again.journal(&json!({})).json["uploads"], 0);
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
