//! What survives a restart: a file of one record a line, shared by the handles, copies of the library and processes that
//! name it on one computer. It knows nothing of what the records mean. `docs/journal.md` specifies it.
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

use std::fmt;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, TryLockError};

pub use file::JournalFile;
use line::MAX_RECORD;
pub use line::{checksum, decode};
pub use locks::Lock;
use state::{Read, State};
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

    /// The next line is damaged.
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
    pub path: String,
    process: u32,
    /// Of the file's pseudonyms.
    pub key: DigestKey,
    state: Mutex<State<C>>,
    /// Records that could not be written yet.
    unwritten: Mutex<Vec<WipingBuffer>>,
}

impl<C: Contents> fmt::Debug for Journal<C> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Journal")
    }
}

/// A record that a decision leads to.
pub struct Written {
    pub record: WipingBuffer,
    pub on_failure: OnFailure,
}

/// What becomes of a record of which it is not known whether it was written.
pub enum OnFailure {
    Forgotten,
    /// The next transaction writes it.
    Again,
    /// The next transaction writes this, which takes it back.
    Undone(WipingBuffer),
}

/// How much longer the end of what has begun may be than what takes its begin back: by the names of an outcome and a code,
/// and a status.
const LONGER_END: usize = 128;

impl Written {
    /// Whether it can be written, and the end of what it begins as well.
    fn fits(&self) -> bool {
        let end = match &self.on_failure {
            OnFailure::Undone(undone) => undone.len() + LONGER_END,
            _ => 0,
        };
        self.record.len().max(end) <= MAX_RECORD
    }
}

/// The file as a decision sees it.
pub struct DecidingFile<'a> {
    file: &'a JournalFile,
    /// Where the record will be.
    place: u64,
    wait: &'a Wait<'a>,
}

impl DecidingFile<'_> {
    /// Whether what begins at a place is still being made.
    pub fn is_in_flight(&self, place: u64) -> bool {
        self.file.is_in_flight(place)
    }

    /// Says so of what begins with the record of this transaction, until the lock is dropped.
    pub fn begin_flight(&self) -> Result<Lock, Reason> {
        self.file.begin_flight(self.place, self.wait)
    }
}

/// What is to be known of the file beside its contents.
pub struct LineCounts {
    pub damaged: u64,
    pub torn: u64,
}

impl<C: Contents> Journal<C> {
    /// Opens the file at an absolute path, and makes it where there is none. Who is alone with it removes settled records
    /// that are older than so many days.
    pub fn open(path: &str, days: usize, wait: &Wait<'_>) -> Result<Journal<C>, Reason> {
        let (state, key) = shorten::opened(path, days, wait)?;
        Ok(Journal {
            path: path.to_owned(),
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
                state.read = None;
                self.state.clear_poison();
                Ok(Some(state))
            }
        })
    }

    /// Decides by what the file states, and appends what the decision leads to. When this returns without an error, the
    /// disk has it.
    pub fn transaction<T>(
        &self,
        wait: &Wait<'_>,
        decide: impl FnOnce(&C, &DecidingFile<'_>) -> Result<(T, Option<Written>), Reason>,
    ) -> Result<T, Reason> {
        let mut state = self.state(wait)?;
        let _lock = state.lock(wait)?;
        state.begin(wait)?;
        self.write_unwritten(&mut state, wait)?;
        let end = state.end_of_file()?;
        let (length, place) = (end.length, end.place());
        let file = &state.file;
        let read = state.read.as_ref().ok_or(Reason::NoMemory)?;
        let (decided, written) = decide(&read.contents, &DecidingFile { file, place, wait })?;
        let Some(written) = written else {
            return Ok(decided);
        };
        if !written.fits() {
            return Err(Reason::JournalUnwritable);
        }
        let Written { record, on_failure } = written;
        match state.append(end, std::slice::from_ref(&record), wait) {
            Ok(()) => Ok(decided),
            Err(reason) => {
                match on_failure {
                    OnFailure::Forgotten => state.file.cut(length),
                    OnFailure::Again => self.postpone(record),
                    OnFailure::Undone(undone) => self.postpone(undone),
                }
                Err(reason)
            }
        }
    }

    fn postpone(&self, record: WipingBuffer) {
        let mut unwritten = lock(&self.unwritten);
        if record.len() <= MAX_RECORD && unwritten.try_reserve(1).is_ok() {
            unwritten.push(record);
        }
    }

    fn write_unwritten(&self, state: &mut State<C>, wait: &Wait<'_>) -> Result<(), Reason> {
        let mut unwritten = lock(&self.unwritten);
        if !unwritten.is_empty() {
            state.append(state.end_of_file()?, &unwritten, wait)?;
            unwritten.clear();
        }
        Ok(())
    }

    /// Looks at what the file states, without its lock.
    pub fn look<T>(
        &self,
        wait: &Wait<'_>,
        look: impl FnOnce(&C, &JournalFile, LineCounts) -> Result<T, Reason>,
    ) -> Result<T, Reason> {
        let mut state = self.state(wait)?;
        state.file.length_in_place(wait)?;
        state.read_on(wait)?;
        let read: &Read<C> = state.read.as_ref().ok_or(Reason::NoMemory)?;
        let lines = LineCounts {
            damaged: read.reader.damaged(),
            torn: read.reader.torn + u64::from(read.reader.has_tail()),
        };
        look(&read.contents, &state.file, lines)
    }

    /// Looks at what was read of the file, and at what was appended since.
    pub fn look_at_contents<T>(
        &self,
        wait: &Wait<'_>,
        look: impl FnOnce(&C) -> T,
    ) -> Result<T, Reason> {
        Ok(look(&self.state(wait)?.read_on(wait)?.contents))
    }

    /// Records what has happened. False where it could not be written: the next transaction of this process will.
    pub fn complete(&self, record: WipingBuffer, wait: &Wait<'_>) -> bool {
        let mut record = Some(record);
        let recorded = self.transaction(wait, |_, _| {
            let written = record.take().map(|record| Written {
                record,
                on_failure: OnFailure::Again,
            });
            Ok(((), written))
        });
        if let Some(record) = record {
            self.postpone(record);
        }
        recorded.is_ok()
    }
}

impl<C: Contents> Drop for Journal<C> {
    fn drop(&mut self) {
        // A forked child has a copy of what its parent is to write.
        if self.process == token() && !lock(&self.unwritten).is_empty() {
            let _ = self.transaction(&Wait::not_at_all(), |_, _| Ok(((), None)));
        }
    }
}
