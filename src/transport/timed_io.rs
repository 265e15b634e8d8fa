//! Reads and writes that sleep for a slice of the call's time at most, so that the call can check in between for a
//! cancellation. When nothing moves within the slice the result is `WouldBlock`.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub use unix::TimedIo;
#[cfg(windows)]
pub use windows::TimedIo;
