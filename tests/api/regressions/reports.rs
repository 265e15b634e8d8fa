//! What the progress callback receives, and what it may do.

use std::ffi::c_void;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use serde_json::Value;

use super::doubts::*;

static REPORTS: AtomicUsize = AtomicUsize::new(0);
static FIRST: AtomicUsize = AtomicUsize::new(usize::MAX);
static LAST: AtomicUsize = AtomicUsize::new(0);

unsafe extern "C" fn count_reports(_: *mut c_void, done: i32, total: i32) -> i32 {
    assert_eq!(total, 64 << 20);
    if REPORTS.fetch_add(1, Ordering::SeqCst) == 0 {
        FIRST.store(done as usize, Ordering::SeqCst);
    }
    LAST.store(done as usize, Ordering::SeqCst);
    0
}

/// 400 MB brought 3,200 reports.
#[test]
fn r66_progress_comes_at_most_by_the_hundredth_or_ten_times_a_second() {
    let server = service(|peer, number| match number {
        0 => accept(peer),
        _ => lose_the_answer(peer),
    });
    let host = opened(&server, "r66");
    host.set_progress(Some(count_reports), std::ptr::null_mut());
    let content = vec![66; 64 << 20];
    let began = Instant::now();
    host.dmp_send_bytes("r66", &content, "a.pdf").ok();
    let allowed = 102 + began.elapsed().as_millis() as usize / 100;
    let reports = REPORTS.swap(0, Ordering::SeqCst);
    assert!(reports > 50 && reports <= allowed, "{reports}, {allowed}");
    assert_eq!(FIRST.swap(usize::MAX, Ordering::SeqCst), 0);
    assert_eq!(LAST.load(Ordering::SeqCst), content.len());

    // What was never answered is never reported as whole; comparing is reported no more often.
    host.dmp_send_bytes("r66", &content, "a.pdf")
        .fails("HR_E_IN_DOUBT");
    assert!(LAST.load(Ordering::SeqCst) < content.len());
    REPORTS.store(0, Ordering::SeqCst);
    let began = Instant::now();
    host.dmp_send_bytes("r66", &content, "a.pdf")
        .fails("HR_E_CONFLICT");
    let allowed = 102 + began.elapsed().as_millis() as usize / 100;
    let reports = REPORTS.load(Ordering::SeqCst);
    assert!(reports > 1 && reports <= allowed, "{reports}, {allowed}");
    assert_eq!(LAST.load(Ordering::SeqCst), 0);
}

/// What a forked child reports of its call, through a pipe.
struct Fork {
    at: fn(i32, i32) -> bool,
    child: AtomicUsize,
    forks: AtomicUsize,
}

unsafe extern "C" fn fork_once(fork: *mut c_void, done: i32, total: i32) -> i32 {
    // SAFETY: the test's; fork has no argument that could be wrong.
    unsafe {
        let fork = &*fork.cast::<Fork>();
        if (fork.at)(done, total) && fork.forks.fetch_add(1, Ordering::SeqCst) == 0 {
            let child = libc::fork();
            assert!(child >= 0);
            fork.child.store(child as usize, Ordering::SeqCst);
        }
    }
    0
}

/// The progress callback forked and both returned: parent and child went on sending on one connection.
#[test]
fn r67_a_forked_child_leaves_the_call_to_its_parent() {
    testkit::alone!();
    let moments: [fn(i32, i32) -> bool; 3] = [
        |done, _| done == 0,
        |done, total| done > 0 && done < total,
        |done, total| done == total,
    ];
    for at in moments {
        let server = service(|mut peer, _| {
            peer.request();
            peer.send("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{");
            peer.mark("answered");
            peer.wait_for("go");
            peer.send(format!("{:98}}}", ""));
            peer.close();
        });
        let host = opened(&server, "r67");
        let fork = Arc::new(Fork {
            at,
            child: AtomicUsize::new(usize::MAX),
            forks: AtomicUsize::new(0),
        });
        let user = Arc::as_ptr(&fork).cast_mut().cast();
        host.set_progress(Some(fork_once), user);
        let content: Vec<u8> = (0..LARGE).map(|at| (at ^ (at >> 8)) as u8).collect();
        let waiting = Arc::clone(&fork);
        std::thread::scope(|threads| {
            let child_ended = threads.spawn(|| {
                server.until("answered");
                // The last moment comes when the head has been read.
                let child = loop {
                    match waiting.child.load(Ordering::SeqCst) {
                        usize::MAX => std::thread::yield_now(),
                        child => break child,
                    }
                };
                let mut status = 0;
                // SAFETY: an own child.
                unsafe { libc::waitpid(child as i32, &mut status, 0) };
                server.mark("go");
                status
            });
            let sent = host.dmp_send_bytes("r67", &content, "a.pdf");
            if fork.child.load(Ordering::SeqCst) == 0 {
                let fine = sent.str("name") == "HR_E_HANDLE"
                    && sent.str("outcome") == "unknown"
                    && sent.json["entry"] == Value::Null;
                if !fine {
                    eprintln!("child: {}", sent.text);
                }
                // SAFETY: nothing of the parent's is run in the child.
                unsafe { libc::_exit(if fine { 7 } else { 8 }) };
            }
            sent.ok();
            assert_eq!(libc::WEXITSTATUS(child_ended.join().unwrap()), 7);
        });
        let uploads = whole(&server);
        assert_eq!(uploads.len(), 1);
        assert!(
            uploads[0]
                .body
                .windows(content.len())
                .any(|part| part == content)
        );
    }
}
