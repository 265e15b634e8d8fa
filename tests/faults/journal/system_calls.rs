//! Every system call on the journal and on its lock fails, or the host is killed at it, while a host logs in and sends a
//! document. strace makes them fail.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use hr::code::{HR_E_CONFLICT, HR_E_JOURNAL, HR_E_PIN_GUARD};
use hr_sandbox::{Call, Options, Sandbox};
use serde_json::{Value, json};
use testkit::digests::sha256;
use testkit::tools::has;
use testkit::*;

use super::{count, is_full, orders, records, strace};

const WRONG: &str = "0000";
const THREADS: usize = 3;

#[test]
#[ignore = "run by the others, in a process of its own"]
fn the_host() {
    let orders = orders();
    let text = |key: &str| orders[key].as_str().unwrap();
    let said = |call: &str, ended: Outcome| {
        let [outcome, journal] = ["outcome", "journal"].map(|key| &ended.json[key]);
        println!(
            "said {}",
            json!({"call": call, "ended": ended.code, "outcome": outcome, "journal": journal})
        );
        ended.code == 0
    };
    let (number, opened) = Host::try_open(&orders["config"].to_string());
    if !said("hr_open", opened) {
        return;
    }
    let host = Host(number);
    host.ticket().ok();
    let token = host.token(CPS);
    if said("hr_login", host.login(&token, text("pin"))) {
        host.patient_search(QUALIFIED).ok();
        let id = host.patient_get().ok().str("patient_id");
        host.dmp_open(&id, None).ok();
        said("hr_dmp_send", host.dmp_send(&id, text("document"), None));
    }
}

/// A sandbox, a document that nobody else has, and a journal.
struct Desk {
    sandbox: Sandbox,
    serial: String,
    digest: String,
    document: TempFile,
}

impl Desk {
    fn new() -> Desk {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let options = own_cards(Options::default());
        let serial = options.scenario.cards[0].serial.clone();
        let number = COUNT.fetch_add(1, Ordering::SeqCst);
        let content = format!("for failing calls: {number}").into_bytes();
        Desk {
            sandbox: Sandbox::start(options).unwrap(),
            serial,
            digest: sha256(&content),
            document: TempFile::new("scan.pdf", &content),
        }
    }

    fn journal(&self) -> PathBuf {
        self.document.0.with_file_name("records.hrj")
    }

    fn config(&self) -> Value {
        let mut config = self.sandbox.config_json();
        config["journal"] = json!(self.journal());
        config
    }

    fn stored(&self) -> usize {
        let documents = self.sandbox.documents();
        documents
            .iter()
            .filter(|it| it.sha256 == self.digest)
            .count()
    }

    /// Runs the host under strace; gives what each call ended with, and the trace.
    fn run(&self, pin: &str, options: &[&str]) -> (Vec<Value>, String) {
        let journal = self.journal();
        let orders = json!({"config": self.config(), "pin": pin, "document": self.document.path()});
        strace::run(module_path!(), "the_host", &[&journal], options, &orders)
    }
}

#[derive(Clone, Debug)]
struct Case {
    pin: &'static str,
    call: String,
    fault: &'static str,
    number: usize,
}

fn cases(pin: &'static str) -> Vec<Case> {
    let (said, trace) = Desk::new().run(pin, &[]);
    let last = said
        .last()
        .unwrap_or_else(|| panic!("nothing was said: {trace}"));
    assert_eq!(
        last["call"],
        if pin == PIN {
            "hr_dmp_send"
        } else {
            "hr_login"
        }
    );
    let mut cases = Vec::new();
    for (call, most) in strace::places(&trace) {
        for number in 1..=most {
            cases.extend(strace::faults(&call).into_iter().map(|fault| Case {
                pin,
                call: call.clone(),
                fault,
                number,
            }));
        }
    }
    cases
}

/// What is wrong after a fault.
fn tried(case: &Case) -> Vec<String> {
    let desk = Desk::new();
    let inject = strace::inject(&case.call, case.fault, case.number);
    let (said, _) = desk.run(case.pin, &["-e", &inject]);
    let mut wrong = Vec::new();
    let mut must = |fact: bool, what: &str| {
        if !fact {
            wrong.push(format!("{case:?}: {what}: {said:?}"));
        }
    };
    for (name, call) in [("hr_login", Call::Login), ("hr_dmp_send", Call::DmpSend)] {
        let sent = desk.sandbox.requests_of(call).len();
        let ended = said.iter().find(|it| it["call"] == name);
        must(sent <= 1, "nothing is sent twice");
        if let Some(ended) = ended.filter(|it| it["ended"] == HR_E_JOURNAL) {
            must(sent == 0, "without a record nothing is sent");
            must(ended["outcome"] == "not_sent", "and its outcome states it");
        }
        must(
            ended.is_none() || sent == usize::from(ended.unwrap()["ended"] != HR_E_JOURNAL),
            "it is sent",
        );
    }
    let (written, torn) = records(&desk.journal());
    let (pins, uploads) = (count(&written, "pin"), count(&written, "upload"));
    must(pins <= 1 && uploads <= 1, "no record is invented");
    let logins = desk.sandbox.requests_of(Call::Login).len();
    must(logins <= pins, "a login has a record");
    must(
        desk.sandbox.requests_of(Call::DmpSend).len() <= uploads,
        "an upload has a record",
    );
    must(torn <= 1, "no line but the last is torn");

    // This process has never heard of the card and of the document.
    let host = Host::open(&desk.config());
    let listed = host.journal(&json!({})).ok().json;
    must(listed["damaged"] == 0, "no line is damaged");
    must(listed["uploads"] == uploads, "every record is read");
    host.ticket().ok();
    let login = |pin| {
        let token = host.token(CPS);
        host.login(&token, pin)
    };
    if case.pin == WRONG {
        let held = login(WRONG).code == HR_E_PIN_GUARD;
        must(held == holds(&written), "a wrong PIN is held back");
        must(login(WRONG).code == HR_E_PIN_GUARD, "the next time it is");
        must(
            desk.sandbox.pin_presentations(&desk.serial) <= 1,
            "one presentation",
        );
        return wrong;
    }
    let opened = login(PIN);
    must(
        (opened.code == HR_E_PIN_GUARD) == holds(&written),
        "without an end it is held back",
    );
    if opened.code != 0 {
        must(
            host.pin_retry_allow_last() == 0 && login(PIN).code == 0,
            "a person permits it",
        );
    }
    host.patient_search(QUALIFIED).ok();
    let id = host.patient_get().ok().str("patient_id");
    host.dmp_open(&id, None).ok();
    let again = || host.dmp_send(&id, desk.document.path(), None);
    let known = &listed["entries"][0];
    let accepted = said
        .iter()
        .any(|it| it["call"] == "hr_dmp_send" && it["ended"] == 0);
    if accepted {
        let recorded = said.iter().all(|it| it["journal"] != "not_completed");
        must(
            known["doubt"] == false || !recorded || case.call == "close",
            "an end that was written is read",
        );
    }
    match known["doubt"].as_bool() {
        Some(true) => {
            let held = again();
            must(
                held.code == HR_E_CONFLICT && held.json["entry"] == known["entry"],
                "a doubt is held back",
            );
            let entry = known["entry"].as_str().unwrap();
            match desk.stored() {
                0 => must(
                    host.dmp_resend_allow(entry) == 0 && again().code == 0,
                    "it is permitted",
                ),
                _ => must(host.dmp_found(entry) == 0, "it is found"),
            }
        }
        Some(false) if known["outcome"] == "accepted" => {}
        _ => {
            must(desk.stored() == 0, "what is not known was not stored");
            must(again().code == 0, "it is sent");
        }
    }
    must(desk.stored() == 1, "the document is there once");
    must(
        host.journal(&json!({})).ok().json["doubts"] == 0,
        "no doubt is left",
    );
    wrong
}

/// Whether the file holds the card back: a presentation that the card did not accept, and that was made.
fn holds(written: &[Value]) -> bool {
    let ended = |ending: &str| written.iter().any(|record| record["ending"] == ending);
    count(written, "pin") == 1 && !ended("opened") && !ended("not_sent")
}

#[test]
fn whatever_call_on_the_journal_fails_nothing_is_lost_or_doubled() {
    let what = "system calls of the journal that fail";
    if !has("strace", what) {
        return;
    }
    let mut all = cases(PIN);
    all.extend(cases(WRONG));
    let (of_all, share) = (all.len(), if is_full() { 1 } else { 4 });
    let seed = testkit::random::seed() as usize;
    let mut at = 0;
    all.retain(|_| {
        at += 1;
        at % share == seed % share
    });
    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|threads| {
        for _ in 0..THREADS {
            threads.spawn(|| {
                while let Some(case) = all.get(next.fetch_add(1, Ordering::SeqCst)) {
                    let found = tried(case);
                    wrong.lock().unwrap().extend(found);
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    println!(
        "{} of {of_all} failing calls, from {}: wrong {}",
        all.len(),
        seed % share,
        wrong.len()
    );
    assert!(wrong.is_empty(), "{wrong:#?}");
}
