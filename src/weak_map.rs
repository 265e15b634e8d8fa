//! What several callers share as long as one of them has it, by a key.

use std::collections::TryReserveError;
use std::sync::{Arc, Weak};

/// A list: there are few of them, and who adds one looks at all.
pub struct WeakMap<K, V>(Vec<(K, Weak<V>)>);

impl<K, V> Default for WeakMap<K, V> {
    fn default() -> WeakMap<K, V> {
        WeakMap(Vec::new())
    }
}

impl<K: PartialEq, V> WeakMap<K, V> {
    pub fn get<Q: ?Sized>(&self, key: &Q) -> Option<Arc<V>>
    where
        K: PartialEq<Q>,
    {
        let found = self.0.iter().find(|(other, _)| other == key);
        found.and_then(|(_, value)| value.upgrade())
    }

    /// Takes the place of one with the same key.
    pub fn insert(&mut self, key: K, value: &Arc<V>) -> Result<(), TryReserveError> {
        let wanted = |(other, value): &(K, Weak<V>)| value.strong_count() > 0 && *other != key;
        self.0.retain(wanted);
        self.0.try_reserve(1)?;
        self.0.push((key, Arc::downgrade(value)));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_there_is_the_newest_that_somebody_has() {
        let mut map = WeakMap::default();
        let (first, second) = (Arc::new(1), Arc::new(2));
        map.insert("key", &first).unwrap();
        map.insert("key", &second).unwrap();
        assert_eq!(map.get(&"key").as_ref(), Some(&second));
        assert_eq!(map.get(&"other"), None);
        drop(second);
        assert_eq!(map.get(&"key"), None);
        map.insert("other", &first).unwrap();
        assert_eq!(map.0.len(), 1);
    }
}
