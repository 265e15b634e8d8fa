//! What this process remembers, until it ends: of PINs all that it presented, of documents those that were sent without a
//! journal. It keeps digests, and neither a PIN nor an identifier. A forked child begins with nothing.

use std::sync::{Mutex, MutexGuard};

use super::recent::{Bounds, Recent};
use super::state::GuardState;
use crate::keyed_digest::{DigestKey, Digester, KeyedDigest};
use crate::locking::lock;
use crate::per_process::PerProcess;
use crate::reason::Reason;

/// A hold takes about 130 bytes, an open document 250, an accepted one 60.
pub const BOUNDS: Bounds = Bounds {
    holds: 4_096,
    open: 10_000,
    accepted: 100_000,
};

pub struct ProcessMemory {
    key: DigestKey,
    remembered: Mutex<Remembered>,
}

pub struct Remembered {
    pub known: GuardState,
    /// What is known of a document before it is read: patient, type and length.
    shapes: Recent<KeyedDigest, ()>,
}

static MEMORY: PerProcess<ProcessMemory> = PerProcess::new(|| ProcessMemory {
    key: DigestKey::new(),
    remembered: Mutex::new(Remembered::new()),
});

/// That of this process.
pub fn memory() -> &'static ProcessMemory {
    MEMORY.get()
}

/// Clears what the process remembers from one handle to the next: spent PINs, documents in doubt.
#[cfg(any(feature = "fuzzing", feature = "test-hooks"))]
pub fn forget() {
    *memory().remembered() = Remembered::new();
}

impl ProcessMemory {
    pub fn key(&self) -> Result<Digester<'_>, Reason> {
        self.key.get().ok_or(Reason::NoMemory)
    }

    pub fn remembered(&self) -> MutexGuard<'_, Remembered> {
        lock(&self.remembered)
    }
}

impl Remembered {
    fn new() -> Remembered {
        Remembered {
            known: GuardState::new(&BOUNDS),
            shapes: Recent::default(),
        }
    }

    /// Whether a document of this shape may be known, so that its content matters before it is sent. `once`: also one that
    /// was accepted.
    pub fn may_know(&self, shape: &KeyedDigest, once: bool) -> bool {
        let open = self.known.documents.open().count();
        let matters = once || open > 0;
        (matters && self.shapes.get(shape).is_some()) || open >= BOUNDS.open
    }

    /// A document of this shape is sent. One that is forgotten, as the oldest are, is found out before its last bytes leave.
    pub fn note(&mut self, shape: KeyedDigest) -> Result<(), Reason> {
        Ok(self.shapes.add(shape, (), BOUNDS.accepted)?)
    }
}
