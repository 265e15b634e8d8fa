//! Documents that were sent twice, or as a mixture: doubts, permits, and content that changes meanwhile.

use std::ffi::c_void;
use std::fs::{File, FileTimes, OpenOptions};
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};
use std::time::Instant;

use hr::ffi::handle;
use serde_json::{Value, json};

use crate::raw::{Peer, Request, Server, answer};
use crate::support::digests::sha256;
use crate::support::*;

/// More than the buffers of a connection hold.
const LARGE: usize = 16 << 20;

/// A service that opens every record. What it does with an upload, whose head it has read and whose
/// number it is told, the script says.
fn service(script: impl Fn(Peer, usize) + Send + Sync + 'static) -> Server {
    let uploads = AtomicUsize::new(0);
    Server::start(move |mut peer| {
        let Some(request) = peer.head() else {
            return;
        };
        if request.head.contains("/unique/doc/send") {
            script(peer, uploads.fetch_add(1, Ordering::SeqCst));
        } else {
            peer.request();
            peer.send(answer("200 OK", "connection: close\r\n", "{}"));
            peer.close();
        }
    })
}

/// A handle with this patient's record open.
fn opened(server: &Server, patient_id: &str) -> Host {
    let host = Host::open(&json!({"timeouts": {"upload_ms": 20_000}}));
    assert_eq!(host.session_set(&server.url(), "bearer"), 0);
    host.dmp_open(patient_id, None).ok();
    host
}

fn accept(mut peer: Peer) {
    if peer.request().is_some() {
        peer.send(answer("200 OK", "connection: close\r\n", "{}"));
        peer.close();
    }
}

fn lose_the_answer(mut peer: Peer) {
    peer.request();
    peer.close();
}

/// The uploads that the server holds the whole of.
fn whole(server: &Server) -> Vec<Request> {
    server
        .requests()
        .into_iter()
        .filter(|request| request.head.contains("/unique/doc/send") && request.whole)
        .collect()
}

#[track_caller]
fn entry(outcome: &Outcome) -> String {
    let entry = outcome.json["entry"].as_str();
    let entry = entry.unwrap_or_else(|| panic!("no entry: {}", outcome.text));
    let digit = |c: u8| c.is_ascii_digit() || (b'a'..=b'f').contains(&c);
    assert!(entry.len() == 32 && entry.bytes().all(digit), "{entry}");
    entry.to_owned()
}

/// One document in doubt for two patients: the permit given for the one let the other's through.
#[test]
fn r60_a_permit_is_for_one_doubt() {
    let server = service(|peer, number| match number {
        0 | 1 => lose_the_answer(peer),
        _ => accept(peer),
    });
    let host = opened(&server, "r60-h");
    host.dmp_open("r60-d", None).ok();
    let content = b"r60 a leaflet";
    let [of_h, of_d] = ["r60-h", "r60-d"].map(|id| {
        let lost = host.dmp_send_bytes(id, content, "a.pdf");
        entry(&lost.fails("HR_E_IN_DOUBT").outcome("unknown"))
    });
    assert_ne!(of_h, of_d);
    let refused = host.dmp_send_bytes("r60-h", content, "a.pdf");
    assert_eq!(entry(&refused.fails("HR_E_CONFLICT")), of_h);

    let digest = sha256(content);
    assert_eq!(host.dmp_resend_allow(&digest), -10, "several doubts");
    assert_eq!(host.dmp_resend_allow(&of_h), 0);
    host.dmp_send_bytes("r60-d", content, "a.pdf")
        .fails("HR_E_CONFLICT")
        .outcome("rejected");
    host.dmp_send_bytes("r60-h", content, "a.pdf").ok();
    assert_eq!(host.dmp_resend_allow(&of_h), -1, "no doubt any more");
    // Now the content alone says which.
    assert_eq!(host.dmp_resend_allow(&digest.to_uppercase()), 0);
    host.dmp_send_bytes("r60-d", content, "a.pdf").ok();
    assert_eq!(whole(&server).len(), 4);
}

/// Two handles sent one document; the second ended `unknown`, then the first was accepted, which lifted the
/// second's doubt, and a third copy went out.
#[test]
fn r61_one_document_is_on_its_way_once() {
    let server = service(|mut peer, number| match number {
        0 => {
            peer.request();
            peer.mark("first");
            peer.wait_for("go");
            peer.send(answer("200 OK", "connection: close\r\n", "{}"));
            peer.close();
        }
        _ => lose_the_answer(peer),
    });
    let (one, other) = (opened(&server, "r61"), opened(&server, "r61"));
    let content = b"r61 one document";
    std::thread::scope(|threads| {
        let first = threads.spawn(|| one.dmp_send_bytes("r61", content, "a.pdf"));
        server.until("first");
        let second = other.dmp_send_bytes("r61", content, "b.pdf");
        server.mark("go");
        first.join().unwrap().ok();
        let second = second.fails("HR_E_CONFLICT").outcome("rejected");
        assert_eq!(second.json["at"], "library");
        assert_eq!(second.json["reason"], "document_in_use");
        assert_eq!(second.json["entry"], Value::Null);
    });
    assert_eq!(whole(&server).len(), 1);
    // Known to be accepted: whoever sends it again wants it twice, and now that is in doubt.
    let lost = one.dmp_send_bytes("r61", content, "a.pdf");
    let entry = entry(&lost.fails("HR_E_IN_DOUBT"));
    let refused = other.dmp_send_bytes("r61", content, "a.pdf");
    assert_eq!(refused.fails("HR_E_CONFLICT").str("entry"), entry);
    assert_eq!(whole(&server).len(), 2);
}

/// The same while both are on their way: whichever comes second does not come to its end.
#[test]
fn r68_of_two_on_their_way_one_arrives() {
    for first_ends in ["HR_OK", "HR_E_IN_DOUBT"] {
        let server = service(move |mut peer, number| {
            peer.read_to(100_000);
            peer.mark(["a", "b"][number]);
            peer.wait_for(["go a", "go b"][number]);
            let all = peer.request().is_some();
            peer.mark(["whole a", "whole b"][number]);
            peer.wait_for("end");
            if all && (number > 0 || first_ends == "HR_OK") {
                peer.send(answer("200 OK", "connection: close\r\n", "{}"));
            }
            peer.close();
        });
        let patient = format!("r61 {first_ends}");
        let (one, other) = (opened(&server, &patient), opened(&server, &patient));
        let content = vec![61; LARGE];
        std::thread::scope(|threads| {
            let first = threads.spawn(|| one.dmp_send_bytes(&patient, &content, "a.pdf"));
            server.until("a");
            let second = threads.spawn(|| other.dmp_send_bytes(&patient, &content, "b.pdf"));
            server.until("b");
            server.mark("go a");
            server.until("whole a");
            server.mark("go b");
            server.until("whole b");
            server.mark("end");
            let second = second.join().unwrap();
            let second = second.fails("HR_E_CONFLICT").outcome("rejected");
            assert_eq!(second.json["reason"], "document_in_use");
            let first = first.join().unwrap();
            match first_ends {
                "HR_OK" => drop(first.ok()),
                _ => drop(entry(&first.fails(first_ends))),
            }
        });
        assert_eq!(whole(&server).len(), 1);
    }
}

static BUFFER: AtomicPtr<u8> = AtomicPtr::new(std::ptr::null_mut());

/// From the second report on the buffer holds what is in doubt.
unsafe extern "C" fn swap_buffer(count: *mut c_void, _: i32, _: i32) -> i32 {
    // SAFETY: the test's counter; the buffer lives as long as the call.
    unsafe {
        let count = &*count.cast::<AtomicUsize>();
        if count.fetch_add(1, Ordering::SeqCst) > 0 {
            BUFFER.load(Ordering::SeqCst).write_bytes(b'A', 1000);
        }
    }
    0
}

unsafe extern "C" fn swap_file(path: *mut c_void, done: i32, _: i32) -> i32 {
    // SAFETY: the test's path.
    let (path, count) = unsafe { &*path.cast::<(String, AtomicUsize)>() };
    if count.fetch_add(1, Ordering::SeqCst) > 0 && done == 0 {
        let file = OpenOptions::new().write(true).open(path).unwrap();
        file.write_all_at(&[b'A'; 1000], 0).unwrap();
    }
    0
}

/// Content A is in doubt; B was there while it was compared, and A again before the first byte: A was sent twice.
#[test]
fn r62_what_is_sent_is_what_was_compared() {
    let server = service(|peer, number| match number {
        0 => lose_the_answer(peer),
        _ => accept(peer),
    });
    let host = opened(&server, "r62");
    let (a, b) = ([b'A'; 1000], [b'B'; 1000]);
    let lost = host.dmp_send_bytes("r62", &a, "a.pdf");
    let doubt = entry(&lost.fails("HR_E_IN_DOUBT"));

    let mut buffer = b.to_vec();
    BUFFER.store(buffer.as_mut_ptr(), Ordering::SeqCst);
    let count = AtomicUsize::new(0);
    let user = (&raw const count).cast_mut().cast();
    // SAFETY: the counter outlives the receiver.
    unsafe { handle::hr_set_progress(host.0, Some(swap_buffer), user) };
    let sent = host.dmp_send_bytes("r62", &buffer, "a.pdf");
    assert_eq!(whole(&server).len(), 1, "{}", sent.text);
    assert_eq!(sent.str("outcome"), "incomplete", "{}", sent.text);
    let sent = sent.fails("HR_E_FILE");
    assert_eq!(sent.json["sha256"], Value::Null);

    let file = TempFile::new("a.pdf", &b);
    let told = (file.path().to_owned(), AtomicUsize::new(0));
    let user = (&raw const told).cast_mut().cast();
    // SAFETY: as above.
    unsafe { handle::hr_set_progress(host.0, Some(swap_file), user) };
    host.dmp_send("r62", file.path(), None)
        .fails("HR_E_FILE")
        .outcome("incomplete");
    assert_eq!(std::fs::read(file.path()).unwrap(), a);
    assert_eq!(whole(&server).len(), 1);
    let refused = host.dmp_send_bytes("r62", &a, "a.pdf");
    assert_eq!(refused.fails("HR_E_CONFLICT").str("entry"), doubt);

    // A permit for A is not used up by a sending that ended so.
    assert_eq!(host.dmp_resend_allow(&doubt), 0);
    let changing = (file.path().to_owned(), AtomicUsize::new(0));
    let user = (&raw const changing).cast_mut().cast();
    // SAFETY: as above.
    unsafe { handle::hr_set_progress(host.0, Some(touch_file), user) };
    host.dmp_send("r62", file.path(), None)
        .fails("HR_E_FILE")
        .outcome("incomplete");
    // SAFETY: NULL is allowed.
    unsafe { handle::hr_set_progress(host.0, None, std::ptr::null_mut()) };
    host.dmp_send("r62", file.path(), None).ok();
    assert_eq!(whole(&server).len(), 2);
}

/// Writes the same bytes again.
unsafe extern "C" fn touch_file(path: *mut c_void, _: i32, _: i32) -> i32 {
    // SAFETY: the test's path.
    let (path, _) = unsafe { &*path.cast::<(String, AtomicUsize)>() };
    let file = OpenOptions::new().write(true).open(path).unwrap();
    file.write_all_at(b"A", 0).unwrap();
    0
}

/// A file rewritten in place while it was sent: a mixture of both contents was accepted.
#[test]
fn r63_a_file_that_is_rewritten_meanwhile_does_not_arrive() {
    let rewrite = |path: &Path| {
        let file = OpenOptions::new().write(true).open(path).unwrap();
        file.write_all_at(&vec![2; LARGE], 0).unwrap();
    };
    let rewrite_as_of_old = |path: &Path| {
        let times = std::fs::metadata(path).unwrap();
        let times = FileTimes::new()
            .set_modified(times.modified().unwrap())
            .set_accessed(times.accessed().unwrap());
        rewrite(path);
        let file = File::options().write(true).open(path).unwrap();
        file.set_times(times).unwrap();
    };
    let last_byte = |path: &Path| {
        let file = OpenOptions::new().write(true).open(path).unwrap();
        file.write_all_at(&[2], LARGE as u64 - 1).unwrap();
    };
    let replace = |path: &Path| {
        let fresh = path.with_extension("new");
        std::fs::write(&fresh, vec![2; LARGE]).unwrap();
        std::fs::rename(fresh, path).unwrap();
    };
    for change in [
        &rewrite as &dyn Fn(&Path),
        &rewrite_as_of_old,
        &last_byte,
        &replace,
    ] {
        let server = service(|mut peer, _| {
            peer.read_to(100_000);
            peer.mark("begun");
            peer.wait_for("changed");
            accept(peer);
        });
        let host = opened(&server, "r63");
        let file = TempFile::new("scan.pdf", &vec![1; LARGE]);
        let sent = std::thread::scope(|threads| {
            let call = threads.spawn(|| host.dmp_send("r63", file.path(), None));
            server.until("begun");
            change(&file.0);
            server.mark("changed");
            call.join().unwrap()
        });
        assert_eq!(whole(&server).len(), 0, "{}", sent.text);
        let sent = sent.fails("HR_E_FILE").outcome("incomplete");
        assert_eq!(sent.json["sha256"], Value::Null);
        assert_eq!(sent.json["entry"], Value::Null);
    }
}

/// A doubt that arose while the same document was on its way elsewhere stopped nothing.
#[test]
fn r64_a_doubt_that_arises_meanwhile_counts() {
    let server = service(|mut peer, number| match number {
        0 => {
            peer.read_to(100_000);
            peer.mark("begun");
            peer.wait_for("go");
            accept(peer);
        }
        _ => lose_the_answer(peer),
    });
    let (slow, quick) = (opened(&server, "r64"), opened(&server, "r64"));
    let content = vec![64; LARGE];
    std::thread::scope(|threads| {
        let first = threads.spawn(|| slow.dmp_send_bytes("r64", &content, "a.pdf"));
        server.until("begun");
        let lost = quick.dmp_send_bytes("r64", &content, "a.pdf");
        server.mark("go");
        let refused = first.join().unwrap();
        let doubt = entry(&lost.fails("HR_E_IN_DOUBT"));
        let refused = refused.fails("HR_E_CONFLICT").outcome("rejected");
        assert_eq!(entry(&refused), doubt);
        assert_eq!(refused.json["at"], "library");
        assert_eq!(refused.json["sha256"], sha256(&content).as_str());
    });
    assert_eq!(whole(&server).len(), 1);
}

/// Each doubt is a new one: a permit for what a person decided before the last sending says nothing of it.
#[test]
fn r65_a_permit_of_an_earlier_doubt_is_none() {
    let server = service(|peer, number| match number {
        0 | 1 => lose_the_answer(peer),
        2 => drop(peer),
        _ => accept(peer),
    });
    let host = opened(&server, "r65");
    let content = b"r65 twice in doubt";
    let first = entry(&host.dmp_send_bytes("r65", content, "a.pdf"));
    assert_eq!(host.dmp_resend_allow(&first), 0);
    assert_eq!(host.dmp_resend_allow(&first), 0, "one sending all the same");
    let lost = host.dmp_send_bytes("r65", content, "a.pdf");
    let second = entry(&lost.fails("HR_E_IN_DOUBT"));
    assert_ne!(first, second);
    for stale in [
        &first,
        &"0".repeat(32),
        &"0".repeat(64),
        &second[1..].into(),
    ] {
        assert_eq!(host.dmp_resend_allow(stale), -1);
    }
    host.dmp_send_bytes("r65", content, "a.pdf")
        .fails("HR_E_CONFLICT");
    assert_eq!(host.dmp_resend_allow(&second), 0);
    // Whatever of it left, the whole did not: the permit stays.
    let large = host.dmp_send_bytes("r65", content, "a.pdf");
    if large.str("outcome") == "incomplete" {
        host.dmp_send_bytes("r65", content, "a.pdf").ok();
    }
}

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
    // SAFETY: the callback uses no user pointer.
    unsafe { handle::hr_set_progress(host.0, Some(count_reports), std::ptr::null_mut()) };
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

/// What a forked child tells of its call, through a pipe.
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
        // SAFETY: it outlives the receiver.
        unsafe { handle::hr_set_progress(host.0, Some(fork_once), user) };
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
