//! One thread of the stress test.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::ffi::{CStr, c_char, c_void};
use std::ptr::null_mut;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, AtomicU64, Ordering};

use hr::code::HR_OK;
use hr::ffi::{handle, library};
use serde_json::{Value, json};

use super::THREADS;
use super::model::{Fixture, Opened, SHARED};
use testkit::random::Random;
use testkit::{Outcome, PIN, QUALIFIED};

thread_local! {
    /// The handle of the call that this thread makes now; 0 for none, -1 for opening and closing.
    static NOW: Cell<i32> = const { Cell::new(0) };
}

static REPORTS: AtomicU64 = AtomicU64::new(0);
static LINES: AtomicU64 = AtomicU64::new(0);
/// Callbacks on a thread that makes no such call. Counted, since they may not panic.
static STRAYS: AtomicI32 = AtomicI32::new(0);

/// `user` is the number of the handle whose uploads are reported.
unsafe extern "C" fn on_progress(user: *mut c_void, done: i32, total: i32) -> i32 {
    REPORTS.fetch_add(1, Ordering::SeqCst);
    let stray = NOW.get() != user as usize as i32 || done > total;
    STRAYS.fetch_add(i32::from(stray), Ordering::SeqCst);
    0
}

unsafe extern "C" fn on_line(_: *mut c_void, _: i32, line: *const c_char) {
    LINES.fetch_add(1, Ordering::SeqCst);
    // SAFETY: a line is a text while it is handed over.
    let empty = unsafe { CStr::from_ptr(line) }.is_empty();
    STRAYS.fetch_add(i32::from(empty || NOW.get() == 0), Ordering::SeqCst);
}

/// How often each function gave each code.
pub type Counts = BTreeMap<&'static str, BTreeMap<String, u32>>;

const CALLS: [&str; 20] = [
    "hr_state",
    "hr_set_progress",
    "hr_ticket",
    "hr_ticket_set",
    "hr_ready",
    "hr_login",
    "hr_pin_retry_allow",
    "hr_session_set",
    "hr_profile_put",
    "hr_profile_select",
    "hr_patient_search",
    "hr_patient_get",
    "hr_patient_update",
    "hr_dmp_open",
    "hr_dmp_send",
    "hr_dmp_send_bytes",
    "hr_dmp_resend_allow",
    "hr_request",
    "hr_cancel",
    "hr_set_log",
];
/// No patient here needs an update; a person is asked only after a call that was stopped at a certain moment.
const MAY_FAIL: [&str; 3] = [
    "hr_patient_update",
    "hr_pin_retry_allow",
    "hr_dmp_resend_allow",
];
const NIR: &str = "255081416802538";

pub struct Worker {
    fixture: Arc<Fixture>,
    number: usize,
    random: Random,
    counts: Counts,
    step: u32,
    token: String,
    held_back: String,
    gone: Option<Arc<Opened>>,
}

fn code_alone(code: i32) -> Outcome {
    Outcome {
        code,
        text: String::new(),
        json: Value::Null,
    }
}

impl Worker {
    pub fn new(fixture: &Arc<Fixture>, number: usize, seed: u64) -> Worker {
        Worker {
            fixture: Arc::clone(fixture),
            number,
            random: Random::of_stream(seed, number as u64),
            counts: Counts::new(),
            step: 0,
            token: "none".into(),
            held_back: "0".repeat(64),
            gone: None,
        }
    }

    pub fn run(mut self, steps: u32) -> Counts {
        for step in 0..steps {
            self.step = step;
            self.take_a_step();
        }
        self.counts
    }

    fn take_a_step(&mut self) {
        let shared = THREADS + self.random.below(SHARED as u64) as usize;
        let own = self.number;
        match self.random.below(100) {
            0..=2 => {
                let slot = *self.random.pick(&[own, shared, shared]);
                NOW.set(-1);
                self.gone = Some(self.fixture.replace(slot));
                NOW.set(0);
            }
            3..=9 => {
                let slot = self.random.below((THREADS + SHARED) as u64) as usize;
                let foreign = self.fixture.at(slot);
                self.call(&foreign, "hr_cancel");
            }
            choice => {
                let opened = match self.random.below(100) {
                    0..=54 => self.fixture.at(own),
                    55..=89 => self.fixture.at(shared),
                    _ => self.gone.clone().unwrap_or_else(|| self.fixture.at(own)),
                };
                if choice < 75 {
                    self.advance(&opened);
                } else {
                    let name = *self.random.pick(&CALLS);
                    self.call(&opened, name);
                }
            }
        }
        assert_eq!(STRAYS.load(Ordering::SeqCst), 0, "stray callbacks");
    }

    /// Makes the call that `next` names, so that handles come far.
    fn advance(&mut self, opened: &Opened) {
        let state = self.call(opened, "hr_state");
        if state.code != HR_OK {
            return;
        }
        let next = match state.json["next"].as_str() {
            Some("hr_session_set") => "hr_login",
            Some("hr_dmp_send") | None => {
                let last = ["hr_dmp_send", "hr_dmp_send_bytes", "hr_request"];
                *self.random.pick(&last)
            }
            Some(name) => CALLS.iter().find(|call| **call == name).unwrap(),
        };
        if next == "hr_login" {
            self.call(opened, "hr_ready");
            if self.random.below(2) == 0 {
                self.call(opened, "hr_pin_retry_allow");
            }
        }
        self.call(opened, next);
    }

    /// One call, checked by the model, with what it brought noted.
    fn call(&mut self, opened: &Opened, name: &'static str) -> Outcome {
        let (mark, step) = (&opened.mark, self.step);
        let label = format!("{mark}-{}-{step}", self.number);
        let before = opened.before();
        NOW.set(opened.number);
        let host = opened.host();
        let outcome = match name {
            "hr_state" => host.state(),
            "hr_set_progress" => {
                let user = opened.number as usize as *mut c_void;
                code_alone(unsafe {
                    handle::hr_set_progress(opened.number, Some(on_progress), user)
                })
            }
            "hr_ticket" => host.ticket(),
            "hr_ticket_set" => {
                opened.misled.store(true, Ordering::SeqCst);
                code_alone(host.ticket_set(&format!("false-{mark}")))
            }
            "hr_ready" => host.ready(),
            "hr_login" => host.login(&self.token, PIN),
            "hr_pin_retry_allow" => code_alone(host.pin_retry_allow(&self.token)),
            "hr_session_set" => {
                opened.misled.store(true, Ordering::SeqCst);
                let url = self.fixture.sandbox.service_url();
                code_alone(host.session_set(&url, &format!("false-{mark}")))
            }
            "hr_profile_put" => host.profile_put("{}"),
            "hr_profile_select" => host.profile_select("1"),
            "hr_patient_search" => host.patient_search(QUALIFIED),
            "hr_patient_get" => host.patient_get(),
            "hr_patient_update" => host.patient_update(r#"{"insQualified":true}"#),
            "hr_dmp_open" => host.dmp_open(NIR, None),
            // The same file each time, so that one in doubt holds the next one back.
            "hr_dmp_send" => host.dmp_send(
                NIR,
                concat!(env!("CARGO_MANIFEST_DIR"), "/build.rs"),
                Some(&label),
            ),
            "hr_dmp_send_bytes" => {
                let content = label.repeat(1 + self.random.below(3000) as usize);
                host.dmp_send_bytes(NIR, content.as_bytes(), &label)
            }
            "hr_dmp_resend_allow" => code_alone(host.dmp_resend_allow(&self.held_back)),
            "hr_request" => host.request(
                "POST",
                &format!("/echo/{label}"),
                Some(&json!({"of": label}).to_string()),
            ),
            "hr_cancel" => code_alone(opened.cancel()),
            "hr_set_log" => {
                let on = self.random.below(2) == 0;
                let level = self.random.below(4) as i32;
                code_alone(unsafe { library::hr_set_log(on.then_some(on_line), null_mut(), level) })
            }
            _ => unreachable!("{name}"),
        };
        NOW.set(0);
        let given = unsafe { CStr::from_ptr(library::hr_code_name(outcome.code)) };
        let given = given.to_str().unwrap();
        if name == "hr_set_log" {
            assert_eq!(outcome.code, HR_OK);
        } else {
            opened.allows(&before, given, outcome.code, &outcome);
        }
        self.note(opened, name, &label, &outcome);
        let count = self.counts.entry(name).or_default();
        *count.entry(given.to_owned()).or_default() += 1;
        outcome
    }

    fn note(&mut self, opened: &Opened, name: &str, label: &str, outcome: &Outcome) {
        let mark = &opened.mark;
        match name {
            "hr_dmp_send" | "hr_dmp_send_bytes" => {
                let word = outcome.str("outcome");
                self.fixture
                    .sent
                    .lock()
                    .unwrap()
                    .insert(label.to_owned(), word);
                if outcome.str("name") == "HR_E_CONFLICT" && outcome.json["entry"].is_string() {
                    self.held_back = outcome.str("entry");
                    self.call(opened, "hr_dmp_resend_allow");
                }
            }
            _ if outcome.code != HR_OK => {}
            "hr_ticket" => self.fixture.note(outcome.str("licenseTicket"), mark),
            "hr_ready" => {
                let cards = outcome.json["cards"].as_array().unwrap();
                let card = cards.iter().find(|card| card["serial"] == *opened.serial);
                self.token = card.unwrap()["token"].as_str().unwrap().to_owned();
            }
            "hr_login" => {
                self.fixture.note(outcome.str("bearer"), mark);
                self.fixture.note(outcome.str("connectionId"), mark);
            }
            "hr_request" => {
                assert_eq!(outcome.json["raw"]["body"]["of"], label, "another's reply");
                let path = outcome.json["raw"]["path"].as_str().unwrap();
                assert!(path.ends_with(label), "another's reply: {path}");
            }
            _ => {}
        }
    }
}

/// Adds up what the threads saw. The threads must have come far, and must have met what it is about.
pub fn summary(counts: Vec<Counts>) -> String {
    let mut all = Counts::new();
    for (name, codes) in counts.into_iter().flatten() {
        for (code, count) in codes {
            *all.entry(name).or_default().entry(code).or_default() += count;
        }
    }
    let count = |name: &str, code: &str| all.get(name).and_then(|c| c.get(code)).copied();
    let mut codes: BTreeMap<&str, u32> = BTreeMap::new();
    for name in CALLS {
        let succeeded = count(name, "HR_OK").is_some();
        assert!(succeeded || MAY_FAIL.contains(&name), "{name}: {all:?}");
        for (code, count) in &all[name] {
            *codes.entry(code).or_default() += count;
        }
    }
    for code in ["HR_E_BUSY", "HR_E_CANCELLED", "HR_E_HANDLE"] {
        assert!(codes.contains_key(code), "{codes:?}");
    }
    let calls: u32 = codes.values().sum();
    let (reports, lines) = (REPORTS.load(Ordering::SeqCst), LINES.load(Ordering::SeqCst));
    format!("{calls} calls, {codes:?}, {reports} reports, {lines} log lines")
}
