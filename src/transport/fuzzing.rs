//! For fuzzing alone: connections that a peer in this process plays, in place of the network.
//!
//! A peer belongs to a thread. On every other thread the network is the real one.

use std::cell::{Cell, RefCell};
use std::io;
#[cfg(unix)]
use std::io::{Read, Write};
use std::net::{IpAddr, Shutdown, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::tcp::Tcp;

/// What plays all services, and the resolver of names.
pub trait Peer {
    /// The addresses of a name; none when it is not known.
    fn resolve(&mut self, host: &str) -> Vec<IpAddr>;
    /// Whether somebody listens at the address; the connection is known by its number from here on.
    fn connect(&mut self, connection: u32, address: SocketAddr) -> bool;
    /// Takes bytes that the library sends.
    fn take(&mut self, connection: u32, bytes: &[u8]) -> Move;
    /// Gives bytes to the library; `wait` is false when it only looks what is there.
    fn give(&mut self, connection: u32, room: &mut [u8], wait: bool) -> Move;
}

/// What one step on a connection comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// So many bytes; none given is the end.
    Done(usize),
    /// Nothing moves now.
    Stalled,
    /// Nothing moves until the call's time is over.
    Late,
    /// The connection is lost.
    Lost,
}

thread_local! {
    /// Taken out while it plays, so that it may call the library.
    static PEER: RefCell<Option<Box<dyn Peer>>> = const { RefCell::new(None) };
    static PLAYED: Cell<bool> = const { Cell::new(false) };
    static CONNECTIONS: Cell<u32> = const { Cell::new(0) };
}

/// Puts a peer in place of the network on this thread; None puts the network back.
pub fn set_peer(peer: Option<Box<dyn Peer>>) {
    PLAYED.set(peer.is_some());
    CONNECTIONS.set(0);
    PEER.replace(peer);
}

fn with_peer<T>(step: impl FnOnce(&mut dyn Peer) -> T) -> Option<T> {
    let mut peer = PEER.take()?;
    let result = step(&mut *peer);
    if PLAYED.get() {
        PEER.replace(Some(peer));
    }
    Some(result)
}

/// None when this thread has no peer, so that the network is asked.
pub fn resolve(host: &str, port: u16) -> Option<Vec<SocketAddr>> {
    PLAYED.get().then(|| {
        let found = with_peer(|peer| peer.resolve(host)).unwrap_or_default();
        found
            .into_iter()
            .map(|ip| SocketAddr::new(ip, port))
            .collect()
    })
}

/// None when this thread has no peer; Some(None) when nobody listens. `expire` ends the time of the call.
pub fn dial(address: SocketAddr, expire: Expire) -> Option<Option<Stream>> {
    PLAYED.get().then(|| {
        let connection = CONNECTIONS.get();
        CONNECTIONS.set(connection + 1);
        let listens = with_peer(|peer| peer.connect(connection, address)).unwrap_or(false);
        listens.then(|| {
            Stream::Played(Played {
                connection,
                expire,
                shut: AtomicBool::new(false),
            })
        })
    })
}

type Expire = Box<dyn Fn() + Send + Sync>;

pub enum Stream {
    Tcp(Tcp),
    Played(Played),
}

pub struct Played {
    connection: u32,
    expire: Expire,
    shut: AtomicBool,
}

impl Played {
    /// What can be read without waiting for more.
    #[cfg(unix)]
    pub fn look(&self, room: &mut [u8]) -> io::Result<usize> {
        self.read(room, false)
    }

    fn read(&self, room: &mut [u8], wait: bool) -> io::Result<usize> {
        match self.shut.load(Ordering::SeqCst) {
            true => Ok(0),
            false => self.settle(with_peer(|peer| peer.give(self.connection, room, wait))),
        }
    }

    fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        match self.shut.load(Ordering::SeqCst) {
            true => Err(io::ErrorKind::BrokenPipe.into()),
            false => self.settle(with_peer(|peer| peer.take(self.connection, bytes))),
        }
    }

    fn settle(&self, step: Option<Move>) -> io::Result<usize> {
        match step {
            Some(Move::Done(amount)) => Ok(amount),
            Some(Move::Stalled) => Err(io::ErrorKind::WouldBlock.into()),
            Some(Move::Late) => {
                (self.expire)();
                Err(io::ErrorKind::WouldBlock.into())
            }
            Some(Move::Lost) | None => Err(io::ErrorKind::ConnectionReset.into()),
        }
    }
}

#[cfg(unix)]
impl Stream {
    pub fn set_read_timeout(&self, timeout: Option<Duration>) -> io::Result<()> {
        match self {
            Stream::Tcp(stream) => stream.set_read_timeout(timeout),
            Stream::Played(_) => Ok(()),
        }
    }

    pub fn set_write_timeout(&self, timeout: Option<Duration>) -> io::Result<()> {
        match self {
            Stream::Tcp(stream) => stream.set_write_timeout(timeout),
            Stream::Played(_) => Ok(()),
        }
    }
}

#[cfg(windows)]
impl Stream {
    pub fn read(&self, most: Duration, room: &mut [u8]) -> io::Result<usize> {
        match self {
            Stream::Tcp(stream) => stream.read(most, room),
            Stream::Played(played) => played.read(room, !most.is_zero()),
        }
    }

    pub fn write(&self, most: Duration, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Stream::Tcp(stream) => stream.write(most, bytes),
            Stream::Played(played) => played.write(bytes),
        }
    }

    pub fn rest(&self) {
        if let Stream::Tcp(stream) = self {
            stream.rest();
        }
    }
}

impl Stream {
    pub fn peer_addr(&self) -> io::Result<SocketAddr> {
        match self {
            Stream::Tcp(stream) => stream.peer_addr(),
            Stream::Played(_) => Err(io::ErrorKind::Unsupported.into()),
        }
    }

    pub fn local_addr(&self) -> io::Result<SocketAddr> {
        match self {
            Stream::Tcp(stream) => stream.local_addr(),
            Stream::Played(_) => Err(io::ErrorKind::Unsupported.into()),
        }
    }

    pub fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        match self {
            Stream::Tcp(stream) => stream.shutdown(how),
            Stream::Played(played) => {
                played.shut.store(true, Ordering::SeqCst);
                Ok(())
            }
        }
    }
}

#[cfg(unix)]
impl Read for &Stream {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        match self {
            Stream::Tcp(stream) => (&mut &*stream).read(room),
            Stream::Played(played) => played.read(room, true),
        }
    }
}

#[cfg(unix)]
impl Write for &Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Stream::Tcp(stream) => (&mut &*stream).write(bytes),
            Stream::Played(played) => played.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl From<socket2::Socket> for Stream {
    fn from(socket: socket2::Socket) -> Stream {
        Stream::Tcp(socket.into())
    }
}
