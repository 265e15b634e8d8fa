//! One attempt to connect, looked at again and again, so that a cancellation or a deadline ends it.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub use unix::Attempt;
#[cfg(windows)]
pub use windows::Attempt;

/// What became of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Pending,
    Connected,
    Failed,
}
