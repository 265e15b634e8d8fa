//! The listeners.

use super::oracle::Oracle;
use super::play::Play;
use super::record::{Armed, Connection, PLACES, Place, Record, State};
use super::serve::{self, Route, Untouched, Visit};
use super::stream::Stream;
use crate::call::Call;
use crate::options::{Options, StartError};
use crate::sandbox::Sandbox;
use rustls::ServerConfig;
use serde_json::Value;
use socket2::SockRef;
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread::JoinHandle;
use std::time::Duration;

/// Small, so that a peer that does not read is soon full.
const RECEIVE_BUFFER: usize = 64 * 1024;

type Secure = Arc<Mutex<Option<Arc<ServerConfig>>>>;

struct Listener {
    place: Place,
    address: SocketAddr,
    secure: Secure,
    thread: Option<JoinHandle<Vec<JoinHandle<()>>>>,
}

/// The relay and the sandbox behind it; see the module.
pub struct Relay {
    sandbox: Option<Sandbox>,
    record: Arc<Record>,
    listeners: Vec<Listener>,
    ended: Vec<JoinHandle<()>>,
    base: String,
    secure: bool,
}

impl Relay {
    /// Starts a sandbox and the relay before it. With `tls` the license server and the resource
    /// service are on https.
    pub fn start(options: Options, tls: Option<Arc<ServerConfig>>) -> Result<Relay, StartError> {
        Relay::launch(options, tls, false)
    }

    /// As `start`; connections stay open between requests.
    pub fn keeping(options: Options, tls: Option<Arc<ServerConfig>>) -> Result<Relay, StartError> {
        Relay::launch(options, tls, true)
    }

    fn launch(
        options: Options,
        tls: Option<Arc<ServerConfig>>,
        keep: bool,
    ) -> Result<Relay, StartError> {
        let sandbox = Sandbox::start(options)?;
        let service = sandbox.service_url();
        let after = service.trim_start_matches("http://");
        let (origin, base) = match after.find('/') {
            Some(slash) => (&after[..slash], after[slash..].trim_end_matches('/')),
            None => (after, ""),
        };
        let mut bound = Vec::new();
        for place in PLACES {
            bound.push((place, bind()?));
        }
        let own = bound[2].1.local_addr()?;
        let secure = tls.is_some();
        let s = if secure { "s" } else { "" };
        let rewrites = Arc::new(vec![
            (format!("http://{origin}"), format!("http{s}://{own}")),
            (format!("ws://{origin}"), format!("ws{s}://{own}")),
        ]);
        let record = Arc::new(Record::default());
        let mut listeners = Vec::new();
        for (place, listener) in bound {
            let behind = match place {
                Place::License => Some(sandbox.license_url()),
                Place::Card => Some(sandbox.local_url()),
                Place::Service => Some(format!("http://{origin}")),
                Place::Decoy => None,
            };
            let route = Route {
                place,
                behind: behind.and_then(|url| url.trim_start_matches("http://").parse().ok()),
                base: base.to_owned(),
                rewrites: Arc::clone(&rewrites),
                keep,
            };
            let own_tls = match place {
                Place::License | Place::Service => tls.clone(),
                Place::Card | Place::Decoy => None,
            };
            let own_tls = Arc::new(Mutex::new(own_tls));
            listeners.push(listen(listener, route, own_tls, &record)?);
        }
        let base = base.to_owned();
        Ok(Relay {
            sandbox: Some(sandbox),
            record,
            listeners,
            ended: Vec::new(),
            base,
            secure,
        })
    }

    /// The sandbox behind the relay.
    pub fn sandbox(&self) -> &Sandbox {
        // Taken by `finish` alone, which takes the relay with it.
        self.sandbox.as_ref().expect("a sandbox")
    }

    /// The address of a listener.
    pub fn address(&self, place: Place) -> SocketAddr {
        self.listener(place).address
    }

    /// The base address of a listener; that of the resource service has no path.
    pub fn url(&self, place: Place) -> String {
        let tls = self.secure && matches!(place, Place::License | Place::Service);
        let scheme = if tls { "https" } else { "http" };
        format!("{scheme}://{}", self.address(place))
    }

    /// A configuration for `hr_open` that leads through the relay.
    pub fn config_json(&self) -> Value {
        let mut config = self.sandbox().config_json();
        config["license_url"] = self.url(Place::License).into();
        config["local_url"] = self.url(Place::Card).into();
        config
    }

    /// Has the nth request of a call from now on (1 is the next one) spoilt.
    pub fn arm(&self, call: Call, nth: usize, play: Play) {
        self.record.change(|state| {
            let nth = state.counts.get(&call).copied().unwrap_or(0) + nth;
            state.armed.push(Armed { call, nth, play });
        });
    }

    /// Has later connections to a place shown another certificate, or none.
    pub fn disguise(&self, place: Place, tls: Option<Arc<ServerConfig>>) {
        let secure = &self.listener(place).secure;
        *secure.lock().unwrap_or_else(PoisonError::into_inner) = tls;
    }

    /// Ends a listener: connections are refused from now on.
    pub fn shut(&mut self, place: Place) {
        for listener in &mut self.listeners {
            if listener.place == place {
                self.ended.extend(stop(&self.record, listener));
            }
        }
    }

    /// Connections and requests so far.
    pub fn so_far(&self) -> (usize, usize) {
        let state = self.record.state();
        (state.connections.len(), state.counts.values().sum())
    }

    /// Waits until there were more connections.
    pub fn wait_for_connection(&self, more_than: usize, timeout: Duration) -> bool {
        let more = |state: &State| state.connections.len() > more_than;
        self.record.until(timeout, more)
    }

    /// Waits until the last connection to a call's service carried a request of that call, and so many
    /// bytes in all.
    pub fn wait_for_bytes(&self, call: Call, bytes: usize, timeout: Duration) -> bool {
        let place = Place::of(call);
        self.record.until(timeout, |state| {
            let last = state.connections.iter().rfind(|it| it.place == place);
            let length = last.map_or(0, |it| it.bytes.len());
            state.counts.contains_key(&call) && length >= bytes
        })
    }

    /// Waits until nothing more comes, and gives what is known. Clients must have left.
    pub fn finish(mut self) -> Oracle {
        self.stop();
        let state = std::mem::take(&mut *self.record.state());
        Oracle {
            sandbox: self.sandbox.take().expect("a sandbox"),
            state,
            base: self.base.clone(),
        }
    }

    fn listener(&self, place: Place) -> &Listener {
        let found = self.listeners.iter().find(|it| it.place == place);
        found.expect("a listener for each place")
    }

    fn stop(&mut self) {
        self.record.change(|state| state.over = true);
        for listener in &mut self.listeners {
            self.ended.extend(stop(&self.record, listener));
        }
        let sockets = self.record.state().sockets.clone();
        for socket in sockets.iter().filter_map(Weak::upgrade) {
            // What has arrived can still be read.
            let _ = socket.shutdown(Shutdown::Both);
        }
        for thread in self.ended.drain(..) {
            let _ = thread.join();
        }
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.stop();
    }
}

fn bind() -> std::io::Result<TcpListener> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    SockRef::from(&listener).set_recv_buffer_size(RECEIVE_BUFFER)?;
    Ok(listener)
}

/// Ends the accepting thread; connections that came before are served to their end.
fn stop(record: &Record, listener: &mut Listener) -> Vec<JoinHandle<()>> {
    let Some(thread) = listener.thread.take() else {
        return Vec::new();
    };
    let mut state = record.state();
    // Noted before the accepting thread can look.
    let last = TcpStream::connect(listener.address);
    if let Ok(Ok(from)) = last.as_ref().map(TcpStream::local_addr) {
        state.last.push(from);
    }
    drop(state);
    thread.join().unwrap_or_default()
}

fn listen(
    listener: TcpListener,
    route: Route,
    secure: Secure,
    record: &Arc<Record>,
) -> std::io::Result<Listener> {
    let address = listener.local_addr()?;
    let place = route.place;
    let (record, tls) = (Arc::clone(record), Arc::clone(&secure));
    let thread = std::thread::spawn(move || {
        let mut threads = Vec::new();
        while let Ok((stream, from)) = listener.accept() {
            let stream = Arc::new(stream);
            let _ = stream.set_nodelay(true);
            let number = {
                let mut state = record.state();
                if state.last.contains(&from) {
                    break;
                }
                let place = route.place;
                let bytes = Vec::new();
                state.connections.push(Connection { place, bytes });
                state.sockets.push(Arc::downgrade(&stream));
                state.connections.len() - 1
            };
            let (record, route, tls) = (Arc::clone(&record), route.clone(), Arc::clone(&tls));
            threads.push(std::thread::spawn(move || {
                let tls = tls.lock().unwrap_or_else(PoisonError::into_inner).clone();
                match serve::untouched(&record, route.place, stream) {
                    Untouched::Spoilt(stream, play) => {
                        Visit::new(record, route, number, stream).spoil(play);
                    }
                    Untouched::GoesOn(socket) => {
                        let stream = match tls {
                            None => Some(Stream::plain(socket)),
                            Some(config) => Stream::secure(socket, config),
                        };
                        if let Some(stream) = stream {
                            Visit::new(record, route, number, stream).serve();
                        }
                    }
                }
            }));
        }
        threads
    });
    Ok(Listener {
        place,
        address,
        secure,
        thread: Some(thread),
    })
}
