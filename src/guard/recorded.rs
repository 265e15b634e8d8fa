//! What a journal states.

use std::ops::{Range, RangeInclusive};
use std::time::Duration;

use rustc_hash::{FxHashMap, FxHashSet};

use super::documents::UploadBegin;
use super::event::{Event, PinBegin};
use super::recent::Bounds;
use super::record::Record;
use super::state::GuardState;
use crate::error::Outcome;
use crate::journal::{Contents, ReadAgain};
use crate::keyed_digest::KeyedDigest;
use crate::reason::Reason;
use crate::time;

/// The most uploads of one file; each takes about 150 bytes.
pub const CAPACITY: usize = if cfg!(test) { 1_000 } else { 1_000_000 };

pub const BOUNDS: Bounds = Bounds {
    holds: usize::MAX,
    open: usize::MAX,
    accepted: usize::MAX,
};

/// So many of the newest records stay, whatever their age is.
const NEWEST: usize = 10_000;
const DAY: Duration = Duration::from_secs(24 * 3600);

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
    /// How many records there are, and which is the first that is not old.
    records: usize,
    first_young: Option<usize>,
    /// How many have a time that is still to come.
    later: usize,
    /// The times of those that are not old. A later one was written by a clock that is wrong, and says nothing of an age.
    young: RangeInclusive<u64>,
    /// The end of the last record behind which no card had a hold or a permit: what PIN records are before it can go.
    pins_idle_until: u64,
}

/// The beginning of a digest.
pub fn short(digest: &KeyedDigest) -> u32 {
    let [first, second, third, fourth, ..] = *digest;
    u32::from_be_bytes([first, second, third, fourth])
}

/// The same of a reference as it is written.
pub fn short_reference(json: &str) -> u32 {
    crate::journal::checksum(json.as_bytes())
}

/// The same, to keep many of them.
fn prefix(digest: &KeyedDigest) -> u64 {
    digest
        .iter()
        .take(8)
        .fold(0, |all, byte| all << 8 | u64::from(*byte))
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
            Event::Upload {
                begin,
                content,
                reference,
                ..
            } if !self.open.contains_key(&begin.entry) => {
                self.list(begin.entry, time, content)?;
                if let Some(upload) = self.of(begin.entry) {
                    upload.begun = Some(place);
                    upload.reference = reference.map_or(0, short_reference);
                }
            }
            Event::UploadEnd {
                entry,
                document,
                content,
                outcome,
                ..
            } => {
                if !self.open.contains_key(entry) {
                    // It is there twice, or takes back what was not written.
                    if *outcome == Outcome::NotSent || self.was_listed(*entry) {
                        return Ok(());
                    }
                    self.list(*entry, time, content)?;
                    let begin = UploadBegin {
                        entry: *entry,
                        document: *document,
                        permit_of: None,
                    };
                    self.known.documents.begin(&begin, place)?;
                }
                let upload = self.of(*entry).filter(|upload| upload.outcome.is_none());
                let Some(upload) = upload else {
                    return Ok(());
                };
                (upload.ended, upload.outcome) = (Some(place), Some(*outcome));
                if !outcome.is_doubt() {
                    self.open.remove(entry);
                }
            }
            Event::Found { entry } => {
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
        let days = u32::try_from(days).unwrap_or(u32::MAX);
        Recorded {
            known: GuardState::new(&BOUNDS),
            uploads: Vec::new(),
            open: FxHashMap::default(),
            damaged: 0,
            records: 0,
            first_young: None,
            later: 0,
            young: time::before(DAY.saturating_mul(days))..=time::after(DAY),
            pins_idle_until: 0,
        }
    }

    fn record(&mut self, json: &str, place: Range<u64>) -> Result<bool, Reason> {
        let Some(record) = Record::parse(json) else {
            return Ok(false);
        };
        let time = record.time.unwrap_or_default();
        if self.young.contains(&time) {
            self.first_young.get_or_insert(self.records);
        }
        self.later += usize::from(time > *self.young.end());
        self.records += 1;
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
        // It is this computer's clock that is wrong: after a battery failed, it may be years behind.
        if 2 * self.later > self.records {
            return 0;
        }
        let newest = self.records.saturating_sub(NEWEST);
        self.first_young.map_or(newest, |young| young.min(newest))
    }

    fn removable(&self, each: ReadAgain<'_>) -> Result<Vec<Range<u64>>, Reason> {
        // The file's first record is none of these, and says nothing else either.
        self.settled_in_first(self.old() + 1, each)
    }

    fn is_as(&self, other: &Recorded) -> bool {
        self.known.is_as(&other.known) && self.damaged == other.damaged
    }
}

impl Recorded {
    /// Of the first lines those that say nothing any more.
    pub fn settled_in_first(
        &self,
        mut lines: usize,
        each: ReadAgain<'_>,
    ) -> Result<Vec<Range<u64>>, Reason> {
        // What an old line is about: a document, or, None, the cards.
        let mut old: Vec<(Option<u64>, Range<u64>)> = Vec::new();
        // What stays: the documents that are open, and those that a later record is about.
        let mut stay: FxHashSet<Option<u64>> = FxHashSet::default();
        let mut begun: FxHashMap<u128, u64> = FxHashMap::default();
        // Presentations that could go.
        let mut settled: FxHashSet<u128> = FxHashSet::default();
        for document in self.known.documents.open() {
            stay.try_reserve(1)?;
            stay.insert(Some(prefix(document)));
        }
        each(&mut |json, place| {
            let Some(record) = Record::parse(json) else {
                return Ok(());
            };
            stay.try_reserve(1)?;
            let mut is_old = lines > 0;
            lines = lines.saturating_sub(1);
            let about = match &record.event {
                Event::Upload { begin, .. } => {
                    begun.try_reserve(1)?;
                    begun.insert(begin.entry, prefix(&begin.document));
                    Some(prefix(&begin.document))
                }
                // Its begin may be a damaged line.
                Event::UploadEnd {
                    entry, document, ..
                } => {
                    begun.try_reserve(1)?;
                    begun.insert(*entry, prefix(document));
                    Some(prefix(document))
                }
                Event::SendPermit { entry } | Event::Found { entry } => match begun.get(entry) {
                    None => return Ok(()),
                    document => document.copied(),
                },
                Event::Pin(_) | Event::PinEnd { .. } | Event::PinPermit { .. } => {
                    is_old &= place.start < self.pins_idle_until;
                    None
                }
                Event::Other => return Ok(()),
            };
            if let Event::Pin(PinBegin { entry, .. }) | Event::PinEnd { entry, .. } = &record.event
            {
                settled.try_reserve(1)?;
                // Without its begin, an end that is recorded once more would be a new hold.
                if !is_old && settled.contains(entry) {
                    stay.insert(None);
                }
                if is_old {
                    settled.insert(*entry);
                }
            }
            if is_old {
                old.try_reserve(1)?;
                old.push((about, place));
            } else if about.is_some() {
                stay.insert(about);
            }
            Ok(())
        })?;
        old.retain(|(about, _)| !stay.contains(about));
        Ok(old.into_iter().map(|(_, place)| place).collect())
    }
}
