//! The socket is asked again and again instead of being waited for: a look is two system calls, and nearly every
//! attempt ends before the second.

use std::time::Duration;

use socket2::Socket;

use super::ConnectState;

/// What has become of the attempt; `waited` is the time since its start.
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
