//! The time-outs of the socket itself: one system call a step. A time-out leaves the connection as it was.

use std::io::{self, Read, Write};
use std::time::Duration;

use rustix::net::{RecvFlags, recv};

use crate::transport::stream::Stream;

#[derive(Default)]
pub struct TimedIo {
    read_timeout: Duration,
    write_timeout: Duration,
}

impl TimedIo {
    /// For a connection that is just made and does not block.
    pub fn prepare(stream: &socket2::Socket) -> io::Result<()> {
        stream.set_nonblocking(false)
    }

    pub fn read(
        &mut self,
        mut stream: &Stream,
        slice: Duration,
        buffer: &mut [u8],
    ) -> io::Result<usize> {
        if slice != self.read_timeout {
            stream.set_read_timeout(Some(slice))?;
            self.read_timeout = slice;
        }
        stream.read(buffer)
    }

    pub fn write(
        &mut self,
        mut stream: &Stream,
        slice: Duration,
        bytes: &[u8],
    ) -> io::Result<usize> {
        if slice != self.write_timeout {
            stream.set_write_timeout(Some(slice))?;
            self.write_timeout = slice;
        }
        stream.write(bytes)
    }

    /// What can be read at once.
    pub fn read_now(&mut self, stream: &Stream, buffer: &mut [u8]) -> io::Result<usize> {
        let (read, _) = recv(stream, buffer, RecvFlags::DONTWAIT)?;
        Ok(read)
    }

    /// Nothing is to be sent or read for a while.
    pub fn rest(&mut self, _: &Stream) {}
}
