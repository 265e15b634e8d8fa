//! The time-outs of the socket itself. A time-out leaves the connection as it was.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::ops::Deref;
use std::time::Duration;

use rustix::net::{RecvFlags, recv};

pub struct Stream(TcpStream);

impl Stream {
    /// Of a connection that is just made and does not block.
    pub fn over(socket: socket2::Socket) -> io::Result<Stream> {
        socket.set_nonblocking(false)?;
        Ok(Stream(socket.into()))
    }

    /// For a slice of no length: what can be read at once.
    pub fn read(&self, slice: Duration, room: &mut [u8]) -> io::Result<usize> {
        if slice.is_zero() {
            let (read, _) = recv(&self.0, room, RecvFlags::DONTWAIT)?;
            return Ok(read);
        }
        self.0.set_read_timeout(Some(slice))?;
        (&self.0).read(room)
    }

    pub fn write(&self, slice: Duration, bytes: &[u8]) -> io::Result<usize> {
        self.0.set_write_timeout(Some(slice))?;
        (&self.0).write(bytes)
    }

    /// Nothing is to be sent or read for a while.
    pub fn rest(&self) {}
}

impl Deref for Stream {
    type Target = TcpStream;

    fn deref(&self) -> &TcpStream {
        &self.0
    }
}
