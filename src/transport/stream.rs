//! The byte stream of one connection. Its reads and writes sleep for a slice of the call's time at most, so that the
//! call can check in between for a cancellation. When nothing moves within the slice the result is `WouldBlock`.

#[cfg(any(windows, test))]
mod incoming;
#[cfg(all(unix, not(feature = "fuzzing")))]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(feature = "fuzzing")]
pub use super::fuzzing::Stream;
#[cfg(all(unix, not(feature = "fuzzing")))]
pub use unix::Stream;
#[cfg(windows)]
pub use windows::Stream;
