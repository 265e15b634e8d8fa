//! The lock on the file beside the journal: one process at a time decides and writes.

use std::fs::File;

use super::disk;
use super::file::JournalFile;
use super::wait::Wait;
use crate::reason::{JournalRefusal, Reason};

/// The lock, until it is dropped.
pub struct FileLock(File);

impl FileLock {
    pub fn acquire(journal: &JournalFile, wait: &Wait<'_>) -> Result<FileLock, Reason> {
        wait.until_some(|| {
            let file = journal.open_lock()?;
            let locked =
                disk::try_lock(&file, disk::LOCK).map_err(|_| JournalRefusal::Unwritable)?;
            if !locked {
                return Ok(None);
            }
            let lock = FileLock(file);
            // Somebody may have deleted the file since it was opened: others then lock a new one.
            Ok(journal.is_lock(&lock.0).then_some(lock))
        })
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        disk::unlock(&self.0);
    }
}
