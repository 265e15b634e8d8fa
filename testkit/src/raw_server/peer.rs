//! The server's end of one connection.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::Duration;

use rustls::{ExtractedSecrets, HandshakeKind, ServerConfig, ServerConnection, StreamOwned};

use super::listener::{Incoming, Shared, State};
use crate::http::Request;

/// A socket that other threads may shut down; it closes when the last reference is dropped.
struct SharedSocket(Arc<TcpStream>);

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

/// Words by which a script and its test know of each other.
pub type Marks = Vec<&'static str>;

/// What is ready to be sent.
fn pending(connection: &mut ServerConnection) -> Vec<u8> {
    let mut wire = Vec::new();
    while connection.wants_write() {
        connection.write_tls(&mut wire).unwrap();
    }
    wire
}

enum Stream {
    Plain(SharedSocket),
    Tls(Box<StreamOwned<ServerConnection, SharedSocket>>),
}

/// The server's end of one connection. Dropping it closes the socket: with FIN, or, when something
/// that arrived was not read, with RST (the kernel decides so).
pub struct Peer<T = Marks> {
    pub number: usize,
    socket: Arc<TcpStream>,
    stream: Stream,
    pub(crate) shared: Arc<Shared<T>>,
    /// Where the next request begins in what arrived.
    pub(crate) at: usize,
}

impl<T> Peer<T> {
    /// Makes the handshake, if there is one to make.
    pub(crate) fn new(incoming: Incoming<T>, tls: Option<Arc<ServerConfig>>) -> Peer<T> {
        let Incoming {
            socket,
            number,
            shared,
        } = incoming;
        let _ = socket.set_nodelay(true);
        let raw = SharedSocket(Arc::clone(&socket));
        let stream = match tls {
            None => Stream::Plain(raw),
            Some(config) => {
                let mut tls = StreamOwned::new(ServerConnection::new(config).unwrap(), raw);
                while tls.conn.is_handshaking() && tls.conn.complete_io(&mut tls.sock).is_ok() {}
                Stream::Tls(Box::new(tls))
            }
        };
        Peer {
            number,
            socket,
            stream,
            shared,
            at: 0,
        }
    }

    pub fn received(&self) -> usize {
        self.shared.state().connections[self.number].bytes.len()
    }

    /// Reads at most `limit` bytes; false at the client's end.
    fn read_some(&mut self, limit: usize) -> bool {
        let mut buffer = vec![0; limit.min(256 * 1024)];
        let read = match &mut self.stream {
            Stream::Plain(socket) => socket.read(&mut buffer),
            Stream::Tls(tls) => tls.read(&mut buffer),
        };
        let read = read.unwrap_or(0);
        let number = self.number;
        self.shared.change(|state| {
            state.connections[number]
                .bytes
                .extend_from_slice(&buffer[..read])
        });
        read > 0
    }

    /// Reads until so many bytes have arrived on this connection, and not one more.
    pub fn read_to(&mut self, total: usize) -> bool {
        while self.received() < total {
            if !self.read_some(total - self.received()) {
                return false;
            }
        }
        true
    }

    /// Waits until something can be read, without reading it.
    pub fn wait_readable(&self) {
        let _ = self.socket.peek(&mut [0]);
    }

    /// Bytes that have arrived.
    pub(crate) fn bytes(&self, range: std::ops::Range<usize>) -> Vec<u8> {
        self.shared.state().connections[self.number].bytes[range].to_vec()
    }

    /// Reads byte by byte up to the end of the next head, so that nothing behind it is read; where that is.
    pub(crate) fn end_of_head(&mut self) -> Option<usize> {
        let mut from = self.at;
        loop {
            {
                let bytes = &self.shared.state().connections[self.number].bytes;
                let found = bytes[from..]
                    .windows(4)
                    .position(|four| four == b"\r\n\r\n");
                if let Some(found) = found {
                    return Some(from + found + 4);
                }
                from = bytes.len().saturating_sub(3).max(self.at);
            }
            if !self.read_some(1) {
                return None;
            }
        }
    }

    /// The next head.
    pub fn head(&mut self) -> Option<Request> {
        let end = self.end_of_head()?;
        Request::parse(&self.bytes(self.at..end)).map(|(request, _)| request)
    }

    /// Reads the next request, whole; None when the client ends before.
    pub fn request(&mut self) -> Option<Request> {
        let head = self.head()?;
        let end = self.at + head.head.len() + head.length();
        if !self.read_to(end) {
            return None;
        }
        let from = std::mem::replace(&mut self.at, end);
        Request::parse(&self.bytes(from..end)).map(|(request, _)| request)
    }

    /// Sends; false when the client does not take it.
    pub fn send(&mut self, bytes: impl AsRef<[u8]>) -> bool {
        let sent = match &mut self.stream {
            Stream::Plain(socket) => socket.write_all(bytes.as_ref()),
            Stream::Tls(tls) => tls.write_all(bytes.as_ref()).and_then(|()| tls.flush()),
        };
        sent.is_ok()
    }

    /// What these bytes are on the wire: over TLS a record, which counts as sent.
    pub fn sealed(&mut self, bytes: impl AsRef<[u8]>) -> Vec<u8> {
        let Stream::Tls(tls) = &mut self.stream else {
            return bytes.as_ref().to_vec();
        };
        tls.conn.writer().write_all(bytes.as_ref()).unwrap();
        pending(&mut tls.conn)
    }

    /// Whether the client resumed a session of TLS.
    pub fn is_resumed(&self) -> bool {
        match &self.stream {
            Stream::Plain(_) => false,
            Stream::Tls(tls) => tls.conn.handshake_kind() == Some(HandshakeKind::Resumed),
        }
    }

    /// A key update on the wire, over TLS 1.3.
    pub fn key_update(&mut self) -> Vec<u8> {
        let Stream::Tls(tls) = &mut self.stream else {
            panic!("a connection over TLS");
        };
        tls.conn.refresh_traffic_keys().unwrap();
        pending(&mut tls.conn)
    }

    /// The socket, and the keys of TLS for whoever makes records by hand; the configuration must let them be extracted.
    pub fn into_secrets(self) -> (Arc<TcpStream>, ExtractedSecrets) {
        let Stream::Tls(tls) = self.stream else {
            panic!("a connection over TLS");
        };
        (self.socket, tls.conn.dangerous_extract_secrets().unwrap())
    }

    /// Sends bytes of the wire; false when the client does not take them.
    pub fn send_raw(&mut self, bytes: &[u8]) -> bool {
        (&*self.socket).write_all(bytes).is_ok()
    }

    /// Ends this side in good order: over TLS with close_notify.
    pub fn close(mut self) {
        if let Stream::Tls(tls) = &mut self.stream {
            tls.conn.send_close_notify();
            let _ = tls.conn.complete_io(&mut tls.sock);
        }
    }

    /// Ends with RST.
    pub fn reset(self) {
        let socket = socket2::SockRef::from(&*self.socket);
        socket.set_linger(Some(Duration::ZERO)).unwrap();
    }

    /// Keeps the connection and reads whatever comes, until the client ends it.
    pub fn hold(mut self) {
        while self.read_some(64 * 1024) {}
    }

    /// Keeps the connection and reads nothing, until the test is over.
    pub fn freeze(self) {
        let long = Duration::from_secs(60);
        self.shared.until(long, |state| state.over);
    }
}

impl Peer {
    pub fn mark(&self, mark: &'static str) {
        self.shared.change(|state| state.own.push(mark));
    }

    pub fn wait_for(&self, mark: &'static str) {
        let ready = |state: &State<Marks>| state.over || state.own.contains(&mark);
        assert!(self.shared.until(crate::SOON, ready), "no {mark}");
    }
}
