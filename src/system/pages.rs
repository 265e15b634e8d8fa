//! Memory that the system is asked to keep out of the page file and out of what is written about a crash.

use std::sync::atomic::AtomicUsize;

use super::Slot;

/// Zeros at first, whole pages of 4 KiB, for as long as the process lives.
pub type Pages = &'static [AtomicUsize];

pub struct PageFunctions {
    /// None where the system gave none.
    pub pages: fn() -> Option<Pages>,
}

pub static PAGES: Slot<PageFunctions> = Slot::new();
