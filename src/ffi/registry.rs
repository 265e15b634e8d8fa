//! The table of handles.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use crate::per_process::PerProcess;
use crate::reason::Reason;
use crate::session::Session;

type Handles = RwLock<BTreeMap<i32, Arc<Session>>>;

static TABLE: PerProcess<Handles> = PerProcess::new(Handles::default);

/// Never goes back, also not in a forked child, so that a stale number is never somebody else's.
static NEXT: AtomicI32 = AtomicI32::new(1);

pub fn insert(session: Session) -> Result<i32, Reason> {
    let number = NEXT
        .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |next| {
            next.checked_add(1)
        })
        .map_err(|_| Reason::NoHandleLeft)?;
    let mut table = TABLE.get().write().unwrap_or_else(PoisonError::into_inner);
    table.insert(number, Arc::new(session));
    Ok(number)
}

/// Runs `body` while every other thread that looks for a handle waits.
#[cfg(feature = "test-hooks")]
pub fn while_locked<T>(body: impl FnOnce() -> T) -> T {
    let _table = TABLE.get().write().unwrap_or_else(PoisonError::into_inner);
    body()
}

pub fn find(handle: i32) -> Result<Arc<Session>, Reason> {
    let table = TABLE.get().read().unwrap_or_else(PoisonError::into_inner);
    table.get(&handle).cloned().ok_or(Reason::UnknownHandle)
}

pub fn remove(handle: i32) -> Result<Arc<Session>, Reason> {
    let mut table = TABLE.get().write().unwrap_or_else(PoisonError::into_inner);
    table.remove(&handle).ok_or(Reason::UnknownHandle)
}
