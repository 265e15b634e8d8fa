//! Reads and writes that sleep for a slice of the call's time at the most, so that the call can look in between
//! whether it may go on. What does not move within the slice is `WouldBlock`.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub use unix::TimedIo;
#[cfg(windows)]
pub use windows::TimedIo;
