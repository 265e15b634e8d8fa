//! `hr_last`: how the last ended call that changes something ended, for a host that lost its text.

use std::ptr::null_mut;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use hr::code::{
    HR_E_ABSENT, HR_E_ARGUMENT, HR_E_BUSY, HR_E_CANCELLED, HR_E_HANDLE, HR_E_IN_DOUBT, HR_OK,
};
use hr::ffi::{handle, library, service, test_hooks};
use hr_sandbox::{Call, Fault};
use serde_json::{Value, json};
use testkit::functions::{FUNCTIONS, Function};
use testkit::raw_server::{Server, answer};
use testkit::*;

const SOON: Duration = Duration::from_secs(20);

/// What a call gave, and not what the services replied.
fn without_replies(given: &Value) -> Value {
    let mut kept = given.clone();
    for holder in ["", "/login", "/profile", "/situation"] {
        let object = kept.pointer_mut(holder).and_then(Value::as_object_mut);
        object.map(|object| object.remove("raw"));
    }
    kept
}

/// The call was the last one: its text is kept, and given as often as asked.
#[track_caller]
fn is_kept(host: &Host, given: Outcome) -> Outcome {
    for _ in 0..2 {
        let last = host.last();
        assert_eq!(last.code, HR_OK);
        assert_eq!(last.json, without_replies(&given.json));
    }
    given
}

fn changes(function: &Function) -> bool {
    let outcome = function.local_outcome("rejected");
    let told = outcome.is_string() || function.name.starts_with("hr_deposit");
    function.gives_text && told
}

#[test]
fn each_step_that_changes_something_is_kept_until_the_next() {
    let sandbox = sandbox();
    let host = Host::of(&sandbox);
    host.last().fails("HR_E_ABSENT");
    assert_eq!(unsafe { handle::hr_last(host.0, null_mut()) }, HR_E_ABSENT);
    host.ticket().ok();
    let token = host.token(CPS_MANY);
    host.last().fails("HR_E_ABSENT");
    let login = is_kept(&host, host.login(&token, PIN_MANY).ok());
    assert!(login.json["raw"].is_object() && login.json["bearer"].is_string());
    let put = is_kept(&host, host.profile_put("{}").ok());
    let situation = put.json["raw"]["situations"][0]["id"].clone();
    is_kept(&host, host.profile_select(situation.as_str().unwrap()).ok());
    let posted = is_kept(&host, host.request("POST", "/echo", Some("[1]")).ok());
    // What only reads leaves it alone.
    host.patient_search(QUALIFIED).ok();
    let id = host.patient_get().ok().str("patient_id");
    host.request("GET", "/patient", None).ok();
    host.state().ok();
    is_kept(&host, posted);
    is_kept(&host, host.dmp_open(&id, None).ok());
    is_kept(&host, host.dmp_send_bytes(&id, b"bytes", "a.pdf").ok());
    let refused = host.dmp_send(&id, "/nowhere/at/all.pdf", None);
    is_kept(&host, refused.fails("HR_E_FILE"));
    let other = Host::of(&sandbox);
    other.last().fails("HR_E_ABSENT");
    assert_eq!(unsafe { handle::hr_last(host.0, null_mut()) }, HR_OK);
}

#[test]
fn of_several_steps_the_results_are_kept_without_their_replies() {
    let sandbox = sandbox();
    let host = Host::of(&sandbox);
    host.ticket().ok();
    let serial = serial_of(&host.ready().ok(), CPS_MANY);
    let card = json!({"serial": serial});
    let request = |more: &Value| {
        let mut request = json!({"card": card, "profile": {}});
        if !more.is_null() {
            request["situation_id"] = more.clone();
        }
        request.to_string()
    };
    // The error's choices are what a person is asked, not a reply beside a result.
    let asked = host.connect(Some(&request(&Value::Null)), Some(PIN_MANY));
    let asked = is_kept(&host, asked.fails("HR_E_CHOICE")).json;
    let situation = asked["choices"][0]["raw"]["id"].clone();
    assert!(situation.is_string(), "{asked}");
    let open = host
        .connect(Some(&request(&situation)), Some(PIN_MANY))
        .ok();
    for step in ["login", "profile", "situation"] {
        assert!(open.json[step]["raw"].is_object(), "{}", open.text);
    }
    is_kept(&host, open);
    let [nom, prenom, ..] = QUALIFIED;
    let labels = json!({"filename": "a.pdf", "activity_type": "10", "type_code": "11503-0"});
    let request = json!({"patient": {"nom": nom, "prenom": prenom}, "documents": [labels]});
    is_kept(&host, host.deposit_bytes(&request, b"bytes"));
    assert_eq!(host.last().json["documents"][0]["index"], 0);
}

/// A service's own member of that name stays, wherever it is.
#[test]
fn what_is_no_reply_of_a_step_stays() {
    let server = Server::start(|mut peer| {
        while let Some(request) = peer.request() {
            let body = match request.starts("POST /patient") {
                true => r#"{"login":{"raw":[1]},"raw":{"raw":2}}"#,
                false => "not JSON, but \"raw\":3",
            };
            peer.send(answer("200 OK", "", body));
        }
    });
    let host = Host::open(&json!({}));
    assert_eq!(host.session_set(&server.url(), "bearer"), 0);
    for path in ["/patient", "/other"] {
        let given = is_kept(&host, host.request("POST", path, None).ok());
        assert!(!given.json["raw"].is_null());
        let last = host.last().text;
        assert!(!last.contains("raw") && last.ends_with('}'), "{last}");
    }
}

/// Else an older success would answer for a document that was never sent.
#[test]
fn a_call_that_was_refused_is_the_last_one_and_one_that_did_not_begin_is_not() {
    let sandbox = sandbox();
    let host = Host::of(&sandbox);
    let id = host.open_record();
    let accepted = || is_kept(&host, host.dmp_send_bytes(&id, b"bytes", "a.pdf").ok());
    for function in FUNCTIONS.iter().filter(|function| changes(function)) {
        let sent = accepted();
        assert_eq!(function.call(0, None).code, HR_E_HANDLE);
        is_kept(&host, sent);
        let refused = function.call(host.0, Some((0, c"\xff".as_ptr())));
        assert_eq!(refused.code, HR_E_ARGUMENT, "{}", function.name);
        assert_eq!(host.last().json, refused.text.unwrap());
    }
    let sent = accepted();
    let hold = sandbox.hold(Call::PatientSearch);
    std::thread::scope(|scope| {
        let running = scope.spawn(|| host.patient_search(QUALIFIED));
        assert!(sandbox.wait_for(Call::PatientSearch, 2, SOON));
        for function in FUNCTIONS.iter().filter(|function| changes(function)) {
            assert_eq!(function.call(host.0, None).code, HR_E_BUSY);
            is_kept(&host, sent.clone());
        }
        drop(hold);
        running.join().unwrap().ok();
    });
}

#[test]
fn while_a_call_runs_the_one_before_is_the_last_that_ended() {
    let sandbox = sandbox();
    let host = Host::of(&sandbox);
    let id = host.open_record();
    let before = is_kept(&host, host.dmp_send_bytes(&id, b"first", "a.pdf").ok());
    let hold = sandbox.hold(Call::DmpSend);
    std::thread::scope(|scope| {
        let running = scope.spawn(|| host.dmp_send_bytes(&id, b"second", "b.pdf"));
        assert!(sandbox.wait_for(Call::DmpSend, 2, SOON));
        is_kept(&host, before);
        assert_eq!(handle::hr_cancel(host.0), HR_OK);
        // In doubt where everything had left.
        let ended = running.join().unwrap();
        assert!(
            matches!(ended.code, HR_E_CANCELLED | HR_E_IN_DOUBT),
            "{}",
            ended.text
        );
        is_kept(&host, ended);
    });
    drop(hold);
}

#[test]
fn a_caller_that_wants_no_text_gets_it_later() {
    let sandbox = sandbox();
    let host = Host::of(&sandbox);
    host.log_in(CPS, PIN);
    let (method, path) = (c("POST"), c("/echo"));
    let code_alone = || unsafe {
        let (none, method, path) = (std::ptr::null(), method.as_ptr(), path.as_ptr());
        service::hr_request(host.0, method, path, none, null_mut())
    };
    assert_eq!(code_alone(), HR_OK);
    assert_eq!(host.last().json["outcome"], "accepted");
    sandbox.set_fault(Fault::on(Call::Other).status(500));
    let code = code_alone();
    assert!(code < 0);
    let last = host.last().json;
    last.has(json!({"code": code, "outcome": "unknown"}));
}

/// The library failed inside: what it did is unknown, and an older success must not answer for it.
#[test]
fn a_panic_is_how_a_call_ended() {
    let sandbox = sandbox();
    let host = Host::of(&sandbox);
    host.log_in(CPS, PIN);
    test_hooks::panic_in_next_call("planted");
    let ended = host.request("POST", "/echo", None).fails("HR_E_PANIC");
    is_kept(&host, ended.outcome("unknown"));
}

#[test]
fn a_call_without_memory_for_its_text_is_kept_all_the_same() {
    let reply = format!("\"{}\"", "x".repeat(200_000));
    // Another status each time, so that no older text is taken for a newer one.
    let statuses = ["200 OK", "201 Created", "202 Accepted", "203 Changed"];
    let answered = AtomicUsize::new(0);
    let server = Server::start(move |mut peer| {
        while peer.request().is_some() {
            let number = answered.fetch_add(1, Ordering::SeqCst);
            peer.send(answer(statuses[number % 4], "", &reply));
        }
    });
    let host = Host::open(&json!({}));
    assert_eq!(host.session_set(&server.url(), "bearer"), 0);
    let mut without_text = 0;
    for granted in 0.. {
        let (method, path) = (c("POST"), c("/echo"));
        let mut out = null_mut();
        test_hooks::refuse_memory(granted, 150_000);
        let code = unsafe {
            let (none, method, path) = (std::ptr::null(), method.as_ptr(), path.as_ptr());
            service::hr_request(host.0, method, path, none, &mut out)
        };
        let refused = test_hooks::memory_was_refused();
        let last = host.last();
        assert_eq!(last.code, HR_OK, "{granted}");
        match code {
            HR_OK => {
                assert_eq!(last.json["outcome"], "accepted", "{granted}");
                let requests = server.requests().len();
                assert_eq!(last.json["http_status"], 200 + (requests - 1) % 4);
            }
            code => assert_eq!(last.json["code"], code, "{granted}"),
        }
        without_text += i32::from(out.is_null());
        unsafe { library::hr_free(out) };
        if !refused {
            break;
        }
    }
    assert!(without_text > 0, "the text itself was never refused");
}
