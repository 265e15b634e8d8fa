//! A connect call that is polled, so that a cancellation or a deadline ends it.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub use unix::PendingConnection;
#[cfg(windows)]
pub use windows::PendingConnection;

/// The state of a connect call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConnectState {
    Pending,
    Connected,
    Failed,
}
