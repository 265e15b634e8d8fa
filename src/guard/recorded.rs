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
    /// In the order of the file.
    uploads: Vec<RecordedUpload>,
    /// Those that have not ended, or whose end is not known.
    open: FxHashMap<u128, u32>,
    /// For each damaged line, how many uploads are before it.
    damaged: Vec<usize>,
    /// How many records there are, and which is the first that is not old.
    records: usize,
    first_young: Option<usize>,
    /// The times of those that are not old. A later one was written by a clock that is wrong, and says nothing of an age.
    young: RangeInclusive<u64>,
    /// Where nothing was held, permitted or missing for the last time.
    pins_settled: u64,
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
        self.uploads.len() >= CAPACITY
    }

    pub fn uploads(&self) -> usize {
        self.uploads.len()
    }

    /// Uploads, and None for each damaged line, the newest first.
    pub fn newest_first(&self) -> impl Iterator<Item = Option<&RecordedUpload>> {
        let mut damaged = self.damaged.iter().rev().peekable();
        let mut uploads = self.uploads.iter().enumerate().rev().peekable();
        std::iter::from_fn(move || {
            let number = uploads.peek().map(|(number, _)| *number);
            let behind = |before: usize| number.is_none_or(|number| before > number);
            match damaged.next_if(|before| behind(**before)) {
                Some(_) => Some(None),
                None => uploads.next().map(|(_, upload)| Some(upload)),
            }
        })
    }

    /// The places of the uploads of which no end is recorded.
    pub fn not_ended(&self) -> impl Iterator<Item = u64> {
        let open = self.open.values();
        let open = open.filter_map(|number| self.uploads.get(*number as usize));
        let open = open.filter(|upload| upload.outcome.is_none());
        open.filter_map(|upload| upload.begun)
    }

    fn of(&mut self, entry: u128) -> Option<&mut RecordedUpload> {
        let number = self.open.get(&entry)?;
        self.uploads.get_mut(*number as usize)
    }

    fn list(&mut self, upload: RecordedUpload) -> Result<(), Reason> {
        if self.is_full() {
            return Err(Reason::JournalFull);
        }
        self.uploads.try_reserve(1)?;
        self.open.try_reserve(1)?;
        let number = u32::try_from(self.uploads.len()).map_err(|_| Reason::NoMemory)?;
        if upload.outcome.is_none_or(Outcome::is_doubt) {
            self.open.insert(upload.entry, number);
        }
        self.uploads.push(upload);
        Ok(())
    }

    fn was_listed(&self, entry: u128) -> bool {
        self.uploads
            .iter()
            .rev()
            .any(|upload| upload.entry == entry)
    }

    fn take(&mut self, record: &Record<'_>, place: u64) -> Result<(), Reason> {
        let time = record.time.unwrap_or(0);
        match &record.event {
            Event::Upload {
                begin,
                content,
                reference,
                ..
            } if !self.open.contains_key(&begin.entry) => self.list(RecordedUpload {
                entry: begin.entry,
                begun: Some(place),
                ended: None,
                time,
                content: short(content),
                reference: reference.map_or(0, short_reference),
                outcome: None,
                found: false,
            })?,
            Event::UploadEnd {
                entry,
                document,
                content,
                outcome,
                ..
            } => match self.of(*entry) {
                Some(upload) if upload.outcome.is_none() => {
                    upload.ended = Some(place);
                    upload.outcome = Some(*outcome);
                    if !outcome.is_doubt() {
                        self.open.remove(entry);
                    }
                }
                // It is there twice, or takes back what was not written.
                Some(_) => return Ok(()),
                None => {
                    if *outcome == Outcome::NotSent || self.was_listed(*entry) {
                        return Ok(());
                    }
                    self.list(RecordedUpload {
                        entry: *entry,
                        begun: None,
                        ended: Some(place),
                        time,
                        content: short(content),
                        reference: 0,
                        outcome: Some(*outcome),
                        found: false,
                    })?;
                    let begin = UploadBegin {
                        entry: *entry,
                        document: *document,
                        permit_of: None,
                    };
                    self.known.documents.begin(&begin, place)?;
                }
            },
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
            damaged: Vec::new(),
            records: 0,
            first_young: None,
            young: time::before(DAY.saturating_mul(days))..=time::after(DAY),
            pins_settled: 0,
        }
    }

    fn record(&mut self, json: &str, place: Range<u64>) -> Result<bool, Reason> {
        let Some(record) = Record::parse(json) else {
            return Ok(false);
        };
        if record.time.is_some_and(|time| self.young.contains(&time)) {
            self.first_young.get_or_insert(self.records);
        }
        self.records += 1;
        self.take(&record, place.start)?;
        if self.known.pins.is_idle() {
            self.pins_settled = place.end;
        }
        Ok(true)
    }

    fn damaged(&mut self) -> Result<(), Reason> {
        self.damaged.try_reserve(1)?;
        self.damaged.push(self.uploads.len());
        self.known.miss();
        Ok(())
    }

    fn old(&self) -> usize {
        let newest = self.records.saturating_sub(NEWEST);
        self.first_young.map_or(newest, |young| young.min(newest))
    }

    fn removable(&self, each: ReadAgain<'_>) -> Result<Vec<Range<u64>>, Reason> {
        // The file's first record is none of these, and says nothing else either.
        self.settled_in_first(self.old() + 1, each)
    }

    fn is_as(&self, other: &Recorded) -> bool {
        self.known.is_as(&other.known) && self.damaged.len() == other.damaged.len()
    }
}

impl Recorded {
    /// Of the first lines those that say nothing any more.
    pub fn settled_in_first(
        &self,
        mut lines: usize,
        each: ReadAgain<'_>,
    ) -> Result<Vec<Range<u64>>, Reason> {
        /// What an old line is about.
        enum Subject {
            Document(u64),
            Entry(u128),
            Pin(Option<u128>),
        }
        let mut old: Vec<(Subject, Range<u64>)> = Vec::new();
        // Documents that stay: those that are open, and those that a later record is about.
        let mut stay: FxHashSet<u64> = FxHashSet::default();
        let mut documents: FxHashMap<u128, u64> = FxHashMap::default();
        // Presentations that could go, and whether an end of one of them was recorded later again, which would hold its card.
        let mut settled: FxHashSet<u128> = FxHashSet::default();
        let mut pins_stay = false;
        for document in self.known.documents.open() {
            stay.try_reserve(1)?;
            stay.insert(prefix(document));
        }
        each(&mut |json, place| {
            let Some(record) = Record::parse(json) else {
                return Ok(());
            };
            stay.try_reserve(1)?;
            let is_old = lines > 0;
            lines = lines.saturating_sub(1);
            let subject = match &record.event {
                Event::Upload { begin, .. } => {
                    documents.try_reserve(1)?;
                    documents.insert(begin.entry, prefix(&begin.document));
                    Subject::Document(prefix(&begin.document))
                }
                Event::UploadEnd { document, .. } => Subject::Document(prefix(document)),
                Event::Permit { entry } | Event::Found { entry } => Subject::Entry(*entry),
                Event::Pin(PinBegin { entry, .. }) | Event::PinEnd { entry, .. } => {
                    Subject::Pin(Some(*entry))
                }
                Event::PinPermit { .. } => Subject::Pin(None),
                Event::Other => return Ok(()),
            };
            if let Subject::Pin(Some(entry)) = subject {
                settled.try_reserve(1)?;
                match is_old && place.start < self.pins_settled {
                    true => drop(settled.insert(entry)),
                    false => pins_stay |= settled.contains(&entry),
                }
            }
            match (is_old, subject) {
                (true, subject) => {
                    old.try_reserve(1)?;
                    old.push((subject, place));
                }
                (false, Subject::Document(document)) => drop(stay.insert(document)),
                (false, Subject::Entry(entry)) => stay.extend(documents.get(&entry).copied()),
                (false, Subject::Pin(_)) => {}
            }
            Ok(())
        })?;
        old.retain(|(subject, place)| {
            let stays = |document: &u64| stay.contains(document);
            match subject {
                Subject::Document(document) => !stays(document),
                Subject::Entry(entry) => !documents.get(entry).is_some_and(stays),
                Subject::Pin(_) => !pins_stay && place.start < self.pins_settled,
            }
        });
        Ok(old.into_iter().map(|(_, place)| place).collect())
    }
}
