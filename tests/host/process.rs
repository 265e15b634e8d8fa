//! What the library leaves alone in the process that it runs in: floating-point state, callbacks.

use std::ffi::c_void;
use std::hint::black_box;
use std::sync::atomic::{AtomicI32, AtomicUsize, Ordering};

use hr::code::HR_OK;
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
