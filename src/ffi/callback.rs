//! A function of the host that the library calls, with the pointer that the host gave beside it.

use std::ffi::c_void;

use super::floating_point::with_host_state;

pub struct Callback<F> {
    function: F,
    user: *mut c_void,
}

// SAFETY: hr_set_log asks for a function and a pointer that any thread may use. The receiver of hr_set_progress is
// called only on the thread that runs the upload, and one call at a time runs on a handle.
unsafe impl<F: Send> Send for Callback<F> {}
// SAFETY: as above.
unsafe impl<F: Sync> Sync for Callback<F> {}

impl<F> Callback<F> {
    /// None where the host gave no function.
    pub fn new(function: Option<F>, user: *mut c_void) -> Option<Callback<F>> {
        function.map(|function| Callback { function, user })
    }

    /// Calls the function, through `pass` which knows its arguments, in the host's floating-point state.
    pub fn call<T>(&self, pass: impl FnOnce(&F, *mut c_void) -> T) -> T {
        with_host_state(|| pass(&self.function, self.user))
    }
}
