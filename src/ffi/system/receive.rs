//! A receive that the system carries out by itself.

use std::time::Duration;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It has bytes.
    Got,
    /// The peer ended its side after it had sent everything.
    Closed,
    /// The connection is lost, and whatever no receive before this one has got.
    Lost,
    /// It was cancelled, or the thread that began it is no more. Nothing was taken from the connection.
    Cancelled,
}

/// It has begun: bytes are put into its memory as they arrive, whether or not anybody looks.
pub trait Receive: Send {
    /// Waits for its end, at most for this time; None while it is pending.
    fn end(&mut self, most: Duration) -> Option<End>;
    /// The bytes received; none while it is pending.
    fn bytes(&self) -> &[u8];
}
