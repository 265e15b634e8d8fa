//! Why a document may not be sent: it was sent and whether it arrived is not known, or it is on its way.
//!
//! Kept in memory, one ledger for the process, under keyed digests: no patient's number, document type or
//! SHA-256 is in it. It is bounded, and forgets nothing at its bound: the next upload is refused.

use std::sync::{Mutex, MutexGuard, PoisonError};

use ring::rand::{SecureRandom, SystemRandom};

use crate::error::Outcome;
use crate::keyed_digest::{DigestKey, KeyedDigest};
use crate::per_process::{PerProcess, token};

/// Documents in doubt and on their way, at most: each takes some 130 bytes.
const CAPACITY: usize = 10_000;

type Id = [u8; 16];

/// What is known of one document: of one content, patient and type.
struct Document {
    key: KeyedDigest,
    /// Patient, type and length: what is known of a document that was not read yet.
    shape: KeyedDigest,
    /// The content alone.
    content: KeyedDigest,
    doubt: Option<Doubt>,
    /// All of it may have left, and its end is not known yet.
    sending: bool,
}

/// The fate of the last sending is not known. Each that ends so is a new doubt, in place of the one before.
struct Doubt {
    id: Id,
    permit: bool,
}

#[derive(Default)]
struct State {
    documents: Vec<Document>,
    /// When each sending that has not ended began, by `clock`; each may add a document.
    running: Vec<u64>,
    /// How many of them have a place for it.
    placed: usize,
    /// Documents that were accepted while others were running, and when.
    accepted: Vec<(KeyedDigest, u64)>,
    clock: u64,
}

impl State {
    fn find(&mut self, key: &KeyedDigest) -> Option<&mut Document> {
        self.documents.iter_mut().find(|known| known.key == *key)
    }

    fn tick(&mut self) -> u64 {
        self.clock += 1;
        self.clock
    }

    /// Ends the sending that began then, and forgets what none of the others can collide with.
    fn ended(&mut self, began: u64) {
        self.running.retain(|moment| *moment != began);
        let oldest = self.running.iter().min().copied().unwrap_or(u64::MAX);
        self.accepted.retain(|(_, moment)| *moment > oldest);
    }
}

/// Why a document may not be sent now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Held {
    /// In doubt; the id of the doubt.
    InDoubt(String),
    /// Another sending of it has not ended.
    InUse,
    /// So many are in doubt that no other may become one.
    Full,
}

/// Why a permit was not given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotAllowed {
    /// Neither an id nor a SHA-256.
    Malformed,
    Nothing,
    /// A SHA-256 that several doubts have.
    Several,
}

pub struct Ledger {
    key: DigestKey,
    capacity: usize,
    state: Mutex<State>,
}

static LEDGER: PerProcess<Ledger> = PerProcess::new(|| Ledger::new(CAPACITY));

/// The ledger of this process.
pub fn ledger() -> &'static Ledger {
    LEDGER.get()
}

impl Ledger {
    fn new(capacity: usize) -> Ledger {
        Ledger {
            key: DigestKey::new(),
            capacity,
            state: Mutex::default(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn digest(&self, kind: &str, parts: &[&[u8]]) -> Option<KeyedDigest> {
        Some(self.key.get()?.digest(kind, parts))
    }

    fn content(&self, sha256: &str) -> Option<KeyedDigest> {
        self.digest("content", &[sha256.as_bytes()])
    }

    #[cfg(feature = "fuzzing")]
    pub fn forget(&self) {
        self.state().documents.retain(|known| known.sending);
    }

    /// Begins a sending. None when the system has no random numbers, or no memory for what it may come to.
    pub fn begin<'a>(
        &'a self,
        patient_id: &'a str,
        type_code: &'a str,
        bytes: u64,
    ) -> Option<Sending<'a>> {
        let parts = [
            patient_id.as_bytes(),
            type_code.as_bytes(),
            &bytes.to_be_bytes(),
        ];
        let shape = self.digest("shape", &parts)?;
        let mut id = Id::default();
        SystemRandom::new().fill(&mut id).ok()?;
        let mut state = self.state();
        let begun = state.running.len() + 1;
        state.documents.try_reserve(begun).ok()?;
        // Each that runs may be accepted while this one does.
        state.accepted.try_reserve(begun).ok()?;
        state.running.try_reserve(1).ok()?;
        let began = state.tick();
        state.running.push(began);
        let placed = state.documents.len() + state.placed < self.capacity;
        state.placed += usize::from(placed);
        Some(Sending {
            ledger: self,
            process: token(),
            began,
            patient_id,
            type_code,
            shape,
            id,
            placed,
            claimed: None,
            released: false,
        })
    }

    /// A person decides: lets the document of one doubt be sent once more.
    pub fn allow(&self, entry: &str) -> Result<(), NotAllowed> {
        let digits = entry.bytes().all(|digit| digit.is_ascii_hexdigit());
        if !digits || entry.len() > 64 {
            return Err(NotAllowed::Malformed);
        }
        let entry = entry.to_ascii_lowercase();
        let (id, content) = match entry.len() {
            32 => (u128::from_str_radix(&entry, 16).ok(), None),
            64 => (None, self.content(&entry)),
            _ => return Err(NotAllowed::Malformed),
        };
        let mut state = self.state();
        let mut meant = state.documents.iter_mut().filter_map(|known| {
            let doubt = known.doubt.as_mut()?;
            let meant = id == Some(u128::from_be_bytes(doubt.id)) || content == Some(known.content);
            meant.then_some((known.sending, doubt))
        });
        match (meant.next(), meant.next()) {
            (Some(_), Some(_)) => Err(NotAllowed::Several),
            (Some((false, doubt)), None) => {
                doubt.permit = true;
                Ok(())
            }
            // Its permit is being used.
            (Some((true, _)), None) | (None, _) => Err(NotAllowed::Nothing),
        }
    }
}

fn hexadecimal(id: &Id) -> String {
    format!("{:032x}", u128::from_be_bytes(*id))
}

/// One sending of a document, from before its first byte to its end. Dropped before its end was noted, it
/// counts as one whose fate is not known.
pub struct Sending<'a> {
    ledger: &'a Ledger,
    process: u32,
    began: u64,
    patient_id: &'a str,
    type_code: &'a str,
    shape: KeyedDigest,
    id: Id,
    placed: bool,
    /// The document that nobody else may send meanwhile.
    claimed: Option<KeyedDigest>,
    released: bool,
}

impl Sending<'_> {
    /// Whether a document of this patient, type and length is in doubt or on its way, or nothing new is
    /// taken, so that the content must be known beforehand.
    pub fn must_be_compared(&self) -> bool {
        let state = self.ledger.state();
        let mut known = state.documents.iter();
        !self.placed || known.any(|known| known.shape == self.shape)
    }

    /// Whether the content was admitted.
    pub fn is_admitted(&self) -> bool {
        self.claimed.is_some()
    }

    /// Admits this content, unless it is in doubt or on its way; uses up a permit where one is needed.
    /// Nobody else may send it until this sending has ended.
    pub fn admit(&mut self, sha256: &str) -> Result<(), Held> {
        let parts = [self.patient_id, self.type_code, sha256].map(str::as_bytes);
        // Without random numbers it could not have begun.
        let key = self.ledger.digest("document", &parts).ok_or(Held::InUse)?;
        let content = self.ledger.content(sha256).ok_or(Held::InUse)?;
        let mut state = self.ledger.state();
        // Two that run at the same time are one intention: the second would be a double.
        let overtaken =
            |(accepted, moment): &(KeyedDigest, u64)| *accepted == key && *moment > self.began;
        if state.accepted.iter().any(overtaken) {
            return Err(Held::InUse);
        }
        match state.find(&key) {
            Some(Document { sending: true, .. }) => return Err(Held::InUse),
            Some(known) => match &mut known.doubt {
                Some(doubt) if !doubt.permit => {
                    return Err(Held::InDoubt(hexadecimal(&doubt.id)));
                }
                doubt => {
                    if let Some(doubt) = doubt {
                        doubt.permit = false;
                    }
                    known.sending = true;
                }
            },
            None if !self.placed => return Err(Held::Full),
            None => state.documents.push(Document {
                key,
                shape: self.shape,
                content,
                doubt: None,
                sending: true,
            }),
        }
        self.claimed = Some(key);
        Ok(())
    }

    /// The last bytes leave: from here on all of it may arrive.
    pub fn release(&mut self) {
        self.released = true;
    }

    /// Notes how the sending ended; gives the id of the doubt that it leaves.
    pub fn end(mut self, outcome: Outcome) -> Option<String> {
        self.note(outcome)
    }

    fn note(&mut self, outcome: Outcome) -> Option<String> {
        // A child that was forked meanwhile has no part in it: the parent goes on.
        if self.process != token() {
            return None;
        }
        let key = self.claimed.take()?;
        let mut state = self.ledger.state();
        let known = state.find(&key)?;
        known.sending = false;
        match outcome {
            Outcome::Accepted => {
                known.doubt = None;
                let moment = state.tick();
                state.accepted.push((key, moment));
            }
            Outcome::Unknown | Outcome::AcceptedUnreadable if self.released => {
                known.doubt = Some(Doubt {
                    id: self.id,
                    permit: false,
                });
                return Some(hexadecimal(&self.id));
            }
            // A definite refusal: the permit was used, and what was in doubt before still is.
            Outcome::Rejected => {}
            // It cannot have arrived. One that was in doubt had a permit, which was not used.
            _ => {
                if let Some(doubt) = &mut known.doubt {
                    doubt.permit = true;
                }
            }
        }
        if state.find(&key).is_some_and(|known| known.doubt.is_none()) {
            state.documents.retain(|known| known.key != key);
        }
        None
    }
}

impl Drop for Sending<'_> {
    fn drop(&mut self) {
        self.note(Outcome::Unknown);
        if self.process == token() {
            let mut state = self.ledger.state();
            state.ended(self.began);
            state.placed = state.placed.saturating_sub(self.placed.into());
        }
    }
}

#[cfg(test)]
mod tests;
