//! A socket that never blocks, and the receives that take what arrives on it. With a time-out of its own (`SO_RCVTIMEO`,
//! `SO_SNDTIMEO`) a socket of Windows is in an undefined state once the time is over: bytes may have left that nobody
//! counts.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::ops::Deref;
use std::os::windows::io::AsSocket;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use super::incoming::{Incoming, ReceiveSource, SIZE};
use crate::locking::lock;
use crate::system::receive::Receive;
use crate::system::sockets::{self, Ready};

/// Between two looks for news.
const PAUSE: Duration = Duration::from_millis(10);

pub struct Stream {
    // Closed first: that ends the receives, which go on in memory that they own.
    socket: TcpStream,
    incoming: Mutex<Incoming>,
}

impl ReceiveSource for TcpStream {
    fn receive(&self) -> Option<Box<dyn Receive>> {
        sockets::receive(self.as_socket(), SIZE)
    }

    fn cancel(&self) {
        sockets::cancel(self.as_socket());
    }

    fn read(&self, room: &mut [u8]) -> io::Result<usize> {
        Read::read(&mut &*self, room)
    }
}

impl Stream {
    /// Of a connection that is just made and does not block: it stays like that.
    pub fn over(socket: socket2::Socket) -> io::Result<Stream> {
        Ok(Stream {
            socket: socket.into(),
            incoming: Mutex::default(),
        })
    }

    /// Reads what has arrived, and waits for it, so long at most.
    pub fn read(&self, most: Duration, room: &mut [u8]) -> io::Result<usize> {
        lock(&self.incoming).read(&self.socket, most, room)
    }

    /// Writes as much as there is room for, and waits for room, so long at most.
    pub fn write(&self, most: Duration, bytes: &[u8]) -> io::Result<usize> {
        lock(&self.incoming).arm(&self.socket);
        match (&self.socket).write(bytes) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                self.wait_for_room(most)?;
                (&self.socket).write(bytes)
            }
            result => result,
        }
    }

    /// An answer, or the connection's end, ends the wait as well: more room may never come.
    fn wait_for_room(&self, most: Duration) -> io::Result<()> {
        let begun = Instant::now();
        loop {
            let left = most.saturating_sub(begun.elapsed());
            let pause = left.min(PAUSE);
            match sockets::wait(self.socket.as_socket(), pause)? {
                Ready::Nothing => {}
                // Of a connection that is made this is urgent data, which nobody reads.
                Ready::Failed => std::thread::sleep(pause),
                Ready::Writable => return Ok(()),
            }
            if left <= PAUSE || lock(&self.incoming).has_news() {
                return Ok(());
            }
        }
    }

    /// Nothing is to be sent or read for a while.
    pub fn rest(&self) {
        lock(&self.incoming).rest(&self.socket);
    }
}

impl Deref for Stream {
    type Target = TcpStream;

    fn deref(&self) -> &TcpStream {
        &self.socket
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        self.socket.cancel();
    }
}
