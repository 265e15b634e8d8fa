//! Progress is that of all documents, and the state says which has its turn; it answers while the call runs, and no other call
//! does.

use hr::code::HR_E_BUSY;
use serde_json::{Value, json};
use testkit::{Host, Outcome};

use super::stage::*;
use crate::callbacks::with_progress;

/// What the receiver saw: done, total, and the document that the state named.
fn watched(host: &Host, request: &Value) -> (Outcome, Vec<(i32, i32, Value)>) {
    let mut seen = Vec::new();
    let report = &mut |done, total| {
        seen.push((done, total, host.state().ok().json["document"].take()));
        0
    };
    let outcome = with_progress(host, report, || host.deposit(request));
    assert_eq!(host.state().ok().json["document"], Value::Null);
    (outcome, seen)
}

#[track_caller]
fn check(seen: &[(i32, i32, Value)], total: i32) {
    assert!(seen.is_sorted_by_key(|(done, ..)| *done), "{seen:?}");
    assert!(seen.iter().all(|(_, whole, _)| *whole == total), "{seen:?}");
    let whole = seen.iter().filter(|(done, ..)| *done == total);
    assert_eq!(whole.count(), 1, "{seen:?}");
    assert_eq!(seen.last().unwrap().0, total);
}

#[test]
fn progress_counts_all_documents() {
    let stage = Stage::accepting();
    let host = stage.host();
    let sizes = [("0", 300_000), ("1", 0), ("2", 700_000), ("3", 1)];
    let documents = sizes.map(|(name, size)| wanted(&stage.document(name, name.repeat(size))));
    let mut request = stage.request(json!(documents));
    let (sent, seen) = watched(&host, &request);
    sent.ok();
    check(&seen, 1_000_001);
    assert_eq!((seen[0].0, &seen[0].2), (0, &json!(0)));
    let third = |(done, _, document): &(i32, i32, Value)| *done > 300_000 && *document == 2;
    assert!(seen.iter().any(third), "{seen:?}");
    // Those that were accepted before count as done, those that cannot be read as nothing.
    request["documents"][0]["path"] = json!(stage.path("missing.pdf"));
    let (again, seen) = watched(&host, &request);
    again.fails("HR_E_FILE");
    check(&seen, 700_001);
}

/// With a request for three documents.
fn of_three() -> (Stage, Host, Value) {
    let stage = Stage::accepting();
    let (host, documents) = (stage.host(), stage.documents(&["a.pdf", "b.pdf", "c.pdf"]));
    let request = stage.request(documents);
    (stage, host, request)
}

#[test]
fn a_file_that_changes_before_its_turn_goes_as_it_is_then() {
    let (stage, host, request) = of_three();
    let mut seen = Vec::new();
    let report = &mut |done, total| {
        if seen.is_empty() {
            stage.document("b.pdf", "b.pdf is longer now");
            stage.document("c.pdf", "c");
        }
        seen.push((done, total, Value::Null));
        0
    };
    with_progress(&host, report, || host.deposit(&request)).ok();
    assert_eq!(stage.uploads()[1..], ["send b.pdf is longer now", "send c"]);
    check(&seen, 15);
}

#[test]
fn the_receiver_stops_the_call_between_documents_too() {
    let (stage, host, request) = of_three();
    let stop = &mut |done, _| i32::from(done >= 5);
    let stopped = with_progress(&host, stop, || host.deposit(&request));
    let stopped = stopped.fails("HR_E_CANCELLED").json;
    assert_eq!(words(&stopped, "outcome"), "accepted not_sent not_sent");
    host.deposit(&request).ok();
    assert_eq!(stage.uploads().len(), 3);
}

#[test]
fn no_other_call_comes_between_two_documents() {
    let (stage, other) = (Stage::accepting(), Stage::accepting());
    let host = stage.host();
    let request = stage.request(stage.documents(&["a.pdf", "b.pdf"]));
    let mut codes = Vec::new();
    let calls = &mut |_, _| {
        codes.push(host.session_set(&other.server.url(), "other-bearer"));
        codes.push(host.patient_get().code);
        codes.push(host.deposit(&request).code);
        0
    };
    with_progress(&host, calls, || host.deposit(&request)).ok();
    assert!(codes.iter().all(|code| *code == HR_E_BUSY), "{codes:?}");
    // Another login knows no patient of the one before.
    assert_eq!(host.session_set(&other.server.url(), "other-bearer"), 0);
    let confirmed = json!({"patient_id": stage.patient, "documents": request["documents"]});
    host.deposit(&confirmed).fails("HR_E_ARGUMENT");
    assert_eq!(other.server.connections(), 0);
}
