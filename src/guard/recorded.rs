//! What a journal states.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::event::Event;
use super::recent::Bounds;
use super::record::Record;
use super::retention::Ages;
use super::state::GuardState;
use crate::error::Outcome;
use crate::journal::{Contents, ReadAgain};
use crate::keyed_digest::{KeyedDigest, number};
use crate::reason::Reason;

/// The most uploads of one file; each takes about 150 bytes.
const CAPACITY: usize = 1_000_000;

pub const BOUNDS: Bounds = Bounds {
    holds: usize::MAX,
    open: usize::MAX,
    accepted: usize::MAX,
};

/// An upload, as it is listed.
pub struct RecordedUpload {
    pub entry: u128,
    /// The places of its records.
    pub begun: Option<u64>,
    pub ended: Option<u64>,
    pub time: u64,
    /// The beginnings of digests, to look for it.
    pub content: u32,
    pub reference: u32,
    pub outcome: Option<Outcome>,
    /// A person found its document in the record.
    pub found: bool,
}

pub struct Recorded {
    pub known: GuardState,
    /// In the order of the file, and None for each damaged line.
    uploads: Vec<Option<RecordedUpload>>,
    damaged: usize,
    /// Those that have not ended, or whose end is not known.
    open: FxHashMap<u128, u32>,
    ages: Ages,
    /// The end of the last record behind which no card had a hold or a permit: what PIN records are before it can go.
    pub pins_idle_until: u64,
}

/// The beginning of a digest.
pub fn short(digest: &KeyedDigest) -> u32 {
    (number(digest) >> 96) as u32
}

/// The same of a reference as it is written.
pub fn short_reference(json: &str) -> u32 {
    crate::journal::checksum(json.as_bytes())
}

impl Recorded {
    /// Whether one more upload would make the file unreadable.
    pub fn is_full(&self) -> bool {
        self.uploads() >= CAPACITY
    }

    pub fn uploads(&self) -> usize {
        self.uploads.len() - self.damaged
    }

    /// Uploads, and None for each damaged line, the newest first.
    pub fn newest_first(&self) -> impl Iterator<Item = Option<&RecordedUpload>> {
        self.uploads.iter().rev().map(Option::as_ref)
    }

    /// The places of the uploads of which no end is recorded.
    pub fn not_ended(&self) -> impl Iterator<Item = u64> {
        let open = self.open.values();
        let open = open.filter_map(|number| self.uploads.get(*number as usize)?.as_ref());
        let open = open.filter(|upload| upload.outcome.is_none());
        open.filter_map(|upload| upload.begun)
    }

    fn of(&mut self, entry: u128) -> Option<&mut RecordedUpload> {
        let number = self.open.get(&entry)?;
        self.uploads.get_mut(*number as usize)?.as_mut()
    }

    fn list(&mut self, entry: u128, time: u64, content: &KeyedDigest) -> Result<(), Reason> {
        if self.is_full() {
            return Err(Reason::JournalFull);
        }
        self.uploads.try_reserve(1)?;
        self.open.try_reserve(1)?;
        let number = u32::try_from(self.uploads.len()).map_err(|_| Reason::NoMemory)?;
        self.open.insert(entry, number);
        self.uploads.push(Some(RecordedUpload {
            entry,
            begun: None,
            ended: None,
            time,
            content: short(content),
            reference: 0,
            outcome: None,
            found: false,
        }));
        Ok(())
    }

    fn was_listed(&self, entry: u128) -> bool {
        let mut listed = self.uploads.iter().rev().flatten();
        listed.any(|upload| upload.entry == entry)
    }

    fn take(&mut self, record: &Record<'_>, place: u64) -> Result<(), Reason> {
        let time = record.time.unwrap_or(0);
        match &record.event {
            Event::Upload(begun) if !self.open.contains_key(&begun.entry) => {
                self.list(begun.entry, time, &begun.content)?;
                if let Some(upload) = self.of(begun.entry) {
                    upload.begun = Some(place);
                    upload.reference = begun.reference.map_or(0, short_reference);
                }
            }
            Event::UploadEnd(ended) => {
                let entry = ended.entry;
                if !self.open.contains_key(&entry) {
                    // It is there twice, or takes back what was not written.
                    if ended.outcome == Outcome::NotSent || self.was_listed(entry) {
                        return Ok(());
                    }
                    self.list(entry, time, &ended.content)?;
                    let documents = &mut self.known.documents;
                    documents.begin(entry, ended.document, None, place)?;
                }
                let upload = self.of(entry).filter(|upload| upload.outcome.is_none());
                let Some(upload) = upload else {
                    return Ok(());
                };
                (upload.ended, upload.outcome) = (Some(place), Some(ended.outcome));
                if !ended.outcome.is_doubt() {
                    self.open.remove(&entry);
                }
            }
            Event::Found(entry) => {
                if let Some(upload) = self.of(*entry) {
                    upload.found = true;
                }
            }
            _ => {}
        }
        self.known.apply(&record.event, place)
    }
}

impl Contents for Recorded {
    fn new(days: usize) -> Recorded {
        Recorded {
            known: GuardState::new(&BOUNDS),
            uploads: Vec::new(),
            open: FxHashMap::default(),
            damaged: 0,
            ages: Ages::new(days),
            pins_idle_until: 0,
        }
    }

    fn record(&mut self, json: &str, place: Range<u64>) -> Result<bool, Reason> {
        let Some(record) = Record::parse(json) else {
            return Ok(false);
        };
        self.ages.add(record.time.unwrap_or_default());
        self.take(&record, place.start)?;
        if self.known.pins.is_idle() {
            self.pins_idle_until = place.end;
        }
        Ok(true)
    }

    fn damaged(&mut self) -> Result<(), Reason> {
        self.uploads.try_reserve(1)?;
        self.uploads.push(None);
        self.damaged += 1;
        self.known.miss();
        Ok(())
    }

    fn old(&self) -> usize {
        self.ages.old()
    }

    fn removable(&self, each: ReadAgain<'_>) -> Result<Vec<Range<u64>>, Reason> {
        // The file's first record is none of these, and says nothing else either.
        self.settled_in_first(self.old() + 1, each)
    }

    fn is_as(&self, other: &Recorded) -> bool {
        self.known.is_as(&other.known) && self.damaged == other.damaged
    }
}
