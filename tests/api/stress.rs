//! Eight threads, each with a handle of its own, on which every call succeeds whatever they do meanwhile with handles that
//! they share: calls at the same time, cancels, closes, calls on closed ones. The request log of the sandbox says whether
//! anything crossed from one handle to another. HR_SEED repeats a run's choices.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use hr::code::{HR_E_HANDLE, HR_OK};
use hr::ffi::handle;
use hr_sandbox::{Call, Card, Fault, LoggedRequest, Options, Sandbox};
use serde_json::{Value, json};
use testkit::random::Random;
use testkit::*;

const THREADS: usize = 8;
const SHARED: usize = 4;
const ROUNDS: usize = if cfg!(debug_assertions) { 6 } else { 40 };
/// What a call on a shared handle may give.
const ALLOWED: [&str; 8] = [
    "HR_E_STATE",
    "HR_E_ARGUMENT",
    "HR_E_HANDLE",
    "HR_E_BUSY",
    "HR_E_CANCELLED",
    "HR_E_IN_DOUBT",
    "HR_E_PIN_GUARD",
    "HR_E_CONFLICT",
];

/// A handle, with the name that its requests carry and a card that no other slot uses.
struct Named {
    host: Host,
    mark: String,
    serial: String,
}

struct Fixture {
    sandbox: Sandbox,
    shared: Vec<Mutex<Arc<Named>>>,
    opened: AtomicUsize,
    /// Tickets, bearers and connections, and the mark of the handle that they were given to.
    owners: Mutex<HashMap<String, String>>,
}

fn serial(slot: usize) -> String {
    format!("77{slot:03}")
}

impl Fixture {
    fn new() -> Fixture {
        let mut options = Options::default();
        let cards = (0..THREADS + SHARED).map(|slot| Card::cps(&serial(slot), PIN));
        options.scenario.cards = cards.collect();
        let sandbox = Sandbox::start(options).unwrap();
        // Time for a cancel or a close to meet a call that waits for its answer.
        for call in [Call::Login, Call::DmpSend, Call::PatientGet] {
            sandbox.set_fault(Fault::on(call).delay_ms(3));
        }
        let mut fixture = Fixture {
            sandbox,
            shared: Vec::new(),
            opened: AtomicUsize::new(0),
            owners: Mutex::default(),
        };
        let shared = (0..SHARED).map(|slot| Mutex::new(Arc::new(fixture.open(THREADS + slot))));
        fixture.shared = shared.collect();
        fixture
    }

    fn open(&self, slot: usize) -> Named {
        let mark = format!("m{}", self.opened.fetch_add(1, Ordering::SeqCst));
        let times = json!({"connect_ms": 100_000, "call_ms": 100_000, "login_ms": 100_000});
        let config = json!({"user_agent": mark, "timeouts": times});
        Named {
            host: Host::with(&self.sandbox, config),
            mark,
            serial: serial(slot),
        }
    }

    fn note(&self, named: &Named, secret: String) {
        let mut owners = self.owners.lock().unwrap();
        let before = owners.insert(secret, named.mark.clone());
        assert_eq!(before, None, "given twice");
    }

    fn log_in(&self, named: &Named, ready: &Outcome) -> Outcome {
        let cards = ready.json["cards"].as_array().unwrap();
        let card = cards.iter().find(|card| card["serial"] == *named.serial);
        let token = card.unwrap()["token"].as_str().unwrap();
        let login = named.host.login(token, PIN);
        if login.code == HR_OK {
            self.note(named, login.str("bearer"));
            self.note(named, login.str("connectionId"));
        }
        login
    }

    /// All calls of a session, each of which succeeds; between them something happens to shared handles.
    fn whole_session(&self, own: &Named, number: usize, random: &mut Random) {
        let host = &own.host;
        self.note(own, host.ticket().ok().str("licenseTicket"));
        self.disturb(random);
        let ready = host.ready().ok();
        self.disturb(random);
        self.log_in(own, &ready).ok();
        self.disturb(random);
        host.patient_search(QUALIFIED).ok();
        self.disturb(random);
        let patient = host.patient_get().ok().str("patient_id");
        self.disturb(random);
        host.dmp_open(&patient, None).ok();
        self.disturb(random);
        let name = format!("{}-{number}", own.mark);
        let content = name.repeat(1 + random.below(3000) as usize);
        host.dmp_send_bytes(&patient, content.as_bytes(), &name)
            .ok();
    }

    fn disturb(&self, random: &mut Random) {
        let slot = random.below(SHARED as u64) as usize;
        let named = Arc::clone(&self.shared[slot].lock().unwrap());
        let host = &named.host;
        let outcome = match random.below(10) {
            0 => {
                let next = Arc::new(self.open(THREADS + slot));
                let old = std::mem::replace(&mut *self.shared[slot].lock().unwrap(), next);
                assert_eq!(handle::hr_close(old.host.0), HR_OK);
                assert_eq!(handle::hr_close(old.host.0), HR_E_HANDLE);
                old.host.state().fails("HR_E_HANDLE")
            }
            1 | 2 => {
                let code = handle::hr_cancel(host.0);
                assert!(code == HR_OK || code == HR_E_HANDLE);
                return;
            }
            3 => host.patient_search(QUALIFIED),
            4 => host.patient_get(),
            5..8 => {
                let ticket = host.ticket();
                if ticket.code == HR_OK {
                    self.note(&named, ticket.str("licenseTicket"));
                }
                match host.ready() {
                    ready if ready.code == HR_OK => self.log_in(&named, &ready),
                    ready => ready,
                }
            }
            _ => {
                let label = format!("{}-{}", named.mark, random.below(1 << 40));
                let outcome = host.request("POST", &format!("/echo/{label}"), None);
                let path = outcome.json["raw"]["path"].as_str();
                assert!(path.is_none_or(|path| path.ends_with(&label)), "{path:?}");
                outcome
            }
        };
        if outcome.json["name"] == "HR_E_PIN_GUARD" {
            host.pin_retry_allow_last();
        }
        let name = outcome.str("name");
        let fine = outcome.code == HR_OK || ALLOWED.contains(&&*name);
        assert!(fine, "{}", outcome.text);
    }

    /// No credential and no path of one handle came under the name of another; each document once, from its own session.
    fn check(&self) {
        let owners = self.owners.lock().unwrap();
        let mut credentials = 0;
        for request in self.sandbox.requests() {
            let mark = header(&request, "user-agent").unwrap();
            let secret = match request.call {
                Call::Ticket => continue,
                // One that was stopped may have left in part.
                Call::Ready | Call::Login => match serde_json::from_slice::<Value>(&request.body) {
                    Ok(body) => body["licenseTicket"].as_str().unwrap().to_owned(),
                    Err(_) => continue,
                },
                _ => header(&request, "authorization").unwrap()["Bearer ".len()..].to_owned(),
            };
            assert_eq!(owners.get(&secret).unwrap(), mark, "{request:?}");
            if let Some((_, label)) = request.path.split_once("/echo/") {
                assert_eq!(label.split('-').next(), Some(mark), "{request:?}");
            }
            credentials += 1;
        }
        let documents = self.sandbox.documents();
        for document in &documents {
            let name = document.filename.as_bytes();
            let mut parts = document.content.as_ref().unwrap().chunks(name.len());
            assert!(parts.all(|part| part == name), "{}", document.filename);
            let owner = &owners[&document.session];
            assert_eq!(document.filename.split('-').next(), Some(&**owner));
        }
        assert_eq!(documents.len(), THREADS * ROUNDS);
        println!("stress: {credentials} credentials under the right name");
    }
}

fn header<'a>(request: &'a LoggedRequest, name: &str) -> Option<&'a str> {
    let mut all = request.headers.iter().filter(|(key, _)| key == name);
    all.next().map(|(_, value)| value.as_str())
}

#[test]
fn threads_use_handles_at_random() {
    let seed = testkit::random::seed();
    let fixture = Fixture::new();
    let run = &|number: usize| {
        let own = fixture.open(number);
        let mut random = Random::of_stream(seed, number as u64);
        for round in 0..ROUNDS {
            fixture.whole_session(&own, round, &mut random);
        }
    };
    std::thread::scope(|threads| {
        for number in 0..THREADS {
            threads.spawn(move || run(number));
        }
    });
    fixture.check();
}
