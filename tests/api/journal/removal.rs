//! Settled records that are old are removed when a file is opened that nobody else has open; and large files are read in
//! the time of the call.

use std::path::PathBuf;

use hr::ffi::test_hooks;
use serde_json::{Value, json};
use testkit::{Host, Members, Outcome};

use super::stage::*;

/// Old uploads; 10,000 of the newest records stay.
const OLD: usize = 8_000;
const DAY: &str = "2020-01-01";

fn new_path(stage: &Stage) -> PathBuf {
    stage.path().with_extension("hrj.new")
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
    let old: String = (0..OLD)
        .map(|number| ended_upload(number, DAY, "accepted"))
        .collect();
    let last = ended_upload(OLD, DAY, "unknown");
    std::fs::write(stage.path(), kept.concat() + &old + &last).unwrap();
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
    assert!(text.contains(&ended_upload(OLD - 4_999, DAY, "accepted")));
    assert!(!text.contains(&ended_upload(2_000, DAY, "accepted")));
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

#[test]
fn what_is_young_stays_with_all_that_is_behind_it_and_days_say_what_is_old() {
    testkit::alone!();
    let young = Stage::accepting();
    send(&young.host(), b"young").ok();
    let old = (0..OLD).map(|number| ended_upload(number, DAY, "accepted"));
    young.append(&old.collect::<String>());
    let text = young.text();
    drop(young.host());
    assert_eq!(young.text(), text);

    let stage = Stage::with_old(OLD);
    let text = stage.text();
    let mut config = stage.config();
    config["journal_days"] = json!(36_500);
    drop(stage.host_with(&config));
    assert_eq!(stage.text(), text);
    // A new file that cannot be made leaves the old one as it is.
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

    /// The lock that is waited for protects the file to which the path led before: another file is refused where that is
    /// locked as well, and else used.
    #[test]
    fn who_waits_for_the_lock_of_another_file_takes_the_right_one() {
        testkit::alone!();
        for is_locked in [true, false] {
            let stage = Stage::accepting();
            drop(stage.host());
            let other = stage.path().with_file_name("other.hrj");
            std::fs::copy(stage.path(), &other).unwrap();
            let first = hold_lock(&stage.path());
            let second = is_locked.then(|| hold_lock(&other));
            let mut config = stage.config();
            config["timeouts"]["call_ms"] = json!(3_000);
            let opened = std::thread::scope(|threads| {
                let opening = threads.spawn(|| opened_with(&config));
                while opened(&stage.path()) < 2 {
                    std::thread::yield_now();
                }
                std::fs::rename(&other, stage.path()).unwrap();
                drop(first);
                opening.join().unwrap()
            });
            match is_locked {
                true => opened
                    .fails("HR_E_JOURNAL")
                    .has(json!({"reason": "journal_locked"})),
                false => opened.ok(),
            };
            drop(second);
            send(&stage.host(), format!("{is_locked}").as_bytes()).ok();
            assert_eq!(stage.text().lines().count(), 3);
        }
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

    fn timed(config: &Value) -> (Outcome, Duration) {
        let before = worked();
        let opened = opened_with(config);
        (opened, worked() - before)
    }

    /// How long it takes at this moment, whatever else runs.
    fn by_the_clock(config: &Value) -> Duration {
        let began = Instant::now();
        opened_with(config).ok();
        began.elapsed()
    }

    /// With `call_ms` 500 opening a journal of a million uploads took 12.8 s, where old ones were removed.
    /// R228: who opened it at the same time found it locked until the time of its own call was over.
    /// R229: there was time to read the file, and what was removed was the reason that it was not opened.
    #[test]
    fn r227_the_time_of_a_call_ends_a_removal() {
        testkit::alone!();
        let stage = Stage::with_old(20_000);
        let text = stage.text();
        let mut config = stage.config();
        config["journal_days"] = json!(36_500);
        let kept = config.clone();
        let (opened, read) = timed(&kept);
        opened.ok();
        // As it was, and a configuration whose calls take so many times as long as reading it.
        let again_of = |read: Duration, times: f64| {
            std::fs::write(stage.path(), &text).unwrap();
            let call = read.mul_f64(times);
            let mut config = stage.config();
            config["timeouts"] = json!({"call_ms": call.as_millis() as u64});
            (config, call)
        };
        let again = |times: f64| again_of(read, times);
        for times in [0.5, 1.1, 1.3, 1.6] {
            let (config, call) = again(times);
            let (opened, took) = timed(&config);
            let most = call + Duration::from_millis(200);
            assert!(took < most, "{times}: {took:?} {}", opened.text);
        }
        for times in [1.5, 1.7, 2.0, 2.3] {
            let (config, _) = again(times);
            let mut other = config.clone();
            other["journal"] = json!(stage.path().with_file_name("./records.hrj"));
            std::thread::scope(|threads| {
                let both = [config, other].map(|config| threads.spawn(move || timed(&config).0));
                for opening in both {
                    let opened = opening.join().unwrap();
                    assert_ne!(opened.json["reason"], "journal_locked", "{times}");
                }
            });
        }
        // A busy machine reads more slowly now and then, the removal was in the way each time.
        for tenth in (15..30).step_by(3) {
            let opens = |_| {
                std::fs::write(stage.path(), &text).unwrap();
                let read = by_the_clock(&kept);
                let (config, _) = again_of(read, f64::from(tenth) / 10.0);
                opened_with(&config).code == 0
            };
            assert!((0..20).any(opens), "{tenth}");
        }
        // With more time they are removed.
        drop(Host::open(&again(50.0).0));
        assert!(stage.text().len() < text.len() / 2);
    }
}
