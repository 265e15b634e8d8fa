//! For fuzzing alone: connections that a peer in this process plays, in place of the network. A peer belongs to a
//! thread; on every other thread nothing can be sent or read.

use std::cell::RefCell;
use std::io;
use std::net::{IpAddr, Shutdown, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::in_flight::InFlight;

/// What plays all services, and the resolver of names. Bytes are taken and given as by a socket that does not block:
/// `TimedOut` is an end of the call's time.
pub trait Peer {
    /// The addresses of a name; none when it is not known.
    fn resolve(&mut self, _host: &str) -> Vec<IpAddr> {
        Vec::new()
    }
    /// Whether somebody listens at the address; the connection is known by its number from here on.
    fn connect(&mut self, _connection: u32, _address: SocketAddr) -> bool {
        true
    }
    /// Takes bytes that the library sends.
    fn take(&mut self, connection: u32, bytes: &[u8]) -> io::Result<usize>;
    /// Gives bytes to the library; `wait` is false when it only looks what is there.
    fn give(&mut self, connection: u32, room: &mut [u8], wait: bool) -> io::Result<usize>;
}

thread_local! {
    /// With the number of its next connection.
    static PEER: RefCell<Option<(Box<dyn Peer>, u32)>> = const { RefCell::new(None) };
}

/// Puts a peer in place of the network on this thread; None takes it away.
pub fn set_peer(peer: Option<Box<dyn Peer>>) {
    PEER.replace(peer.map(|peer| (peer, 0)));
}

fn with_peer<T>(step: impl FnOnce(&mut dyn Peer, &mut u32) -> T) -> Option<T> {
    PEER.with_borrow_mut(|played| {
        let (peer, next) = played.as_mut()?;
        Some(step(&mut **peer, next))
    })
}

/// None when this thread has no peer, so that the network is asked.
pub fn resolve(host: &str, port: u16) -> Option<Vec<SocketAddr>> {
    let found = with_peer(|peer, _| peer.resolve(host))?;
    let with_port = |ip| SocketAddr::new(ip, port);
    Some(found.into_iter().map(with_port).collect())
}

/// None when this thread has no peer; Some(None) when nobody listens.
pub fn dial(address: SocketAddr, in_flight: &Arc<InFlight>) -> Option<Option<Stream>> {
    with_peer(|peer, next| {
        let connection = *next;
        *next += 1;
        peer.connect(connection, address).then(|| Stream {
            connection,
            in_flight: Arc::clone(in_flight),
        })
    })
}

pub struct Stream {
    connection: u32,
    in_flight: Arc<InFlight>,
}

impl Stream {
    fn step(
        &self,
        step: impl FnOnce(&mut dyn Peer, u32) -> io::Result<usize>,
    ) -> io::Result<usize> {
        let lost = Err(io::ErrorKind::ConnectionReset.into());
        let stepped = with_peer(|peer, _| step(peer, self.connection)).unwrap_or(lost);
        if matches!(&stepped, Err(error) if error.kind() == io::ErrorKind::TimedOut) {
            self.in_flight.exchange().deadline = Instant::now();
            return Err(io::ErrorKind::WouldBlock.into());
        }
        stepped
    }

    /// Nothing is sent to the network, or read from it.
    pub fn over(_: socket2::Socket) -> io::Result<Stream> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub fn read(&self, slice: Duration, room: &mut [u8]) -> io::Result<usize> {
        self.step(|peer, connection| peer.give(connection, room, !slice.is_zero()))
    }

    pub fn write(&self, _: Duration, bytes: &[u8]) -> io::Result<usize> {
        self.step(|peer, connection| peer.take(connection, bytes))
    }

    pub fn rest(&self) {}

    pub fn peer_addr(&self) -> io::Result<SocketAddr> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub fn local_addr(&self) -> io::Result<SocketAddr> {
        self.peer_addr()
    }

    /// A call that was stopped looks at that before each step.
    pub fn shutdown(&self, _: Shutdown) -> io::Result<()> {
        Ok(())
    }
}
