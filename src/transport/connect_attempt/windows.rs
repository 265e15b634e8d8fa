//! Waits until the socket is connected or refused: the socket alone does not report a refused connection.

use std::net::SocketAddr;
use std::os::windows::io::AsSocket;
use std::time::Duration;

use socket2::Socket;

use super::ConnectState;
use crate::system::sockets::{Ready, SOCKETS};

/// The longest wait before the call looks whether it was cancelled.
const SLICE: Duration = Duration::from_millis(10);

/// Nobody between can have lost the first try to connect to loopback, so a refusal is one.
pub fn prepare(socket: &Socket, address: SocketAddr) {
    if address.ip().to_canonical().is_loopback()
        && let Some(sockets) = SOCKETS.get()
    {
        (sockets.hasten_refusal)(socket.as_socket());
    }
}

/// What has become of the attempt, after a short wait for news.
pub fn look(socket: &Socket, _: Duration) -> ConnectState {
    let sockets = SOCKETS.get();
    match sockets.map(|sockets| (sockets.wait)(socket.as_socket(), SLICE)) {
        Some(Ok(Ready::Nothing)) => ConnectState::Pending,
        Some(Ok(Ready::Writable))
            if matches!(socket.take_error(), Ok(None)) && socket.peer_addr().is_ok() =>
        {
            ConnectState::Connected
        }
        _ => ConnectState::Failed,
    }
}
