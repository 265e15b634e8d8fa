//! Locks on ranges of the journal itself, far behind its end: whatever names and links lead to the file, it has them once.
//! The system takes them back when a process ends, and when it becomes another program.

use std::fs::File;
use std::io;
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::wait::Wait;
use crate::per_process::mark;
use crate::reason::Reason;
use crate::system::{locks, standard_streams};

/// Who decides and writes.
pub(super) const TRANSACTION: u64 = 1 << 62;
/// Shared by all who have the file open.
pub(super) const OPEN: u64 = TRANSACTION + 1;
/// Who removes old records.
pub(super) const REMOVAL: u64 = TRANSACTION - 1;
/// What begins at a place of the file and has not ended.
pub const fn in_flight(place: u64) -> u64 {
    TRANSACTION + 2 + place
}

/// An open file of which a forked child has no copy, so that the locks are this process' alone.
pub struct LockedFile {
    file: File,
    /// The system did not take a lock back.
    keeps_a_lock: AtomicBool,
}

impl LockedFile {
    /// Opens a file, again where a child that was forked meanwhile may have a copy.
    pub fn open(
        wait: &Wait<'_>,
        open: impl Fn() -> Result<File, Reason>,
    ) -> Result<LockedFile, Reason> {
        wait.until_some(|| {
            let forks = mark().forks();
            let file = LockedFile::new(open()?)?;
            Ok((forks.is_some() && forks == mark().forks()).then_some(file))
        })
    }

    pub fn new(file: File) -> Result<LockedFile, Reason> {
        let file = standard_streams::avoided(file).map_err(|_| Reason::NoMemory)?;
        locks::keep_from_children(&file).map_err(|error| match error.kind() {
            io::ErrorKind::OutOfMemory => Reason::NoMemory,
            _ => Reason::JournalUnwritable,
        })?;
        Ok(LockedFile {
            file,
            keeps_a_lock: AtomicBool::new(false),
        })
    }

    pub fn try_lock(&self, byte: u64) -> io::Result<bool> {
        locks::try_lock(&self.file, byte, true)
    }

    /// In place of any other lock that this open file has there.
    pub fn try_share(&self, byte: u64) -> io::Result<bool> {
        self.unlock(byte);
        locks::try_lock(&self.file, byte, false)
    }

    pub fn unlock(&self, byte: u64) {
        if locks::unlock(&self.file, byte).is_err() {
            self.keeps_a_lock.store(true, Ordering::SeqCst);
        }
    }

    /// Whether only closing it is sure to take back what was locked.
    pub fn keeps_a_lock(&self) -> bool {
        self.keeps_a_lock.load(Ordering::SeqCst)
    }

    /// Whether another open file has locked a byte. In doubt it has.
    pub fn is_locked(&self, byte: u64) -> bool {
        locks::is_locked(&self.file, byte).unwrap_or(true)
    }
}

impl Deref for LockedFile {
    type Target = File;

    fn deref(&self) -> &File {
        &self.file
    }
}

impl Drop for LockedFile {
    fn drop(&mut self) {
        // A child that is forked before the file is closed has a copy of it.
        self.unlock(OPEN);
        locks::forget(&self.file);
    }
}

/// A lock, until it is dropped.
pub struct Lock {
    file: Arc<LockedFile>,
    byte: u64,
}

impl Lock {
    /// None where somebody else has it.
    pub fn try_new(file: &Arc<LockedFile>, byte: u64) -> io::Result<Option<Lock>> {
        let locked = file.try_lock(byte)?;
        Ok(locked.then(|| Lock {
            file: Arc::clone(file),
            byte,
        }))
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        self.file.unlock(self.byte);
    }
}
