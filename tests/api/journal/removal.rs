//! Settled records that are old are removed when a file is opened that nobody else has open; and large files are read in
//! the time of the call.

use std::path::PathBuf;

use hr::ffi::test_hooks;
use serde_json::{Value, json};
use testkit::journal::{LONG_AGO, ended_upload, line, old_uploads};
use testkit::{Host, Members};

use super::stage::*;

/// Old uploads; 10,000 of the newest records stay.
const OLD: usize = 8_000;

fn new_path(stage: &Stage) -> PathBuf {
    stage.path().with_extension("hrj.shortened")
}

#[test]
fn old_settled_uploads_go_and_doubts_young_and_damaged_records_stay() {
    testkit::alone!();
    let stage = Stage::silent();
    send(&stage.host(), b"in doubt").fails("HR_E_IN_DOUBT");
    test_hooks::forget();
    // All records of the doubt are old.
    let young = stage.text();
    let aged = young.lines().map(|text| {
        let (_, json) = text.split_once(' ').unwrap();
        let at = json.find("\"time\":\"").unwrap() + 8;
        line(&format!("{}2020{}", &json[..at], &json[at + 4..]))
    });
    let mut kept: Vec<String> = aged.collect();
    kept.push("00000000 {\"record\":\"found\"}\n".to_owned());
    kept.push(line(r#"{"record":"of a later version","entry":7}"#));
    let last = ended_upload(OLD, LONG_AGO, "unknown");
    std::fs::write(stage.path(), kept.concat() + &old_uploads(OLD, 0) + &last).unwrap();
    let before = stage.text().len();

    let host = stage.host();
    let text = stage.text();
    assert!(text.len() < before, "{before} bytes stay");
    assert!(!new_path(&stage).exists());
    for kept in kept {
        assert!(text.contains(&kept), "{kept}");
    }
    // The newest in their order, and nothing that was not there.
    assert!(text.ends_with(&last));
    assert!(text.contains(&ended_upload(OLD - 4_999, LONG_AGO, "accepted")));
    assert!(!text.contains(&ended_upload(2_000, LONG_AGO, "accepted")));
    let listed = host.journal(&json!({"limit": 1})).ok();
    let uploads = text.matches("\"upload\"").count();
    listed.has(json!({"doubts": 2, "damaged": 1, "uploads": uploads}));

    test_hooks::forget();
    send(&host, b"in doubt").fails("HR_E_CONFLICT");
    assert_eq!(stage.received(), 1);
    drop(host);
    drop(stage.host());
    assert_eq!(stage.text(), text, "a second time nothing is old");
}

/// A new file that cannot be made leaves the old one as it is, and what a killed process left of one is in nobody's way.
#[test]
fn days_say_what_is_old_and_a_new_file_is_made_or_nothing_happens() {
    testkit::alone!();
    let stage = Stage::with_old(OLD);
    let text = stage.text();
    let mut config = stage.config();
    config["journal_days"] = json!(36_500);
    drop(stage.host_with(&config));
    assert_eq!(stage.text(), text);
    std::fs::create_dir(new_path(&stage)).unwrap();
    send(&stage.host(), b"document").ok();
    assert!(stage.text().starts_with(&text));
    std::fs::remove_dir(new_path(&stage)).unwrap();
    std::fs::write(new_path(&stage), "half of a").unwrap();
    drop(stage.host());
    assert!(!stage.text().starts_with(&text));
    assert!(!new_path(&stage).exists());
}

/// With `call_ms` a millisecond: opening a large file went on for as long as it took, and so did its list.
#[test]
fn r188_opening_and_listing_a_journal_ends_with_the_time_of_the_call() {
    testkit::alone!();
    let stage = Stage::accepting();
    let _host = stage.host();
    let uploads = (0..30_000).map(|number| ended_upload(number, "2026-01-01", "accepted"));
    let begun = uploads.map(|lines| format!("{}\n", lines.lines().next().unwrap()));
    stage.append(&begun.collect::<String>());
    let mut config = stage.config();
    config["timeouts"] = json!({"call_ms": 1});
    let slow = json!({"reason": "journal_slow"});
    // By another name, so that this process reads it once more.
    let mut other = config.clone();
    other["journal"] = json!(stage.path().with_file_name("./records.hrj"));
    opened_with(&other).fails("HR_E_JOURNAL").has(slow.clone());
    let all = Host::open(&stage.config()).journal(&json!({"limit": 1}));
    all.ok().has(json!({"doubts": 30_000}));
    // R212: however long the list was, the call went on to its end.
    let mut opened = (0..1_000).map(|_| Host::try_open(&config.to_string()));
    let (host, _) = opened.find(|(_, opened)| opened.code == 0).unwrap();
    let listed = Host(host).journal(&json!({"limit": 1}));
    listed.fails("HR_E_JOURNAL").has(slow);
}

#[cfg(target_os = "linux")]
mod linux {
    use std::fs::Permissions;
    use std::io::Write;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::time::{Duration, Instant};

    use super::*;

    #[test]
    fn nothing_is_removed_while_another_program_has_the_file_open() {
        testkit::alone!();
        let stage = Stage::with_old(OLD);
        let text = stage.text();
        let other = try_lock(&stage.path(), SHARED, libc::F_RDLCK).unwrap();
        let host = stage.host();
        assert_eq!(stage.text(), text);
        drop(other);
        // This process has it open.
        let _second = stage.host();
        send(&host, b"document").ok();
        assert!(stage.text().starts_with(&text));
        assert!(try_lock(&stage.path(), SHARED, libc::F_WRLCK).is_none());
    }

    /// A link and the rights stay.
    /// R194: another name went on leading to the old file, so that there were two journals.
    #[test]
    fn nothing_is_removed_while_another_name_leads_to_the_file() {
        testkit::alone!();
        let stage = Stage::with_old(OLD);
        let text = stage.text();
        let rights = Permissions::from_mode(0o640);
        std::fs::set_permissions(stage.path(), rights).unwrap();
        let other = stage.path().with_file_name("other.hrj");
        std::fs::hard_link(stage.path(), &other).unwrap();
        drop(stage.host());
        assert_eq!(stage.text(), text);
        std::fs::remove_file(&other).unwrap();
        let link = stage.path().with_file_name("link.hrj");
        symlink(stage.path(), &link).unwrap();
        let host = stage.host_with(&json!({"journal": link}));
        assert_ne!(stage.text(), text);
        assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
        let about = std::fs::metadata(stage.path()).unwrap();
        assert_eq!(about.permissions().mode() & 0o7777, 0o640);
        send(&host, b"document").ok();
        let names = std::fs::read_dir(link.parent().unwrap()).unwrap();
        let names = names.map(|name| name.unwrap().file_name().into_string().unwrap());
        let of_journal = names.filter(|name| name.contains(".hrj"));
        assert_eq!(of_journal.count(), 2, "the file and the link alone");
    }

    /// What ended after the file was read, and before it was asked whether it runs, was listed as a doubt.
    #[test]
    fn r211_an_upload_that_ends_meanwhile_is_no_doubt() {
        testkit::alone!();
        let stage = Stage::accepting();
        let host = stage.host();
        let path = stage.path();
        let mut file = std::fs::File::options().append(true).open(&path).unwrap();
        std::thread::scope(|threads| {
            let uploads = threads.spawn(move || {
                for number in 0..5_000 {
                    let place = file.metadata().unwrap().len() as i64;
                    let in_flight = try_lock(&path, SHARED + 1 + place, libc::F_WRLCK);
                    let lines = ended_upload(number, "2026-01-01", "accepted");
                    for line in lines.split_inclusive('\n') {
                        file.write_all(line.as_bytes()).unwrap();
                    }
                    drop(in_flight);
                }
            });
            while !uploads.is_finished() {
                let listed = host.journal(&json!({"limit": 1})).ok();
                listed.json.has(json!({"doubts": 0}));
            }
        });
    }

    /// The work of this thread so far: a disk that is slow to write, or other programs, add nothing to it.
    fn worked() -> Duration {
        let mut time: libc::timespec = unsafe { std::mem::zeroed() };
        let clock = libc::CLOCK_THREAD_CPUTIME_ID;
        assert_eq!(unsafe { libc::clock_gettime(clock, &raw mut time) }, 0);
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    }

    /// With `call_ms` 500 opening a journal of a million uploads took 12.8 s, where old ones were removed.
    /// R229: there was time to read the file, and what was removed was the reason that it was not opened.
    #[test]
    fn r227_the_time_of_a_call_ends_a_removal() {
        testkit::alone!();
        let stage = Stage::with_old(20_000);
        let text = stage.text();
        let mut config = stage.config();
        config["journal_days"] = json!(36_500);
        let opened_within = |config: &Value, call: Duration| {
            std::fs::write(stage.path(), &text).unwrap();
            let mut config = config.clone();
            config["timeouts"] = json!({"call_ms": call.as_millis() as u64});
            let (before, began) = (worked(), Instant::now());
            let opened = opened_with(&config);
            (opened.code == 0, worked() - before, began.elapsed())
        };
        let long = Duration::from_secs(100);
        let (_, work, _) = opened_within(&config, long);
        for times in [0.5, 1.1, 1.3, 1.6] {
            let call = work.mul_f64(times);
            let (_, took, _) = opened_within(&stage.config(), call);
            assert!(took < call + Duration::from_millis(200), "{took:?}");
        }
        // A busy machine reads more slowly now and then, the removal was in the way each time.
        for times in [1.5, 2.0, 2.5] {
            let opens = |_| {
                let (_, _, read) = opened_within(&config, long);
                opened_within(&stage.config(), read.mul_f64(times)).0
            };
            assert!((0..20).any(opens), "{times}");
        }
        // With more time they are removed.
        assert!(opened_within(&stage.config(), long).0);
        assert!(stage.text().len() < text.len() / 2);
    }
}
