//! Documents whose fate is not known.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use hr::ffi::handle;
use hr::ffi::test_hooks::{FailPoint, fail_at};
use serde_json::json;

use super::{reply, service};
use testkit::raw_server::{Peer, Request, Server};
use testkit::record::Patients;
use testkit::*;

/// A service that takes everything; the first upload gets no answer when `silent`.
fn taking(silent: bool) -> (Server, Host) {
    let first = AtomicBool::new(silent);
    let patients = Patients::default();
    service(move |mut peer: Peer| {
        let Some(request) = peer.request() else {
            return;
        };
        let upload = request.head.contains("/unique/doc/send");
        if !upload || !first.swap(false, Ordering::SeqCst) {
            reply(&mut peer, &patients.body(&request));
        }
        peer.close();
    })
}

fn uploads(server: &Server) -> usize {
    let requests = server.requests();
    let sends = |request: &&Request| request.head.contains("/unique/doc/send");
    requests.iter().filter(sends).count()
}

/// A panic behind the last byte left no doubt: its error said `unknown`, and a repetition was let through.
#[test]
fn r26_a_panic_behind_the_last_byte_leaves_a_doubt() {
    for (id, moment) in [
        ("r26-a", FailPoint::ResponseHeadRead),
        ("r26-b", FailPoint::UploadResultWritten),
    ] {
        let (server, host) = taking(false);
        host.find_and_open(id);
        fail_at(moment, || panic!("planted"));
        let content = b"behind the last byte";
        host.dmp_send_bytes(id, content, "a.pdf")
            .fails("HR_E_PANIC")
            .outcome("unknown");
        let held = host
            .dmp_send_bytes(id, content, "a.pdf")
            .fails("HR_E_CONFLICT");
        assert_eq!(uploads(&server), 1);
        assert_eq!(host.dmp_resend_allow(&held.str("entry")), 0);
        host.dmp_send_bytes(id, content, "a.pdf").ok();
        host.dmp_send_bytes(id, content, "a.pdf").ok();
    }
}

/// As long as a large document was read to see whether it is one in doubt, nothing stopped the call.
#[test]
fn r27_reading_a_document_beforehand_ends_when_the_call_must() {
    let (server, host) = taking(true);
    let content = vec![7; 64 << 20];
    let file = TempFile::new("r27.pdf", &content);
    host.find_and_open("r27");
    host.dmp_send_bytes("r27", &content, "a.pdf")
        .fails("HR_E_IN_DOUBT");
    let sends = || host.dmp_send_bytes("r27", &content, "a.pdf");
    let sends_file = || host.dmp_send("r27", file.path(), None);
    for send in [&sends as &(dyn Fn() -> Outcome + Sync), &sends_file] {
        let over = AtomicBool::new(false);
        let stopped = std::thread::scope(|threads| {
            // Over and over, since before the call runs there is nothing to cancel.
            threads.spawn(|| {
                while !over.load(Ordering::SeqCst) {
                    handle::hr_cancel(host.0);
                    std::thread::yield_now();
                }
            });
            let stopped = send();
            over.store(true, Ordering::SeqCst);
            stopped
        });
        stopped.fails("HR_E_CANCELLED").outcome("not_sent");
        ASKED.store(0, Ordering::SeqCst);
        let null = std::ptr::null_mut();
        // SAFETY: the callback uses no user pointer.
        assert_eq!(
            unsafe { handle::hr_set_progress(host.0, Some(stop_soon), null) },
            0
        );
        send().fails("HR_E_CANCELLED").outcome("not_sent");
        assert_eq!(ASKED.load(Ordering::SeqCst), 3);
        // SAFETY: NULL is allowed.
        assert_eq!(unsafe { handle::hr_set_progress(host.0, None, null) }, 0);
        send().fails("HR_E_CONFLICT").outcome("rejected");
    }

    let hasty = Host::open(&json!({"timeouts": {"upload_ms": 1}}));
    assert_eq!(hasty.session_set(&server.url(), "bearer"), 0);
    hasty.find_and_open("r27");
    for late in [
        hasty.dmp_send_bytes("r27", &content, "a.pdf"),
        hasty.dmp_send("r27", file.path(), None),
    ] {
        let late = late.fails("HR_E_TIMEOUT").outcome("not_sent");
        assert_eq!(late.json["at"], "library");
    }
    assert_eq!(uploads(&server), 1);
}

static ASKED: AtomicUsize = AtomicUsize::new(0);

unsafe extern "C" fn stop_soon(_: *mut std::ffi::c_void, done: i32, _: i32) -> i32 {
    assert_eq!(done, 0);
    i32::from(ASKED.fetch_add(1, Ordering::SeqCst) == 2)
}
