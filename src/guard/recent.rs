//! What happened last.

use std::collections::TryReserveError;
use std::hash::Hash;

use rustc_hash::FxHashMap;

/// The last values by their keys: at least so many as a bound says, at most twice as many.
#[cfg_attr(test, derive(Clone))]
pub struct Recent<K, V> {
    newer: FxHashMap<K, V>,
    older: FxHashMap<K, V>,
}

impl<K, V> Default for Recent<K, V> {
    fn default() -> Recent<K, V> {
        Recent {
            newer: FxHashMap::default(),
            older: FxHashMap::default(),
        }
    }
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
