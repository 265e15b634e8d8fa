//! Progress is that of all documents, and the state says which has its turn.

use std::ffi::c_void;
use std::sync::Mutex;

use serde_json::{Value, json};
use testkit::{Host, Members, Outcome};

use super::stage::*;

struct Watch<'a> {
    host: &'a Host,
    seen: Mutex<Vec<(i32, i32, Value)>>,
    stop: i32,
}

unsafe extern "C" fn on_progress(user: *mut c_void, done: i32, total: i32) -> i32 {
    // SAFETY: `watched` passes a Watch that outlives the call.
    let watch = unsafe { &*user.cast::<Watch>() };
    let state = watch.host.state().ok();
    let mut seen = watch.seen.lock().unwrap();
    seen.push((done, total, state.json["document"].clone()));
    i32::from(done >= watch.stop)
}

/// What the receiver saw: done, total, and the document that the state named.
fn watched(host: &Host, request: &Value, stop: i32) -> (Outcome, Vec<(i32, i32, Value)>) {
    let watch = Watch {
        host,
        seen: Mutex::default(),
        stop,
    };
    let user = std::ptr::from_ref(&watch).cast_mut().cast();
    host.set_progress(Some(on_progress), user);
    let outcome = host.deposit(request);
    host.set_progress(None, std::ptr::null_mut());
    (outcome, watch.seen.into_inner().unwrap())
}

fn documents(stage: &Stage, sizes: &[usize]) -> Value {
    let document = |(number, size): (usize, &usize)| {
        let name = format!("{number}.pdf");
        wanted(&stage.document(&name, vec![b'0' + number as u8; *size]))
    };
    sizes.iter().enumerate().map(document).collect()
}

fn check(seen: &[(i32, i32, Value)], total: i32) {
    assert!(
        seen.windows(2).all(|pair| pair[0].0 <= pair[1].0),
        "{seen:?}"
    );
    assert!(
        seen.iter()
            .all(|(done, whole, _)| *whole == total && *done <= total),
        "{seen:?}"
    );
    assert_eq!(
        seen.iter().filter(|(done, ..)| *done == total).count(),
        1,
        "{seen:?}"
    );
    assert_eq!(seen.last().unwrap().0, total);
}

#[test]
fn progress_counts_all_documents() {
    let stage = Stage::accepting();
    let host = stage.host();
    let sizes = [300_000, 0, 700_000, 1];
    let mut wanted = documents(&stage, &sizes);
    let total = 1_000_001;
    let (sent, seen) = watched(&host, &stage.request(wanted.clone()), i32::MAX);
    sent.ok();
    check(&seen, total);
    assert_eq!((seen[0].0, &seen[0].2), (0, &json!(0)));
    assert!(
        seen.iter()
            .any(|(done, _, document)| *done > 300_000 && *document == 2),
        "{seen:?}"
    );
    // Those that were accepted before count as done, those that cannot be read as nothing.
    wanted[0]["path"] = json!(stage.path("missing.pdf"));
    let (again, seen) = watched(&host, &stage.request(wanted), i32::MAX);
    again.fails("HR_E_FILE");
    check(&seen, total - 300_000);
    assert_eq!(host.state().ok().json["document"], Value::Null);
}

#[test]
fn the_receiver_stops_the_call_between_documents_too() {
    let stage = Stage::accepting();
    let host = stage.host();
    let request = stage.request(documents(&stage, &[5, 5, 5]));
    let (stopped, _) = watched(&host, &request, 5);
    let stopped = stopped.fails("HR_E_CANCELLED").json;
    assert_eq!(words(&stopped, "outcome"), "accepted not_sent not_sent");
    assert_eq!(stage.uploads().len(), 1);
    host.deposit(&request).ok();
    assert_eq!(stage.uploads().len(), 3);
}

#[test]
fn the_state_answers_while_a_call_runs() {
    let stage = Stage::but("b.pdf", None, Answer::Held);
    let host = stage.host();
    let request = stage.request(stage.documents(&["a.pdf", "b.pdf"]));
    std::thread::scope(|scope| {
        let call = scope.spawn(|| host.deposit(&request));
        stage.server.until("arrived");
        let state = host.state().ok().json;
        state.has(json!({"document": 1, "open_records": 1}));
        host.patient_get().fails("HR_E_BUSY");
        stage.server.mark("go");
        call.join().unwrap().ok();
    });
    assert_eq!(host.state().ok().json["document"], Value::Null);
}
