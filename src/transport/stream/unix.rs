//! The time-outs of the socket itself: one system call a step. A time-out leaves the connection as it was.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::ops::Deref;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rustix::net::{RecvFlags, recv};

pub struct Stream {
    socket: TcpStream,
    read_timeout: Timeout,
    write_timeout: Timeout,
}

/// The time-out that the socket has, in nanoseconds.
#[derive(Default)]
struct Timeout(AtomicU64);

impl Timeout {
    fn be(
        &self,
        slice: Duration,
        set: impl FnOnce(Option<Duration>) -> io::Result<()>,
    ) -> io::Result<()> {
        let nanoseconds = u64::try_from(slice.as_nanos()).unwrap_or(u64::MAX);
        if self.0.load(Ordering::Relaxed) != nanoseconds {
            set(Some(slice))?;
            self.0.store(nanoseconds, Ordering::Relaxed);
        }
        Ok(())
    }
}

impl Stream {
    /// Of a connection that is just made and does not block.
    pub fn over(socket: socket2::Socket) -> io::Result<Stream> {
        socket.set_nonblocking(false)?;
        Ok(Stream {
            socket: socket.into(),
            read_timeout: Timeout::default(),
            write_timeout: Timeout::default(),
        })
    }

    /// For a slice of no length: what can be read at once.
    pub fn read(&self, slice: Duration, room: &mut [u8]) -> io::Result<usize> {
        if slice.is_zero() {
            let (read, _) = recv(&self.socket, room, RecvFlags::DONTWAIT)?;
            return Ok(read);
        }
        let set = |time| self.socket.set_read_timeout(time);
        self.read_timeout.be(slice, set)?;
        (&self.socket).read(room)
    }

    pub fn write(&self, slice: Duration, bytes: &[u8]) -> io::Result<usize> {
        let set = |time| self.socket.set_write_timeout(time);
        self.write_timeout.be(slice, set)?;
        (&self.socket).write(bytes)
    }

    /// Nothing is to be sent or read for a while.
    pub fn rest(&self) {}
}

impl Deref for Stream {
    type Target = TcpStream;

    fn deref(&self) -> &TcpStream {
        &self.socket
    }
}
