//! Reads and writes that sleep for a slice of the call's time at most, so that the call can check in between for a
//! cancellation. When nothing moves within the slice the result is `WouldBlock`.

#[cfg(all(unix, not(feature = "fuzzing")))]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(feature = "fuzzing")]
pub use super::fuzzing::TimedIo;
#[cfg(all(unix, not(feature = "fuzzing")))]
pub use unix::TimedIo;
#[cfg(windows)]
pub use windows::TimedIo;
