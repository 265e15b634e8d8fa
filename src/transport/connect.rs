//! One attempt to connect, looked at again and again, so that a cancellation or a deadline ends it.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub use unix::PendingConnection;
#[cfg(windows)]
pub use windows::PendingConnection;

/// What became of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConnectState {
    Pending,
    Connected,
    Failed,
}
