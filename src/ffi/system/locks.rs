//! Locks on ranges of files.

#[cfg(target_os = "linux")]
mod linux;
#[cfg(windows)]
mod windows;

#[cfg(target_os = "linux")]
pub use linux::{TABLE, in_child};
#[cfg(windows)]
pub use windows::TABLE;
