//! Documents that the file states to have arrived.

use std::collections::{HashSet, TryReserveError};

#[derive(Default)]
pub struct ArrivedDocuments {
    /// Those of which a record has a place, in the order of the file.
    placed: Vec<(u64, u128)>,
    all: HashSet<u128>,
}

impl ArrivedDocuments {
    pub fn try_reserve(&mut self, more: usize) -> Result<(), TryReserveError> {
        self.placed.try_reserve(more)?;
        self.all.try_reserve(more)
    }

    /// At no place where the record is not in the file yet, or a person found the document.
    pub fn add(&mut self, document: u128, at: Option<u64>) {
        self.placed.extend(at.map(|at| (at, document)));
        self.all.insert(document);
    }

    pub fn contains(&self, document: u128) -> bool {
        self.all.contains(&document)
    }

    /// Whether a document was accepted by a record at or behind this place.
    pub fn since(&self, document: u128, at: u64) -> bool {
        let behind = self.placed.iter().rev();
        let mut behind = behind.take_while(|(place, _)| *place >= at);
        behind.any(|(_, accepted)| *accepted == document)
    }
}
