//! What a careless host or a hostile service does between two steps of a deposit.

use std::ffi::c_void;
use std::time::{Duration, Instant};

use hr::code::{HR_E_BUSY, HR_E_HANDLE};
use hr::ffi::handle;
use hr::ffi::test_hooks::{FailPoint, fail_at};
use serde_json::{Value, json};
use testkit::record::parameters;
use testkit::{Host, Outcome};

use super::stage::*;

pub(super) type Call<'a> = &'a mut dyn FnMut(i32, i32) -> i32;

unsafe extern "C" fn calls(user: *mut c_void, done: i32, total: i32) -> i32 {
    // SAFETY: `deposit_with` passes a call that outlives its own.
    let call = unsafe { &mut *user.cast::<Call<'_>>() };
    call(done, total)
}

/// A deposit whose progress is received by `receiver`.
pub(super) fn deposit_with(host: &Host, request: &Value, mut receiver: Call<'_>) -> Outcome {
    let user: *mut Call<'_> = &mut receiver;
    host.set_progress(Some(calls), user.cast());
    let outcome = host.deposit(request);
    // Of a handle that was closed meanwhile, or is not this process's, there is none.
    unsafe { handle::hr_set_progress(host.0, None, std::ptr::null_mut()) };
    outcome
}

#[test]
fn an_id_that_is_no_part_of_a_path_opens_nothing() {
    for id in ["", ".", "..", "a/b", "é\u{301}", "a b", "1%2f", "\u{7f}"] {
        let stage = Stage::but("GET /patient ", None, reply("200 OK", &parameters(id)));
        let host = stage.host();
        let mut request = stage.request(stage.documents(&[]));
        request["patient_id"] = json!(id);
        let ended = host.deposit(&request);
        let paths = stage.server.requests();
        let paths = paths.iter().filter(|request| request.starts("PUT "));
        let paths: Vec<_> = paths.map(|request| request.head.clone()).collect();
        match id {
            "" | "." | ".." => assert!(ended.code != 0 && paths.is_empty(), "{}", ended.text),
            _ => {
                ended.ok();
                let path = paths[0].split(' ').nth(1).unwrap();
                assert_eq!(path.matches('/').count(), 2, "{path}");
                assert!(path.is_ascii(), "{path}");
            }
        }
        // Alike is not the same.
        let mut like = request.clone();
        like["patient_id"] = json!(format!("{id} "));
        let opened = stage.log().iter().filter(|line| *line == "open").count();
        assert_ne!(host.deposit(&like).code, 0);
        let still = stage.log().iter().filter(|line| *line == "open").count();
        assert_eq!(opened, still, "{id:?}");
    }
}

#[test]
fn one_path_with_two_types_is_two_documents_and_with_one_is_one() {
    let stage = Stage::accepting();
    let mut documents = stage.documents(&["a.pdf", "a.pdf", "a.pdf"]);
    documents[2]["type_code"] = json!("other");
    let sent = stage.host().deposit(&stage.request(documents)).ok().json;
    assert_eq!(words(&sent, "already"), "false true false");
    assert_eq!(stage.uploads(), ["send a.pdf", "send a.pdf"]);
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
        seen.push((done, total));
        0
    });
    let sent = sent.ok().json;
    assert_eq!(stage.uploads()[1..], ["send b.pdf is longer now", "send c"]);
    assert_eq!(each(&sent, "bytes")[1..], [json!(19), json!(1)]);
    assert!(seen.windows(2).all(|two| two[0].0 <= two[1].0), "{seen:?}");
    assert!(
        seen.iter()
            .all(|(done, total)| done <= total && *total == 15),
        "{seen:?}"
    );
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
    assert_eq!(host.dmp_found(each(&next, "entry")[1].as_str().unwrap()), 0);
    host.deposit(&request).ok();
    assert_eq!(stage.uploads().len(), 3);
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

/// In a debug build on a busy machine.
const SOON: Duration = Duration::from_secs(60);

#[test]
fn a_large_request_ends_soon() {
    let stage = Stage::accepting();
    let host = stage.host();
    let arrays = |depth| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    let (larger, deep, traits) = (arrays(5_000_000), arrays(1_000_000), traits());
    let many = format!("[{}1]", "1,".repeat(5_000_000));
    for request in [
        format!(r#"{{"patient":{traits},"record":{larger},"documents":[]}}"#),
        format!(r#"{{"patient":{deep},"documents":[]}}"#),
        format!(r#"{{"patient":{traits},"documents":{deep}}}"#),
        format!(r#"{{"patient":{traits},"documents":[{deep}]}}"#),
        format!(r#"{{"patient":{traits},"documents":{many}}}"#),
    ] {
        let json = testkit::c(&request);
        let started = Instant::now();
        let refused = testkit::call("hr_deposit", |out| {
            // SAFETY: a text and a place for the result.
            unsafe { hr::ffi::deposit::hr_deposit(host.0, json.as_ptr(), out) }
        });
        assert_eq!(
            refused.code,
            hr::code::HR_E_ARGUMENT,
            "{:.500}",
            refused.text
        );
        assert!(started.elapsed() < SOON, "{:?}", started.elapsed());
    }
    assert_eq!(stage.uploads(), [""; 0]);
}

#[test]
fn ten_thousand_documents_are_the_most() {
    let stage = Stage::accepting();
    let host = stage.host();
    let missing = wanted(&stage.path("missing.pdf"));
    let request = |count| stage.request(vec![missing.clone(); count].into());
    host.deposit(&request(10_001)).fails("HR_E_ARGUMENT");
    assert_eq!(stage.server.connections(), 0);
    let started = Instant::now();
    let ended = host.deposit(&request(10_000)).fails("HR_E_FILE").json;
    assert!(started.elapsed() < SOON, "{:?}", started.elapsed());
    assert_eq!(each(&ended, "name"), vec![json!("HR_E_FILE"); 10_000]);
    assert_eq!(stage.log().len(), 3);
}
