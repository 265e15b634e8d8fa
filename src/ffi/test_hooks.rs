//! For the tests alone: makes the next call on this thread panic with its state locked.

use std::cell::Cell;

use crate::session::Session;

thread_local! {
    static PANIC: Cell<Option<&'static str>> = const { Cell::new(None) };
}

/// The next call on a handle made by this thread panics with this text.
pub fn panic_in_next_call(text: &'static str) {
    PANIC.set(Some(text));
}

#[allow(clippy::panic)]
pub(super) fn perhaps_panic(session: &Session) {
    if let Some(text) = PANIC.take() {
        let _locked = session.state();
        panic!("{text}");
    }
}
