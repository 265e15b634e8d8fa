//! The tables of numbers that hosts have, handles and stops, and which stop a thread has set for a handle.

use std::cell::RefCell;
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Arc, RwLock};

use crate::locking::unpoisoned;
use crate::per_process::PerProcess;
use crate::reason::Reason;
use crate::session::Session;
use crate::transport::StickyStop;

pub static HANDLES: Registry<Session> = Registry::new();
pub static STOPS: Registry<StickyStop> = Registry::new();

/// Of both tables, so that no number is in both. It never goes back, also not in a forked child, so that a stale number
/// is never somebody else's.
static NEXT: AtomicI32 = AtomicI32::new(1);

/// In the order of the numbers.
type Table<T> = RwLock<Vec<(i32, Arc<T>)>>;

pub struct Registry<T>(PerProcess<Table<T>>);

impl<T> Registry<T> {
    const fn new() -> Registry<T> {
        Registry(PerProcess::new(Table::default))
    }

    pub fn insert(&self, value: T) -> Result<i32, Reason> {
        let mut table = unpoisoned(self.0.get().write());
        table.try_reserve(1)?;
        let next = |number: i32| number.checked_add(1);
        let number = NEXT.fetch_update(Ordering::SeqCst, Ordering::SeqCst, next);
        let number = number.map_err(|_| Reason::NoHandleLeft)?;
        table.push((number, Arc::new(value)));
        Ok(number)
    }

    /// Runs `body` while every other thread that looks for a number waits.
    #[cfg(feature = "test-hooks")]
    pub fn while_locked<R>(&self, body: impl FnOnce() -> R) -> R {
        let _table = unpoisoned(self.0.get().write());
        body()
    }

    pub fn find(&self, number: i32) -> Result<Arc<T>, Reason> {
        let table = unpoisoned(self.0.get().read());
        let at = place(&table, number)?;
        let found = table.get(at).map(|(_, value)| Arc::clone(value));
        found.ok_or(Reason::UnknownHandle)
    }

    pub fn remove(&self, number: i32) -> Result<Arc<T>, Reason> {
        let mut table = unpoisoned(self.0.get().write());
        let at = place(&table, number)?;
        Ok(table.remove(at).1)
    }
}

fn place<T>(table: &[(i32, T)], number: i32) -> Result<usize, Reason> {
    let found = table.binary_search_by_key(&number, |(number, _)| *number);
    found.map_err(|_| Reason::UnknownHandle)
}

thread_local! {
    /// The stops that this thread has set, by handle: the thread alone knows, and they go with it.
    static THREAD_STOPS: RefCell<Vec<(i32, Arc<StickyStop>)>> = const { RefCell::new(Vec::new()) };
}

/// Sets the stop under which this thread begins its calls on the handle; none: no stop any more.
pub fn set_thread_stop(handle: i32, wanted: Option<Arc<StickyStop>>) {
    // A thread that is ending has none any more.
    let _ = THREAD_STOPS.try_with(|set| {
        let mut set = set.borrow_mut();
        // Those of closed handles go as well.
        set.retain(|(number, _)| *number != handle && HANDLES.find(*number).is_ok());
        set.extend(wanted.map(|stop| (handle, stop)));
    });
}

/// The stop under which this thread begins a call on the handle.
pub fn thread_stop(handle: i32) -> Option<Arc<StickyStop>> {
    // A thread that is ending has none any more.
    let found = THREAD_STOPS.try_with(|set| {
        let set = set.borrow();
        set.iter().find(|(number, _)| *number == handle).cloned()
    });
    found.ok().flatten().map(|(_, stop)| stop)
}
