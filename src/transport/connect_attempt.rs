//! A connect call that is polled, so that a cancellation or a deadline ends it.

#[cfg(windows)]
mod windows;

use std::net::SocketAddr;
#[cfg(unix)]
use std::time::Duration;

use socket2::{Domain, Protocol, Socket, Type};

#[cfg(windows)]
pub use windows::look;

use crate::system::standard_streams;

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
    let socket = standard_streams::avoided(socket).ok()?;
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

/// What has become of the attempt; `waited` is the time since its start. The socket is asked again and again instead of
/// being waited for: a look is two system calls, and nearly every attempt ends before the second.
#[cfg(unix)]
pub fn look(socket: &Socket, waited: Duration) -> ConnectState {
    if socket.peer_addr().is_ok() {
        return ConnectState::Connected;
    }
    if !matches!(socket.take_error(), Ok(None)) {
        return ConnectState::Failed;
    }
    let pause = waited / 8;
    std::thread::sleep(pause.clamp(Duration::from_micros(20), Duration::from_millis(10)));
    ConnectState::Pending
}
