//! The order of events, what happened last, and how much of it is kept.

use std::collections::TryReserveError;
use std::hash::Hash;

use rustc_hash::FxHashMap;

/// A moment in the order of the events of one log.
pub type Moment = u64;

/// How much a log keeps.
pub struct Bounds {
    /// Presentations that hold a PIN, and permits. Beyond it every PIN of every card is held, and permits help.
    pub holds: usize,
    /// Documents with an upload in doubt or in flight. Beyond it no other document is sent.
    pub open: usize,
    /// Documents that were accepted: at least so many are remembered, at most twice as many.
    pub accepted: usize,
}

/// The last values by their keys: at least so many as a bound says, at most twice as many.
#[derive(Default)]
#[cfg_attr(test, derive(Clone))]
pub struct Recent<K, V> {
    newer: FxHashMap<K, V>,
    older: FxHashMap<K, V>,
}

impl<K: Eq + Hash, V: Copy> Recent<K, V> {
    pub fn get(&self, key: &K) -> Option<V> {
        let newer = self.newer.get(key);
        newer.or_else(|| self.older.get(key)).copied()
    }

    /// Makes room for so many that are added later.
    pub fn reserve(&mut self, more: usize) -> Result<(), TryReserveError> {
        self.newer.try_reserve(more)
    }

    pub fn add(&mut self, key: K, value: V, bound: usize) -> Result<(), TryReserveError> {
        if self.newer.len() >= bound {
            self.older = std::mem::take(&mut self.newer);
        }
        self.newer.try_reserve(1)?;
        self.newer.insert(key, value);
        Ok(())
    }
}
