//! Files: what lies at a path, how a thread that hangs in one is freed, and what tells two files apart.

#[cfg(windows)]
use std::fs::File;
#[cfg(windows)]
use std::io;
#[cfg(windows)]
use std::path::Path;

use super::Slot;

/// A thread that may hang in an operation on a file.
pub trait Thread: Send + Sync {
    /// Asks the system to end the operation that the thread is in now, if it is in one.
    fn end_operation(&self);
}

pub struct Files {
    /// Whether what is open is kept on a disk, be it another computer's: no pipe, no printer, no console.
    #[cfg(windows)]
    pub is_on_disk: fn(&File) -> bool,
    /// The calling thread.
    pub this_thread: fn() -> Option<Box<dyn Thread>>,
    /// Whether a path leads to a drive of another computer.
    #[cfg(windows)]
    pub is_remote: fn(&Path) -> bool,
    /// The volume and the number of an open file on it.
    #[cfg(windows)]
    pub identity: fn(&File) -> io::Result<(u64, u64)>,
    /// Whether no other name leads to an open file.
    #[cfg(windows)]
    pub has_one_name: fn(&File) -> bool,
    /// Gives the access control list of one file to another.
    #[cfg(windows)]
    pub copy_rights: fn(&Path, &Path) -> io::Result<()>,
}

pub static FILES: Slot<Files> = Slot::new();
