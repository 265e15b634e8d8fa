//! For the tests alone: makes a call panic at a moment that no reply can bring about, or memory short.

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

thread_local! {
    /// How many more requests for memory are granted, and from which size on they count.
    static MEMORY: Cell<Option<(u32, usize)>> = const { Cell::new(None) };
    static REFUSED: Cell<bool> = const { Cell::new(false) };
}

/// Of this thread's requests for `size` bytes or more the one after `granted` others is refused.
pub fn refuse_memory(granted: u32, size: usize) {
    REFUSED.set(false);
    MEMORY.set(Some((granted, size)));
}

/// Ends `refuse_memory`; tells whether a request was refused.
pub fn memory_was_refused() -> bool {
    MEMORY.set(None);
    REFUSED.get()
}

#[cfg(feature = "wiping-allocator")]
pub fn refuses_memory(bytes: usize) -> bool {
    match MEMORY.get() {
        Some((granted, size)) if bytes >= size => {
            MEMORY.set(granted.checked_sub(1).map(|left| (left, size)));
            REFUSED.set(granted == 0);
            granted == 0
        }
        _ => false,
    }
}
