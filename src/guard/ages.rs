//! How old the records of the file are, by blocks of them.

use std::time::Duration;

use crate::time;

/// The records of one block.
const RECORDS: usize = 1_000;
/// The newest blocks that are full stay, whatever their age is.
const NEWEST: usize = 10;
const DAY: Duration = Duration::from_secs(24 * 3600);

struct Block {
    /// The place of its first record.
    at: u64,
    records: usize,
    /// The latest time of its records.
    newest: u64,
    /// A later time was written by a clock that was wrong, and says nothing of an age.
    latest: u64,
}

#[derive(Default)]
pub struct Ages(Vec<Block>);

impl Ages {
    pub fn add(&mut self, at: u64, written: Option<u64>) {
        let full = |block: &Block| block.records == RECORDS;
        if self.0.last().is_none_or(full) && self.0.try_reserve(1).is_ok() {
            self.0.push(Block {
                at,
                records: 0,
                newest: 0,
                latest: time::after(DAY),
            });
        }
        if let Some(block) = self.0.last_mut().filter(|block| block.records < RECORDS) {
            block.records += 1;
            let written = written.filter(|time| *time <= block.latest);
            block.newest = block.newest.max(written.unwrap_or(0));
        }
    }

    /// Where the first record is that stays for its age or among the newest: all before it are older than so many days. 0
    /// where all of them stay.
    pub fn end_of_old(&self, days: usize) -> u64 {
        let days = u32::try_from(days).unwrap_or(u32::MAX);
        let limit = time::before(DAY.saturating_mul(days));
        let full = self.0.iter().filter(|block| block.records == RECORDS);
        let candidates = full.count().saturating_sub(NEWEST);
        let old = self.0.iter().take(candidates);
        let old = old.take_while(|block| block.newest < limit).count();
        match old {
            0 => 0,
            old => self.0.get(old).map_or(0, |block| block.at),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(times: impl Iterator<Item = Option<u64>>) -> Ages {
        let mut blocks = Ages::default();
        for (number, time) in times.enumerate() {
            blocks.add(number as u64 * 10 + 7, time);
        }
        blocks
    }

    fn end(count: usize, time: impl Fn(usize) -> Option<u64>) -> u64 {
        blocks((0..count).map(time)).end_of_old(365) / 10
    }

    #[test]
    fn old_is_what_is_neither_young_nor_among_the_newest() {
        let days = |days: u64| Some(time::now() - days * 24 * 3600 * 1000);
        assert_eq!(end(11_000, |_| days(364)), 0);
        assert_eq!(end(10_999, |_| days(366)), 0);
        assert_eq!(end(11_000, |_| days(366)), 1_000);
        assert_eq!(end(15_500, |_| days(366)), 5_000);
        let one_is_young = |number| days(if number == 2_500 { 1 } else { 366 });
        assert_eq!(end(15_500, one_is_young), 2_000);
        // Times that nobody can have written yet, or that no record states.
        let wrong = |number| match number % 3 {
            0 => days(366),
            1 => Some(u64::MAX),
            _ => None,
        };
        assert_eq!(end(15_500, wrong), 5_000);
        assert_eq!(
            blocks((0..15_500).map(|_| days(1))).end_of_old(usize::MAX),
            0
        );
    }
}
