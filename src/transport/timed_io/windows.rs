//! A socket that never blocks, and waits beside it. With a time-out of its own (`SO_RCVTIMEO`, `SO_SNDTIMEO`) a
//! socket of Windows is in an undefined state once the time is over: bytes may have left that nobody counts.

use std::io;
use std::time::Duration;

use crate::transport::stream::Stream;

#[derive(Default)]
pub struct TimedIo;

impl TimedIo {
    /// For a connection that is just made and does not block: it stays like that.
    pub fn prepare(_: &socket2::Socket) -> io::Result<()> {
        Ok(())
    }

    pub fn read(
        &mut self,
        stream: &Stream,
        slice: Duration,
        buffer: &mut [u8],
    ) -> io::Result<usize> {
        stream.read(slice, buffer)
    }

    pub fn write(&mut self, stream: &Stream, slice: Duration, bytes: &[u8]) -> io::Result<usize> {
        stream.write(slice, bytes)
    }

    /// What can be read at once.
    pub fn read_now(&mut self, stream: &Stream, buffer: &mut [u8]) -> io::Result<usize> {
        stream.read(Duration::ZERO, buffer)
    }

    /// Nothing is to be sent or read for a while.
    pub fn rest(&mut self, stream: &Stream) {
        stream.rest();
    }
}
