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

/// A document with open uploads.
#[derive(Default)]
#[cfg_attr(test, derive(Clone))]
struct OpenDocument {
    /// The last one counts. Those before it count again where it did not arrive.
    uploads: Vec<OpenUpload>,
    /// Doubts that a later one has replaced.
    replaced: Vec<u128>,
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

/// An upload that begins.
#[derive(Clone, Copy)]
pub struct UploadBegin {
    pub entry: u128,
    pub document: KeyedDigest,
    /// Whose permit it uses.
    pub permit_of: Option<u128>,
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
    pub fn begin(&mut self, begin: &UploadBegin, at: u64) -> Result<(), Reason> {
        if self.entries.contains_key(&begin.entry) {
            return Ok(());
        }
        self.entries.try_reserve(1)?;
        self.open.try_reserve(1)?;
        // For all that may be accepted yet.
        let open = self.entries.len() + 1;
        self.accepted.reserve(open)?;
        let document = self.open.entry(begin.document).or_default();
        let room = document.uploads.try_reserve(1);
        let room = room.and_then(|()| document.replaced.try_reserve(document.uploads.len() + 1));
        if room.is_err() {
            self.forget_closed(&begin.document);
            return Err(Reason::NoMemory);
        }
        let permit = document
            .uploads
            .iter_mut()
            .find(|it| Some(it.entry) == begin.permit_of);
        if let Some(doubt) = permit {
            doubt.permitted = false;
        }
        document.uploads.push(OpenUpload {
            entry: begin.entry,
            place: at,
            ended: false,
            permitted: false,
            permit_of: begin.permit_of,
        });
        self.entries.insert(begin.entry, begin.document);
        Ok(())
    }

    /// The end of an upload that is open.
    pub fn end(&mut self, entry: u128, outcome: Outcome, at: Moment, bounds: &Bounds) {
        let Some(digest) = self.entries.get(&entry).copied() else {
            return;
        };
        let Some(document) = self.open.get_mut(&digest) else {
            return;
        };
        let Some(place) = document.uploads.iter().position(|it| it.entry == entry) else {
            // Replaced meanwhile; but what arrived has arrived.
            if outcome == Outcome::Accepted {
                self.accept(digest, at, bounds);
            }
            return;
        };
        match outcome {
            Outcome::Accepted => {
                self.accept(digest, at, bounds);
                // A doubt about a later one stays: this end was recorded late.
                self.replace(digest, place + 1);
                self.forget_closed(&digest);
            }
            Outcome::Unknown | Outcome::AcceptedUnreadable => {
                if let Some(upload) = document.uploads.get_mut(place) {
                    upload.ended = true;
                }
                self.replace(digest, place);
            }
            Outcome::Rejected | Outcome::NotSent | Outcome::Incomplete => {
                let upload = document.uploads.remove(place);
                self.entries.remove(&entry);
                // It cannot have arrived, and its permit was not used.
                if outcome != Outcome::Rejected
                    && let Some(permitted) = upload.permit_of
                {
                    let mut uploads = document.uploads.iter_mut();
                    if let Some(doubt) = uploads.find(|it| it.entry == permitted) {
                        doubt.permitted = true;
                    }
                }
                self.forget_closed(&digest);
            }
        }
    }

    fn accept(&mut self, document: KeyedDigest, at: Moment, bounds: &Bounds) {
        // What is not kept may be sent again.
        let _ = self.accepted.add(document, at, bounds.accepted);
    }

    /// The first open uploads of a document no longer count.
    fn replace(&mut self, digest: KeyedDigest, uploads: usize) {
        if let Some(document) = self.open.get_mut(&digest) {
            let replaced = document.uploads.drain(..uploads).map(|upload| upload.entry);
            document.replaced.extend(replaced);
            let more = document.replaced.len().saturating_sub(MOST_REPLACED);
            for entry in document.replaced.drain(..more) {
                self.entries.remove(&entry);
            }
        }
    }

    /// The document is in the record, and nothing is in doubt.
    fn end_doubts(&mut self, digest: KeyedDigest, at: Moment, bounds: &Bounds) {
        self.accept(digest, at, bounds);
        if let Some(document) = self.open.remove(&digest) {
            let uploads = document.uploads.iter().map(|upload| upload.entry);
            for entry in uploads.chain(document.replaced) {
                self.entries.remove(&entry);
            }
        }
    }

    fn forget_closed(&mut self, digest: &KeyedDigest) {
        if self
            .open
            .get(digest)
            .is_some_and(|document| document.uploads.is_empty())
            && let Some(document) = self.open.remove(digest)
        {
            for entry in document.replaced {
                self.entries.remove(&entry);
            }
        }
    }

    fn document_of(&self, entry: u128) -> Option<(&KeyedDigest, &OpenDocument)> {
        self.open.get_key_value(self.entries.get(&entry)?)
    }

    /// A person permits one more sending of the document of a doubt.
    pub fn permit(&mut self, entry: u128) {
        let document = self
            .entries
            .get(&entry)
            .and_then(|digest| self.open.get_mut(digest));
        let last = document.and_then(|document| document.uploads.last_mut());
        if let Some(doubt) = last.filter(|last| last.entry == entry) {
            doubt.permitted = true;
        }
    }

    /// A person found the document of a doubt in the record.
    pub fn found(&mut self, entry: u128, at: Moment, bounds: &Bounds) {
        if let Some((digest, document)) = self.document_of(entry)
            && document
                .uploads
                .last()
                .is_some_and(|last| last.entry == entry)
        {
            self.end_doubts(*digest, at, bounds);
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
        let last = document.and_then(|(_, document)| document.uploads.last());
        match last {
            None => Meant::Nothing,
            Some(last) if !last.ended && runs(last.place) => Meant::InUse,
            Some(last) if last.entry == entry => Meant::Doubt,
            Some(last) => Meant::Replaced(last.entry),
        }
    }

    /// Whether a doubt has a permit that is not used.
    pub fn is_permitted(&self, entry: u128) -> bool {
        let document = self.document_of(entry);
        let mut uploads = document
            .into_iter()
            .flat_map(|(_, document)| &document.uploads);
        uploads.any(|upload| upload.entry == entry && upload.permitted)
    }

    /// How many documents are in doubt.
    pub fn doubts(&self, runs: &dyn Fn(u64) -> bool) -> usize {
        let last = self
            .open
            .values()
            .filter_map(|document| document.uploads.last());
        last.filter(|last| last.ended || !runs(last.place)).count()
    }

    /// The documents with open uploads.
    pub fn open(&self) -> impl Iterator<Item = &KeyedDigest> {
        self.open.keys()
    }

    /// Whether the same documents are open in the same way, wherever their logs have it.
    pub fn is_as(&self, other: &Documents) -> bool {
        let upload = |it: &OpenUpload| (it.entry, it.ended, it.permitted);
        let same = |one: &OpenDocument, other: &OpenDocument| {
            one.uploads
                .iter()
                .map(upload)
                .eq(other.uploads.iter().map(upload))
                && one.replaced == other.replaced
        };
        let mut open = self.open.iter();
        self.open.len() == other.open.len()
            && open.all(|(digest, one)| other.open.get(digest).is_some_and(|it| same(one, it)))
    }
}
