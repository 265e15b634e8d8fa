//! A socket that never blocks, and a wait beside it. With a time-out of its own (`SO_RCVTIMEO`, `SO_SNDTIMEO`) a
//! socket of Windows is in an undefined state once the time is over: bytes may have left that nobody counts.

use std::io::{self, Read, Write};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::transport::Stream;

#[derive(Default)]
pub struct Paced;

impl Paced {
    /// For a connection that is just made and does not block: it stays like that.
    pub fn prepare(_: &socket2::Socket) -> io::Result<()> {
        Ok(())
    }

    pub fn read(
        &mut self,
        mut stream: &Stream,
        slice: Duration,
        buffer: &mut [u8],
    ) -> io::Result<usize> {
        match stream.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                wait(stream, PollFlags::RDNORM, slice)?;
                stream.read(buffer)
            }
            result => result,
        }
    }

    pub fn write(
        &mut self,
        mut stream: &Stream,
        slice: Duration,
        bytes: &[u8],
    ) -> io::Result<usize> {
        match stream.write(bytes) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                let seen = wait(stream, PollFlags::WRNORM, slice)?;
                // That the peer ended its side is told at once and for ever, however full the socket is.
                if seen == PollFlags::HUP {
                    std::thread::sleep(slice.min(Duration::from_millis(10)));
                }
                stream.write(bytes)
            }
            result => result,
        }
    }

    /// What can be read at once.
    pub fn read_now(&mut self, mut stream: &Stream, buffer: &mut [u8]) -> io::Result<usize> {
        stream.read(buffer)
    }
}

/// Sleeps until the socket may go on, or the slice is over: the next read or write tells which.
fn wait(stream: &Stream, events: PollFlags, slice: Duration) -> io::Result<PollFlags> {
    let most = Timespec::try_from(slice).map_err(io::Error::other)?;
    let mut asked = PollFd::new(stream, events);
    poll(std::slice::from_mut(&mut asked), Some(&most))?;
    Ok(asked.revents())
}
