//! Files: what lies at a path, and how a thread that hangs in one is freed.

use std::fs::File;

use super::Slot;

/// A thread that may hang in an operation on a file.
pub trait Thread: Send + Sync {
    /// Asks the system to end the operation that the thread is in now, if it is in one.
    fn end_operation(&self);
}

pub struct Files {
    /// Whether what is open is kept on a disk, be it another computer's: no pipe, no printer, no console.
    #[cfg_attr(not(windows), allow(dead_code))]
    pub is_on_disk: fn(&File) -> bool,
    /// The calling thread.
    pub this_thread: fn() -> Option<Box<dyn Thread>>,
}

pub static FILES: Slot<Files> = Slot::new();
