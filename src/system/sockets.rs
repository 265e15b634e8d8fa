//! What is asked of Winsock beyond the standard library.

use std::io;
use std::os::windows::io::BorrowedSocket;
use std::time::Duration;

use super::Slot;
use super::receive::Receive;

pub static SOCKETS: Slot<Sockets> = Slot::new();

/// What a socket that does not block is ready for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ready {
    /// For nothing, in the time given.
    Nothing,
    /// To be written to: it is connected, and has room.
    Writable,
    /// Its connection was refused, or failed otherwise.
    Failed,
}

pub struct Sockets {
    /// Waits, so long at most, until the socket can be written to or its connection fails.
    pub wait: fn(BorrowedSocket<'_>, Duration) -> io::Result<Ready>,
    /// Makes the system report a refused connection at once, not after further tries. Without effect where the
    /// system has no such option.
    pub hasten_refusal: fn(BorrowedSocket<'_>),
    /// A receive of so many bytes at most, not begun. It may be begun as long as the socket is open, and dropped when
    /// it is not any more. None when memory is short.
    pub receive: fn(BorrowedSocket<'_>, usize) -> Option<Box<dyn Receive>>,
    /// Ends all pending receives of the socket.
    pub cancel: fn(BorrowedSocket<'_>),
}
