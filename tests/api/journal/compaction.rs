//! Settled records that are old are removed when a file is opened that nobody else has open.

use std::path::Path;

use hr::ffi::test_hooks;
use serde_json::json;
use testkit::Host;

use super::stage::*;

/// Old records of uploads; 10,000 of the newest records stay.
const OLD: usize = 8_000;

fn old_uploads() -> String {
    let uploads = (0..OLD).map(|number| ended_upload(number, "2020-01-01", "accepted"));
    uploads.collect()
}

/// A stage with a doubt about this document, all records of which are old.
fn stage_with_an_old_doubt(document: &[u8]) -> Stage {
    let stage = Stage::silent();
    send(&stage.host(), document).fails("HR_E_IN_DOUBT");
    test_hooks::forget();
    let text = stage.text();
    let aged = text.lines().map(|text| {
        let (_, json) = text.split_once(' ').unwrap();
        let at = json.find("\"time\":\"").unwrap() + 8;
        line(&format!("{}2020{}", &json[..at], &json[at + 4..]))
    });
    std::fs::write(stage.path(), aged.collect::<String>()).unwrap();
    stage
}

fn append(path: &Path, text: &str) {
    std::fs::write(path, std::fs::read_to_string(path).unwrap() + text).unwrap();
}

fn new_path(stage: &Stage) -> std::path::PathBuf {
    stage.path().with_extension("hrj.new")
}

#[test]
fn old_settled_uploads_go_and_doubts_young_and_damaged_records_stay() {
    testkit::alone!();
    let stage = stage_with_an_old_doubt(b"in doubt");
    let first: Vec<String> = stage.text().lines().map(str::to_owned).collect();
    let damaged = "00000000 {\"record\":\"found\"}";
    let other = line(r#"{"record":"of a later version","entry":7}"#);
    append(&stage.path(), &format!("{damaged}\n{other}"));
    append(&stage.path(), &old_uploads());
    append(&stage.path(), &ended_upload(OLD, "2020-01-01", "unknown"));
    let before = stage.text().len();

    let host = stage.host();
    let text = stage.text();
    assert!(text.len() < before, "{before} bytes stay");
    assert!(!new_path(&stage).exists());
    for kept in first
        .iter()
        .map(String::as_str)
        .chain([damaged, other.trim_end()])
    {
        assert!(text.contains(kept), "{kept}");
    }
    // The newest in their order, and nothing that was not there.
    assert!(text.ends_with(&ended_upload(OLD, "2020-01-01", "unknown")));
    assert!(text.contains(&ended_upload(OLD - 4_999, "2020-01-01", "accepted")));
    assert!(!text.contains(&ended_upload(2_000, "2020-01-01", "accepted")));
    let listed = host.journal(&json!({"limit": 1})).ok();
    assert_eq!(
        (&listed.json["doubts"], &listed.json["damaged"]),
        (&json!(2), &json!(1))
    );
    assert_eq!(listed.json["uploads"], text.matches("\"upload\"").count());

    test_hooks::forget();
    send(&host, b"in doubt").fails("HR_E_CONFLICT");
    assert_eq!(stage.received(), 1);
    drop(host);
    drop(stage.host());
    assert_eq!(stage.text(), text, "a second time nothing is old");
}

#[test]
fn what_is_young_stays_with_all_that_is_behind_it() {
    testkit::alone!();
    let stage = Stage::accepting();
    let host = stage.host();
    send(&host, b"young").ok();
    drop(host);
    append(&stage.path(), &old_uploads());
    let text = stage.text();
    drop(stage.host());
    assert_eq!(stage.text(), text);
}

#[test]
fn days_say_what_is_old() {
    let stage = Stage::accepting();
    drop(stage.host());
    append(&stage.path(), &old_uploads());
    let text = stage.text();
    let mut config = stage.config();
    config["journal_days"] = json!(36_500);
    drop(stage.host_with(&config));
    assert_eq!(stage.text(), text);
    drop(stage.host());
    assert_ne!(stage.text(), text);
}

#[test]
fn a_new_file_that_cannot_be_made_leaves_the_old_one_as_it_is() {
    testkit::alone!();
    let stage = Stage::accepting();
    drop(stage.host());
    append(&stage.path(), &old_uploads());
    let text = stage.text();
    std::fs::create_dir(new_path(&stage)).unwrap();
    send(&stage.host(), b"document").ok();
    assert!(stage.text().starts_with(&text));
    // Left by a process that was killed meanwhile.
    std::fs::remove_dir(new_path(&stage)).unwrap();
    std::fs::write(new_path(&stage), "half of a").unwrap();
    drop(stage.host());
    assert!(!stage.text().starts_with(&text));
    assert!(!new_path(&stage).exists());
}

#[cfg(target_os = "linux")]
mod linux {
    use std::fs::{File, Permissions};
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    #[test]
    fn nothing_is_removed_while_another_program_has_the_file_open() {
        testkit::alone!();
        let stage = Stage::accepting();
        drop(stage.host());
        append(&stage.path(), &old_uploads());
        let text = stage.text();
        let other = share(&stage.path(), libc::F_RDLCK).unwrap();
        let host = stage.host();
        assert_eq!(stage.text(), text);
        drop(other);
        // This process has it open.
        let _second = stage.host();
        send(&host, b"document").ok();
        assert!(stage.text().starts_with(&text));
        assert!(share(&stage.path(), libc::F_WRLCK).is_none());
    }

    /// The lock that all have who have the file open; None where it cannot be had.
    fn share(path: &Path, kind: i32) -> Option<File> {
        use std::os::fd::AsRawFd;
        let file = File::options().read(true).write(true).open(path).unwrap();
        let mut range: libc::flock64 = unsafe { std::mem::zeroed() };
        range.l_type = kind as i16;
        (range.l_start, range.l_len) = ((1 << 62) + 1, 1);
        let locked = unsafe { libc::fcntl(file.as_raw_fd(), libc::F_OFD_SETLK, &raw const range) };
        (locked == 0).then_some(file)
    }

    /// R194: the other name went on leading to the old file, so that there were two journals.
    #[test]
    fn nothing_is_removed_while_another_name_leads_to_the_file() {
        let stage = Stage::accepting();
        drop(stage.host());
        append(&stage.path(), &old_uploads());
        let text = stage.text();
        let other = stage.path().with_file_name("other.hrj");
        std::fs::hard_link(stage.path(), &other).unwrap();
        drop(stage.host());
        assert_eq!(stage.text(), text);
        std::fs::remove_file(&other).unwrap();
        drop(stage.host());
        assert_ne!(stage.text(), text);
    }

    #[test]
    fn a_link_and_the_rights_stay() {
        testkit::alone!();
        let stage = Stage::accepting();
        drop(stage.host());
        append(&stage.path(), &old_uploads());
        let text = stage.text();
        std::fs::set_permissions(stage.path(), Permissions::from_mode(0o640)).unwrap();
        let link = stage.path().with_file_name("link.hrj");
        symlink(stage.path(), &link).unwrap();
        let host = stage.host_with(&json!({"journal": link}));
        assert_ne!(stage.text(), text);
        assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
        let about = std::fs::metadata(stage.path()).unwrap();
        assert_eq!(about.permissions().mode() & 0o7777, 0o640);
        send(&host, b"document").ok();
        let names = std::fs::read_dir(link.parent().unwrap()).unwrap();
        let of_journal = names.filter(|name| {
            let name = name.as_ref().unwrap().file_name();
            name.to_str().unwrap().contains(".hrj")
        });
        assert_eq!(of_journal.count(), 2, "the file and the link alone");
    }

    /// The lock that is waited for protects the file to which the link led before.
    #[test]
    fn who_waits_for_the_lock_of_another_file_takes_the_right_one() {
        let stage = Stage::accepting();
        drop(stage.host());
        let other = stage.path().with_file_name("other.hrj");
        let link = stage.path().with_file_name("link.hrj");
        std::fs::copy(stage.path(), &other).unwrap();
        symlink(stage.path(), &link).unwrap();
        let first = hold_lock(&stage.path());
        let second = hold_lock(&other);
        let config = json!({"journal": link}).to_string();
        std::thread::scope(|threads| {
            let opening = threads.spawn(|| Host::try_open(&config).1);
            while opened(&stage.path()) < 2 {
                std::thread::yield_now();
            }
            let new = link.with_file_name("new link");
            symlink(&other, &new).unwrap();
            std::fs::rename(&new, &link).unwrap();
            drop(first);
            let refused = opening.join().unwrap().fails("HR_E_JOURNAL");
            assert_eq!(refused.json["reason"], "journal_locked", "{}", refused.text);
        });
        drop(second);
        drop(Host::open(&json!({"journal": link})));
    }

    #[test]
    fn who_opens_the_file_meanwhile_opens_the_new_one() {
        testkit::alone!();
        let stage = Stage::accepting();
        drop(stage.host());
        let lock = hold_lock(&stage.path());
        let new = stage.path().with_file_name("copy");
        std::fs::copy(stage.path(), &new).unwrap();
        std::thread::scope(|threads| {
            let opening = threads.spawn(|| send(&stage.host(), b"document").ok());
            while opened(&stage.path()) < 2 {
                std::thread::yield_now();
            }
            std::fs::rename(&new, stage.path()).unwrap();
            drop(lock);
            opening.join().unwrap();
        });
        assert_eq!(stage.text().lines().count(), 3);
        assert_eq!(stage.received(), 1);
    }
}
