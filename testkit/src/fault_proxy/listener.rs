//! One listener of the proxy, and the threads of its connections.

use super::connection::{self, Accepted, ProxyConnection, Route};
use super::recorder::{Endpoint, RecordedConnection, Recorder};
use super::stream::Stream;
use rustls::ServerConfig;
use socket2::SockRef;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

/// Small, so that the buffer of a listener that does not read is full soon.
const RECEIVE_BUFFER: usize = 64 * 1024;

pub(super) type TlsConfig = Arc<Mutex<Option<Arc<ServerConfig>>>>;

pub(super) struct Listener {
    pub endpoint: Endpoint,
    pub address: SocketAddr,
    pub tls: TlsConfig,
    pub thread: Option<JoinHandle<Vec<JoinHandle<()>>>>,
}

pub(super) fn bind() -> std::io::Result<TcpListener> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    SockRef::from(&listener).set_recv_buffer_size(RECEIVE_BUFFER)?;
    Ok(listener)
}

/// Ends the accepting thread; connections that were accepted before are served to their end.
pub(super) fn stop(recorder: &Recorder, listener: &mut Listener) -> Vec<JoinHandle<()>> {
    let Some(thread) = listener.thread.take() else {
        return Vec::new();
    };
    let mut state = recorder.state();
    // Recorded while the accepting thread cannot read the list.
    let last = TcpStream::connect(listener.address);
    if let Ok(Ok(from)) = last.as_ref().map(TcpStream::local_addr) {
        state.wake_ups.push(from);
    }
    drop(state);
    thread.join().unwrap_or_default()
}

pub(super) fn listen(
    listener: TcpListener,
    route: Route,
    tls: TlsConfig,
    recorder: &Arc<Recorder>,
) -> std::io::Result<Listener> {
    let address = listener.local_addr()?;
    let endpoint = route.endpoint;
    let (recorder, current) = (Arc::clone(recorder), Arc::clone(&tls));
    let thread = std::thread::spawn(move || {
        let mut threads = Vec::new();
        while let Ok((stream, from)) = listener.accept() {
            let stream = Arc::new(stream);
            let _ = stream.set_nodelay(true);
            let number = {
                let mut state = recorder.state();
                if state.wake_ups.contains(&from) {
                    break;
                }
                let probes = state.probes.len();
                state.probes.retain(|probe| *probe != from);
                if state.probes.len() < probes {
                    drop(state);
                    recorder.change(|_| ());
                    continue;
                }
                let endpoint = route.endpoint;
                let bytes = Vec::new();
                state.connections.push(RecordedConnection {
                    endpoint,
                    bytes,
                    deaf: false,
                });
                state.sockets.push(Arc::downgrade(&stream));
                state.connections.len() - 1
            };
            let (recorder, route) = (Arc::clone(&recorder), route.clone());
            let current = Arc::clone(&current);
            threads.push(std::thread::spawn(move || {
                let tls = current
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .clone();
                match connection::accept(&recorder, route.endpoint, stream) {
                    Accepted::Scripted(stream, script) => {
                        ProxyConnection::new(recorder, route, number, stream).unread(script);
                    }
                    Accepted::Unscripted(socket) => {
                        let stream = match tls {
                            None => Some(Stream::plain(socket)),
                            Some(config) => Stream::secure(socket, config),
                        };
                        if let Some(stream) = stream {
                            ProxyConnection::new(recorder, route, number, stream).serve();
                        }
                    }
                }
            }));
        }
        threads
    });
    Ok(Listener {
        endpoint,
        address,
        tls,
        thread: Some(thread),
    })
}
