//! POSIX threads may be cancelled. The system then unwinds the thread's stack, which no Rust function survives: the
//! process would end. So a cancellation waits until the call has returned.

use std::ffi::c_int;
use std::ptr::null_mut;

unsafe extern "C" {
    fn pthread_setcancelstate(state: c_int, former: *mut c_int) -> c_int;
    fn pthread_setcanceltype(kind: c_int, former: *mut c_int) -> c_int;
}

const ENABLE: c_int = 0;
const DISABLE: c_int = 1;
const DEFERRED: c_int = 0;

/// Disables cancellation of this thread until dropped.
pub struct CancellationDisabled {
    former: c_int,
}

impl CancellationDisabled {
    pub fn enter() -> CancellationDisabled {
        let mut former = DISABLE;
        // SAFETY: changes a setting of this thread; former is writable.
        unsafe { pthread_setcancelstate(DISABLE, &raw mut former) };
        CancellationDisabled { former }
    }
}

impl Drop for CancellationDisabled {
    fn drop(&mut self) {
        if self.former == ENABLE {
            // SAFETY: as above. An asynchronous cancellation would begin right here, in our frames; a deferred
            // one begins in the host's next cancellation point. None of the two calls is one.
            unsafe {
                pthread_setcanceltype(DEFERRED, null_mut());
                pthread_setcancelstate(ENABLE, null_mut());
            }
        }
    }
}
