//! Why a document may not be sent: it is not known whether an earlier upload of it arrived, or one is in flight.

use rustc_hash::FxHashMap;

use super::recent::{Bounds, Moment, Recent};
use crate::error::Outcome;
use crate::keyed_digest::KeyedDigest;
use crate::reason::Reason;

/// An upload that has not ended, or of which nobody knows whether it arrived.
#[cfg_attr(test, derive(Clone))]
struct OpenUpload {
    entry: u128,
    /// Where the log has its begin.
    place: u64,
    ended: bool,
    /// A person permits one more sending of its document.
    permitted: bool,
    /// Whose permit it uses.
    permit_of: Option<u128>,
}

impl PartialEq for OpenUpload {
    /// Wherever their logs have them.
    fn eq(&self, other: &OpenUpload) -> bool {
        let state = |it: &OpenUpload| (it.entry, it.ended, it.permitted);
        state(self) == state(other)
    }
}

/// A document with open uploads.
#[derive(Default, PartialEq)]
#[cfg_attr(test, derive(Clone))]
struct OpenDocument {
    /// The last one counts. Those before it count again where it did not arrive.
    uploads: Vec<OpenUpload>,
    /// So many of the first do not count any more: doubts that a later one has replaced.
    replaced: usize,
}

impl OpenDocument {
    /// The upload of an entry, where that counts.
    fn open(&mut self, entry: Option<u128>) -> Option<&mut OpenUpload> {
        let mut open = self.uploads.iter_mut().skip(self.replaced);
        open.find(|it| Some(it.entry) == entry)
    }
}

/// More replaced doubts of one document than a person ever has in hand.
const MOST_REPLACED: usize = 100;

/// Why a document may not be sent now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SendRefusal {
    /// Nobody knows whether the document of this upload arrived.
    Doubt(u128),
    /// Another upload of it is in flight.
    InUse,
    /// So many documents are in doubt or in flight that no other one may become one.
    Full,
    /// It was accepted before, and is to be sent once.
    Accepted,
}

/// What an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meant {
    Doubt,
    InUse,
    /// This doubt has replaced it.
    Replaced(u128),
    /// No doubt, or none any more.
    Nothing,
}

#[derive(Default)]
#[cfg_attr(test, derive(Clone))]
pub struct Documents {
    open: FxHashMap<KeyedDigest, OpenDocument>,
    /// The document of each open upload and each replaced doubt.
    entries: FxHashMap<u128, KeyedDigest>,
    /// When documents were accepted.
    accepted: Recent<KeyedDigest, Moment>,
}

impl Documents {
    pub fn begin(
        &mut self,
        entry: u128,
        digest: KeyedDigest,
        permit_of: Option<u128>,
        place: u64,
    ) -> Result<(), Reason> {
        if self.entries.contains_key(&entry) {
            return Ok(());
        }
        self.entries.try_reserve(1)?;
        self.open.try_reserve(1)?;
        // For all that may be accepted yet.
        let open = self.entries.len() + 1;
        self.accepted.reserve(open)?;
        let document = self.open.entry(digest).or_default();
        if document.uploads.try_reserve(1).is_err() {
            self.forget_closed(&digest);
            return Err(Reason::NoMemory);
        }
        if let Some(doubt) = document.open(permit_of) {
            doubt.permitted = false;
        }
        document.uploads.push(OpenUpload {
            entry,
            place,
            ended: false,
            permitted: false,
            permit_of,
        });
        self.entries.insert(entry, digest);
        Ok(())
    }

    /// The end of an upload that is open.
    pub fn end(&mut self, entry: u128, outcome: Outcome, at: Moment, bounds: &Bounds) {
        let Some(digest) = self.entries.get(&entry).copied() else {
            return;
        };
        if outcome == Outcome::Accepted {
            self.accept(digest, at, bounds);
        }
        let Some(document) = self.open.get_mut(&digest) else {
            return;
        };
        let Some(number) = document.uploads.iter().position(|it| it.entry == entry) else {
            return;
        };
        match outcome {
            // Replaced meanwhile; but what arrived has arrived.
            _ if number < document.replaced => {}
            // A doubt about a later one stays: this end was recorded late.
            Outcome::Accepted => document.replaced = number + 1,
            Outcome::Unknown | Outcome::AcceptedUnreadable => {
                if let Some(upload) = document.uploads.get_mut(number) {
                    upload.ended = true;
                }
                document.replaced = number;
            }
            Outcome::Rejected | Outcome::NotSent | Outcome::Incomplete => {
                let upload = document.uploads.remove(number);
                self.entries.remove(&entry);
                // It cannot have arrived, and its permit was not used.
                if outcome != Outcome::Rejected
                    && let Some(doubt) = document.open(upload.permit_of)
                {
                    doubt.permitted = true;
                }
            }
        }
        self.forget_closed(&digest);
    }

    fn accept(&mut self, document: KeyedDigest, at: Moment, bounds: &Bounds) {
        // What is not kept may be sent again.
        let _ = self.accepted.add(document, at, bounds.accepted);
    }

    /// Forgets replaced doubts: all of them with the last open upload of their document.
    fn forget_closed(&mut self, digest: &KeyedDigest) {
        let Some(document) = self.open.get_mut(digest) else {
            return;
        };
        let is_closed = document.replaced == document.uploads.len();
        let kept = if is_closed { 0 } else { MOST_REPLACED };
        let forgotten = document.replaced.saturating_sub(kept);
        for upload in document.uploads.drain(..forgotten) {
            self.entries.remove(&upload.entry);
        }
        document.replaced -= forgotten;
        if is_closed {
            self.open.remove(digest);
        }
    }

    fn document_of(&self, entry: u128) -> Option<&OpenDocument> {
        self.open.get(self.entries.get(&entry)?)
    }

    /// The document of this doubt, where that is the last one.
    fn last_doubt(&mut self, entry: u128) -> Option<(KeyedDigest, &mut OpenDocument)> {
        let digest = self.entries.get(&entry).copied()?;
        let document = self.open.get_mut(&digest)?;
        (document.uploads.last()?.entry == entry).then_some((digest, document))
    }

    /// A person permits one more sending of the document of a doubt.
    pub fn permit(&mut self, entry: u128) {
        let document = self.last_doubt(entry);
        if let Some(doubt) = document.and_then(|(_, document)| document.uploads.last_mut()) {
            doubt.permitted = true;
        }
    }

    /// A person found the document of a doubt in the record.
    pub fn found(&mut self, entry: u128, at: Moment, bounds: &Bounds) {
        if let Some((digest, document)) = self.last_doubt(entry) {
            document.replaced = document.uploads.len();
            self.forget_closed(&digest);
            self.accept(digest, at, bounds);
        }
    }

    /// Whether a document may be sent by a call that began then, and with the permit of which doubt. `once`: not where it
    /// was accepted before. `runs`: whether the upload that begins at a place of the log is still being made.
    pub fn judge(
        &self,
        document: &KeyedDigest,
        once: bool,
        since: Moment,
        runs: &dyn Fn(u64) -> bool,
        bounds: &Bounds,
    ) -> Result<Option<u128>, SendRefusal> {
        let accepted = self.accepted.get(document);
        if once && accepted.is_some() {
            return Err(SendRefusal::Accepted);
        }
        // Two uploads at the same time are one intention: the second would be a duplicate.
        if accepted.is_some_and(|accepted| accepted > since) {
            return Err(SendRefusal::InUse);
        }
        match self.open.get(document).and_then(|open| open.uploads.last()) {
            None if self.open.len() >= bounds.open => Err(SendRefusal::Full),
            None => Ok(None),
            Some(last) if !last.ended && runs(last.place) => Err(SendRefusal::InUse),
            Some(doubt) if doubt.permitted => Ok(Some(doubt.entry)),
            Some(doubt) => Err(SendRefusal::Doubt(doubt.entry)),
        }
    }

    /// What a person means by an entry.
    pub fn meaning(&self, entry: u128, runs: &dyn Fn(u64) -> bool) -> Meant {
        let document = self.document_of(entry);
        let last = document.and_then(|document| document.uploads.last());
        match last {
            None => Meant::Nothing,
            Some(last) if !last.ended && runs(last.place) => Meant::InUse,
            Some(last) if last.entry == entry => Meant::Doubt,
            Some(last) => Meant::Replaced(last.entry),
        }
    }

    pub fn is_permitted(&self, entry: u128) -> bool {
        self.document_of(entry).is_some_and(|document| {
            let mut open = document.uploads.iter().skip(document.replaced);
            open.any(|upload| upload.entry == entry && upload.permitted)
        })
    }

    pub fn doubts(&self, runs: &dyn Fn(u64) -> bool) -> usize {
        let last = self.open.values();
        let last = last.filter_map(|document| document.uploads.last());
        last.filter(|last| last.ended || !runs(last.place)).count()
    }

    pub fn open(&self) -> impl Iterator<Item = &KeyedDigest> {
        self.open.keys()
    }

    /// Whether the same documents are open in the same way, wherever their logs have it.
    pub fn is_as(&self, other: &Documents) -> bool {
        self.open == other.open
    }
}
