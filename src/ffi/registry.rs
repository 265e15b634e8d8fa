//! The tables of numbers that hosts have: handles and stops.

use std::collections::BTreeMap;
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

type Table<T> = RwLock<BTreeMap<i32, Arc<T>>>;

pub struct Registry<T>(PerProcess<Table<T>>);

impl<T> Registry<T> {
    const fn new() -> Registry<T> {
        Registry(PerProcess::new(Table::default))
    }

    pub fn insert(&self, value: T) -> Result<i32, Reason> {
        let number = NEXT
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |next| {
                next.checked_add(1)
            })
            .map_err(|_| Reason::NoHandleLeft)?;
        let mut table = unpoisoned(self.0.get().write());
        table.insert(number, Arc::new(value));
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
        table.get(&number).cloned().ok_or(Reason::UnknownHandle)
    }

    pub fn remove(&self, number: i32) -> Result<Arc<T>, Reason> {
        let mut table = unpoisoned(self.0.get().write());
        table.remove(&number).ok_or(Reason::UnknownHandle)
    }
}
