//! Old records are removed within the time of the call that opens the file.
#![cfg(target_os = "linux")]

use std::time::Duration;

use serde_json::{Value, json};
use testkit::*;

use super::stage::*;

const UPLOADS: usize = 20_000;

struct OldJournal {
    stage: Stage,
    text: String,
    /// How long it takes to open it where nothing is removed.
    read: Duration,
}

/// The work of this thread so far: a disk that is slow to write, or other programs, add nothing to it.
fn worked() -> Duration {
    let mut time: libc::timespec = unsafe { std::mem::zeroed() };
    let clock = libc::CLOCK_THREAD_CPUTIME_ID;
    assert_eq!(unsafe { libc::clock_gettime(clock, &raw mut time) }, 0);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

fn open(config: &Value) -> (Outcome, Duration) {
    let before = worked();
    let (number, opened) = Host::try_open(&config.to_string());
    let took = worked() - before;
    drop((number != 0).then(|| Host(number)));
    (opened, took)
}

impl OldJournal {
    fn new() -> OldJournal {
        let stage = Stage::accepting();
        drop(Host::open(&stage.config()));
        let old = (0..UPLOADS).map(|number| ended_upload(number, "2020-01-01", "accepted"));
        let text = stage.text() + &old.collect::<String>();
        std::fs::write(stage.path(), &text).unwrap();
        let mut config = stage.config();
        config["journal_days"] = json!(36_500);
        let (opened, read) = open(&config);
        opened.ok();
        OldJournal { stage, text, read }
    }

    /// As it was, and a configuration whose calls take so many times as long as reading it.
    fn again(&self, times: f64) -> (Value, Duration) {
        std::fs::write(self.stage.path(), &self.text).unwrap();
        let call = self.read.mul_f64(times);
        let mut config = self.stage.config();
        config["timeouts"] = json!({"call_ms": call.as_millis() as u64});
        (config, call)
    }
}

/// With `call_ms` 500 opening a journal of a million uploads took 12.8 s, where old ones were removed.
#[test]
fn r227_the_time_of_a_call_ends_a_removal() {
    testkit::alone!();
    let old = OldJournal::new();
    for times in [0.5, 1.1, 1.3, 1.6] {
        let (config, call) = old.again(times);
        let (opened, took) = open(&config);
        let most = call + Duration::from_millis(200);
        assert!(took < most, "{times}: {took:?} {}", opened.text);
    }
    // With more time they are removed.
    drop(Host::open(&old.again(50.0).0));
    assert!(old.stage.text().len() < old.text.len() / 2);
}
/// Who opened it at the same time found it locked until the time of its own call was over.
#[test]
fn r228_nobody_waits_in_vain_for_a_removal() {
    testkit::alone!();
    let old = OldJournal::new();
    for times in [1.5, 1.7, 2.0, 2.3] {
        let (config, _) = old.again(times);
        let mut other = config.clone();
        other["journal"] = json!(old.stage.path().parent().unwrap().join("./records.hrj"));
        let opened = std::thread::scope(|threads| {
            let both = [config, other].map(|config| threads.spawn(move || open(&config)));
            both.map(|opening| opening.join().unwrap().0)
        });
        for opened in opened {
            assert_ne!(opened.json["reason"], "journal_locked", "{times}");
        }
    }
}

/// There was time to read the file: what was removed was not to be the reason that it is not opened. A busy machine reads
/// more slowly now and then, the removal was in the way each time.
#[test]
fn r229_a_removal_is_no_reason_not_to_open_the_file() {
    testkit::alone!();
    let old = OldJournal::new();
    for tenth in 15..30 {
        let opens = || {
            let (config, _) = old.again(f64::from(tenth) / 10.0);
            open(&config).0.code == 0
        };
        assert!((0..20).any(|_| opens()), "{tenth}");
    }
}
