//! A server below HTTP: a script per connection decides what is read, sent and cut. It records every
//! byte that arrived, and counts connections and requests from these bytes alone.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rustls::{ServerConfig, ServerConnection, StreamOwned};

pub use crate::http::{Request, answer};
use hr_sandbox::fault_proxy::SharedSocket;

/// No test waits longer than this for something that must happen.
const PATIENCE: Duration = Duration::from_secs(20);

#[derive(Default)]
struct State {
    /// What arrived on each connection, in the order of their acceptance.
    received: Vec<Vec<u8>>,
    sockets: Vec<Weak<TcpStream>>,
    marks: Vec<&'static str>,
    /// Where the server's own connections come from, which only show that those before were counted.
    probes: Vec<SocketAddr>,
    over: bool,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        // A script that failed must not hide behind the lock it held.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state());
        self.changed.notify_all();
    }

    #[track_caller]
    fn until(&self, ready: impl Fn(&State) -> bool) {
        let end = Instant::now() + PATIENCE;
        let mut state = self.state();
        while !ready(&state) {
            let left = end.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "it did not happen");
            state = self.changed.wait_timeout(state, left).unwrap().0;
        }
    }
}

pub struct Server {
    pub address: SocketAddr,
    secure: bool,
    shared: Arc<Shared>,
    accepting: Option<JoinHandle<Vec<JoinHandle<()>>>>,
}

/// What may be on its way to a script beside the sender's own buffer, in bytes.
const RECEIVE_BUFFER: usize = 128 * 1024;

impl Server {
    pub fn start(script: impl Fn(Peer) + Send + Sync + 'static) -> Server {
        Server::launch(None, script)
    }

    pub fn launch(
        tls: Option<Arc<ServerConfig>>,
        script: impl Fn(Peer) + Send + Sync + 'static,
    ) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        // Left to itself the kernel may take 32 MiB that no script has read: a whole document.
        let socket = socket2::SockRef::from(&listener);
        socket.set_recv_buffer_size(RECEIVE_BUFFER).unwrap();
        let address = listener.local_addr().unwrap();
        let shared = Arc::new(Shared::default());
        let secure = tls.is_some();
        let script = Arc::new(script);
        let inner = Arc::clone(&shared);
        let accepting = std::thread::spawn(move || {
            let mut threads = Vec::new();
            while let Ok((stream, from)) = listener.accept() {
                let mut state = inner.state();
                if state.over {
                    break;
                }
                if let Some(probe) = state.probes.iter().position(|probe| *probe == from) {
                    state.probes.remove(probe);
                    drop(state);
                    inner.changed.notify_all();
                    continue;
                }
                let stream = Arc::new(stream);
                let number = state.received.len();
                state.received.push(Vec::new());
                state.sockets.push(Arc::downgrade(&stream));
                drop(state);
                inner.changed.notify_all();
                let (shared, tls) = (Arc::clone(&inner), tls.clone());
                let script = Arc::clone(&script);
                threads.push(std::thread::spawn(move || {
                    script(Peer::new(stream, number, shared, tls));
                }));
            }
            threads
        });
        Server {
            address,
            secure,
            shared,
            accepting: Some(accepting),
        }
    }

    /// A server that must never be reached.
    pub fn decoy() -> Server {
        Server::start(|mut peer| {
            peer.request();
        })
    }

    pub fn url(&self) -> String {
        let scheme = if self.secure { "https" } else { "http" };
        format!("{scheme}://{}", self.address)
    }

    /// All that were opened so far, also those that were ended at once.
    #[track_caller]
    pub fn connections(&self) -> usize {
        let mut state = self.shared.state();
        let probe = TcpStream::connect(self.address).unwrap();
        let from = probe.local_addr().unwrap();
        state.probes.push(from);
        drop(state);
        self.shared.until(|state| !state.probes.contains(&from));
        self.shared.state().received.len()
    }

    /// Every byte that arrived on a connection.
    pub fn received_on(&self, connection: usize) -> Vec<u8> {
        self.shared.state().received[connection].clone()
    }

    pub fn requests_on(&self, connection: usize) -> Vec<Request> {
        let received = self.shared.state().received[connection].clone();
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
        self.shared.until(|state| state.marks.contains(&mark));
    }

    /// Waits until the script is done with every connection so far.
    #[track_caller]
    pub fn until_gone(&self) {
        let done = |socket: &Weak<TcpStream>| socket.strong_count() == 0;
        let end = Instant::now() + PATIENCE;
        while !self.shared.state().sockets.iter().all(done) {
            assert!(Instant::now() < end, "a connection stayed");
            std::thread::yield_now();
        }
    }

    /// Sets a mark that the script waits for.
    pub fn mark(&self, mark: &'static str) {
        self.shared.change(|state| state.marks.push(mark));
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shared.change(|state| state.over = true);
        let sockets: Vec<_> = self.shared.state().sockets.clone();
        for socket in sockets.iter().filter_map(Weak::upgrade) {
            let _ = socket.shutdown(Shutdown::Both);
        }
        let _ = TcpStream::connect(self.address);
        let failed = self.accepting.take().map(|thread| {
            let threads = thread.join().unwrap();
            threads.into_iter().any(|thread| thread.join().is_err())
        });
        if !std::thread::panicking() {
            assert_eq!(failed, Some(false), "a script failed");
        }
    }
}

enum Stream {
    Plain(SharedSocket),
    Tls(Box<StreamOwned<ServerConnection, SharedSocket>>),
}

/// The server's end of one connection. Dropping it closes the socket: with FIN, or, when something
/// that arrived was not read, with RST (the kernel decides so).
pub struct Peer {
    pub number: usize,
    socket: Arc<TcpStream>,
    stream: Stream,
    shared: Arc<Shared>,
    /// Where the next request begins in what arrived.
    at: usize,
}

impl Peer {
    fn new(
        socket: Arc<TcpStream>,
        number: usize,
        shared: Arc<Shared>,
        tls: Option<Arc<ServerConfig>>,
    ) -> Peer {
        socket.set_nodelay(true).unwrap();
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
        self.shared.state().received[self.number].len()
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
        self.shared
            .change(|state| state.received[number].extend_from_slice(&buffer[..read]));
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

    /// Reads byte by byte up to the end of the next head.
    pub fn head(&mut self) -> Option<Request> {
        loop {
            let parsed = Request::parse(&self.shared.state().received[self.number][self.at..]);
            if let Some((request, _)) = parsed {
                return Some(request);
            }
            if !self.read_some(1) {
                return None;
            }
        }
    }

    /// Reads the next request, whole; None when the client ends before.
    pub fn request(&mut self) -> Option<Request> {
        let head = self.head()?;
        let length: usize = head
            .header("content-length")
            .map_or(0, |n| n.parse().unwrap());
        let end = self.at + head.head.len() + length;
        if !self.read_to(end) {
            return None;
        }
        let from = std::mem::replace(&mut self.at, end);
        Request::parse(&self.shared.state().received[self.number][from..end]).map(|(r, _)| r)
    }

    /// Sends; false when the client does not take it.
    pub fn send(&mut self, bytes: impl AsRef<[u8]>) -> bool {
        let sent = match &mut self.stream {
            Stream::Plain(socket) => socket.write_all(bytes.as_ref()),
            Stream::Tls(tls) => tls.write_all(bytes.as_ref()).and_then(|()| tls.flush()),
        };
        sent.is_ok()
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
        self.shared.until(|state| state.over);
    }

    pub fn mark(&self, mark: &'static str) {
        self.shared.change(|state| state.marks.push(mark));
    }

    pub fn wait_for(&self, mark: &'static str) {
        self.shared
            .until(|state| state.over || state.marks.contains(&mark));
    }
}
