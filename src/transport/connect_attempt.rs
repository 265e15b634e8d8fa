//! A connect call that is polled, so that a cancellation or a deadline ends it.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use socket2::{Domain, Protocol, Socket, Type};

use crate::system::standard_streams;

/// Begins to connect a socket, which does not block.
pub fn start(address: SocketAddr) -> io::Result<Socket> {
    let kind = Domain::for_address(address);
    let socket = Socket::new(kind, Type::STREAM, Some(Protocol::TCP))?;
    let socket = standard_streams::avoided(socket)?;
    socket.set_nonblocking(true)?;
    #[cfg(windows)]
    windows::prepare(&socket, address);
    match socket.connect(&address.into()) {
        #[cfg(unix)]
        Err(error) if error.raw_os_error() == Some(libc::EINPROGRESS) => Ok(socket),
        #[cfg(windows)]
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(socket),
        begun => begun.map(|()| socket),
    }
}

/// Whether the socket is connected by now, an error where it will not be; `waited` is the time since its start. The socket
/// is asked again and again instead of being waited for: a look is two system calls, and nearly every attempt ends before
/// the second.
#[cfg(unix)]
pub fn is_connected(socket: &Socket, waited: Duration) -> io::Result<bool> {
    if socket.peer_addr().is_ok() {
        return Ok(true);
    }
    if let Some(error) = socket.take_error()? {
        return Err(error);
    }
    let pause = waited / 8;
    std::thread::sleep(pause.clamp(Duration::from_micros(20), Duration::from_millis(10)));
    Ok(false)
}

#[cfg(windows)]
pub use windows::is_connected;

#[cfg(windows)]
mod windows {
    use std::os::windows::io::AsSocket;

    use super::*;
    use crate::system::sockets::{Ready, hasten_refusal, wait};

    /// The longest wait before the call looks whether it was cancelled.
    const SLICE: Duration = Duration::from_millis(10);

    /// Nobody between can have lost the first try to connect to loopback, so a refusal is one.
    pub fn prepare(socket: &Socket, address: SocketAddr) {
        if address.ip().to_canonical().is_loopback() {
            hasten_refusal(socket.as_socket());
        }
    }

    /// The same, after a short wait for news: the socket alone does not report a refused connection.
    pub fn is_connected(socket: &Socket, _: Duration) -> io::Result<bool> {
        match wait(socket.as_socket(), SLICE)? {
            Ready::Nothing => Ok(false),
            Ready::Writable if matches!(socket.take_error(), Ok(None)) => {
                socket.peer_addr().map(|_| true)
            }
            Ready::Writable | Ready::Failed => Err(io::ErrorKind::ConnectionRefused.into()),
        }
    }
}
