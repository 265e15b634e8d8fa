//! The socket is asked again and again instead of being waited for: a look is two system calls, and nearly every
//! attempt ends before the second.

use std::net::SocketAddr;
use std::time::Duration;

use socket2::Socket;

use super::ConnectState;

pub struct PendingConnection(Socket);

impl PendingConnection {
    /// With a socket that does not block; None when it fails at once.
    pub fn start(socket: Socket, address: SocketAddr) -> Option<PendingConnection> {
        match socket.connect(&address.into()) {
            Ok(()) => Some(PendingConnection(socket)),
            Err(error) if error.raw_os_error() == Some(libc::EINPROGRESS) => {
                Some(PendingConnection(socket))
            }
            Err(_) => None,
        }
    }

    /// What has become of it; `waited` is the time since its start.
    pub fn look(&mut self, waited: Duration) -> ConnectState {
        if self.0.peer_addr().is_ok() {
            return ConnectState::Connected;
        }
        if !matches!(self.0.take_error(), Ok(None)) {
            return ConnectState::Failed;
        }
        let pause = waited / 8;
        std::thread::sleep(pause.clamp(Duration::from_micros(20), Duration::from_millis(10)));
        ConnectState::Pending
    }

    pub fn into_socket(self) -> Option<Socket> {
        Some(self.0)
    }
}
