//! Which thread begins its calls under which stop: the thread alone knows, and it goes with the thread.

use std::cell::RefCell;
use std::sync::Arc;

use super::registry::HANDLES;
use crate::transport::StickyStop;

thread_local! {
    /// The stops that this thread has set, by handle. A handle's number is never used again.
    static SET: RefCell<Vec<(i32, Arc<StickyStop>)>> = const { RefCell::new(Vec::new()) };
}

/// The stop under which this thread begins a call on the handle.
pub fn of(handle: i32) -> Option<Arc<StickyStop>> {
    // A thread that is ending has none any more.
    let found = SET.try_with(|set| {
        let set = set.borrow();
        let (_, stop) = set.iter().find(|(number, _)| *number == handle)?;
        Some(Arc::clone(stop))
    });
    found.ok().flatten()
}

/// None: the thread's calls on the handle have no stop.
pub fn set(handle: i32, stop: Option<Arc<StickyStop>>) {
    SET.with_borrow_mut(|set| {
        // Those of closed handles go as well.
        set.retain(|(number, _)| *number != handle && HANDLES.find(*number).is_ok());
        set.extend(stop.map(|stop| (handle, stop)));
    });
}
