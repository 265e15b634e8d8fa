//! A log receiver that forks between two steps: the PIN is the parent's to present.

use std::ffi::{CStr, c_char, c_void};
use std::sync::atomic::{AtomicI32, Ordering};

use hr::code::HR_E_HANDLE;
use hr::ffi::library::{self, HR_LOG_INFO};
use serde_json::json;
use testkit::*;

use super::{stage, with_card};

static CHILD: AtomicI32 = AtomicI32::new(-1);

/// Forks at the line about the cards.
unsafe extern "C" fn fork_once(_: *mut c_void, _: i32, line: *const c_char) {
    // SAFETY: the library's line; the child ends with _exit.
    unsafe {
        let listed = CStr::from_ptr(line)
            .to_string_lossy()
            .starts_with("hr_ready");
        if listed && CHILD.load(Ordering::SeqCst) == -1 {
            CHILD.store(libc::fork(), Ordering::SeqCst);
        }
    }
}

/// The guard is each process's own, so parent and child presented a wrong PIN both.
#[test]
fn a_child_forked_by_the_log_presents_no_pin() {
    testkit::alone!();
    let stage = stage();
    let host = Host::of(&stage.sandbox);
    // SAFETY: the receiver needs nothing that ends.
    unsafe { library::hr_set_log(Some(fork_once), std::ptr::null_mut(), HR_LOG_INFO) };
    let refused = with_card(&host, &stage.doctor, Some("0000"), json!({}));
    let child = CHILD.load(Ordering::SeqCst);
    if child == 0 {
        let fine = refused.code == HR_E_HANDLE && refused.str("outcome") == "unknown";
        // SAFETY: nothing of the parent's is run in the child.
        unsafe { libc::_exit(if fine { 7 } else { 8 }) };
    }
    let mut status = -1;
    // SAFETY: an own child.
    assert_eq!(unsafe { libc::waitpid(child, &mut status, 0) }, child);
    assert_eq!(libc::WEXITSTATUS(status), 7, "{status}");
    refused.fails("HR_E_CARD_STATUS");
    assert_eq!(stage.presented(), 1);
}
