//! What every function does with bad arguments, dead handles, out of order, while another call runs,
//! when cancelled, when closed, and when the library itself fails.

mod opening;
mod texts;
mod unaligned;

use std::time::Duration;

use hr::code::{HR_E_ARGUMENT, HR_E_BUSY, HR_E_HANDLE, HR_E_PANIC, HR_E_STATE, HR_OK};
use hr::ffi::{handle, test_hooks};
use hr_sandbox::Call;
use serde_json::json;
use testkit::functions::{FUNCTIONS, Function, NULL};
use testkit::*;

const SOON: Duration = Duration::from_secs(20);

fn function(name: &str) -> &'static Function {
    FUNCTIONS
        .iter()
        .find(|function| function.name == name)
        .unwrap()
}

#[test]
fn no_function_accepts_a_handle_that_is_not_open() {
    let closed = Host::open(&json!({}));
    let number = closed.0;
    drop(closed);
    for number in [0, -1, i32::MIN, i32::MAX, number] {
        for function in FUNCTIONS {
            let ran = function.call(number, None);
            assert_eq!(ran.code, HR_E_HANDLE, "{} {number}", function.name);
            if let Some(error) = ran.text {
                assert_eq!(error["operation"], function.name);
                error.has(json!({"at": "library", "outcome": function.local_outcome("rejected")}));
            }
        }
        assert_eq!(handle::hr_cancel(number), HR_E_HANDLE);
        let closed = handle::hr_close(number);
        assert_eq!(closed, if number == 0 { HR_OK } else { HR_E_HANDLE });
    }
}

#[test]
fn texts_that_are_null_or_not_utf8_are_named() {
    let host = Host::open(&json!({}));
    let invalid = b"caf\xe9\0";
    for function in FUNCTIONS {
        for (index, text) in function.texts.iter().enumerate() {
            let broken = [(NULL, text.optional), (invalid.as_ptr().cast(), false)];
            for (pointer, allowed) in broken {
                let ran = function.call(host.0, Some((index, pointer)));
                let what = format!("{} {}", function.name, text.name);
                if allowed {
                    assert_ne!(ran.code, HR_E_ARGUMENT, "{what}");
                    continue;
                }
                assert_eq!(ran.code, HR_E_ARGUMENT, "{what}");
                if let Some(error) = ran.text {
                    error.says("remedy", text.name);
                }
            }
        }
    }
}

/// Nothing is sent out of order, and the error names the step that is missing. Every sequence is in `order`.
#[test]
fn the_order_of_calls_is_kept() {
    let sandbox = sandbox();
    let host = Host::of(&sandbox);
    let missing = |step: &str| {
        for function in FUNCTIONS {
            let wanted = match (function.name, step) {
                ("hr_ready" | "hr_login", "hr_ticket") => "hr_ticket",
                ("hr_login" | "hr_pin_retry_allow", "hr_ready") => "hr_ready",
                ("hr_pin_retry_allow", "hr_ticket") => "hr_ready",
                (_, _)
                    if matches!(
                        function.sends,
                        Some(Call::Ticket | Call::Ready | Call::Login)
                    ) =>
                {
                    continue;
                }
                _ if function.sends.is_some() => "hr_login",
                _ => continue,
            };
            let ran = function.call(host.0, None);
            assert_eq!(ran.code, HR_E_STATE, "{}", function.name);
            if let Some(error) = ran.text {
                error.says("remedy", wanted);
            }
        }
    };
    missing("hr_ticket");
    assert!(sandbox.requests().is_empty());
    host.ticket().ok();
    missing("hr_ready");
    assert_eq!(sandbox.requests().len(), 1);
    let token = host.token(CPS);
    missing("hr_login");
    host.login("not in the list", PIN).fails("HR_E_ARGUMENT");
    host.login(&token, "").fails("HR_E_ARGUMENT");
    assert_eq!(sandbox.requests().len(), 2);
    host.login(&token, PIN).ok();
}

#[test]
fn arguments_that_cannot_be_sent_are_refused_here() {
    let sandbox = sandbox();
    let host = Host::of(&sandbox);
    let id = host.open_record();
    let before = sandbox.requests().len();
    let long = "x".repeat(1025);
    for bad in ["", ".", "..", &long] {
        host.dmp_open(bad, None).fails("HR_E_ARGUMENT");
        host.profile_select(bad).fails("HR_E_ARGUMENT");
    }
    host.dmp_open(&id, Some("not json")).fails("HR_E_ARGUMENT");
    host.profile_put("{} {}").fails("HR_E_ARGUMENT");
    for name in ["", "a/b.pdf", "..\\b.pdf", "a\u{1}.pdf"] {
        host.dmp_send_bytes(&id, b"x", name).fails("HR_E_ARGUMENT");
    }
    host.dmp_send(&id, "/nowhere/at/all.pdf", None)
        .fails("HR_E_FILE");
    host.dmp_send(&id, "/", Some("a.pdf")).fails("HR_E_FILE");
    let (name, code) = (c("a"), c("b"));
    for (data, length) in [
        (std::ptr::null(), 1),
        (b"x".as_ptr(), -1),
        (std::ptr::null(), i32::MIN),
    ] {
        let id = c(&id);
        let refused = call("hr_dmp_send_bytes", |out| unsafe {
            let (n, t) = (name.as_ptr(), code.as_ptr());
            hr::ffi::dmp::hr_dmp_send_bytes(host.0, id.as_ptr(), data, length, n, t, t, out)
        });
        refused.fails("HR_E_ARGUMENT");
    }
    for ticket in ["", "a b", "é", "a\r\nb"] {
        assert_eq!(host.ticket_set(ticket), HR_E_ARGUMENT, "{ticket}");
        assert_eq!(host.session_set("https://a.example", ticket), HR_E_ARGUMENT);
    }
    for url in [
        "http://service.example",
        "https://a@b.example",
        "https://a.example:99999",
        "",
    ] {
        assert_eq!(host.session_set(url, "bearer"), HR_E_ARGUMENT, "{url}");
    }
    for sha in ["", "zz", &"g".repeat(64), &"a".repeat(64)] {
        assert_eq!(host.dmp_resend_allow(sha), HR_E_ARGUMENT, "{sha}");
    }
    assert_eq!(sandbox.requests().len(), before);
    host.dmp_send_bytes(&id, b"", "empty.txt").ok();
    assert_eq!(sandbox.documents()[0].bytes, 0);
}

#[test]
fn a_second_call_on_a_handle_is_busy_and_does_not_wait() {
    let sandbox = sandbox();
    let host = Host::of(&sandbox);
    host.log_in(CPS, PIN);
    let hold = sandbox.hold(Call::PatientSearch);
    std::thread::scope(|scope| {
        let running = scope.spawn(|| host.patient_search(QUALIFIED));
        assert!(sandbox.wait_for(Call::PatientSearch, 1, SOON));
        let before = sandbox.requests().len();
        for function in FUNCTIONS {
            // They report how far the call has come and how the one before ended, or are about the calls that follow.
            let wanted = match function.name {
                "hr_state" | "hr_last" | "hr_set_stop" => HR_OK,
                _ => HR_E_BUSY,
            };
            let code = function.call(host.0, None).code;
            assert_eq!(code, wanted, "{}", function.name);
        }
        assert_eq!(sandbox.requests().len(), before);
        let other = Host::of(&sandbox);
        other.ticket().ok();
        drop(hold);
        running.join().unwrap().ok();
    });
    host.patient_get().ok();
}

/// Every call at every moment of it is row 47 of tests/faults/matrix, of which all runs always.
#[test]
fn a_cancelled_call_leaves_its_handle_usable() {
    let sandbox = sandbox();
    let host = Host::of(&sandbox);
    host.log_in(CPS, PIN);
    // Without a body: the sandbox counts a request when its head has arrived.
    for (call, method, path) in [
        (Call::PatientGet, "GET", "/patient"),
        (Call::Other, "POST", "/echo"),
    ] {
        let hold = sandbox.hold(call);
        let outcome = std::thread::scope(|scope| {
            let running = scope.spawn(|| host.request(method, path, None));
            assert!(sandbox.wait_for(call, 1, SOON), "{path}");
            assert_eq!(handle::hr_cancel(host.0), HR_OK);
            running.join().unwrap()
        });
        drop(hold);
        if method == "POST" {
            let outcome = outcome.fails("HR_E_IN_DOUBT").outcome("unknown");
            assert_eq!(outcome.json["cause"], "HR_E_CANCELLED");
        } else {
            outcome.fails("HR_E_CANCELLED");
        }
        // A cancellation of nothing does not reach the next call.
        assert_eq!(handle::hr_cancel(host.0), HR_OK);
        host.state().ok();
        host.ticket().ok();
    }
}

#[test]
fn a_panic_becomes_a_code_and_the_handle_still_answers() {
    let sandbox = sandbox();
    for function in FUNCTIONS {
        let host = Host::of(&sandbox);
        test_hooks::panic_in_next_call("planted-panic-text");
        let ran = function.call(host.0, None);
        assert_eq!(ran.code, HR_E_PANIC, "{}", function.name);
        if let Some(error) = ran.text {
            error.has(json!({"name": "HR_E_PANIC", "outcome": function.local_outcome("unknown")}));
            assert!(!error.to_string().contains("planted"));
        }
        host.state().ok();
        host.ticket().ok();
        test_hooks::panic_in_next_call("planted-panic-text");
        assert_eq!(function.code_alone(host.0), HR_E_PANIC);
    }
}

/// A panic must print nothing: where stderr is a closed pipe, printing would end the host.
#[test]
fn a_panic_prints_nothing() {
    let child = testkit::process::again(module_path!(), "panics_in_a_child")
        .arg("--test-threads=1")
        .env("RUST_BACKTRACE", "1")
        .output()
        .unwrap();
    assert!(
        child.status.success(),
        "{}",
        String::from_utf8_lossy(&child.stdout)
    );
    assert_eq!(String::from_utf8_lossy(&child.stderr), "");
    assert!(!String::from_utf8_lossy(&child.stdout).contains("planted"));
}

#[test]
#[ignore = "run by a_panic_prints_nothing"]
fn panics_in_a_child() {
    let host = Host::open(&json!({}));
    test_hooks::panic_in_next_call("planted-panic-text");
    host.state().fails("HR_E_PANIC");
}
