//! For the tests alone: makes the next call on this thread misbehave inside the boundary.

pub use crate::guard::forget;
pub use crate::system::owner::planted as owner;
pub use crate::system::proxy;
pub use crate::test_hooks::{
    FailPoint, HOLD, HeldWork, RESOLVER, fail_at, memory_was_refused, refuse_memory, waiting,
};
pub use crate::transport::workers;

use std::cell::Cell;

use super::registry::HANDLES;

/// Runs `body` while every other thread that looks for a handle waits.
pub fn while_locked<T>(body: impl FnOnce() -> T) -> T {
    HANDLES.while_locked(body)
}

/// For hosts that are not Rust: the next call on a handle made by this thread panics, its state locked.
#[unsafe(no_mangle)]
#[allow(clippy::panic)]
pub extern "C" fn hr_test_panic_in_next_call() {
    fail_at(FailPoint::HandleFound, || panic!("planted"));
}

/// How many receives got bytes or a reset: those that waited for it with 0, those that came later with 1.
#[cfg(windows)]
#[unsafe(no_mangle)]
pub extern "C" fn hr_test_received(late: i32) -> i32 {
    let [waiting, too_late] = &crate::test_hooks::RECEIVED;
    let count = if late == 0 { waiting } else { too_late };
    count.load(std::sync::atomic::Ordering::Relaxed)
}

thread_local! {
    /// Whether this thread believes that it is the last one of a process that ends.
    pub static PROCESS_ENDS: Cell<bool> = const { Cell::new(false) };
}

/// For hosts that are not Rust: never returns, and nobody finds a handle any more.
#[unsafe(no_mangle)]
pub extern "C" fn hr_test_hold_handles() {
    while_locked(|| {
        loop {
            std::thread::park();
        }
    })
}
