//! A short id of each call of the host: it stands in the log, in the error object and in the journal, and a person can read
//! it out on the telephone.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::keyed_digest::random;
use crate::per_process::PerProcess;

/// Digits and letters that are not mistaken for each other (Crockford's base 32).
const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH: usize = 8;
/// Odd, so that as many calls as there are ids have different ones; large, so that two that follow each other look so.
const STEP: u64 = 0x9E_3779_B97F;

/// Begins anywhere: the ids of two processes are seldom the same.
static NEXT: PerProcess<AtomicU64> = PerProcess::new(|| {
    let start = random().map_or(0, u64::from_le_bytes);
    AtomicU64::new(start)
});

thread_local! {
    static CURRENT: Cell<Option<u64>> = const { Cell::new(None) };
}

/// A call of the host runs on this thread. One that its callback makes has an id of its own.
pub struct Running {
    outer: Option<u64>,
}

impl Running {
    pub fn begin() -> Running {
        let number = NEXT.get().fetch_add(STEP, Ordering::Relaxed);
        Running {
            outer: CURRENT.replace(Some(number)),
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        CURRENT.set(self.outer);
    }
}

pub fn current() -> Option<String> {
    let number = CURRENT.get()?;
    let digit = |at: usize| DIGITS.get((number >> (5 * at)) as usize % DIGITS.len());
    let digits = (0..LENGTH).filter_map(digit);
    Some(digits.map(|digit| char::from(*digit)).collect())
}

pub fn is_one(text: &str) -> bool {
    text.len() == LENGTH && text.bytes().all(|byte| DIGITS.contains(&byte))
}
