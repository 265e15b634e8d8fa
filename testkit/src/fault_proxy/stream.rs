//! The proxy's end of one connection, plain or TLS.

use rustls::{ServerConfig, ServerConnection, StreamOwned};
use socket2::SockRef;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::Duration;

/// A socket that other threads may shut down; it closes when the last reference is dropped.
pub struct SharedSocket(pub Arc<TcpStream>);

impl Read for SharedSocket {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        (&*self.0).read(buffer)
    }
}

impl Write for SharedSocket {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        (&*self.0).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

pub(super) enum Stream {
    Plain(SharedSocket),
    Tls(Box<StreamOwned<ServerConnection, SharedSocket>>),
}

impl Stream {
    pub(super) fn plain(socket: Arc<TcpStream>) -> Stream {
        Stream::Plain(SharedSocket(socket))
    }

    /// Makes the TLS handshake; `None` if it fails.
    pub(super) fn secure(socket: Arc<TcpStream>, config: Arc<ServerConfig>) -> Option<Stream> {
        let connection = ServerConnection::new(config).ok()?;
        let mut tls = StreamOwned::new(connection, SharedSocket(socket));
        while tls.conn.is_handshaking() {
            tls.conn.complete_io(&mut tls.sock).ok()?;
        }
        Some(Stream::Tls(Box::new(tls)))
    }

    /// Returns 0 at the end and when the connection is broken.
    pub(super) fn read(&mut self, buffer: &mut [u8]) -> usize {
        match self {
            Stream::Plain(socket) => socket.read(buffer),
            Stream::Tls(tls) => tls.read(buffer),
        }
        .unwrap_or(0)
    }

    /// Returns false if the client does not receive the bytes.
    pub(super) fn send(&mut self, bytes: &[u8]) -> bool {
        match self {
            Stream::Plain(socket) => socket.write_all(bytes),
            Stream::Tls(tls) => tls.write_all(bytes).and_then(|()| tls.flush()),
        }
        .is_ok()
    }

    pub(super) fn notify(&mut self) {
        if let Stream::Tls(tls) = self {
            tls.conn.send_close_notify();
            let _ = tls.conn.complete_io(&mut tls.sock);
        }
    }

    pub(super) fn reset(self) {
        let socket = match &self {
            Stream::Plain(socket) => socket,
            Stream::Tls(tls) => &tls.sock,
        };
        let _ = SockRef::from(&*socket.0).set_linger(Some(Duration::ZERO));
    }
}

/// Whether bytes or the end of a connection wait for its thread.
#[cfg(unix)]
pub(super) fn has_unread(socket: &TcpStream) -> bool {
    use rustix::io::Errno;
    use rustix::net::{RecvFlags, recv};
    let flags = RecvFlags::PEEK | RecvFlags::DONTWAIT;
    recv(socket, &mut [0; 1][..], flags).err() != Some(Errno::AGAIN)
}

#[cfg(not(unix))]
pub(super) fn has_unread(_: &TcpStream) -> bool {
    false
}
