//! For tests alone: makes a call fail at a point that no response can reach, or memory short.

use std::cell::{Cell, RefCell};
use std::net::SocketAddr;
#[cfg(windows)]
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Arc, LazyLock};

/// The points of a call at which a test can make something happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailPoint {
    /// The call has its handle, and the handle's state is locked.
    HandleFound,
    /// All was sent and the head of a response was read.
    ResponseHeadRead,
    /// The result of an upload is written.
    UploadResultWritten,
}

type PlantedFailure = Box<dyn FnOnce()>;

thread_local! {
    static FAILURE: RefCell<Option<(FailPoint, PlantedFailure)>> = const { RefCell::new(None) };
}

/// The next call of this thread that comes so far does this there.
pub fn fail_at(point: FailPoint, failure: impl FnOnce() + 'static) {
    FAILURE.set(Some((point, Box::new(failure))));
}

/// Does what is to be done at this point.
pub fn reach(point: FailPoint) {
    let due = FAILURE.with_borrow_mut(|failure| failure.take_if(|(at, _)| *at == point));
    if let Some((_, failure)) = due {
        failure();
    }
}

thread_local! {
    /// How many more requests for memory are granted, and from which size on they count; None once one was refused.
    static MEMORY: Cell<Option<(u32, usize)>> = const { Cell::new(None) };
}

/// Of this thread's requests for `size` bytes or more the one after `granted` others is refused.
pub fn refuse_memory(granted: u32, size: usize) {
    MEMORY.set(Some((granted, size)));
}

/// Ends `refuse_memory`; returns whether a request was refused.
pub fn memory_was_refused() -> bool {
    MEMORY.take().is_none()
}

#[cfg(feature = "wiping-allocator")]
pub fn refuses_memory(bytes: usize) -> bool {
    match MEMORY.get() {
        Some((granted, size)) if bytes >= size => {
            MEMORY.set(granted.checked_sub(1).map(|left| (left, size)));
            granted == 0
        }
        _ => false,
    }
}

/// Gives the addresses of a name and a port.
pub type Resolver = Arc<dyn Fn(&str, u16) -> Vec<SocketAddr> + Send + Sync>;

thread_local! {
    /// Calls of this thread look names up by this function in place of the system's, on a worker as always.
    pub static RESOLVER: RefCell<Option<Resolver>> = const { RefCell::new(None) };
}

/// What the system does and a worker waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeldWork {
    Roots,
    Certificate,
}

pub type HoldHook = Arc<dyn Fn(HeldWork) + Send + Sync>;

thread_local! {
    /// For calls of this thread a worker reads the roots and checks certificates, and before it does, it calls this.
    pub static HOLD: RefCell<Option<HoldHook>> = const { RefCell::new(None) };
}

/// Work that calls it first.
pub fn held<T>(what: HeldWork, work: impl FnOnce() -> T) -> impl FnOnce() -> T {
    let hold = HOLD.with_borrow(Clone::clone);
    move || {
        hold.inspect(|hold| hold(what));
        work()
    }
}

/// Each caller that waits for a worker shares it.
pub static WAITING: LazyLock<Arc<()>> = LazyLock::new(Arc::default);

pub fn waiting() -> usize {
    Arc::strong_count(&WAITING) - 1
}

/// How many receives of Windows got bytes or a reset: those that waited for it, and those that came later.
#[cfg(windows)]
pub static RECEIVED: [AtomicI32; 2] = [const { AtomicI32::new(0) }; 2];

#[cfg(windows)]
pub fn received(waited: bool) {
    let [waiting, late] = &RECEIVED;
    let count = if waited { waiting } else { late };
    count.fetch_add(1, Ordering::Relaxed);
}
