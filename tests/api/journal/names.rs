//! One file under several names, and by users with other rights: whoever has it open has one lock and one list.
#![cfg(target_os = "linux")]

use std::ffi::CString;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};

use hr::code::HR_E_JOURNAL;
use serde_json::{Value, json};
use testkit::journal::old_uploads;
use testkit::process::Speaking;
use testkit::*;

use super::child::{command, ended};
use super::stage::*;

/// Which waits for a lock for a moment only.
fn quick(stage: &Stage, path: &Path) -> Value {
    let mut config = stage.config();
    config["journal"] = json!(path);
    config["timeouts"]["call_ms"] = json!(500);
    config
}

/// One lock, and one list of doubts.
fn are_one(stage: &Stage, hosts: [&Host; 2]) {
    let lock = hold_lock(&stage.path());
    for host in hosts {
        assert_eq!(host.dmp_found(&"0".repeat(32)), HR_E_JOURNAL);
    }
    drop(lock);
    let before = stage.received();
    for [one, other] in [hosts, [hosts[1], hosts[0]]] {
        let document = format!("by handle {} of {}", one.0, other.0);
        let sent = send(one, document.as_bytes()).fails("HR_E_IN_DOUBT");
        hr::ffi::test_hooks::forget();
        let held = send(other, document.as_bytes()).fails("HR_E_CONFLICT");
        assert_eq!(held.json["entry"], sent.json["entry"]);
    }
    assert_eq!(stage.received(), before + 2);
}

/// R224: the lock was a file beside the one that the path led to, so that a bind mount was another journal.
/// R223: who had it open locked another file than who opened it by the link to which it was moved, and 24 of 500 documents
/// were stored twice.
#[test]
fn a_file_under_several_names_is_one_journal() {
    testkit::alone!();
    let linked = |stage: &Stage, name: &str| {
        let link = stage.path().with_file_name(name);
        match name {
            "symbolic" => symlink(stage.path(), &link).unwrap(),
            "hard" => std::fs::hard_link(stage.path(), &link).unwrap(),
            "moved" => {
                std::fs::rename(stage.path(), &link).unwrap();
                symlink(&link, stage.path()).unwrap();
            }
            _ => {}
        }
        // By another path, so that this process opens it once more.
        let moved = ["moved", "same"].contains(&name);
        stage
            .path()
            .with_file_name(if moved { "./records.hrj" } else { name })
    };
    for name in ["same", "symbolic", "hard", "moved"] {
        let stage = Stage::silent();
        let one = stage.host_with(&quick(&stage, &stage.path()));
        let path = linked(&stage, name);
        let other = stage.host_with(&quick(&stage, &path));
        are_one(&stage, [&one, &other]);
        let _lock = hold_lock(&stage.path());
        let locked = opened_with(&quick(&stage, &path)).fails("HR_E_JOURNAL");
        locked.has(json!({"reason": "journal_locked"}));
    }
}

/// A bind mount that only this thread and those that it starts can see, until it is dropped.
struct Mount(CString);

impl Drop for Mount {
    fn drop(&mut self) {
        unsafe { libc::umount2(self.0.as_ptr(), libc::MNT_DETACH) };
    }
}

/// None where it is not permitted.
fn mounted(file: &Path) -> Option<(Mount, PathBuf)> {
    let target = file.with_file_name("mounted.hrj");
    std::fs::write(&target, b"").unwrap();
    let [from, to] = [file, &target].map(|path| CString::new(path.as_os_str().as_bytes()).unwrap());
    let null = std::ptr::null();
    let private = libc::MS_REC | libc::MS_PRIVATE;
    let mounted = unsafe {
        libc::unshare(libc::CLONE_NEWNS) == 0
            && libc::mount(null, c"/".as_ptr(), null, private, null.cast()) == 0
            && libc::mount(from.as_ptr(), to.as_ptr(), null, libc::MS_BIND, null.cast()) == 0
    };
    if !mounted {
        let error = std::io::Error::last_os_error();
        eprintln!("NOT RUN: a bind mount of a journal ({error})");
        return None;
    }
    Some((Mount(to), target))
}

/// When old records were removed the mount led to the old file, and there were two journals.
#[test]
fn r232_a_mount_that_leads_to_the_old_file_is_no_second_journal() {
    testkit::alone!();
    let stage = Stage::silent();
    drop(stage.host());
    stage.append(&old_uploads(8_000, 0));
    let Some((_mount, target)) = mounted(&stage.path()) else {
        return;
    };
    send(&stage.host(), b"document").fails("HR_E_IN_DOUBT");
    // It may refuse the file, or know the doubt.
    let config = json!({"journal": target});
    if opened_with(&config).code == 0 {
        send(&stage.host_with(&config), b"document").fails("HR_E_CONFLICT");
    }
    assert_eq!(stage.received(), 1);
}

/// What another user, who is nobody's owner, is told of a journal there: root may do everything.
fn said_to_nobody(path: &Path) -> Value {
    let mut nobody = command(&json!({"journal": path}), "", json!(["open"]));
    if rustix::process::geteuid().is_root() {
        nobody.uid(65534).gid(65534);
    }
    ended(&mut Speaking::start(&mut nobody))["reason"].clone()
}

/// The rows with a group are of a file that was made beforehand by whoever installs; only root can make one.
#[test]
fn rights_that_are_missing_are_reported_and_nothing_changes() {
    let folder = TempFile::new("folder", b"");
    let path = folder.0.with_file_name("records.hrj");
    drop(Host::open(&json!({"journal": path})));
    let before = std::fs::read(&path).unwrap();
    let parent = path.parent().unwrap();
    let permit = |path: &Path, rights: u32| {
        std::fs::set_permissions(path, PermissionsExt::from_mode(rights)).unwrap();
    };
    if rustix::process::geteuid().is_root() {
        std::os::unix::fs::chown(&path, None, Some(65534)).unwrap();
    }
    let unwritable = json!("journal_unwritable");
    for (of_folder, of_file, expected) in [
        (0o777, 0o444, &unwritable),
        (0o777, 0o000, &unwritable),
        (0o000, 0o666, &unwritable),
        (0o555, 0o666, &Value::Null),
        (0o777, 0o660, &Value::Null),
    ] {
        permit(&path, of_file);
        permit(parent, of_folder);
        let said = said_to_nobody(&path);
        permit(parent, 0o777);
        assert_eq!(said, *expected, "{of_folder:o} {of_file:o}");
        permit(&path, 0o600);
        assert_eq!(std::fs::read(&path).unwrap(), before);
    }
}
