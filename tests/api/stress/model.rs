//! What is known of each handle, and which results of a call it allows.

use std::collections::HashMap;
use std::mem::ManuallyDrop;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use hr::code::HR_OK;
use hr::ffi::handle;
use hr_sandbox::{Call, Card, Fault, Options, Sandbox};
use serde_json::json;

use super::THREADS;
use testkit::{Host, Outcome, PIN, QUALIFIED};

pub const SHARED: usize = 4;

/// One opened handle, with the name that its requests carry.
pub struct Opened {
    pub number: i32,
    pub mark: String,
    /// The serial of the card that it uses, as no other slot does.
    pub serial: String,
    /// Whether one thread alone makes calls on it.
    pub own: bool,
    closing: AtomicBool,
    closed: AtomicBool,
    cancels_begun: AtomicU32,
    cancels_ended: AtomicU32,
    /// A false ticket or bearer was given to it.
    pub misled: AtomicBool,
}

/// What was so when a call began.
pub struct Before {
    closed: bool,
    cancels_ended: u32,
}

impl Opened {
    /// The calls of `support::Host`, without its closing at the end.
    pub fn host(&self) -> ManuallyDrop<Host> {
        ManuallyDrop::new(Host(self.number))
    }

    pub fn before(&self) -> Before {
        Before {
            closed: self.closed.load(Ordering::SeqCst),
            cancels_ended: self.cancels_ended.load(Ordering::SeqCst),
        }
    }

    /// Asserts that the result of a call may be.
    #[track_caller]
    pub fn allows(&self, before: &Before, name: &str, code: i32, outcome: &Outcome) {
        let closing = self.closing.load(Ordering::SeqCst);
        let cancelled = self.cancels_begun.load(Ordering::SeqCst) > before.cancels_ended;
        let stopped = closing || cancelled;
        let fine = match name {
            _ if before.closed => name == "HR_E_HANDLE",
            "HR_OK" | "HR_E_STATE" | "HR_E_ARGUMENT" => true,
            "HR_E_HANDLE" => closing,
            "HR_E_BUSY" => !self.own,
            "HR_E_CANCELLED" => stopped,
            "HR_E_IN_DOUBT" => stopped && outcome.json["cause"] == "HR_E_CANCELLED",
            // After a login that was stopped, or while another thread's runs.
            "HR_E_PIN_GUARD" => true,
            // What the service says of a step too early, and the library of a document in doubt.
            "HR_E_CONFLICT" => true,
            "HR_E_UNAUTHORIZED" => self.misled.load(Ordering::SeqCst),
            _ => false,
        };
        let state = format!("closing {closing}, cancelled {cancelled}, own {}", self.own);
        assert!(fine, "{name} ({code}) with {state}: {}", outcome.text);
    }

    pub fn cancel(&self) -> i32 {
        self.cancels_begun.fetch_add(1, Ordering::SeqCst);
        let code = handle::hr_cancel(self.number);
        self.cancels_ended.fetch_add(1, Ordering::SeqCst);
        code
    }

    /// Only once: whoever takes a handle out of its slot closes it.
    pub fn close(&self) {
        self.closing.store(true, Ordering::SeqCst);
        assert_eq!(handle::hr_close(self.number), HR_OK);
        self.closed.store(true, Ordering::SeqCst);
    }
}

/// Where handles are, and what calls have brought.
pub struct Fixture {
    pub sandbox: Sandbox,
    /// Own handles of the threads, then the shared ones.
    slots: Vec<Mutex<Arc<Opened>>>,
    opened: AtomicU32,
    /// No number up to it can come again.
    last: AtomicI32,
    /// Tickets, bearers and connections, and the mark of the handle that they were given to.
    pub given: Mutex<HashMap<String, String>>,
    /// Names of documents that were sent, with the outcome's word.
    pub sent: Mutex<HashMap<String, String>>,
}

fn serial(slot: usize) -> String {
    format!("77{slot:03}")
}

impl Fixture {
    pub fn start() -> Fixture {
        let mut options = Options::default();
        options.scenario.cards = (0..=THREADS + SHARED)
            .map(|slot| Card::cps(&serial(slot), PIN))
            .collect();
        let sandbox = Sandbox::start(options).unwrap();
        // Time for a cancel or a close to meet a call that waits for its answer.
        for call in [Call::Login, Call::DmpSend, Call::PatientGet] {
            sandbox.set_fault(Fault::on(call).delay(Duration::from_millis(3)));
        }
        let mut fixture = Fixture {
            sandbox,
            slots: Vec::new(),
            opened: AtomicU32::new(0),
            last: AtomicI32::new(0),
            given: Mutex::default(),
            sent: Mutex::default(),
        };
        fixture.slots = (0..THREADS + SHARED)
            .map(|slot| Mutex::new(Arc::new(fixture.open(slot))))
            .collect();
        fixture
    }

    pub fn open(&self, slot: usize) -> Opened {
        let mark = format!("m{}", self.opened.fetch_add(1, Ordering::SeqCst));
        let patient = json!({"connect_ms": 100_000, "call_ms": 100_000, "login_ms": 100_000});
        let config = json!({"user_agent": mark, "timeouts": patient});
        let before = self.last.load(Ordering::SeqCst);
        let host = Host::with(&self.sandbox, config);
        assert!(host.0 > before, "{} came again after {before}", host.0);
        self.last.fetch_max(host.0, Ordering::SeqCst);
        let opened = Opened {
            number: host.0,
            mark,
            serial: serial(slot),
            own: slot < THREADS,
            closing: AtomicBool::new(false),
            closed: AtomicBool::new(false),
            cancels_begun: AtomicU32::new(0),
            cancels_ended: AtomicU32::new(0),
            misled: AtomicBool::new(false),
        };
        std::mem::forget(host);
        opened
    }

    pub fn at(&self, slot: usize) -> Arc<Opened> {
        Arc::clone(&self.slots[slot].lock().unwrap())
    }

    /// Puts a new handle into a slot and closes the one that was there.
    pub fn replace(&self, slot: usize) -> Arc<Opened> {
        let next = Arc::new(self.open(slot));
        let old = std::mem::replace(&mut *self.slots[slot].lock().unwrap(), next);
        old.close();
        old
    }

    pub fn note(&self, key: String, mark: &str) {
        let before = self.given.lock().unwrap().insert(key, mark.to_owned());
        assert_eq!(before, None, "given twice");
    }

    /// No handle is wedged: each still answers, and closes.
    pub fn close_all(&self) {
        for slot in &self.slots {
            let opened = slot.lock().unwrap();
            opened.host().state().ok();
            opened.close();
            opened.host().state().fails("HR_E_HANDLE");
        }
    }

    pub fn serials(&self) -> impl Iterator<Item = String> {
        (0..=THREADS + SHARED).map(serial)
    }

    pub fn whole_chain(&self) {
        let last = self.open(THREADS + SHARED);
        let host = last.host();
        self.note(host.ticket().ok().str("licenseTicket"), &last.mark);
        let token = host.token(&last.serial);
        let login = host.login(&token, PIN).ok();
        self.note(login.str("bearer"), &last.mark);
        self.note(login.str("connectionId"), &last.mark);
        host.patient_search(QUALIFIED).ok();
        let patient = host.patient_get().ok().str("patient_id");
        host.dmp_open(&patient, None).ok();
        let name = format!("{}-last.bin", last.mark);
        host.dmp_send_bytes(&patient, b"the last document", &name)
            .ok();
        self.sent.lock().unwrap().insert(name, "accepted".into());
        last.close();
    }
}
