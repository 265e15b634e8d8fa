//! What every function does with bad arguments, dead handles, while another call runs, and when the library itself fails.
//! Out of order: `order`; when cancelled: row 47 of tests/faults/matrix; what a panic prints: tests/host/host_environment.rs.

mod opening;
mod texts;
mod unaligned;

use hr::code::{HR_E_ARGUMENT, HR_E_BUSY, HR_E_HANDLE, HR_E_PANIC, HR_OK};
use hr::ffi::{handle, test_hooks};
use hr_sandbox::Call;
use serde_json::json;
use testkit::functions::{FUNCTIONS, NULL};
use testkit::*;

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

#[test]
fn a_panic_becomes_a_code_and_the_handle_still_answers() {
    let sandbox = sandbox();
    for function in FUNCTIONS {
        let host = Host::of(&sandbox);
        test_hooks::hr_test_panic_in_next_call();
        let ran = function.call(host.0, None);
        assert_eq!(ran.code, HR_E_PANIC, "{}", function.name);
        if let Some(error) = ran.text {
            error.has(json!({"name": "HR_E_PANIC", "outcome": function.local_outcome("unknown")}));
            assert!(!error.to_string().contains("planted"));
        }
        host.state().ok();
        host.ticket().ok();
        test_hooks::hr_test_panic_in_next_call();
        assert_eq!(function.code_alone(host.0), HR_E_PANIC);
    }
}
