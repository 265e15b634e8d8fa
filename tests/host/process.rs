//! What the library leaves alone in the process that it runs in: floating-point state, forks, callbacks.

use std::ffi::c_void;
use std::hint::black_box;
use std::sync::atomic::{AtomicI32, AtomicUsize, Ordering};

use hr::code::{HR_E_HANDLE, HR_OK};
use hr::ffi::handle;
use hr::ffi::test_hooks::{FailPoint, fail_at};
use hr_sandbox::{Call, Fault};
use testkit::*;

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod traps {
    unsafe extern "C" {
        fn feenableexcept(exceptions: i32) -> i32;
        fn fedisableexcept(exceptions: i32) -> i32;
        pub safe fn fegetexcept() -> i32;
    }

    /// Invalid operation, division by zero, overflow: what Delphi turns on.
    pub const ALL: i32 = 0x01 | 0x04 | 0x08;

    /// Traps are on while this lives.
    pub struct On;

    pub fn on() -> On {
        // SAFETY: changes the control words of this thread.
        assert!(unsafe { feenableexcept(ALL) } >= 0);
        On
    }

    impl Drop for On {
        fn drop(&mut self) {
            // SAFETY: as above.
            unsafe { fedisableexcept(ALL) };
        }
    }
}

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
static TRAPS_IN_CALLBACK: AtomicI32 = AtomicI32::new(-1);

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
unsafe extern "C" fn note_traps(_: *mut c_void, _: i32, _: i32) -> i32 {
    TRAPS_IN_CALLBACK.store(traps::fegetexcept(), Ordering::SeqCst);
    0
}

/// With floating-point traps on, one large number in a reply used to be enough to end a process.
#[test]
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
fn floating_point_traps_stay_the_hosts() {
    let sandbox = sandbox();
    let reply = r#"{"a":1.7976931348623157e309,"b":123456789012345678901234567890,"c":-1e-400}"#;
    let host = Host::of(&sandbox);
    let on = traps::on();
    let id = host.open_record();
    sandbox.set_fault(Fault::on(Call::PatientSearch).status(200).body(reply));
    let big = host.patient_search(QUALIFIED);
    // Computes what traps where traps are on.
    fail_at(FailPoint::HandleFound, || {
        black_box(black_box(f64::MAX) * black_box(2.0));
        black_box(black_box(1.0) / black_box(0.0));
    });
    let computed = host.state();
    unsafe { handle::hr_set_progress(host.0, Some(note_traps), std::ptr::null_mut()) };
    let sent = host.dmp_send_bytes(&id, b"document with traps on", "a.txt");
    let after = traps::fegetexcept();
    drop(on);
    assert!(big.ok().text.contains("1.7976931348623157e309"));
    computed.ok();
    sent.ok();
    assert_eq!(
        after,
        traps::ALL,
        "the host's state is back after the calls"
    );
    assert_eq!(
        TRAPS_IN_CALLBACK.load(Ordering::SeqCst),
        traps::ALL,
        "and during callbacks"
    );
}

thread_local! {
    /// The child that the next line of the log makes on this thread; -1 for none.
    static CHILD: std::cell::Cell<Option<i32>> = const { std::cell::Cell::new(None) };
}

#[cfg(unix)]
unsafe extern "C" fn fork_at_a_line(_: *mut c_void, _: i32, _: *const std::ffi::c_char) {
    if CHILD.get() == Some(-1) {
        // SAFETY: the child ends with _exit.
        CHILD.set(Some(unsafe { libc::fork() }));
    }
}

/// R69: a callback of the log forked and both returned: the child went on as if the call were its own.
#[test]
#[cfg(unix)]
fn a_child_forked_by_a_callback_has_no_part_in_the_call() {
    testkit::alone!();
    let sandbox = sandbox();
    let host = Host::of(&sandbox);
    host.open_record();
    // SAFETY: the receiver uses no user pointer.
    unsafe { hr::ffi::library::hr_set_log(Some(fork_at_a_line), std::ptr::null_mut(), 2) };
    let reads = || host.request("GET", "/echo/read", None);
    let changes = || host.request("POST", "/echo/change", Some("{}"));
    let calls: [(&dyn Fn() -> Outcome, &str); 2] = [(&reads, ""), (&changes, "unknown")];
    for (call, word) in calls {
        CHILD.set(Some(-1));
        let outcome = call();
        let child = CHILD.take().unwrap();
        if child == 0 {
            let fine = outcome.code == HR_E_HANDLE
                && outcome.json["outcome"].as_str().unwrap_or_default() == word;
            // SAFETY: nothing of the parent's is run in the child.
            unsafe { libc::_exit(if fine { 7 } else { 8 }) };
        }
        outcome.ok();
        let mut status = -1;
        // SAFETY: an own child.
        assert_eq!(unsafe { libc::waitpid(child, &mut status, 0) }, child);
        assert_eq!(libc::WEXITSTATUS(status), 7);
    }
    // SAFETY: NULL is allowed.
    unsafe { hr::ffi::library::hr_set_log(None, std::ptr::null_mut(), 0) };
}

struct Watch {
    handle: i32,
    calls: AtomicUsize,
    others: AtomicI32,
}

unsafe extern "C" fn call_back(user: *mut c_void, _: i32, _: i32) -> i32 {
    let watch = unsafe { &*user.cast::<Watch>() };
    watch.calls.fetch_add(1, Ordering::SeqCst);
    let null = std::ptr::null_mut();
    let same = unsafe { hr::ffi::card::hr_ready(watch.handle, null) };
    let seen = unsafe { handle::hr_state(watch.handle, null) };
    let mut other = 0;
    let open = unsafe { handle::hr_open(c("{}").as_ptr(), &mut other, null) };
    let state = unsafe { handle::hr_state(other, null) };
    let close = handle::hr_close(other);
    let fine = same == hr::code::HR_E_BUSY && seen + open + state + close == HR_OK;
    watch.others.fetch_add(i32::from(!fine), Ordering::SeqCst);
    0
}

#[test]
fn callbacks_may_use_other_handles() {
    let sandbox = sandbox();
    let host = Host::of(&sandbox);
    let id = host.open_record();
    let watch = Watch {
        handle: host.0,
        calls: AtomicUsize::new(0),
        others: AtomicI32::new(0),
    };
    let user = (&raw const watch).cast_mut().cast();
    unsafe { handle::hr_set_progress(host.0, Some(call_back), user) };
    host.dmp_send_bytes(&id, &[7; 500_000], "a.bin").ok();
    assert!(watch.calls.load(Ordering::SeqCst) >= 4);
    assert_eq!(watch.others.load(Ordering::SeqCst), 0);
    unsafe { handle::hr_set_progress(host.0, None, std::ptr::null_mut()) };
    let calls = watch.calls.load(Ordering::SeqCst);
    host.dmp_send_bytes(&id, b"without", "a.bin").ok();
    assert_eq!(watch.calls.load(Ordering::SeqCst), calls);
}
