//! Files and locks that others may use at the same time, under other names, or with other rights.
#![cfg(unix)]

use std::fs::File;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, flock};
use serde_json::{Value, json};
use testkit::*;

use super::stage::*;

/// The same file by another name, which this process opens once more.
fn alias(path: &Path) -> PathBuf {
    path.parent()
        .unwrap()
        .join(".")
        .join(path.file_name().unwrap())
}

fn config_of(stage: &Stage, path: &Path) -> Value {
    let mut config = stage.config();
    config["journal"] = json!(path);
    config
}

#[track_caller]
fn refused(path: &Path, reason: &str) {
    let (number, outcome) = Host::try_open(&json!({"journal": path}).to_string());
    assert_eq!(number, 0);
    assert_eq!(outcome.fails("HR_E_JOURNAL").json["reason"], reason);
}

/// A number, as other programs keep it in a file: nothing is written behind it.
#[test]
fn a_file_of_digits_is_somebody_elses() {
    for content in [
        "4242",
        "4242\n",
        "deadbeef",
        "deadbeef\n",
        "0",
        "deadbeef ",
        "deadbeef {",
    ] {
        let file = TempFile::new("program.pid", content.as_bytes());
        let (_, outcome) = Host::try_open(&json!({"journal": file.0}).to_string());
        // A first line that was not finished may be as short as this.
        if content != "deadbeef {" {
            assert_eq!(
                outcome.fails("HR_E_JOURNAL").json["reason"],
                "journal_not_ours",
                "{content}"
            );
            assert_eq!(std::fs::read(&file.0).unwrap(), content.as_bytes());
        }
    }
}

/// Two names of one file: records of both are read by both, and one lock protects them.
#[test]
fn a_file_under_several_names_is_one_journal() {
    testkit::alone!();
    let stage = Stage::silent();
    let link = stage.path().with_file_name("link.hrj");
    symlink(stage.path(), &link).unwrap();
    drop(stage.host());
    let hosts = [&alias(&stage.path()), &link, &stage.path()]
        .map(|path| stage.host_with(&config_of(&stage, path)));
    for (at, host) in hosts.iter().enumerate() {
        let document = format!("sent by name {at}");
        let sent = send(host, document.as_bytes()).fails("HR_E_IN_DOUBT");
        for other in &hosts {
            hr::ffi::test_hooks::forget();
            let held = send(other, document.as_bytes()).fails("HR_E_CONFLICT");
            assert_eq!(held.json["entry"], sent.json["entry"]);
        }
    }
    assert_eq!(stage.received(), 3);
    let lock = File::open(stage.lock_path()).unwrap();
    flock(&lock, FlockOperation::LockExclusive).unwrap();
    for path in [&alias(&stage.path()), &link, &stage.path()] {
        let mut config = config_of(&stage, path);
        config["timeouts"] = json!({"call_ms": 200});
        let (_, outcome) = Host::try_open(&config.to_string());
        assert_eq!(
            outcome.fails("HR_E_JOURNAL").json["reason"],
            "journal_locked",
            "{path:?}"
        );
    }
}

/// What one file does not know, the memory of this process does.
#[test]
fn handles_with_two_journals_and_with_none_send_a_document_once() {
    testkit::alone!();
    let stage = Stage::silent();
    let other = config_of(&stage, &stage.path().with_file_name("other.hrj"));
    let hosts = [stage.config(), other, json!({})].map(|config| stage.host_with(&config));
    for (first, host) in hosts.iter().enumerate() {
        let document = format!("first sent by {first}");
        let sent = send(host, document.as_bytes()).fails("HR_E_IN_DOUBT");
        for other in &hosts {
            let held = send(other, document.as_bytes()).fails("HR_E_CONFLICT");
            assert_eq!(held.json["entry"], sent.json["entry"]);
        }
    }
    assert_eq!(stage.received(), hosts.len());
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
        let file = File::options().write(true).open(stage.path()).unwrap();
        file.set_len(length - cut).unwrap();
        let other = stage.path().with_file_name("other.hrj");
        std::fs::rename(stage.path(), &other).unwrap();
        let writer = stage.host_with(&config_of(&stage, &other));
        for document in ["one", "two"] {
            send(&writer, format!("{document} after {cut}").as_bytes()).fails("HR_E_IN_DOUBT");
        }
        drop(writer);
        std::fs::rename(&other, stage.path()).unwrap();
        assert!(stage.text().len() as u64 > length + 200);
        hr::ffi::test_hooks::forget();
        let refused = send(&host, format!("one after {cut}").as_bytes()).fails("HR_E_JOURNAL");
        assert_eq!(refused.json["reason"], "journal_replaced", "{cut}");
    }
}

#[test]
fn a_lock_that_is_no_file_of_its_own() {
    testkit::alone!();
    let stage = Stage::accepting();
    let host = stage.host();
    std::fs::remove_file(stage.lock_path()).unwrap();
    std::fs::create_dir(stage.lock_path()).unwrap();
    let sent = send(&host, b"beside a folder")
        .fails("HR_E_JOURNAL")
        .outcome("not_sent");
    assert_eq!(sent.json["reason"], "journal_unwritable");
    refused(&stage.path(), "journal_unwritable");
    assert_eq!(stage.received(), 0);
    std::fs::remove_dir(stage.lock_path()).unwrap();
    // Somebody else's file is locked, and stays as it is.
    let theirs = stage.path().with_file_name("theirs");
    std::fs::write(&theirs, "theirs").unwrap();
    let rights = theirs.metadata().unwrap().mode();
    symlink(&theirs, stage.lock_path()).unwrap();
    send(&host, b"with a link").ok();
    let pipe = stage.path().with_file_name("pipe");
    assert!(
        std::process::Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    std::fs::remove_file(stage.lock_path()).unwrap();
    std::fs::rename(&pipe, stage.lock_path()).unwrap();
    send(&host, b"with a pipe").ok();
    assert_eq!(std::fs::read(&theirs).unwrap(), b"theirs");
    assert_eq!(theirs.metadata().unwrap().mode(), rights);
    refused(Path::new("/dev/full"), "journal_not_a_file");
}

/// As another user, who is nobody's owner: root may do everything.
fn as_nobody(orders: &Value) -> Option<String> {
    use std::os::unix::process::CommandExt;
    let mut command = testkit::process::again(module_path!(), "nobody");
    if rustix::process::geteuid().is_root() {
        command.uid(65534).gid(65534);
    }
    command.env("HR_TEST_ORDERS", orders.to_string());
    let Ok(output) = command.output() else {
        eprintln!("NOT RUN: another user (who may not run this program)");
        return None;
    };
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{said}");
    Some(
        said.split("opened ")
            .nth(1)
            .unwrap()
            .lines()
            .next()
            .unwrap()
            .to_owned(),
    )
}

#[test]
#[ignore = "run by the others, in a process of its own"]
fn nobody() {
    let orders: Value = serde_json::from_str(&std::env::var("HR_TEST_ORDERS").unwrap()).unwrap();
    let (number, outcome) = Host::try_open(&orders.to_string());
    println!(
        "opened {}",
        outcome.json["reason"].as_str().unwrap_or("fine")
    );
    drop((number != 0).then(|| Host(number)));
}

#[test]
fn rights_that_are_missing_are_reported_and_nothing_changes() {
    let folder = TempFile::new("folder", b"");
    let path = folder.0.with_file_name("records.hrj");
    drop(Host::open(&json!({"journal": path})));
    let before = std::fs::read(&path).unwrap();
    let set = |path: &Path, rights| {
        std::fs::set_permissions(path, PermissionsExt::from_mode(rights)).unwrap()
    };
    let parent = path.parent().unwrap();
    let lock = path.with_file_name("records.hrj.lock");
    for (of_folder, of_file, of_lock, expected) in [
        (0o777, 0o444, 0o666, "journal_unwritable"),
        (0o777, 0o000, 0o666, "journal_unwritable"),
        (0o777, 0o666, 0o444, "journal_unwritable"),
        (0o000, 0o666, 0o666, "journal_unwritable"),
        (0o555, 0o666, 0o666, "fine"),
    ] {
        for (path, rights) in [(&*path, of_file), (&*lock, of_lock), (parent, of_folder)] {
            set(path, rights);
        }
        let said = as_nobody(&json!({"journal": path}));
        set(parent, 0o777);
        if let Some(said) = said {
            assert_eq!(said, expected, "{of_folder:o} {of_file:o} {of_lock:o}");
        }
        set(&path, 0o600);
        assert_eq!(std::fs::read(&path).unwrap(), before);
    }
}

/// A file for a group, made beforehand by whoever installs: the lock is the group's as well.
#[test]
fn two_users_of_one_group_use_one_file() {
    if !rustix::process::geteuid().is_root() {
        eprintln!("NOT RUN: two users of one group (this is not root)");
        return;
    }
    let folder = TempFile::new("folder", b"");
    let path = folder.0.with_file_name("records.hrj");
    std::fs::write(&path, b"").unwrap();
    std::os::unix::fs::chown(&path, None, Some(65534)).unwrap();
    for (path, rights) in [(&*path, 0o660), (path.parent().unwrap(), 0o777)] {
        std::fs::set_permissions(path, PermissionsExt::from_mode(rights)).unwrap();
    }
    drop(Host::open(&json!({"journal": path})));
    let lock = path.with_file_name("records.hrj.lock").metadata().unwrap();
    assert_eq!((lock.gid(), lock.mode() & 0o777), (65534, 0o660));
    if let Some(said) = as_nobody(&json!({"journal": path})) {
        assert_eq!(said, "fine");
    }
    drop(Host::open(&json!({"journal": path})));
}
