//! Documents that were accepted, as far as this process remembers them.

use std::collections::{HashMap, HashSet, TryReserveError, VecDeque};

use crate::keyed_digest::KeyedDigest;

/// How many are remembered; each takes about 200 bytes.
const CAPACITY: usize = if cfg!(test) { 100 } else { 100_000 };

#[derive(Default)]
pub struct AcceptedDocuments {
    /// Each document with its shape, the oldest first.
    order: VecDeque<(KeyedDigest, KeyedDigest)>,
    documents: HashSet<KeyedDigest>,
    shapes: HashMap<KeyedDigest, usize>,
}

impl AcceptedDocuments {
    /// Makes room, so that adding needs no memory.
    pub fn try_reserve(&mut self, more: usize) -> Result<(), TryReserveError> {
        self.order.try_reserve(more)?;
        self.documents.try_reserve(more)?;
        self.shapes.try_reserve(more)
    }

    /// At the capacity the oldest is forgotten.
    pub fn add(&mut self, document: KeyedDigest, shape: KeyedDigest) {
        if !self.documents.insert(document) {
            return;
        }
        *self.shapes.entry(shape).or_default() += 1;
        self.order.push_back((document, shape));
        if self.order.len() > CAPACITY
            && let Some((oldest, shape)) = self.order.pop_front()
        {
            self.documents.remove(&oldest);
            if let Some(count) = self.shapes.get_mut(&shape) {
                *count -= 1;
                if *count == 0 {
                    self.shapes.remove(&shape);
                }
            }
        }
    }

    pub fn contains(&self, document: &KeyedDigest) -> bool {
        self.documents.contains(document)
    }

    /// Whether a document of this patient, type and length is among them.
    pub fn has_shape(&self, shape: &KeyedDigest) -> bool {
        self.shapes.contains_key(shape)
    }

    #[cfg(any(feature = "fuzzing", feature = "test-hooks"))]
    pub fn forget(&mut self) {
        *self = AcceptedDocuments::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_are_remembered() {
        let digest = |number: usize| {
            let mut digest = KeyedDigest::default();
            for (to, from) in digest.iter_mut().zip(number.to_be_bytes()) {
                *to = from;
            }
            digest
        };
        let mut accepted = AcceptedDocuments::default();
        for number in 0..CAPACITY + 10 {
            accepted.try_reserve(1).unwrap();
            accepted.add(digest(number), digest(number / 7));
            accepted.add(digest(number), digest(number / 7));
        }
        assert!(!accepted.contains(&digest(9)) && accepted.contains(&digest(10)));
        assert!(accepted.contains(&digest(CAPACITY + 9)));
        assert!(!accepted.has_shape(&digest(0)) && accepted.has_shape(&digest(1)));
        assert_eq!(accepted.order.len(), CAPACITY);
        assert_eq!(accepted.shapes.values().sum::<usize>(), CAPACITY);
    }
}
