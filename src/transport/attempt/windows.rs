//! Waits until the socket is connected or refused: asking the socket alone does not tell a refused connection.

use std::net::SocketAddr;
use std::os::windows::io::AsSocket;
use std::time::Duration;

use socket2::Socket;

use super::State;
use crate::system::sockets::{Ready, SOCKETS};

/// The longest wait before the call looks whether it was cancelled.
const SLICE: Duration = Duration::from_millis(10);

pub struct Attempt(Socket);

impl Attempt {
    /// With a socket that does not block; None when it fails at once.
    pub fn start(socket: Socket, address: SocketAddr) -> Option<Attempt> {
        // Nobody between can have lost the first try, so a refusal is one.
        if address.ip().to_canonical().is_loopback()
            && let Some(sockets) = SOCKETS.get()
        {
            (sockets.hasten_refusal)(socket.as_socket());
        }
        match socket.connect(&address.into()) {
            Ok(()) => Some(Attempt(socket)),
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => Some(Attempt(socket)),
            Err(_) => None,
        }
    }

    /// What has become of it, after a short wait for news.
    pub fn look(&mut self, _: Duration) -> State {
        match SOCKETS
            .get()
            .map(|sockets| (sockets.wait)(self.0.as_socket(), SLICE))
        {
            None => {
                std::thread::sleep(SLICE);
                match (self.0.take_error(), self.0.peer_addr()) {
                    (Ok(None), Ok(_)) => State::Connected,
                    (Ok(None), Err(_)) => State::Pending,
                    _ => State::Failed,
                }
            }
            Some(Ok(Ready::Nothing)) => State::Pending,
            Some(Ok(Ready::Writable))
                if matches!(self.0.take_error(), Ok(None)) && self.0.peer_addr().is_ok() =>
            {
                State::Connected
            }
            Some(_) => State::Failed,
        }
    }

    pub fn into_socket(self) -> Option<Socket> {
        Some(self.0)
    }
}
