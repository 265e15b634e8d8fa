//! `hr_last`: how the last ended call that changes something ended, for a host that lost its text.

use std::ptr::{null, null_mut};

use hr::code::{HR_E_ARGUMENT, HR_E_BUSY, HR_E_HANDLE, HR_OK};
use hr::ffi::{handle, library, service, test_hooks};
use hr_sandbox::{Call, Fault};
use serde_json::{Value, json};
use testkit::functions::{FUNCTIONS, Function};
use testkit::raw_server::{Server, answer};
use testkit::*;

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

fn changes(function: &&Function) -> bool {
    let outcome = function.local_outcome("rejected");
    let said = outcome.is_string() || function.name.starts_with("hr_deposit");
    function.gives_text && said
}

#[test]
fn each_call_that_changes_something_is_kept_until_the_next() {
    let sandbox = sandbox();
    let host = Host::of(&sandbox);
    host.last().fails("HR_E_ABSENT");
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
    let refused = host.dmp_send(&id, "/nowhere/at/all.pdf", None);
    is_kept(&host, refused.fails("HR_E_FILE"));
    Host::of(&sandbox).last().fails("HR_E_ABSENT");
    // The library failed inside: what it did is unknown, and an older success must not answer for it.
    test_hooks::hr_test_panic_in_next_call();
    let ended = host.request("POST", "/echo", None).fails("HR_E_PANIC");
    is_kept(&host, ended.outcome("unknown"));
    // Of several steps.
    let serial = serial_of(&host.ready().ok(), CPS_MANY);
    let mut request = json!({"card": {"serial": serial}, "profile": {}});
    let connect = |request: &Value| host.connect(Some(&request.to_string()), Some(PIN_MANY));
    // The error's choices are what a person is asked, not a reply beside a result.
    let asked = is_kept(&host, connect(&request).fails("HR_E_CHOICE")).json;
    request["situation_id"] = asked["choices"][0]["raw"]["id"].clone();
    let open = connect(&request).ok();
    for step in ["login", "profile", "situation"] {
        assert!(open.json[step]["raw"].is_object(), "{}", open.text);
    }
    is_kept(&host, open);
    let labels = json!({"filename": "a.pdf", "activity_type": "10", "type_code": "11503-0"});
    let request = json!({"patient": {"nom": "EXEMPLE"}, "documents": [labels]});
    is_kept(&host, host.deposit_bytes(&request, b"bytes").ok());
    assert_eq!(host.last().json["documents"][0]["index"], 0);
}

/// Else an older success would answer for a document that was never sent.
#[test]
fn a_call_that_was_refused_is_the_last_one_and_one_that_did_not_begin_is_not() {
    let sandbox = sandbox();
    let host = Host::of(&sandbox);
    let id = host.open_record();
    let accepted = || is_kept(&host, host.dmp_send_bytes(&id, b"bytes", "a.pdf").ok());
    for function in FUNCTIONS.iter().filter(changes) {
        let sent = accepted();
        assert_eq!(function.call(0, None).code, HR_E_HANDLE);
        is_kept(&host, sent);
        let refused = function.call(host.0, Some((0, c"\xff".as_ptr())));
        assert_eq!(refused.code, HR_E_ARGUMENT, "{}", function.name);
        assert_eq!(host.last().json, refused.text.unwrap());
    }
    // While a call runs, the one before is the last that ended.
    let sent = accepted();
    let uploads = sandbox.requests_of(Call::DmpSend).len();
    let hold = sandbox.hold(Call::DmpSend);
    std::thread::scope(|scope| {
        let running = scope.spawn(|| host.dmp_send_bytes(&id, b"another", "b.pdf"));
        assert!(sandbox.wait_for(Call::DmpSend, uploads + 1, SOON));
        for function in FUNCTIONS.iter().filter(changes) {
            assert_eq!(function.call(host.0, None).code, HR_E_BUSY);
            is_kept(&host, sent.clone());
        }
        assert_eq!(handle::hr_cancel(host.0), HR_OK);
        is_kept(&host, running.join().unwrap());
    });
    drop(hold);
}

/// `POST /echo`, whose text goes where the caller wants it.
fn post(host: &Host, out: *mut *mut std::ffi::c_char) -> i32 {
    let (method, path) = (c("POST"), c("/echo"));
    unsafe { service::hr_request(host.0, method.as_ptr(), path.as_ptr(), null(), out) }
}

#[test]
fn a_caller_that_wants_no_text_gets_it_later() {
    let sandbox = sandbox();
    let host = Host::of(&sandbox);
    host.log_in(CPS, PIN);
    assert_eq!(post(&host, null_mut()), HR_OK);
    host.last().has(json!({"outcome": "accepted"}));
    sandbox.set_fault(Fault::on(Call::Other).status(500));
    let code = post(&host, null_mut());
    host.last().has(json!({"code": code, "outcome": "unknown"}));
}

#[test]
fn a_call_without_memory_for_its_text_is_kept_all_the_same() {
    let reply = format!("\"{}\"", "x".repeat(200_000));
    let server = Server::saying(answer("200 OK", "", &reply));
    let host = Host::at(&server.url(), &json!({}));
    let mut without_text = 0;
    for granted in 0.. {
        // So that no older text is taken for a newer one.
        host.request("POST", "no path", None).fails("HR_E_ARGUMENT");
        let mut out = null_mut();
        test_hooks::refuse_memory(granted, 150_000);
        let code = post(&host, &mut out);
        let refused = test_hooks::memory_was_refused();
        let last = host.last();
        let wanted = match code {
            HR_OK => json!({"outcome": "accepted", "http_status": 200}),
            code => json!({ "code": code }),
        };
        last.has(wanted);
        without_text += i32::from(out.is_null());
        unsafe { library::hr_free(out) };
        if !refused {
            break;
        }
    }
    assert!(without_text > 0, "the text itself was never refused");
}
