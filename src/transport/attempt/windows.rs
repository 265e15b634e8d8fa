//! Waits for the socket's events. Asking the socket alone does not tell a refused connection, nor does `WSAPoll`
//! before Windows 10 of 2020.

use std::net::SocketAddr;
use std::time::Duration;

use mio::net::TcpStream;
use mio::{Events, Interest, Poll, Token};
use socket2::Socket;

use super::State;

/// The longest wait before the call looks whether it was cancelled.
const SLICE: Duration = Duration::from_millis(10);

pub struct Attempt {
    stream: TcpStream,
    poll: Poll,
    events: Events,
}

impl Attempt {
    /// With a socket that does not block; None when it fails at once.
    pub fn start(socket: Socket, address: SocketAddr) -> Option<Attempt> {
        match socket.connect(&address.into()) {
            Ok(()) => {}
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
            Err(_) => return None,
        }
        let mut stream = TcpStream::from_std(socket.into());
        let poll = Poll::new().ok()?;
        let registry = poll.registry();
        registry
            .register(&mut stream, Token(0), Interest::WRITABLE)
            .ok()?;
        Some(Attempt {
            stream,
            poll,
            events: Events::with_capacity(4),
        })
    }

    /// What has become of it, after a short wait for news.
    pub fn look(&mut self, _: Duration) -> State {
        if self.poll.poll(&mut self.events, Some(SLICE)).is_err() {
            return State::Failed;
        }
        if self.events.is_empty() {
            return State::Pending;
        }
        // An event comes once: whatever it is, it decides.
        let failed = self
            .events
            .iter()
            .any(|event| event.is_error() || event.is_write_closed());
        let connected =
            matches!(self.stream.take_error(), Ok(None)) && self.stream.peer_addr().is_ok();
        match connected && !failed {
            true => State::Connected,
            false => State::Failed,
        }
    }

    pub fn into_socket(mut self) -> Option<Socket> {
        self.poll.registry().deregister(&mut self.stream).ok()?;
        Some(std::net::TcpStream::from(self.stream).into())
    }
}
