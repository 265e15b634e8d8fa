//! Why a document may not be sent: it is not known whether an earlier upload arrived, or an upload is in flight.
//!
//! One guard for the process, in memory. It holds keyed digests: no patient's number, document type or SHA-256. It has
//! a capacity, and at its capacity it forgets nothing: the next upload is refused.

mod accepted;
mod decision;
mod journaled;

use std::sync::{Mutex, MutexGuard, PoisonError};

use ring::rand::{SecureRandom, SystemRandom};

use crate::error::Outcome;
use crate::keyed_digest::{DigestKey, KeyedDigest};
use crate::per_process::{PerProcess, token};
use accepted::AcceptedDocuments;
pub use decision::PermitRefusal;
use journaled::Journaled;

/// Most documents with an unknown upload or one in flight; each takes about 130 bytes.
const CAPACITY: usize = 10_000;

type Id = [u8; 16];

/// What is known of one document: of one content, patient and type.
struct KnownDocument {
    key: KeyedDigest,
    /// Patient, type and length: what is known before a document is read.
    shape: KeyedDigest,
    /// The content alone.
    content: KeyedDigest,
    unknown: Option<UnknownUpload>,
    in_flight: bool,
}

/// An upload of which nobody knows whether it arrived. A later one of the same document replaces it.
struct UnknownUpload {
    id: Id,
    permit: bool,
}

#[derive(Default)]
struct Uploads {
    documents: Vec<KnownDocument>,
    /// When each upload in flight began, by `clock`; each may add a document.
    in_flight: Vec<u64>,
    /// How many of them have a place for their document reserved.
    placed: usize,
    /// Documents that were accepted while other uploads were in flight, and when.
    accepted: Vec<(KeyedDigest, u64)>,
    /// All that were, as far as they are remembered.
    remembered: AcceptedDocuments,
    clock: u64,
}

impl Uploads {
    fn find(&mut self, key: &KeyedDigest) -> Option<&mut KnownDocument> {
        self.documents.iter_mut().find(|known| known.key == *key)
    }

    fn tick(&mut self) -> u64 {
        self.clock += 1;
        self.clock
    }

    /// Ends the upload that began then, and forgets what none of the others can duplicate.
    fn ended(&mut self, began: u64) {
        self.in_flight.retain(|moment| *moment != began);
        let oldest = self.in_flight.iter().min().copied().unwrap_or(u64::MAX);
        self.accepted.retain(|(_, moment)| *moment > oldest);
    }
}

/// Why a document may not be sent now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SendRefusal {
    /// An earlier upload is unknown; its id.
    Unknown(String),
    /// Another upload of it is in flight.
    InUse,
    /// The capacity is reached.
    Full,
    /// It was accepted before, and is to be sent once.
    Accepted,
}

pub struct ResendGuard {
    key: DigestKey,
    capacity: usize,
    state: Mutex<Uploads>,
}

static GUARD: PerProcess<ResendGuard> = PerProcess::new(|| ResendGuard::new(CAPACITY));

/// The guard of this process.
pub fn resend_guard() -> &'static ResendGuard {
    GUARD.get()
}

impl ResendGuard {
    fn new(capacity: usize) -> ResendGuard {
        ResendGuard {
            key: DigestKey::new(),
            capacity,
            state: Mutex::default(),
        }
    }

    fn state(&self) -> MutexGuard<'_, Uploads> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn digest(&self, kind: &str, parts: &[&[u8]]) -> Option<KeyedDigest> {
        Some(self.key.get()?.digest(kind, parts))
    }

    fn content(&self, sha256: &str) -> Option<KeyedDigest> {
        self.digest("content", &[sha256.as_bytes()])
    }

    #[cfg(any(feature = "fuzzing", feature = "test-hooks"))]
    pub fn forget(&self) {
        let mut state = self.state();
        state.documents.retain(|known| known.in_flight);
        state.remembered.forget();
    }

    /// Begins an upload; with `once` of a document that is not to be sent where it was accepted before. None when the system has no random numbers, or no memory for what the upload may add.
    pub fn begin<'a>(
        &'a self,
        patient_id: &'a str,
        type_code: &'a str,
        bytes: u64,
        once: bool,
    ) -> Option<InFlightUpload<'a>> {
        let parts = [
            patient_id.as_bytes(),
            type_code.as_bytes(),
            &bytes.to_be_bytes(),
        ];
        let shape = self.digest("shape", &parts)?;
        let mut id = Id::default();
        SystemRandom::new().fill(&mut id).ok()?;
        let mut state = self.state();
        let begun = state.in_flight.len() + 1;
        state.documents.try_reserve(begun).ok()?;
        // Each upload in flight may be accepted while this one is.
        state.accepted.try_reserve(begun).ok()?;
        state.remembered.try_reserve(begun).ok()?;
        state.in_flight.try_reserve(1).ok()?;
        let began = state.tick();
        state.in_flight.push(began);
        let placed = state.documents.len() + state.placed < self.capacity;
        state.placed += usize::from(placed);
        Some(InFlightUpload {
            guard: self,
            process: token(),
            began,
            patient_id,
            type_code,
            once,
            shape,
            id,
            placed,
            claimed: None,
            released: false,
            journaled: None,
        })
    }
}

fn hexadecimal(id: &Id) -> String {
    format!("{:032x}", u128::from_be_bytes(*id))
}

/// One upload of a document, from before its first byte to its end. Dropped without an outcome, as after a panic, it
/// counts as unknown.
pub struct InFlightUpload<'a> {
    guard: &'a ResendGuard,
    process: u32,
    began: u64,
    patient_id: &'a str,
    type_code: &'a str,
    once: bool,
    shape: KeyedDigest,
    id: Id,
    placed: bool,
    /// The document that no other upload may send meanwhile.
    claimed: Option<KeyedDigest>,
    released: bool,
    journaled: Option<Journaled<'a>>,
}

impl InFlightUpload<'_> {
    /// Whether the content must be known beforehand: a document of this patient, type and length has an unknown upload
    /// or one in flight, or, if it is to be sent once, was accepted; the capacity is reached; or there is a journal.
    pub fn must_be_compared(&self) -> bool {
        if self.journaled.is_some() {
            return true;
        }
        let state = self.guard.state();
        let mut known = state.documents.iter();
        let sent = self.once && state.remembered.has_shape(&self.shape);
        sent || !self.placed || known.any(|known| known.shape == self.shape)
    }

    /// Whether the content was admitted.
    pub fn is_admitted(&self) -> bool {
        self.claimed.is_some()
    }

    /// Admits this content, unless it has an unknown upload or one in flight; uses up a permit where one is needed.
    /// No other upload may send it until this one has ended.
    pub fn admit(&mut self, sha256: &str) -> Result<(), SendRefusal> {
        self.admit_by(sha256, &|_| None)
    }

    /// The same where another place than this memory may know an unknown upload: whether it is open there.
    fn admit_by(
        &mut self,
        sha256: &str,
        is_open: &dyn Fn(u128) -> Option<bool>,
    ) -> Result<(), SendRefusal> {
        let parts = [self.patient_id, self.type_code, sha256].map(str::as_bytes);
        // Without random numbers the upload could not have begun.
        let key = self
            .guard
            .digest("document", &parts)
            .ok_or(SendRefusal::InUse)?;
        let content = self.guard.content(sha256).ok_or(SendRefusal::InUse)?;
        let mut state = self.guard.state();
        if self.once && state.remembered.contains(&key) {
            return Err(SendRefusal::Accepted);
        }
        // Two uploads at the same time are one intention: the second would be a duplicate.
        let overtaken =
            |(accepted, moment): &(KeyedDigest, u64)| *accepted == key && *moment > self.began;
        if state.accepted.iter().any(overtaken) {
            return Err(SendRefusal::InUse);
        }
        match state.find(&key) {
            Some(KnownDocument {
                in_flight: true, ..
            }) => return Err(SendRefusal::InUse),
            Some(known) => {
                let id = known.unknown.as_ref().map(|unknown| unknown.id);
                let elsewhere = id.and_then(|id| is_open(u128::from_be_bytes(id)));
                if elsewhere == Some(false) {
                    known.unknown = None;
                }
                match &mut known.unknown {
                    Some(unknown) if !unknown.permit && elsewhere.is_none() => {
                        return Err(SendRefusal::Unknown(hexadecimal(&unknown.id)));
                    }
                    Some(unknown) => unknown.permit = false,
                    None => {}
                }
                known.in_flight = true;
            }
            None if !self.placed => return Err(SendRefusal::Full),
            None => state.documents.push(KnownDocument {
                key,
                shape: self.shape,
                content,
                unknown: None,
                in_flight: true,
            }),
        }
        self.claimed = Some(key);
        Ok(())
    }

    /// The last bytes leave: from here on all of it may arrive.
    pub fn release(&mut self) {
        self.released = true;
    }

    fn record(&mut self, outcome: Outcome) -> Option<String> {
        // In a child forked meanwhile the upload is not the child's: the parent goes on.
        if self.process != token() {
            return None;
        }
        let key = self.claimed.take()?;
        let mut state = self.guard.state();
        let known = state.find(&key)?;
        known.in_flight = false;
        match outcome {
            Outcome::Accepted => {
                known.unknown = None;
                let moment = state.tick();
                state.accepted.push((key, moment));
                state.remembered.add(key, self.shape);
            }
            Outcome::Unknown | Outcome::AcceptedUnreadable if self.released => {
                known.unknown = Some(UnknownUpload {
                    id: self.id,
                    permit: false,
                });
                return Some(hexadecimal(&self.id));
            }
            // A definite refusal: the permit was used, and an earlier unknown upload stays unknown.
            Outcome::Rejected => {}
            // It cannot have arrived. With an earlier unknown upload it had a permit, which was not used.
            _ => {
                if let Some(unknown) = &mut known.unknown {
                    unknown.permit = true;
                }
            }
        }
        if state
            .find(&key)
            .is_some_and(|known| known.unknown.is_none())
        {
            state.documents.retain(|known| known.key != key);
        }
        None
    }
}

impl Drop for InFlightUpload<'_> {
    fn drop(&mut self) {
        self.record_end(Outcome::Unknown, None);
        self.record(Outcome::Unknown);
        if self.process == token() {
            let mut state = self.guard.state();
            state.ended(self.began);
            state.placed = state.placed.saturating_sub(self.placed.into());
        }
    }
}

#[cfg(test)]
mod tests;
