//! What survives a restart: a file of one record a line, shared by the handles, copies of the library and processes that
//! name it on one computer. `docs/journal.md` specifies it.
//!
//! A record is appended in a transaction: lock, read what others appended, decide, write, sync, unlock. No thread and no
//! work between calls.

mod blocks;
mod cards;
mod compaction;
mod contents;
mod digests;
mod disk;
mod file;
mod hex;
mod index;
mod line;
mod lock;
mod pin_index;
mod pins;
mod query;
mod reader;
mod record;
mod state;
mod time;
mod transaction;
mod uploads;
mod wait;

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError, Weak};

pub use cards::JournalCard;
use contents::Contents;
use file::JournalFile;
pub use index::Meant;
use lock::FileLock;
pub use pins::PinEnded;
pub use query::Filter;
use record::JournalRecord;
pub use record::PinEnding;
use state::State;
use transaction::{Transaction, text_of};
pub use uploads::{Decision, Ended, JournalDocument, Refused};
pub use wait::Wait;

use crate::keyed_digest::DigestKey;
use crate::per_process::{PerProcess, token};
use crate::reason::{JournalRefusal, Reason};

/// One file, opened once in a process.
pub struct Journal {
    path: String,
    process: u32,
    /// For cards; that of the file.
    key: DigestKey,
    state: Mutex<State>,
}

type Opened = Mutex<Vec<Weak<Journal>>>;
static OPENED: PerProcess<Opened> = PerProcess::new(Opened::default);

impl fmt::Debug for Journal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Journal")
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Journal {
    /// Opens the file at an absolute path, and makes it where there is none. The first who opens it removes settled records
    /// that are older than so many days.
    pub fn open(path: &str, days: usize, wait: &Wait<'_>) -> Result<Arc<Journal>, Reason> {
        let known = || {
            let mut opened = lock(OPENED.get());
            opened.retain(|journal| journal.strong_count() > 0);
            let mut opened = opened.iter().filter_map(Weak::upgrade);
            opened.find(|journal| journal.path == path)
        };
        if let Some(journal) = known() {
            match journal.transaction(wait, |_| Ok(())) {
                // What was opened then is no longer there.
                Err(Reason::Journal(JournalRefusal::Replaced)) => {}
                used => return used.map(|()| journal),
            }
        }
        let (state, key) = opened(path, days, wait)?;
        let journal = Arc::new(Journal {
            path: path.to_owned(),
            process: token(),
            key,
            state: Mutex::new(state),
        });
        let mut opened = lock(OPENED.get());
        opened.retain(|journal| journal.upgrade().is_some_and(|known| known.path != path));
        opened.push(Arc::downgrade(&journal));
        Ok(journal)
    }

    pub fn path(&self) -> &str {
        &self.path
    }

    fn state(&self, wait: &Wait<'_>) -> Result<MutexGuard<'_, State>, Reason> {
        wait.until_some(|| match self.state.try_lock() {
            Ok(state) => Ok(Some(state)),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Poisoned(poisoned)) => {
                let mut state = poisoned.into_inner();
                state.contents = None;
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
        decide: impl FnOnce(&mut Transaction<'_>) -> Result<T, Reason>,
    ) -> Result<T, Reason> {
        let mut state = self.state(wait)?;
        let _lock = FileLock::acquire(&state.file, wait)?;
        state.begin()?;
        let (decided, records) = {
            let contents = state.read_on()?;
            let mut transaction = Transaction {
                contents,
                records: Vec::new(),
            };
            (decide(&mut transaction)?, transaction.records)
        };
        state.append(&records)?;
        Ok(decided)
    }

    /// Looks at what the file states, without its lock.
    fn look<T>(
        &self,
        wait: &Wait<'_>,
        look: impl FnOnce(&Contents, &JournalFile) -> Result<T, Reason>,
    ) -> Result<T, Reason> {
        let mut state = self.state(wait)?;
        state.read_on()?;
        match &*state {
            State {
                contents: Some(contents),
                file,
                ..
            } => look(contents, file),
            _ => Err(Reason::NoMemory),
        }
    }

    /// Records what has happened. False where it could not be written.
    fn complete(&self, record: &JournalRecord<'_>) -> bool {
        let recorded =
            self.transaction(&Wait::for_an_end(), |transaction| transaction.push(record));
        if recorded.is_err() {
            self.postpone(record);
        }
        recorded.is_ok()
    }

    /// Keeps a record that could not be written for the next transaction. This process goes by it from now on.
    fn postpone(&self, record: &JournalRecord<'_>) {
        let mut state = lock(&self.state);
        if let Ok(text) = text_of(record)
            && state.unwritten.try_reserve(1).is_ok()
        {
            state.unwritten.push(text);
        }
    }
}

/// Opens the file, takes its lock and reads it.
fn locked(path: &str, wait: &Wait<'_>) -> Result<(State, DigestKey, FileLock), Reason> {
    let replaced = Reason::Journal(JournalRefusal::Replaced);
    let (file, lock) = wait.until_some(|| {
        let file = JournalFile::open(path)?;
        let lock = FileLock::acquire(&file, wait)?;
        match file.is_in_place() {
            // Another process has removed old records since it was opened, or the way to it leads elsewhere by now.
            Err(reason) if reason == replaced => Ok(None),
            in_place => in_place.map(|()| Some((file, lock))),
        }
    })?;
    let mut state = State::new(file);
    let key = state.begin()?;
    Ok((state, key, lock))
}

fn opened(path: &str, days: usize, wait: &Wait<'_>) -> Result<(State, DigestKey), Reason> {
    let (state, key, lock) = locked(path, wait)?;
    let Some(new) = state.compacted(days) else {
        state.file.announce();
        return Ok((state, key));
    };
    drop(state);
    new.take_place();
    drop(lock);
    let (state, key, _lock) = locked(path, wait)?;
    state.file.announce();
    Ok((state, key))
}

impl Drop for Journal {
    fn drop(&mut self) {
        let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        // A forked child has a copy of what its parent is to write.
        if !state.unwritten.is_empty() && self.process == token() {
            let _ = self.transaction(&Wait::for_an_end(), |_| Ok(()));
        }
    }
}
