//! A server below HTTP: a script per connection decides what is read, sent and cut. It records every
//! byte that arrived, and counts connections and requests from these bytes alone.

mod peer;

use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rustls::ServerConfig;

pub use crate::http::{Request, answer};
pub use peer::Peer;

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
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        // Left to itself the kernel may take 32 MiB that no script has read: a whole document.
        let socket = socket2::SockRef::from(&listener);
        socket.set_recv_buffer_size(RECEIVE_BUFFER).unwrap();
        let address = listener.local_addr().unwrap();
        let shared = Arc::new(Shared::default());
        let secure = tls.is_some() && !tunnelled;
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
                    if tunnelled {
                        peer::open_tunnel(&stream);
                    }
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

    /// The address of the server, or of the proxy before it.
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
