//! Handles with one session share its current patient. The oracle is what the sandbox received.

use std::ffi::{c_char, c_void};
use std::sync::atomic::{AtomicI32, Ordering};
use std::time::{Duration, Instant};

use hr::ffi::{handle, library, service};
use hr_sandbox::{Call, Fault, Options, Sandbox};
use serde_json::{Value, json};
use testkit::*;

const SOON: Duration = Duration::from_secs(20);
const HELENE: &str = "255081416802538";

/// A sandbox whose patients are qualified, and the session of one login.
struct Stage {
    sandbox: Sandbox,
    url: String,
    bearer: String,
}

fn stage() -> Stage {
    let mut options = Options::default();
    for patient in &mut options.scenario.patients {
        patient.ins_qualified = true;
    }
    of(options)
}

fn of(options: Options) -> Stage {
    let sandbox = start(options);
    let login = Host::of(&sandbox).log_in(CPS, PIN);
    Stage {
        url: login.str("serviceUrl"),
        bearer: login.str("bearer"),
        sandbox,
    }
}

impl Stage {
    /// A handle with the session, by its name.
    fn host(&self, name: &str) -> Host {
        self.host_with(json!({"user_agent": name}))
    }

    /// One that does not wait for long.
    fn impatient(&self) -> Host {
        self.host_with(json!({"timeouts": {"call_ms": 300}}))
    }

    fn host_with(&self, config: Value) -> Host {
        let host = Host::with(&self.sandbox, config);
        assert_eq!(host.session_set(&self.url, &self.bearer), 0);
        host
    }

    fn count(&self, call: Call) -> usize {
        self.sandbox.requests_of(call).len()
    }

    /// The steps 5 to 8 that were received, with the name of the handle.
    fn steps(&self) -> Vec<(String, Call)> {
        let mut requests = self.sandbox.requests();
        requests.retain(|request| {
            matches!(
                request.call,
                Call::PatientSearch | Call::PatientGet | Call::PatientUpdate | Call::DmpOpen
            )
        });
        let name = |headers: &[(String, String)]| {
            let agent = headers.iter().find(|(name, _)| name == "user-agent");
            agent.map_or(String::new(), |(_, value)| value.clone())
        };
        let step = |request: &hr_sandbox::LoggedRequest| (name(&request.headers), request.call);
        requests.iter().map(step).collect()
    }
}

fn deposit(host: &Host, nom: &str, documents: Value) -> Outcome {
    host.deposit(&json!({"patient": {"nom": nom}, "documents": documents}))
}

/// 34 of 120 documents were in the record of the other handle's patient, each of them `accepted`.
#[test]
fn documents_of_two_handles_go_into_their_own_records() {
    const DOCUMENTS: usize = 25;
    let stage = stage();
    std::thread::scope(|scope| {
        for nom in ["EXEMPLE", "ESSAI"] {
            let host = stage.host(nom);
            scope.spawn(move || {
                for number in 0..DOCUMENTS {
                    let content = format!("document {number} of {nom} by {}", host.0);
                    let file = TempFile::new(nom, content.as_bytes());
                    let document = json!([{
                        "path": file.path(), "activity_type": "10", "type_code": "11503-0"
                    }]);
                    deposit(&host, nom, document).ok();
                }
            });
        }
    });
    let stored = stage.sandbox.documents();
    assert_eq!(stored.len(), 2 * DOCUMENTS);
    for document in stored {
        let whose = document.patient_id == HELENE;
        assert_eq!(whose, document.filename == "EXEMPLE", "{document:?}");
    }
}

#[test]
fn a_deposit_begins_when_the_record_of_the_one_before_is_open() {
    let stage = stage();
    let [one, other] = ["one", "other"].map(|name| stage.host(name));
    for held in [Call::PatientSearch, Call::PatientGet, Call::DmpOpen] {
        let [before, searches] = [held, Call::PatientSearch].map(|call| stage.count(call));
        let steps = stage.steps().len();
        let hold = stage.sandbox.hold(held);
        std::thread::scope(|scope| {
            let first = scope.spawn(|| deposit(&one, "EXEMPLE", json!([])));
            assert!(stage.sandbox.wait_for(held, before + 1, SOON));
            let second = scope.spawn(|| deposit(&other, "ESSAI", json!([])));
            let moment = Duration::from_millis(200);
            let early = stage
                .sandbox
                .wait_for(Call::PatientSearch, searches + 2, moment);
            assert!(!early, "its search was sent before {held:?} had ended");
            drop(hold);
            assert_eq!(first.join().unwrap().ok().json["patient_id"], HELENE);
            assert_ne!(second.join().unwrap().ok().json["patient_id"], HELENE);
        });
        let sent = [Call::PatientSearch, Call::PatientGet, Call::DmpOpen];
        let of = |name: &str| sent.map(|call| (name.to_owned(), call));
        assert_eq!(stage.steps()[steps..], [of("one"), of("other")].concat());
    }
}

/// Every call that concerns the current patient, on a handle that has read one.
fn waiting(host: &Host) -> [(&'static str, Outcome); 8] {
    let wanted = r#"{"patient":{"nom":"EXEMPLE"}}"#;
    let current = json!({"patient_id": HELENE, "documents": []});
    [
        ("hr_dmp_open", host.dmp_open(HELENE, None)),
        ("hr_patient_update", host.patient_update("{}")),
        ("hr_patient_get", host.patient_get()),
        ("hr_patient_get", host.deposit(&current)),
        ("hr_request", host.request("POST", "/patient/search", None)),
        ("hr_patient_search", host.patient_search(QUALIFIED)),
        ("hr_patient_search", host.patient_find(wanted)),
        ("hr_patient_search", deposit(host, "EXEMPLE", json!([]))),
    ]
}

#[test]
fn a_call_that_waits_ends_with_its_own_time() {
    let stage = stage();
    let [one, other] = [stage.host("one"), stage.impatient()];
    other.patient_find(r#"{"patient":{"nom":"EXEMPLE"}}"#).ok();
    let hold = stage.sandbox.hold(Call::PatientGet);
    std::thread::scope(|scope| {
        let first = scope.spawn(|| one.patient_get());
        assert!(stage.sandbox.wait_for(Call::PatientGet, 2, SOON));
        let steps = stage.steps().len();
        for (step, outcome) in waiting(&other) {
            let busy = outcome.fails("HR_E_BUSY");
            assert_eq!(busy.json["reason"], "session_in_use", "{}", busy.text);
            assert_eq!(busy.json["at"], "library");
            let changes = ["hr_dmp_open", "hr_patient_update", "hr_request"].contains(&step);
            let outcome = if changes {
                json!("not_sent")
            } else {
                Value::Null
            };
            assert_eq!(busy.json["outcome"], outcome, "{}", busy.text);
            let operation = busy.str("operation");
            assert!(operation == step || busy.json["step"] == step, "{step}");
        }
        let begun = Instant::now();
        other.patient_get().fails("HR_E_BUSY");
        assert!(begun.elapsed() >= Duration::from_millis(300));
        assert_eq!(stage.steps().len(), steps, "nothing was sent");
        // What concerns no current patient goes on.
        other.request("POST", "/echo", Some("{}")).ok();
        drop(hold);
        first.join().unwrap().ok();
    });
    other.patient_search(QUALIFIED).ok();
}

/// A call ends with its own time, however much of it was a wait.
#[test]
fn the_wait_is_a_part_of_the_calls_time() {
    let stage = stage();
    let one = stage.host("one");
    let other = stage.host_with(json!({"timeouts": {"call_ms": 3000}}));
    one.patient_search(QUALIFIED).ok();
    let hold = stage.sandbox.hold(Call::PatientGet);
    let slow = Fault::on(Call::PatientSearch).delay(Duration::from_secs(60));
    stage.sandbox.set_fault(slow);
    std::thread::scope(|scope| {
        let first = scope.spawn(|| one.patient_get());
        assert!(stage.sandbox.wait_for(Call::PatientGet, 1, SOON));
        let begun = Instant::now();
        let second = scope.spawn(|| other.patient_search(QUALIFIED));
        std::thread::sleep(Duration::from_millis(2000));
        drop(hold);
        first.join().unwrap().ok();
        second.join().unwrap().fails("HR_E_TIMEOUT");
        let took = begun.elapsed();
        assert!(took < Duration::from_millis(4500), "{took:?}");
    });
    assert_eq!(stage.count(Call::PatientSearch), 2, "it had its turn");
}

#[test]
fn a_cancellation_ends_the_wait() {
    let stage = stage();
    let one = stage.host("one");
    one.patient_search(QUALIFIED).ok();
    let hold = stage.sandbox.hold(Call::PatientGet);
    std::thread::scope(|scope| {
        let first = scope.spawn(|| one.patient_get());
        assert!(stage.sandbox.wait_for(Call::PatientGet, 1, SOON));
        for end in [
            (|handle| handle::hr_cancel(handle)) as fn(i32) -> i32,
            |handle| handle::hr_close(handle),
        ] {
            let other = stage.host("other");
            let number = other.0;
            let waiting = scope.spawn(move || {
                loop {
                    let ended = other.patient_get();
                    // The other thread asks whether it runs.
                    let asked = ended.code == hr::code::HR_E_BUSY && ended.json["reason"].is_null();
                    if !asked {
                        break ended;
                    }
                }
            });
            let runs = || unsafe { handle::hr_set_progress(number, None, std::ptr::null_mut()) };
            while runs() != hr::code::HR_E_BUSY {
                std::thread::yield_now();
            }
            // It runs; nobody can see when it begins to wait.
            std::thread::sleep(Duration::from_millis(100));
            assert_eq!(end(number), 0);
            waiting.join().unwrap().fails("HR_E_CANCELLED");
        }
        assert_eq!(stage.steps().len(), 2, "nothing was sent");
        drop(hold);
        first.join().unwrap().ok();
    });
}

#[test]
fn a_search_by_one_makes_the_others_read_again() {
    let stage = of(Options::default());
    let [one, other] = ["one", "other"].map(|name| stage.host(name));
    one.patient_search(NOT_QUALIFIED).ok();
    let unready = one.patient_get().ok().str("patient_id");
    other.patient_search(QUALIFIED).ok();
    let state = one.state().ok().next("hr_patient_get");
    state
        .json
        .has(json!({"patient": false, "updateNeeded": null}));
    let missing = one.patient_update(r#"{"insQualified":true}"#);
    let missing = missing.fails("HR_E_STATE").outcome("rejected");
    missing.says("remedy", "hr_patient_get");
    let current = json!({"patient_id": unready, "documents": []});
    one.deposit(&current).fails("HR_E_ARGUMENT");
    assert_eq!(stage.count(Call::PatientUpdate), 0);
    assert_eq!(one.patient_get().ok().json["patient_id"], HELENE);
    assert_eq!(other.patient_get().ok().json["patient_id"], HELENE);

    // Whom this handle has found is not whom it would read now.
    one.patient_search(QUALIFIED).ok();
    other.request("GET", "/patient/search?nom=ESSAI", None).ok();
    let reads = stage.count(Call::PatientGet);
    let missing = one.patient_get().fails("HR_E_STATE");
    missing.says("remedy", "hr_patient_search");
    one.state().ok().next("hr_patient_search");
    assert_eq!(other.patient_get().ok().json["patient_id"], unready);

    // Nobody knows whom the service means.
    let third = stage.host("third");
    stage
        .sandbox
        .set_fault(Fault::on(Call::PatientSearch).times(1).status(503));
    one.patient_search(QUALIFIED).fails("HR_E_SERVER");
    for host in [&one, &other, &third] {
        host.patient_get().fails("HR_E_STATE");
    }
    assert_eq!(stage.count(Call::PatientGet), reads + 1);
    other.patient_search(QUALIFIED).ok();
    third.patient_get().ok();
    one.patient_get().fails("HR_E_STATE");

    // What fails before it is sent concerns its own handle.
    let long = "x".repeat(2000);
    other
        .patient_search([Some(&long), None, None, None])
        .fails("HR_E_ARGUMENT");
    other.patient_get().fails("HR_E_STATE");
    third.patient_get().ok();
}

#[test]
fn another_session_does_not_wait() {
    let stage = stage();
    let one = stage.host("one");
    one.patient_search(QUALIFIED).ok();
    let hold = stage.sandbox.hold(Call::PatientGet);
    std::thread::scope(|scope| {
        let first = scope.spawn(|| one.patient_get());
        assert!(stage.sandbox.wait_for(Call::PatientGet, 1, SOON));
        // Of the same card: a login makes a session.
        let own = Host::of(&stage.sandbox);
        let login = own.log_in(CPS, PIN);
        own.patient_search(QUALIFIED).ok();
        // Adopted elsewhere it is shared.
        let adopting = stage.impatient();
        assert_eq!(
            adopting.session_set(&login.str("serviceUrl"), &login.str("bearer")),
            0
        );
        adopting.patient_search(QUALIFIED).ok();
        assert_eq!(own.state().ok().json["next"], "hr_patient_search");
        drop(hold);
        first.join().unwrap().ok();
    });
}

static OTHER: AtomicI32 = AtomicI32::new(0);
static ANSWERED: AtomicI32 = AtomicI32::new(0);

unsafe extern "C" fn reads_on_another_handle(_: *mut c_void, _: i32, _: *const c_char) {
    let other = OTHER.load(Ordering::SeqCst);
    let code = unsafe { service::hr_patient_get(other, std::ptr::null_mut()) };
    ANSWERED.store(code, Ordering::SeqCst);
}

/// It would wait for the call that it is called from.
#[test]
fn a_callback_does_not_wait_for_its_own_call() {
    testkit::alone!();
    let stage = stage();
    let [one, other] = ["one", "other"].map(|name| stage.host(name));
    OTHER.store(other.0, Ordering::SeqCst);
    let receiver = Some(reads_on_another_handle as _);
    unsafe { library::hr_set_log(receiver, std::ptr::null_mut(), 2) };
    let begun = Instant::now();
    one.patient_search(QUALIFIED).ok();
    unsafe { library::hr_set_log(None, std::ptr::null_mut(), 0) };
    assert_eq!(ANSWERED.load(Ordering::SeqCst), hr::code::HR_E_BUSY);
    assert!(begun.elapsed() < SOON, "it waited for timeouts.call_ms");
    assert_eq!(stage.count(Call::PatientGet), 0);
}
