//! The current patient of a session, which handles with one session share. The oracle is what the sandbox received.

use std::time::{Duration, Instant};

use hr::code::HR_E_BUSY;
use hr::ffi::handle;
use hr_sandbox::{Call, Fault, LoggedRequest, Options, Sandbox};
use serde_json::{Value, json};
use testkit::*;

const SOON: Duration = Duration::from_secs(20);
const HELENE: &str = "255081416802538";

/// A sandbox, and the session of one login.
struct Stage {
    sandbox: Sandbox,
    url: String,
    bearer: String,
}

/// With patients of whom no update is needed.
fn qualified() -> Stage {
    let mut options = Options::default();
    for patient in &mut options.scenario.patients {
        patient.ins_qualified = true;
    }
    stage(options)
}

fn stage(options: Options) -> Stage {
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
        self.host_with(json!({ "user_agent": name }))
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
        let name = |request: &LoggedRequest| {
            let mut headers = request.headers.iter();
            let agent = headers.find(|(name, _)| name == "user-agent");
            agent.map_or(String::new(), |(_, value)| value.clone())
        };
        let calls = [
            Call::PatientSearch,
            Call::PatientGet,
            Call::PatientUpdate,
            Call::DmpOpen,
        ];
        let requests = self.sandbox.requests();
        let steps = requests.iter().filter(|it| calls.contains(&it.call));
        steps.map(|request| (name(request), request.call)).collect()
    }

    /// Runs this while a handle reads its patient.
    fn while_reading(&self, host: &Host, run: impl FnOnce()) {
        let reads = self.count(Call::PatientGet);
        let hold = self.sandbox.hold(Call::PatientGet);
        std::thread::scope(|scope| {
            let reading = scope.spawn(|| host.patient_get());
            assert!(self.sandbox.wait_for(Call::PatientGet, reads + 1, SOON));
            run();
            drop(hold);
            reading.join().unwrap().ok();
        });
    }

    /// The same with a handle that has searched for its patient.
    fn while_one_reads(&self, run: impl FnOnce()) {
        let one = self.host("one");
        one.patient_search(QUALIFIED).ok();
        self.while_reading(&one, run);
    }
}

fn deposit(host: &Host, nom: &str, documents: Value) -> Outcome {
    host.deposit(&json!({"patient": {"nom": nom}, "documents": documents}))
}

#[test]
fn a_deposit_begins_when_the_record_of_the_one_before_is_open() {
    let stage = qualified();
    let [one, other] = ["one", "other"].map(|name| stage.host(name));
    let sent = [Call::PatientSearch, Call::PatientGet, Call::DmpOpen];
    for held in sent {
        let [before, searches] = [held, Call::PatientSearch].map(|call| stage.count(call));
        let steps = stage.steps().len();
        let hold = stage.sandbox.hold(held);
        std::thread::scope(|scope| {
            let first = scope.spawn(|| deposit(&one, "EXEMPLE", json!([])));
            assert!(stage.sandbox.wait_for(held, before + 1, SOON));
            let second = scope.spawn(|| deposit(&other, "ESSAI", json!([])));
            let moment = Duration::from_millis(200);
            let second_search = searches + 2;
            let early = stage
                .sandbox
                .wait_for(Call::PatientSearch, second_search, moment);
            assert!(!early, "its search was sent before {held:?} had ended");
            drop(hold);
            assert_eq!(first.join().unwrap().ok().json["patient_id"], HELENE);
            assert_ne!(second.join().unwrap().ok().json["patient_id"], HELENE);
        });
        let of = |name: &str| sent.map(|call| (name.to_owned(), call));
        assert_eq!(stage.steps()[steps..], [of("one"), of("other")].concat());
    }
}

/// R234: a handle that wrote the host in another way had a session of its own.
#[test]
fn a_session_is_one_however_its_host_is_written() {
    let stage = qualified();
    let (one, other) = (stage.host("one"), Host::of(&stage.sandbox));
    let url = stage.url.replace("127.0.0.1", "localhost");
    assert_eq!(other.session_set(&url, &stage.bearer), 0);
    one.patient_search(QUALIFIED).ok();
    one.patient_get().ok();
    other.patient_search(QUALIFIED).ok();
    one.state().has(json!({"patient": false}));
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
    let stage = qualified();
    let one = stage.host("one");
    let other = stage.host_with(json!({"timeouts": {"call_ms": 300}}));
    other.patient_find(r#"{"patient":{"nom":"EXEMPLE"}}"#).ok();
    stage.while_reading(&one, || {
        let steps = stage.steps().len();
        for (step, outcome) in waiting(&other) {
            let changes = ["hr_dmp_open", "hr_patient_update", "hr_request"].contains(&step);
            let word = changes.then_some("not_sent");
            let busy = outcome.fails("HR_E_BUSY");
            let busy =
                busy.has(json!({"reason": "session_in_use", "at": "library", "outcome": word}));
            assert!(busy.str("operation") == step || busy.str("step") == step);
        }
        let begun = Instant::now();
        other.patient_get().fails("HR_E_BUSY");
        assert!(begun.elapsed() >= Duration::from_millis(300));
        assert_eq!(stage.steps().len(), steps, "nothing was sent");
        // What concerns no current patient goes on.
        other.request("POST", "/echo", Some("{}")).ok();
    });
    other.patient_search(QUALIFIED).ok();
}

/// A call ends with its own time, however much of it was a wait.
#[test]
fn the_wait_is_a_part_of_the_calls_time() {
    let stage = qualified();
    let other = stage.host_with(json!({"timeouts": {"call_ms": 3000}}));
    let slow = Fault::on(Call::PatientSearch).delay_ms(60_000);
    std::thread::scope(|scope| {
        let (mut begun, mut second) = (None, None);
        stage.while_one_reads(|| {
            stage.sandbox.set_fault(slow);
            begun = Some(Instant::now());
            second = Some(scope.spawn(|| other.patient_search(QUALIFIED)));
            std::thread::sleep(Duration::from_millis(2000));
        });
        second.unwrap().join().unwrap().fails("HR_E_TIMEOUT");
        let took = begun.unwrap().elapsed();
        assert!(took < Duration::from_millis(4500), "{took:?}");
    });
    assert_eq!(stage.count(Call::PatientSearch), 2, "it had its turn");
}

#[test]
fn a_cancellation_ends_the_wait() {
    let stage = qualified();
    stage.while_one_reads(|| {
        for end in [
            (|handle| handle::hr_cancel(handle)) as fn(i32) -> i32,
            |handle| handle::hr_close(handle),
        ] {
            let other = stage.host("other");
            let number = other.0;
            let waiting = std::thread::spawn(move || {
                loop {
                    let ended = other.patient_get();
                    // The other thread asks whether it runs.
                    let asked = ended.code == HR_E_BUSY && ended.json["reason"].is_null();
                    if !asked {
                        break ended;
                    }
                }
            });
            let runs = || unsafe { handle::hr_set_progress(number, None, std::ptr::null_mut()) };
            while runs() != HR_E_BUSY {
                std::thread::yield_now();
            }
            // It runs; nobody can see when it begins to wait.
            std::thread::sleep(Duration::from_millis(100));
            assert_eq!(end(number), 0);
            waiting.join().unwrap().fails("HR_E_CANCELLED");
        }
        assert_eq!(stage.steps().len(), 2, "nothing was sent");
    });
}

#[test]
fn another_session_does_not_wait() {
    let stage = qualified();
    stage.while_one_reads(|| {
        // Of the same card: a login makes a session.
        let own = Host::of(&stage.sandbox);
        let login = own.log_in(CPS, PIN);
        own.patient_search(QUALIFIED).ok();
        // Adopted elsewhere it is shared.
        let adopting = Host::of(&stage.sandbox);
        let (url, bearer) = (login.str("serviceUrl"), login.str("bearer"));
        assert_eq!(adopting.session_set(&url, &bearer), 0);
        adopting.patient_search(QUALIFIED).ok();
        own.state().ok().next("hr_patient_search");
    });
}

#[test]
fn a_search_by_one_makes_the_others_read_again() {
    let stage = stage(Options::default());
    let [one, other, third] = ["one", "other", "third"].map(|name| stage.host(name));
    one.patient_search(NOT_QUALIFIED).ok();
    let unready = one.patient_get().ok().str("patient_id");
    other.patient_search(QUALIFIED).ok();
    let state = one.state().ok().next("hr_patient_get");
    state.has(json!({"patient": false, "updateNeeded": null}));
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
    assert_eq!(other.patient_get().ok().json["patient_id"], unready);

    // Nobody knows whom the service means.
    let failing = Fault::on(Call::PatientSearch).times(1).status(503);
    stage.sandbox.set_fault(failing);
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
    let unsent = other.patient_search([Some(&long), None, None, None]);
    unsent.fails("HR_E_ARGUMENT");
    other.patient_get().fails("HR_E_STATE");
    third.patient_get().ok();
}

/// The parameters of the patient before were taken for those of the next, also where the search was made by the function for
/// any call, or could not be made since the handle was busy.
#[test]
fn after_a_search_without_success_no_parameters_are_read() {
    let stage = stage(Options::default());
    let host = stage.host("one");
    let found = || drop(host.patient_search(QUALIFIED).ok());
    let unknown = || {
        let next = json!({"next": "hr_patient_search", "patient": false});
        host.state().has(next);
        host.patient_get().fails("HR_E_STATE");
        host.patient_update("{}").fails("HR_E_STATE");
    };
    // However it is written, with escapes within escapes and what a server may leave out.
    let failing = Fault::on(Call::PatientSearch).status(503);
    let paths = "/patient/search?nom=X /patient/%73earch?nom=X /patient/search/ /%50atient;v=1/search \
                 /patient/%2573earch?nom=X /patient%252Fsearch /patient/%252573earch /patient%5CSEARCH%20 \
                 /patient/search%3Fnom=X /patient/search.json";
    for path in paths.split_whitespace() {
        found();
        stage.sandbox.set_fault(failing.clone());
        assert!(host.request("GET", path, None).code < 0, "{path}");
        stage.sandbox.clear_faults();
        unknown();
    }
    found();
    for other in [
        "/patient/searches",
        "/x?/patient/search",
        "/x/patient/search",
    ] {
        host.request("GET", other, None);
        host.patient_get().ok();
    }
    let refused = host.request("POST", "/patient/search", Some("no JSON"));
    refused.fails("HR_E_ARGUMENT");
    unknown();
    let search = host.request("GET", "/patient/search?nom=EXEMPLE", None);
    search.ok();
    stage.while_reading(&host, || {
        host.patient_search(NOT_QUALIFIED).fails("HR_E_BUSY");
    });
    host.patient_get().fails("HR_E_STATE");
}

/// The reply to an update, or the update itself, said no, and the record could be opened. Forms of a no: src/wire/patient.rs.
#[test]
fn an_update_that_says_no_is_not_made() {
    const YES: &str = r#"{"insQualified":true,"alimentationConsent":true}"#;
    let stage = stage(Options::default());
    let host = stage.host("one");
    host.patient_search(NOT_QUALIFIED).ok();
    let id = host.patient_get().ok().str("patient_id");
    for (update, reply) in [
        (YES, r#"{"insQualified":false}"#),
        (YES, r#"{"insQualified":true,"alimentationConsent":false}"#),
        (YES, r#"{"patient":{"alimentationConsent":false}}"#),
        (r#"{"insQualified":true,"alimentationConsent":false}"#, ""),
        (r#"{"insQualified":false,"alimentationConsent":true}"#, ""),
    ] {
        if !reply.is_empty() {
            let says = Fault::on(Call::PatientUpdate).times(1).status(200);
            let says = says.content_type("application/json").body(reply);
            stage.sandbox.set_fault(says);
        }
        host.patient_update(update).ok().next("hr_patient_update");
        host.dmp_open(&id, None).fails("HR_E_STATE");
        assert_eq!(host.state().json["updateNeeded"], true);
    }
    assert_eq!(stage.count(Call::DmpOpen), 0);
    host.patient_update(YES).ok().next("hr_dmp_open");
    host.dmp_open(&id, None).ok();
}
