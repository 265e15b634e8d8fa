//! Locks on ranges of a file that belong to an open file: gone with it, whatever became of its process, and untouched by
//! what other open files of the same process do.

use std::fs::File;
use std::io;

use super::Slot;

pub struct Locks {
    /// Locks one byte, for this open file alone or shared with others; false where a lock of another one forbids it.
    pub try_lock: fn(&File, u64, bool) -> io::Result<bool>,
    pub unlock: fn(&File, u64) -> io::Result<()>,
    /// Whether another open file has locked a byte.
    pub is_locked: fn(&File, u64) -> io::Result<bool>,
    /// Lets no forked child have this open file; false where there is no room for another one. Before it locks anything.
    pub keep_from_children: fn(&File) -> bool,
    /// When it has no locks any more, and before it is closed.
    pub forget: fn(&File),
}

pub static LOCKS: Slot<Locks> = Slot::new();
