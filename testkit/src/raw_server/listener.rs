//! Listeners, and what they share with the threads of their connections.

use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A connection that was accepted.
pub(crate) struct Accepted {
    /// The number of its listener.
    pub listener: usize,
    /// Every byte that arrived; over TLS the decrypted bytes.
    pub bytes: Vec<u8>,
    pub socket: Weak<TcpStream>,
    /// Whatever else arrives is for nobody.
    pub deaf: bool,
}

#[derive(Default)]
pub(crate) struct State<T> {
    /// In the order of their acceptance.
    pub connections: Vec<Accepted>,
    /// Where the listeners' own connections come from, which only show that those before were accepted.
    probes: Vec<SocketAddr>,
    /// The same, of those that end a listener.
    ends: Vec<SocketAddr>,
    pub over: bool,
    pub own: T,
}

#[derive(Default)]
pub(crate) struct Shared<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
}

impl<T> Shared<T> {
    pub fn state(&self) -> MutexGuard<'_, State<T>> {
        // A script that failed must not hide behind the lock it held.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn change<R>(&self, change: impl FnOnce(&mut State<T>) -> R) -> R {
        let result = change(&mut self.state());
        self.changed.notify_all();
        result
    }

    /// Waits; false when the time is over.
    pub fn until(&self, timeout: Duration, ready: impl Fn(&State<T>) -> bool) -> bool {
        let end = Instant::now() + timeout;
        let mut state = self.state();
        while !ready(&state) {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            let woken = self.changed.wait_timeout(state, left);
            state = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
        true
    }

    /// Waits until the threads are done with every connection so far.
    pub fn until_gone(&self, timeout: Duration) -> bool {
        let end = Instant::now() + timeout;
        let is_gone = |it: &Accepted| it.socket.strong_count() == 0;
        while !self.state().connections.iter().all(is_gone) {
            if Instant::now() >= end {
                return false;
            }
            std::thread::yield_now();
        }
        true
    }

    /// Waits until everything was accepted that was opened before at these addresses.
    pub fn until_accepted(&self, addresses: &[SocketAddr], timeout: Duration) -> bool {
        for address in addresses {
            // Recorded while the accepting thread cannot read the list.
            let mut state = self.state();
            let probe = TcpStream::connect(address);
            let from = probe.and_then(|probe| probe.local_addr());
            state.probes.extend(from.ok());
        }
        self.until(timeout, |state| state.probes.is_empty())
    }

    /// Ends every connection; what has arrived can still be read.
    pub fn shut_all_down(&self) {
        let mut sockets = Vec::new();
        for connection in &self.state().connections {
            sockets.extend(connection.socket.upgrade());
        }
        for socket in sockets {
            let _ = socket.shutdown(std::net::Shutdown::Both);
        }
    }
}

/// A connection on which nothing was read yet.
pub(crate) struct Incoming<T> {
    pub(super) socket: Arc<TcpStream>,
    pub number: usize,
    pub shared: Arc<Shared<T>>,
}

pub(crate) struct Listener {
    pub address: SocketAddr,
    thread: Option<JoinHandle<Vec<JoinHandle<()>>>>,
}

impl Listener {
    /// Runs the script for each connection. `buffer` is what may be on its way to it beside the sender's own buffer, in
    /// bytes: left to itself the kernel may take 32 MiB that nobody has read, a whole document.
    pub fn start<T: Send + 'static>(
        number: usize,
        buffer: usize,
        shared: &Arc<Shared<T>>,
        script: impl Fn(Incoming<T>) + Send + Sync + 'static,
    ) -> std::io::Result<Listener> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        socket2::SockRef::from(&listener).set_recv_buffer_size(buffer)?;
        let address = listener.local_addr()?;
        let (script, shared) = (Arc::new(script), Arc::clone(shared));
        let thread = std::thread::spawn(move || {
            let mut threads = Vec::new();
            while let Ok((stream, from)) = listener.accept() {
                let mut state = shared.state();
                if state.ends.contains(&from) {
                    break;
                }
                if let Some(probe) = state.probes.iter().position(|probe| *probe == from) {
                    state.probes.remove(probe);
                    drop(state);
                    shared.changed.notify_all();
                    continue;
                }
                let socket = Arc::new(stream);
                state.connections.push(Accepted {
                    listener: number,
                    bytes: Vec::new(),
                    socket: Arc::downgrade(&socket),
                    deaf: false,
                });
                let number = state.connections.len() - 1;
                drop(state);
                shared.changed.notify_all();
                let incoming = Incoming {
                    socket,
                    number,
                    shared: Arc::clone(&shared),
                };
                let script = Arc::clone(&script);
                threads.push(std::thread::spawn(move || script(incoming)));
            }
            threads
        });
        Ok(Listener {
            address,
            thread: Some(thread),
        })
    }

    /// Refuses connections from now on; those that were accepted before go on in these threads.
    pub fn stop<T>(&mut self, shared: &Shared<T>) -> Vec<JoinHandle<()>> {
        let Some(thread) = self.thread.take() else {
            return Vec::new();
        };
        let mut state = shared.state();
        let last = TcpStream::connect(self.address);
        if let Ok(Ok(from)) = last.as_ref().map(TcpStream::local_addr) {
            state.ends.push(from);
        }
        drop(state);
        thread.join().unwrap_or_default()
    }
}
