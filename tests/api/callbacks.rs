//! A callback that forks, or calls the library: both processes come back from a fork, the call is the parent's, and what the
//! child's call gives is true.

use std::ffi::{c_char, c_void};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicI32, AtomicUsize, Ordering};
use std::time::Instant;

use hr::code::HR_E_BUSY;
use hr::ffi::{handle, library, service};
use serde_json::json;
use testkit::*;

type Receiver<'a> = &'a mut dyn FnMut(i32, i32) -> i32;

unsafe extern "C" fn report(user: *mut c_void, done: i32, total: i32) -> i32 {
    // SAFETY: `with_progress` passes a receiver that outlives its call.
    let receiver = unsafe { &mut *user.cast::<Receiver<'_>>() };
    receiver(done, total)
}

/// A call whose progress goes to `receiver`.
pub fn with_progress(
    host: &Host,
    mut receiver: Receiver<'_>,
    call: impl FnOnce() -> Outcome,
) -> Outcome {
    let user: *mut Receiver<'_> = &mut receiver;
    host.set_progress(Some(report), user.cast());
    let outcome = call();
    // A handle that was closed meanwhile has none.
    unsafe { handle::hr_set_progress(host.0, None, null_mut()) };
    outcome
}

static OTHER: AtomicI32 = AtomicI32::new(0);
static CALLS: AtomicUsize = AtomicUsize::new(0);
static GIVEN: AtomicI32 = AtomicI32::new(0);

unsafe extern "C" fn reads_on_another_handle(_: *mut c_void, _: i32, _: *const c_char) {
    CALLS.fetch_add(1, Ordering::SeqCst);
    let other = OTHER.load(Ordering::SeqCst);
    let code = unsafe { service::hr_patient_get(other, null_mut()) };
    GIVEN.store(code, Ordering::SeqCst);
}

/// A receiver of the log whose call has the same session: it waits for nothing, since it would wait for the call that it is
/// called from, and is not called for its own failure, which would have no end.
#[test]
fn the_log_neither_waits_for_its_call_nor_calls_itself() {
    testkit::alone!();
    let sandbox = sandbox();
    let [one, other] = [(); 2].map(|()| Host::of(&sandbox));
    let login = one.log_in(CPS, PIN);
    for host in [&one, &other] {
        let adopted = host.session_set(&login.str("serviceUrl"), &login.str("bearer"));
        assert_eq!(adopted, 0);
    }
    OTHER.store(other.0, Ordering::SeqCst);
    let receiver = Some(reads_on_another_handle as _);
    unsafe { library::hr_set_log(receiver, null_mut(), 2) };
    let begun = Instant::now();
    one.patient_search(QUALIFIED).ok();
    unsafe { library::hr_set_log(None, null_mut(), 0) };
    assert_eq!(GIVEN.load(Ordering::SeqCst), HR_E_BUSY);
    assert!(begun.elapsed() < SOON, "it waited for timeouts.call_ms");
    assert!(sandbox.requests_of(hr_sandbox::Call::PatientGet).is_empty());
    assert!((1..50).contains(&CALLS.load(Ordering::SeqCst)));
}

#[cfg(unix)]
mod forks {
    use std::ffi::CStr;
    use std::sync::Arc;

    use serde_json::Value;
    use testkit::raw_server::Server;

    use super::*;
    use crate::deposit::stage::{Stage, each};

    const NONE: i32 = -1;

    /// Of a report: done and total.
    type Moment = fn(i32, i32) -> bool;

    /// A fork at the first such report, and a file for what the child's call gave.
    struct Fork {
        at: Moment,
        child: AtomicI32,
        file: TempFile,
    }

    impl Fork {
        fn new(at: Moment) -> Arc<Fork> {
            Arc::new(Fork {
                at,
                child: AtomicI32::new(NONE),
                file: TempFile::new("child.json", b""),
            })
        }

        fn once(&self) {
            if self.child.load(Ordering::SeqCst) == NONE {
                // SAFETY: the child ends with _exit.
                let child = unsafe { libc::fork() };
                self.child.store(child, Ordering::SeqCst);
            }
        }

        fn user(self: &Arc<Fork>) -> *mut c_void {
            Arc::as_ptr(self).cast_mut().cast()
        }

        fn has_ended(&self) {
            let mut status = -1;
            // SAFETY: an own child.
            let ended = unsafe { libc::waitpid(self.child.load(Ordering::SeqCst), &mut status, 0) };
            assert!(ended > 0 && status == 0, "{status}");
        }

        /// What the child's call gave; in the child itself, the end.
        fn given(&self) -> Value {
            serde_json::from_slice(&std::fs::read(&self.file.0).unwrap()).unwrap()
        }

        fn end_of_child(&self, ended: &Outcome) {
            if self.child.load(Ordering::SeqCst) == 0 {
                std::fs::write(&self.file.0, &ended.text).unwrap();
                // SAFETY: nothing of the parent's is run in the child.
                unsafe { libc::_exit(0) }
            }
        }
    }

    unsafe extern "C" fn at_a_report(user: *mut c_void, done: i32, total: i32) -> i32 {
        // SAFETY: a Fork that outlives the call.
        let fork = unsafe { &*user.cast::<Fork>() };
        if (fork.at)(done, total) {
            fork.once();
        }
        0
    }

    unsafe extern "C" fn at_the_list(user: *mut c_void, _: i32, line: *const c_char) {
        // SAFETY: a Fork that outlives the call, and the library's line.
        let (fork, line) = unsafe { (&*user.cast::<Fork>(), CStr::from_ptr(line)) };
        if line.to_bytes().starts_with(b"hr_ready") {
            fork.once();
        }
    }

    unsafe extern "C" fn at_the_first(user: *mut c_void, _: i32, _: *const c_char) {
        // SAFETY: a Fork that outlives the call.
        unsafe { &*user.cast::<Fork>() }.once();
    }

    #[test]
    fn a_child_forked_in_a_diagnosis_asks_nobody() {
        testkit::alone!();
        let sandbox = sandbox();
        let host = Host::of(&sandbox);
        let fork = Fork::new(|_, _| true);
        // SAFETY: the Fork outlives the call.
        unsafe { library::hr_set_log(Some(at_the_first), fork.user(), library::HR_LOG_INFO) };
        let found = host.diagnose();
        fork.end_of_child(&found);
        unsafe { library::hr_set_log(None, null_mut(), 0) };
        fork.has_ended();
        fork.given().has(json!({"name": "HR_E_HANDLE"}));
        found.ok();
        let calls = [hr_sandbox::Call::Ticket, hr_sandbox::Call::Ready]
            .map(|call| sandbox.requests_of(call).len());
        assert_eq!(calls, [1, 1]);
    }

    /// The guard is each process's own, so parent and child presented a wrong PIN both.
    #[test]
    fn a_child_forked_before_the_login_presents_no_pin() {
        testkit::alone!();
        let sandbox = sandbox();
        let host = Host::of(&sandbox);
        host.ticket().ok();
        let serial = serial_of(&host.ready().ok(), CPS);
        let fork = Fork::new(|_, _| true);
        // SAFETY: the Fork outlives the call.
        unsafe { library::hr_set_log(Some(at_the_list), fork.user(), library::HR_LOG_INFO) };
        let card = json!({"card": {"serial": serial}}).to_string();
        let refused = host.connect(Some(&card), Some("0000"));
        fork.end_of_child(&refused);
        unsafe { library::hr_set_log(None, null_mut(), 0) };
        fork.has_ended();
        fork.given()
            .has(json!({"name": "HR_E_HANDLE", "outcome": "unknown"}));
        refused.fails("HR_E_CARD_STATUS");
        assert_eq!(sandbox.pin_presentations(&serial), 1);
    }

    /// Parent and child went on sending on one connection.
    #[test]
    fn a_child_forked_in_an_upload_leaves_it_to_its_parent() {
        testkit::alone!();
        let moments: [Moment; 3] = [
            |done, _| done == 0,
            |done, total| done > 0 && done < total,
            |done, total| done == total,
        ];
        for at in moments {
            let fork = Fork::new(at);
            let waiting = Arc::clone(&fork);
            let server = Server::start(move |mut peer| {
                if peer.number == 0 {
                    record::opens(&mut peer, "forked");
                    return peer.close();
                }
                peer.request();
                // The last report comes when the head has been read.
                peer.send("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{");
                while waiting.child.load(Ordering::SeqCst) == NONE {
                    std::thread::yield_now();
                }
                waiting.has_ended();
                peer.send(format!("{:98}}}", ""));
                peer.close();
            });
            let host = Host::at(&server.url(), &json!({}));
            host.read_and_open("forked");
            host.set_progress(Some(at_a_report), fork.user());
            let content: Vec<u8> = (0..16usize << 20)
                .map(|at| (at ^ (at >> 8)) as u8)
                .collect();
            let sent = host.dmp_send_bytes("forked", &content, "a.pdf");
            fork.end_of_child(&sent);
            sent.ok();
            let left = json!({"name": "HR_E_HANDLE", "outcome": "unknown", "entry": null});
            fork.given().has(left);
            let uploads = server.requests_on(1);
            assert_eq!(uploads.len(), 1);
            let part = memchr::memmem::find(&uploads[0].body, &content);
            assert!(uploads[0].whole && part.is_some());
        }
    }

    /// The child said nothing of the documents.
    #[test]
    fn a_child_forked_between_two_documents_sends_nothing() {
        testkit::alone!();
        let stage = Stage::accepting();
        let names = ["a.pdf", "b.pdf", "c.pdf"];
        let moments: [(Moment, usize); 3] = [
            (|_, _| true, 0),
            (|done, _| done >= 5, 0),
            (|done, _| done >= 10, 1),
        ];
        let mut type_code = 0;
        for host in [stage.host(), stage.host_with_journal()] {
            for (at, known) in moments {
                // Of another type it is another document.
                type_code += 1;
                let mut documents = stage.documents(&names);
                for document in documents.as_array_mut().unwrap() {
                    document["type_code"] = json!(format!("type {type_code}"));
                }
                let before = stage.uploads().len();
                let fork = Fork::new(at);
                host.set_progress(Some(at_a_report), fork.user());
                let sent = host.deposit(&stage.request(documents));
                fork.end_of_child(&sent);
                fork.has_ended();
                sent.ok();
                let given = fork.given();
                given.has(json!({"name": "HR_E_HANDLE", "outcome": "unknown"}));
                let ends =
                    [0, 1, 2].map(|index| ["unknown", "accepted"][usize::from(index < known)]);
                assert_eq!(each(&given, "outcome"), ends);
                assert_eq!(stage.uploads().len() - before, 3);
            }
        }
    }
}
