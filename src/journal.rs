//! What survives a restart: a file of one record a line, shared by the handles, copies of the library and processes that
//! name it on one computer. It knows nothing of what the records mean. `docs/en/journal.md` specifies it.
//!
//! A record is appended in a transaction: lock, read what others appended, decide, write, sync, unlock. No thread and no
//! work between calls.

mod disk;
mod file;
mod header;
mod line;
mod locks;
mod reader;
mod shorten;
mod state;
mod wait;

use std::ops::Range;
use std::sync::{Mutex, MutexGuard, TryLockError};

pub use file::JournalFile;
use line::MAX_RECORD;
pub use line::{checksum, decode};
pub use locks::Lock;
pub use reader::Reader;
use state::State;
pub use wait::Wait;

use crate::keyed_digest::DigestKey;
use crate::locking::lock;
use crate::per_process::token;
use crate::reason::Reason;
use crate::wiping::WipingBuffer;

type Each<'a> = &'a mut dyn FnMut(&str, Range<u64>) -> Result<(), Reason>;
/// Gives each record and the place of its line to a function.
pub type ReadAgain<'a> = &'a mut dyn FnMut(Each<'_>) -> Result<(), Reason>;

/// What the records add up to.
pub trait Contents: Sized {
    /// `days`: after so many a record is old.
    fn new(days: usize) -> Self;

    /// Takes the next record, and the place of its line with the line feed. False where it is none that can be understood.
    fn record(&mut self, json: &str, place: Range<u64>) -> Result<bool, Reason>;

    fn damaged(&mut self) -> Result<(), Reason>;

    /// How many of the first records are old, beside the newest.
    fn old(&self) -> usize;

    /// Which of their lines say nothing any more, in their order. `each` reads all lines again, that of the file's first
    /// record too.
    fn removable(&self, each: ReadAgain<'_>) -> Result<Vec<Range<u64>>, Reason>;

    /// Whether these say the same without the lines that were removed.
    fn is_as(&self, other: &Self) -> bool;
}

/// One file, opened once in a process.
pub struct Journal<C: Contents> {
    process: u32,
    /// Of the file's pseudonyms.
    pub key: DigestKey,
    state: Mutex<State<C>>,
    /// Records that could not be written yet.
    unwritten: Mutex<Vec<WipingBuffer>>,
}

/// A record that a decision leads to.
pub struct Written {
    pub record: WipingBuffer,
    /// Where it is not known whether that was written, the next transaction writes this, which takes it back.
    pub undone: Option<WipingBuffer>,
}

/// How much longer the end of what has begun may be than what takes its begin back: by the names of an outcome and a code,
/// and a status.
const LONGER_END: usize = 128;

impl Written {
    /// Whether it can be written, and the end of what it begins as well.
    fn fits(&self) -> bool {
        let end = self.undone.as_ref();
        let end = end.map_or(0, |undone| undone.len() + LONGER_END);
        self.record.len().max(end) <= MAX_RECORD
    }
}

impl<C: Contents> Journal<C> {
    /// Opens the file at an absolute path, and makes it where there is none. Who is alone with it removes settled records
    /// that are older than so many days.
    pub fn open(path: &str, days: usize, wait: &Wait<'_>) -> Result<Journal<C>, Reason> {
        let (state, key) = shorten::opened(path, days, wait)?;
        Ok(Journal {
            process: token(),
            key,
            state: Mutex::new(state),
            unwritten: Mutex::default(),
        })
    }

    fn state(&self, wait: &Wait<'_>) -> Result<MutexGuard<'_, State<C>>, Reason> {
        wait.until_some(|| match self.state.try_lock() {
            Ok(state) => Ok(Some(state)),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Poisoned(poisoned)) => {
                let mut state = poisoned.into_inner();
                state.forget();
                self.state.clear_poison();
                Ok(Some(state))
            }
        })
    }

    /// Decides by what the file states, and appends what the decision leads to. When this returns without an error, the
    /// disk has it. `decide` is given the place where a record will be.
    pub fn transaction<T>(
        &self,
        wait: &Wait<'_>,
        decide: impl FnOnce(&C, &JournalFile, u64) -> Result<(T, Option<Written>), Reason>,
    ) -> Result<T, Reason> {
        let mut state = self.state(wait)?;
        let _lock = state.lock(wait)?;
        state.begin(wait)?;
        self.write_unwritten(&mut state, wait)?;
        let place = state.place()?;
        let (decided, written) = decide(&state.contents, &state.file, place)?;
        let Some(written) = written else {
            return Ok(decided);
        };
        if !written.fits() {
            return Err(Reason::JournalUnwritable);
        }
        let Written { record, undone } = written;
        let appended = state.append(std::slice::from_ref(&record), wait);
        if appended.is_err() {
            match undone {
                Some(undone) => {
                    self.postpone(undone);
                }
                None => state.take_back(),
            }
        }
        appended.map(|()| decided)
    }

    /// False where there is no memory for the record, or a line has no room for it.
    fn postpone(&self, record: WipingBuffer) -> bool {
        let mut unwritten = lock(&self.unwritten);
        let fits = record.len() <= MAX_RECORD && unwritten.try_reserve(1).is_ok();
        if fits {
            unwritten.push(record);
        }
        fits
    }

    fn write_unwritten(&self, state: &mut State<C>, wait: &Wait<'_>) -> Result<(), Reason> {
        {
            // Whoever has one more does not wait for the disk.
            let mut unwritten = lock(&self.unwritten);
            state.unwritten.try_reserve(unwritten.len())?;
            state.unwritten.append(&mut unwritten);
        }
        if state.unwritten.is_empty() {
            return Ok(());
        }
        let unwritten = std::mem::take(&mut state.unwritten);
        if let Err(reason) = state.append(&unwritten, wait) {
            state.unwritten = unwritten;
            return Err(reason);
        }
        // Where they could not be read, nothing is decided.
        state.begin(wait).map(drop)
    }

    /// Writes what could not be written yet.
    pub fn catch_up(&self, wait: &Wait<'_>) -> Result<(), Reason> {
        self.transaction(wait, |_, _, _| Ok(((), None)))
    }

    /// Records what has happened. False where it could not be written: the next transaction of this process will, unless
    /// there was no memory to keep the record.
    pub fn complete(&self, record: WipingBuffer, wait: &Wait<'_>) -> bool {
        self.postpone(record) && self.catch_up(wait).is_ok()
    }

    /// Looks at what was read of the file, and at what was appended since, without its lock.
    pub fn look<T>(
        &self,
        wait: &Wait<'_>,
        look: impl FnOnce(&C, &JournalFile, &Reader) -> Result<T, Reason>,
    ) -> Result<T, Reason> {
        let mut state = self.state(wait)?;
        state.read_on(wait)?;
        look(&state.contents, &state.file, &state.reader)
    }
}

impl<C: Contents> Drop for Journal<C> {
    fn drop(&mut self) {
        // A forked child has a copy of what its parent is to write.
        let state = self.state.get_mut();
        let late = state.is_ok_and(|state| !state.unwritten.is_empty());
        if self.process == token() && (late || !lock(&self.unwritten).is_empty()) {
            let _ = self.catch_up(&Wait::briefly());
        }
    }
}
