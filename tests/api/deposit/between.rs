//! What a careless host does between two steps of a deposit, and requests of any size.

use std::time::{Duration, Instant};

use hr::code::{HR_E_BUSY, HR_E_HANDLE};
use hr::ffi::handle;
use hr::ffi::test_hooks::{FailPoint, fail_at};
use serde_json::{Value, json};
use testkit::{Host, Outcome};

use super::stage::*;
use crate::callbacks::with_progress;

fn deposit_with(
    host: &Host,
    request: &Value,
    receiver: &mut dyn FnMut(i32, i32) -> i32,
) -> Outcome {
    with_progress(host, receiver, || host.deposit(request))
}

#[test]
fn a_file_that_changes_before_its_turn_goes_as_it_is_then() {
    let stage = Stage::accepting();
    let host = stage.host();
    let request = stage.request(stage.documents(&["a.pdf", "b.pdf", "c.pdf"]));
    let mut seen = Vec::new();
    let sent = deposit_with(&host, &request, &mut |done, total| {
        if seen.is_empty() {
            stage.document("b.pdf", "b.pdf is longer now");
            stage.document("c.pdf", "c");
        }
        seen.push(done);
        assert!(done <= total && total == 15);
        0
    });
    let sent = sent.ok().json;
    assert_eq!(stage.uploads()[1..], ["send b.pdf is longer now", "send c"]);
    assert_eq!(each(&sent, "bytes")[1..], [json!(19), json!(1)]);
    assert!(seen.is_sorted(), "{seen:?}");
}

#[test]
fn a_panic_behind_a_document_is_one_doubt_and_loses_no_other() {
    let stage = Stage::accepting();
    let host = stage.host();
    let request = stage.request(stage.documents(&["a.pdf", "b.pdf", "c.pdf"]));
    let panicked = deposit_with(&host, &request, &mut |done, _| {
        // All of the second one has left.
        if done == 10 {
            fail_at(FailPoint::UploadResultWritten, || panic!("planted"));
        }
        0
    });
    panicked.fails("HR_E_PANIC");
    assert_eq!(stage.uploads(), ["send a.pdf", "send b.pdf"]);
    let next = host.deposit(&request).fails("HR_E_IN_DOUBT").json;
    assert_eq!(words(&next, "already"), "true false false");
    assert_eq!(each(&next, "name")[1], "HR_E_CONFLICT");
    assert_eq!(stage.uploads()[2..], ["send c.pdf"]);
}

#[test]
fn no_other_call_comes_between_two_documents() {
    let stage = Stage::accepting();
    let other = Stage::accepting();
    let host = stage.host();
    let request = stage.request(stage.documents(&["a.pdf", "b.pdf"]));
    let mut codes = Vec::new();
    deposit_with(&host, &request, &mut |_, _| {
        codes.push(host.session_set(&other.server.url(), "other-bearer"));
        codes.push(host.patient_get().code);
        codes.push(host.deposit(&request).code);
        0
    })
    .ok();
    assert!(codes.iter().all(|code| *code == HR_E_BUSY), "{codes:?}");
    // Another login knows no patient of the one before.
    assert_eq!(host.session_set(&other.server.url(), "other-bearer"), 0);
    let confirmed = json!({"patient_id": stage.patient, "documents": request["documents"]});
    host.deposit(&confirmed).fails("HR_E_ARGUMENT");
    assert_eq!(other.server.connections(), 0);
}

#[test]
fn a_handle_that_is_closed_between_two_documents_sends_no_more() {
    let stage = Stage::accepting();
    let host = stage.host();
    let request = stage.request(stage.documents(&["a.pdf", "b.pdf"]));
    let closed = deposit_with(&host, &request, &mut |done, _| {
        if done == 5 {
            handle::hr_close(host.0);
        }
        0
    });
    let closed = closed.fails("HR_E_CANCELLED").json;
    assert_eq!(words(&closed, "outcome"), "accepted not_sent");
    assert_eq!(host.deposit(&request).code, HR_E_HANDLE);
    stage.host().deposit(&request).ok();
    assert_eq!(stage.uploads(), ["send a.pdf", "send b.pdf"]);
}

/// Deep ones and long ones, and ten thousand documents, which are the most.
#[test]
fn a_large_request_ends_soon() {
    let stage = Stage::accepting();
    let host = stage.host();
    let arrays = |depth| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    let (larger, deep, traits) = (arrays(5_000_000), arrays(1_000_000), traits());
    let many = format!("[{}1]", "1,".repeat(5_000_000));
    let missing = wanted(&stage.path("missing.pdf")).to_string();
    let missing = |count| format!("[{}]", vec![&*missing; count].join(","));
    for (request, code) in [
        (
            format!(r#"{{"patient":{traits},"record":{larger},"documents":[]}}"#),
            "HR_E_ARGUMENT",
        ),
        (
            format!(r#"{{"patient":{deep},"documents":[]}}"#),
            "HR_E_ARGUMENT",
        ),
        (
            format!(r#"{{"patient":{traits},"documents":[{deep}]}}"#),
            "HR_E_ARGUMENT",
        ),
        (
            format!(r#"{{"patient":{traits},"documents":{many}}}"#),
            "HR_E_ARGUMENT",
        ),
        (
            format!(r#"{{"patient":{traits},"documents":{}}}"#, missing(10_001)),
            "HR_E_ARGUMENT",
        ),
        (
            format!(r#"{{"patient":{traits},"documents":{}}}"#, missing(10_000)),
            "HR_E_FILE",
        ),
    ] {
        let json = testkit::c(&request);
        let started = Instant::now();
        let refused = testkit::call("hr_deposit", |out| {
            // SAFETY: a text and a place for the result.
            unsafe { hr::ffi::deposit::hr_deposit(host.0, json.as_ptr(), out) }
        });
        assert_eq!(refused.str("name"), code, "{:.500}", refused.text);
        // In a debug build on a busy machine.
        let soon = Duration::from_secs(60);
        assert!(started.elapsed() < soon, "{:?}", started.elapsed());
    }
    assert_eq!(stage.log(), ["search", "get", "open"]);
}
