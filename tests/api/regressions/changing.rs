//! Documents that change while they are compared or sent.

use std::ffi::c_void;
use std::fs::{File, FileTimes, OpenOptions};
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::Path;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

use serde_json::{Value, json};

use super::doubts::*;
use testkit::*;

/// Waits until the clock of the file system has moved on: the next change of the file shows in its times.
fn settle(path: &Path) {
    let changed = |path: &Path| {
        let metadata = std::fs::metadata(path).unwrap();
        (metadata.ctime(), metadata.ctime_nsec())
    };
    let probe = path.with_extension("probe");
    loop {
        std::fs::write(&probe, b"").unwrap();
        if changed(&probe) > changed(path) {
            return;
        }
        std::thread::yield_now();
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
    host.set_progress(Some(swap_buffer), user);
    let sent = host.dmp_send_bytes("r62", &buffer, "a.pdf");
    assert_eq!(whole(&server).len(), 1, "{}", sent.text);
    assert_eq!(sent.str("outcome"), "incomplete", "{}", sent.text);
    let sent = sent.fails("HR_E_FILE");
    assert_eq!(sent.json["sha256"], Value::Null);

    let file = TempFile::new("a.pdf", &b);
    let context = (file.path().to_owned(), AtomicUsize::new(0));
    let user = (&raw const context).cast_mut().cast();
    host.set_progress(Some(swap_file), user);
    host.dmp_send("r62", file.path(), None)
        .fails("HR_E_FILE")
        .outcome("incomplete");
    assert_eq!(std::fs::read(file.path()).unwrap(), a);
    assert_eq!(whole(&server).len(), 1);
    let refused = host.dmp_send_bytes("r62", &a, "a.pdf");
    assert_eq!(refused.fails("HR_E_CONFLICT").str("entry"), doubt);

    // A permit for A is not used up by a sending that ended so.
    assert_eq!(host.dmp_resend_allow(&doubt), 0);
    settle(&file.0);
    let changing = (file.path().to_owned(), AtomicUsize::new(0));
    let user = (&raw const changing).cast_mut().cast();
    host.set_progress(Some(touch_file), user);
    host.dmp_send("r62", file.path(), None)
        .fails("HR_E_FILE")
        .outcome("incomplete");
    host.set_progress(None, std::ptr::null_mut());
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
        settle(&file.0);
        let sent = std::thread::scope(|threads| {
            let call = threads.spawn(|| host.dmp_send("r63", file.path(), None));
            server.until("begun");
            change(&file.0);
            server.mark("changed");
            call.join().unwrap()
        });
        assert_eq!(whole(&server).len(), 0, "{}", sent.text);
        let sent = sent.fails("HR_E_FILE").outcome("incomplete");
        sent.json.has(json!({"sha256": null, "entry": null}));
    }
}
