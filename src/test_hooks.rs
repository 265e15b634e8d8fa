//! For the tests alone: makes a call panic at a moment that no reply can bring about.

use std::cell::Cell;

/// How far a call has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// All was sent and the head of an answer was read.
    Answered,
    /// The result of an upload is written.
    Told,
}

thread_local! {
    static PANIC: Cell<Option<Moment>> = const { Cell::new(None) };
}

/// The next call of this thread that comes so far panics there.
pub fn panic_at(moment: Moment) {
    PANIC.set(Some(moment));
}

#[allow(clippy::panic)]
pub fn reach(moment: Moment) {
    if PANIC.get() == Some(moment) {
        PANIC.set(None);
        panic!("planted");
    }
}
