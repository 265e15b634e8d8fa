//! A connect call that is polled, so that a cancellation or a deadline ends it.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

use std::net::SocketAddr;

use socket2::{Domain, Protocol, Socket, Type};

#[cfg(unix)]
pub use unix::look;
#[cfg(windows)]
pub use windows::look;

/// The state of a connect call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConnectState {
    Pending,
    Connected,
    Failed,
}

/// Begins to connect a socket, which does not block; None when it fails at once.
pub fn start(address: SocketAddr) -> Option<Socket> {
    let kind = Domain::for_address(address);
    let socket = Socket::new(kind, Type::STREAM, Some(Protocol::TCP)).ok()?;
    socket.set_nonblocking(true).ok()?;
    #[cfg(windows)]
    windows::prepare(&socket, address);
    let begun = match socket.connect(&address.into()) {
        Ok(()) => true,
        #[cfg(unix)]
        Err(error) => error.raw_os_error() == Some(libc::EINPROGRESS),
        #[cfg(windows)]
        Err(error) => error.kind() == std::io::ErrorKind::WouldBlock,
    };
    begun.then_some(socket)
}
