//! What the file states of uploads, in memory: each upload, and which documents may not be sent now.

mod accepted;

use std::collections::{HashMap, HashSet};

use self::accepted::ArrivedDocuments;
use super::hex::short;
use super::line;
use super::record::{UploadBegin, UploadEnd};
use crate::error::Outcome;
use crate::reason::{JournalRefusal, Reason};
use crate::system::processes::ProcessIdentity;

/// The most uploads of one file; each takes about 130 bytes.
pub(super) const CAPACITY: usize = if cfg!(test) { 1_000 } else { 1_000_000 };

/// The place of a record that could not be written yet.
pub(super) const UNWRITTEN: u64 = u64::MAX;

/// One upload.
pub struct KnownUpload {
    pub entry: u128,
    document: u128,
    pub content: u128,
    /// The places of its records.
    pub begin_at: u64,
    pub end_at: Option<u64>,
    pub time: u64,
    /// Of the host's reference, to look for it.
    pub reference: u32,
    /// A person permits one more sending of its document.
    permitted: bool,
    /// A person found its document in the record.
    pub found: bool,
    pub outcome: Option<Outcome>,
    /// Whose permit it uses, by number.
    permit_of: Option<u32>,
    /// None once it has ended.
    process: Option<Box<ProcessIdentity>>,
}

impl KnownUpload {
    /// Whether its process is sending it.
    pub fn is_in_use(&self) -> bool {
        self.process.as_ref().is_some_and(|process| process.runs())
    }
}

/// Whether a document may be sent now.
#[derive(Debug, PartialEq, Eq)]
pub enum Judgement {
    /// With the permit of this doubt, where there is one.
    Free(Option<u128>),
    Doubt(u128),
    InUse,
}

/// What a person means by an entry or by the digest of a content.
#[derive(Debug, PartialEq, Eq)]
pub enum Meant {
    Doubt(u128),
    InUse,
    /// An upload that is no doubt any more.
    Settled(u128),
    Several,
    Nothing,
}

#[derive(Default)]
pub struct Index {
    /// In the order of the file.
    uploads: Vec<KnownUpload>,
    /// Those that have not ended, or ended without certainty, by entry.
    open: HashMap<u128, u32>,
    /// The same by document; the last one counts, and those before it when it did not arrive.
    documents: HashMap<u128, Vec<u32>>,
    accepted: ArrivedDocuments,
}

impl Index {
    pub fn uploads(&self) -> &[KnownUpload] {
        &self.uploads
    }

    /// Whether one more upload would make the file unreadable.
    pub fn is_full(&self) -> bool {
        self.uploads.len() >= CAPACITY
    }

    fn get(&self, number: u32) -> Option<&KnownUpload> {
        self.uploads.get(number as usize)
    }

    fn get_mut(&mut self, number: u32) -> Option<&mut KnownUpload> {
        self.uploads.get_mut(number as usize)
    }

    pub fn begin(&mut self, begin: &UploadBegin<'_>, at: u64) -> Result<(), Reason> {
        if self.open.contains_key(&begin.entry) {
            return Ok(());
        }
        if self.is_full() {
            return Err(JournalRefusal::Full.into());
        }
        let number = u32::try_from(self.uploads.len()).map_err(|_| Reason::NoMemory)?;
        let no_memory = |_| Reason::NoMemory;
        self.uploads.try_reserve(1).map_err(no_memory)?;
        self.open.try_reserve(1).map_err(no_memory)?;
        self.documents.try_reserve(1).map_err(no_memory)?;
        // For all that may be accepted yet.
        let room = self.accepted.try_reserve(self.open.len() + 1);
        room.map_err(no_memory)?;
        let document = short(&begin.document);
        let same = self.documents.entry(document).or_default();
        same.try_reserve(1).map_err(no_memory)?;
        same.push(number);
        self.open.insert(begin.entry, number);
        let permit_of = begin
            .permit
            .and_then(|entry| self.open.get(&entry).copied());
        if let Some(permitted) = permit_of.and_then(|number| self.get_mut(number)) {
            permitted.permitted = false;
        }
        self.uploads.push(KnownUpload {
            entry: begin.entry,
            document,
            content: short(&begin.content),
            begin_at: at,
            end_at: None,
            time: begin.time,
            reference: begin.reference.map_or(0, reference),
            permitted: false,
            found: false,
            outcome: None,
            permit_of,
            process: Some(Box::new(begin.identity())),
        });
        Ok(())
    }

    pub fn end(&mut self, end: &UploadEnd<'_>, at: u64) {
        let Some(number) = self.open.get(&end.entry).copied() else {
            return;
        };
        let Some(upload) = self.get_mut(number) else {
            return;
        };
        // The record of an end may come twice: when it could not be written at first.
        if upload.outcome.is_some() {
            return;
        }
        upload.process = None;
        upload.outcome = Some(end.outcome);
        upload.end_at = Some(at);
        let (document, permit_of) = (upload.document, upload.permit_of);
        match end.outcome {
            Outcome::Accepted => {
                let written = Some(at).filter(|at| *at != UNWRITTEN);
                self.accepted.add(document, written);
                self.close(document, |_| true);
            }
            // It replaces the earlier ones.
            Outcome::Unknown | Outcome::AcceptedUnreadable => {
                self.close(document, |other| other != number);
            }
            Outcome::Rejected => self.close(document, |other| other == number),
            // It cannot have arrived, and its permit was not used.
            Outcome::NotSent | Outcome::Incomplete => {
                self.close(document, |other| other == number);
                if let Some(permitted) = permit_of.and_then(|number| self.get_mut(number)) {
                    permitted.permitted = true;
                }
            }
        }
    }

    /// Takes uploads of a document out of those that are open.
    fn close(&mut self, document: u128, closes: impl Fn(u32) -> bool) {
        let Some(numbers) = self.documents.get_mut(&document) else {
            return;
        };
        let uploads = &self.uploads;
        let open = &mut self.open;
        numbers.retain(|number| {
            let closed = closes(*number);
            if let Some(upload) = uploads.get(*number as usize).filter(|_| closed) {
                open.remove(&upload.entry);
            }
            !closed
        });
        if numbers.is_empty() {
            self.documents.remove(&document);
        }
    }

    pub fn permit(&mut self, entry: u128) {
        let number = self.open.get(&entry).copied();
        if let Some(upload) = number.and_then(|number| self.get_mut(number)) {
            upload.permitted = true;
        }
    }

    pub fn found(&mut self, entry: u128) {
        let number = self.open.get(&entry).copied();
        if let Some(upload) = number.and_then(|number| self.get_mut(number)) {
            upload.found = true;
            let document = upload.document;
            self.accepted.add(document, None);
            self.close(document, |_| true);
        }
    }

    /// Whether a document may be sent.
    pub fn judge(&self, document: u128) -> Judgement {
        let open = || {
            let numbers = self.documents.get(&document).into_iter().flatten();
            numbers.filter_map(|number| self.get(*number))
        };
        if open().any(KnownUpload::is_in_use) {
            return Judgement::InUse;
        }
        match open().next_back() {
            None => Judgement::Free(None),
            Some(doubt) if doubt.permitted => Judgement::Free(Some(doubt.entry)),
            Some(doubt) => Judgement::Doubt(doubt.entry),
        }
    }

    /// Whether a document was accepted, by a record at or behind this place. What this process could not write yet is in
    /// its memory.
    pub fn accepted_since(&self, document: u128, at: u64) -> bool {
        self.accepted.since(document, at)
    }

    /// Whether a document was accepted, or found in the record.
    pub fn was_accepted(&self, document: u128) -> bool {
        self.accepted.contains(document)
    }

    /// Whether an upload is open; None where it is not known.
    pub fn is_open(&self, entry: u128) -> Option<bool> {
        let known = |upload: &KnownUpload| upload.entry == entry;
        match self.open.contains_key(&entry) {
            true => Some(true),
            false => self.uploads.iter().rev().any(known).then_some(false),
        }
    }

    /// Whether nobody knows if its document arrived.
    pub fn is_doubt(&self, upload: &KnownUpload) -> bool {
        let open = self.documents.get(&upload.document);
        let last = open.and_then(|numbers| self.get(*numbers.last()?));
        last.is_some_and(|last| last.entry == upload.entry) && !upload.is_in_use()
    }

    pub fn is_permitted(&self, upload: &KnownUpload) -> bool {
        upload.permitted && self.open.contains_key(&upload.entry)
    }

    pub fn doubts(&self) -> usize {
        let last = self.documents.values().filter_map(|numbers| numbers.last());
        let uploads = last.filter_map(|number| self.get(*number));
        uploads.filter(|upload| !upload.is_in_use()).count()
    }

    /// What a person means by an entry.
    pub fn meant_by_entry(&self, entry: u128) -> Meant {
        match self.open.get(&entry).and_then(|number| self.get(*number)) {
            Some(upload) => self.meaning(upload),
            None => match self.is_open(entry) {
                Some(_) => Meant::Settled(entry),
                None => Meant::Nothing,
            },
        }
    }

    /// The same by the digest of a content.
    pub fn meant_by_content(&self, content: u128) -> Meant {
        let last = self.documents.values().filter_map(|numbers| numbers.last());
        let uploads = last.filter_map(|number| self.get(*number));
        let mut meant = uploads.filter(|upload| upload.content == content);
        match (meant.next(), meant.next()) {
            (None, _) => Meant::Nothing,
            (Some(upload), None) => self.meaning(upload),
            (Some(_), Some(_)) => Meant::Several,
        }
    }

    /// The uploads of documents of which none is open, and none named here.
    pub fn settled_documents(&self, named: &HashSet<u128>) -> Result<HashSet<u128>, Reason> {
        let no_memory = |_| Reason::NoMemory;
        let (mut stay, mut settled) = (HashSet::new(), HashSet::new());
        let named = self.uploads.iter().filter(|one| named.contains(&one.entry));
        for upload in named {
            stay.try_reserve(1).map_err(no_memory)?;
            stay.insert(upload.document);
        }
        let stays = |upload: &&KnownUpload| {
            stay.contains(&upload.document) || self.documents.contains_key(&upload.document)
        };
        for upload in self.uploads.iter().filter(|upload| !stays(upload)) {
            settled.try_reserve(1).map_err(no_memory)?;
            settled.insert(upload.entry);
        }
        Ok(settled)
    }

    /// Whether the same uploads are open, with the same permits and ends.
    pub fn is_open_as(&self, other: &Index) -> bool {
        let open = |index: &Index, entry: &u128| {
            let upload = index.get(*index.open.get(entry)?)?;
            let outcome = upload.outcome.map(Outcome::word);
            Some((upload.document, upload.permitted, outcome))
        };
        let mut entries = self.open.keys();
        self.open.len() == other.open.len()
            && entries.all(|entry| open(self, entry) == open(other, entry))
    }

    fn meaning(&self, upload: &KnownUpload) -> Meant {
        match (upload.is_in_use(), self.is_doubt(upload)) {
            (true, _) => Meant::InUse,
            (false, true) => Meant::Doubt(upload.entry),
            (false, false) => Meant::Settled(upload.entry),
        }
    }
}

/// Of a reference as it is written, to look for it.
pub fn reference(json: &str) -> u32 {
    line::checksum(json.as_bytes())
}

#[cfg(test)]
mod tests;
