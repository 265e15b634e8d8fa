//! Waits until the socket is connected or refused: the socket alone does not report a refused connection.

use std::net::SocketAddr;
use std::os::windows::io::AsSocket;
use std::time::Duration;

use socket2::Socket;

use super::ConnectState;
use crate::system::sockets::{Ready, SOCKETS};

/// The longest wait before the call looks whether it was cancelled.
const SLICE: Duration = Duration::from_millis(10);

pub struct PendingConnection(Socket);

impl PendingConnection {
    /// With a socket that does not block; None when it fails at once.
    pub fn start(socket: Socket, address: SocketAddr) -> Option<PendingConnection> {
        // Nobody between can have lost the first try, so a refusal is one.
        if address.ip().to_canonical().is_loopback()
            && let Some(sockets) = SOCKETS.get()
        {
            (sockets.hasten_refusal)(socket.as_socket());
        }
        match socket.connect(&address.into()) {
            Ok(()) => Some(PendingConnection(socket)),
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {
                Some(PendingConnection(socket))
            }
            Err(_) => None,
        }
    }

    /// What has become of it, after a short wait for news.
    pub fn look(&mut self, _: Duration) -> ConnectState {
        match SOCKETS
            .get()
            .map(|sockets| (sockets.wait)(self.0.as_socket(), SLICE))
        {
            None => {
                std::thread::sleep(SLICE);
                match (self.0.take_error(), self.0.peer_addr()) {
                    (Ok(None), Ok(_)) => ConnectState::Connected,
                    (Ok(None), Err(_)) => ConnectState::Pending,
                    _ => ConnectState::Failed,
                }
            }
            Some(Ok(Ready::Nothing)) => ConnectState::Pending,
            Some(Ok(Ready::Writable))
                if matches!(self.0.take_error(), Ok(None)) && self.0.peer_addr().is_ok() =>
            {
                ConnectState::Connected
            }
            Some(_) => ConnectState::Failed,
        }
    }

    pub fn into_socket(self) -> Option<Socket> {
        Some(self.0)
    }
}
