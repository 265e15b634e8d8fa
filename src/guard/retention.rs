//! Which records of a journal are old, and which of these may go.

use std::ops::{Range, RangeInclusive};
use std::time::Duration;

use rustc_hash::{FxHashMap, FxHashSet};

use super::event::{Event, PinBegin, PinEnd, UploadBegin, UploadEnd};
use super::record::Record;
use super::recorded::Recorded;
use crate::journal::ReadAgain;
use crate::keyed_digest::{KeyedDigest, number};
use crate::reason::Reason;
use crate::time;

/// So many of the newest records stay, whatever their age is.
const NEWEST: usize = 10_000;
const DAY: Duration = Duration::from_secs(24 * 3600);

/// How old the records of a journal are.
pub struct Ages {
    records: usize,
    /// Which is the first that is not old.
    first_young: Option<usize>,
    /// How many have a time that is still to come.
    later: usize,
    /// The times of those that are not old. A later one was written by a clock that is wrong, and says nothing of an age.
    young: RangeInclusive<u64>,
}

impl Ages {
    pub fn new(days: usize) -> Ages {
        let days = u32::try_from(days).unwrap_or(u32::MAX);
        Ages {
            records: 0,
            first_young: None,
            later: 0,
            young: time::before(DAY.saturating_mul(days))..=time::after(DAY),
        }
    }

    /// The time of the next record.
    pub fn add(&mut self, time: u64) {
        if self.young.contains(&time) {
            self.first_young.get_or_insert(self.records);
        }
        self.later += usize::from(time > *self.young.end());
        self.records += 1;
    }

    /// How many of the first are old.
    pub fn old(&self) -> usize {
        // It is this computer's clock that is wrong: after a battery failed, it may be years behind.
        if 2 * self.later > self.records {
            return 0;
        }
        let newest = self.records.saturating_sub(NEWEST);
        self.first_young.map_or(newest, |young| young.min(newest))
    }
}

/// The beginning of a digest, to keep many of them.
fn prefix(digest: &KeyedDigest) -> u64 {
    (number(digest) >> 64) as u64
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
                // The begin of an end may be a damaged line.
                Event::Upload(UploadBegin {
                    entry, document, ..
                })
                | Event::UploadEnd(UploadEnd {
                    entry, document, ..
                }) => {
                    begun.try_reserve(1)?;
                    begun.insert(*entry, prefix(document));
                    Some(prefix(document))
                }
                Event::SendPermit(entry) | Event::Found(entry) => match begun.get(entry) {
                    None => return Ok(()),
                    document => document.copied(),
                },
                Event::Pin(_) | Event::PinEnd(_) | Event::PinPermit(_) => {
                    is_old &= place.start < self.pins_idle_until;
                    None
                }
                Event::Other => return Ok(()),
            };
            if let Event::Pin(PinBegin { entry, .. }) | Event::PinEnd(PinEnd { entry, .. }) =
                &record.event
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
