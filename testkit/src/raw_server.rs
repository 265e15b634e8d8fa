//! A server below HTTP: a script per connection decides what is read, sent and cut. It records every
//! byte that arrived, and counts connections and requests from these bytes alone.

pub(crate) mod listener;
pub(crate) mod peer;

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;

use rustls::ServerConfig;

use crate::SOON;
pub use crate::http::{Request, answer};
use listener::{Listener, Shared};
use peer::Marks;
pub use peer::Peer;

const RECEIVE_BUFFER: usize = 128 * 1024;

pub struct Server {
    pub address: SocketAddr,
    secure: bool,
    shared: Arc<Shared<Marks>>,
    listener: Listener,
}

impl Server {
    pub fn start(script: impl Fn(Peer) + Send + Sync + 'static) -> Server {
        Server::launch(None, script)
    }

    pub fn launch(
        tls: Option<Arc<ServerConfig>>,
        script: impl Fn(Peer) + Send + Sync + 'static,
    ) -> Server {
        Server::listen(tls, false, script)
    }

    /// A proxy that opens each tunnel, and the server at the other end of all of them.
    pub fn tunnelled(
        tls: Arc<ServerConfig>,
        script: impl Fn(Peer) + Send + Sync + 'static,
    ) -> Server {
        Server::listen(Some(tls), true, script)
    }

    fn listen(
        tls: Option<Arc<ServerConfig>>,
        tunnelled: bool,
        script: impl Fn(Peer) + Send + Sync + 'static,
    ) -> Server {
        let shared = Arc::new(Shared::default());
        let secure = tls.is_some() && !tunnelled;
        let listener = Listener::start(0, RECEIVE_BUFFER, &shared, move |incoming| {
            if tunnelled {
                open_tunnel(&incoming.socket);
            }
            script(Peer::new(incoming, tls.clone()));
        });
        let listener = listener.unwrap();
        Server {
            address: listener.address,
            secure,
            shared,
            listener,
        }
    }

    /// A server that answers each request so.
    pub fn saying(reply: impl Into<String>) -> Server {
        let reply = reply.into();
        Server::start(move |mut peer| while peer.request().is_some() && peer.send(&reply) {})
    }

    /// A server that must never be reached.
    pub fn decoy() -> Server {
        Server::start(|mut peer| {
            peer.request();
        })
    }

    /// The address of the server, or of the proxy before it.
    pub fn url(&self) -> String {
        let scheme = if self.secure { "https" } else { "http" };
        format!("{scheme}://{}", self.address)
    }

    /// All that were opened so far, also those that were ended at once.
    #[track_caller]
    pub fn connections(&self) -> usize {
        let accepted = self.shared.until_accepted(&[self.address], SOON);
        assert!(accepted, "a connection was not accepted");
        self.shared.state().connections.len()
    }

    /// Every byte that arrived on a connection.
    pub fn received_on(&self, connection: usize) -> Vec<u8> {
        self.shared.state().connections[connection].bytes.clone()
    }

    pub fn requests_on(&self, connection: usize) -> Vec<Request> {
        let received = self.received_on(connection);
        let mut rest = &received[..];
        let mut requests = Vec::new();
        while let Some((request, length)) = Request::parse(rest) {
            rest = &rest[length..];
            requests.push(request);
        }
        // Only the first head may be cut: nothing follows a whole request by itself.
        assert!(rest.is_empty() || requests.is_empty(), "stray bytes");
        requests
    }

    pub fn requests(&self) -> Vec<Request> {
        (0..self.connections())
            .flat_map(|number| self.requests_on(number))
            .collect()
    }

    /// Waits for a mark that the script sets.
    #[track_caller]
    pub fn until(&self, mark: &'static str) {
        let is_set = self.shared.until(SOON, |state| state.own.contains(&mark));
        assert!(is_set, "{mark}: it did not happen");
    }

    /// Waits until the script is done with every connection so far.
    #[track_caller]
    pub fn until_gone(&self) {
        assert!(self.shared.until_gone(SOON), "a connection stayed");
    }

    /// Sets a mark that the script waits for.
    pub fn mark(&self, mark: &'static str) {
        self.shared.change(|state| state.own.push(mark));
    }
}

/// Reads a request for a tunnel, byte by byte, and grants it.
fn open_tunnel(mut stream: &TcpStream) {
    let (mut head, mut byte) = (Vec::new(), [0]);
    while !head.ends_with(b"\r\n\r\n") && stream.read(&mut byte).is_ok_and(|read| read == 1) {
        head.push(byte[0]);
    }
    let _ = stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n");
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shared.change(|state| state.over = true);
        self.shared.shut_all_down();
        let threads = self.listener.stop(&self.shared);
        // One that was accepted meanwhile.
        self.shared.shut_all_down();
        let mut ended = threads.into_iter().map(std::thread::JoinHandle::join);
        let failed = ended.any(|script| script.is_err());
        if !std::thread::panicking() {
            assert!(!failed, "a script failed");
        }
    }
}
