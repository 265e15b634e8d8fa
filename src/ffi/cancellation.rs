//! POSIX threads may be cancelled. The system then unwinds the thread's stack, which no Rust function of ours
//! survives: the process would end. So a cancellation waits until the call has returned.

#[cfg(not(target_os = "linux"))]
pub struct Held;

#[cfg(not(target_os = "linux"))]
impl Held {
    pub fn enter() -> Held {
        Held
    }
}

#[cfg(target_os = "linux")]
pub use linux::Held;

#[cfg(target_os = "linux")]
mod linux {
    use std::ffi::c_int;
    use std::ptr::null_mut;

    unsafe extern "C" {
        fn pthread_setcancelstate(state: c_int, former: *mut c_int) -> c_int;
        fn pthread_setcanceltype(kind: c_int, former: *mut c_int) -> c_int;
    }

    const ENABLE: c_int = 0;
    const DISABLE: c_int = 1;
    const DEFERRED: c_int = 0;

    /// Holds cancellations of this thread back until dropped.
    pub struct Held {
        former: c_int,
    }

    impl Held {
        pub fn enter() -> Held {
            let mut former = DISABLE;
            // SAFETY: changes a setting of this thread; former is writable.
            unsafe { pthread_setcancelstate(DISABLE, &raw mut former) };
            Held { former }
        }
    }

    impl Drop for Held {
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
}
