//! The proxy: a sandbox, and a listener before each of its services.

use super::connection::{self, Route};
use super::oracle::Oracle;
use super::recorder::{Armed, ENDPOINTS, Endpoint, ProxyState};
use super::script::Script;
use crate::SOON;
use crate::raw_server::listener::{Accepted, Listener, Shared, State};
use hr_sandbox::Call;
use hr_sandbox::Options;
use hr_sandbox::Sandbox;
use rustls::ServerConfig;
use serde_json::Value;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Small, so that the buffer of a listener that does not read is full soon.
const RECEIVE_BUFFER: usize = 64 * 1024;

type TlsConfig = Mutex<Option<Arc<ServerConfig>>>;

pub struct FaultProxy {
    sandbox: Option<Sandbox>,
    shared: Arc<Shared<ProxyState>>,
    /// Those of `ENDPOINTS`, and what they speak now.
    listeners: Vec<(Listener, Arc<TlsConfig>)>,
    ended: Vec<JoinHandle<()>>,
    base: String,
    secure: bool,
}

impl FaultProxy {
    /// Starts a sandbox and the proxy in front of it. With `tls` the license server and the resource
    /// service are on https.
    pub fn start(options: Options, tls: Option<Arc<ServerConfig>>) -> FaultProxy {
        FaultProxy::launch(options, tls, false)
    }

    /// As `start`; connections stay open between requests.
    pub fn start_keep_alive(options: Options, tls: Option<Arc<ServerConfig>>) -> FaultProxy {
        FaultProxy::launch(options, tls, true)
    }

    fn launch(options: Options, tls: Option<Arc<ServerConfig>>, keep_alive: bool) -> FaultProxy {
        let sandbox = Sandbox::start(options).unwrap();
        let service = sandbox.service_url();
        let after = service.trim_start_matches("http://");
        let (origin, base) = match after.find('/') {
            Some(slash) => (&after[..slash], after[slash..].trim_end_matches('/')),
            None => (after, ""),
        };
        let secure = tls.is_some();
        let s = if secure { "s" } else { "" };
        // The service's own address is known when its listener is there.
        let rewrites = Arc::new(OnceLock::new());
        let shared = Arc::new(Shared::default());
        let mut listeners = Vec::new();
        for (number, endpoint) in ENDPOINTS.into_iter().enumerate() {
            let behind = match endpoint {
                Endpoint::License => Some(sandbox.license_url()),
                Endpoint::Card => Some(sandbox.local_url()),
                Endpoint::Service => Some(format!("http://{origin}")),
                Endpoint::Decoy => None,
            };
            let route = Route {
                endpoint,
                behind: behind.and_then(|url| url.trim_start_matches("http://").parse().ok()),
                base: base.to_owned(),
                rewrites: Arc::clone(&rewrites),
                keep_alive,
            };
            let own_tls = match endpoint {
                Endpoint::License | Endpoint::Service => tls.clone(),
                Endpoint::Card | Endpoint::Decoy => None,
            };
            let own_tls = Arc::new(Mutex::new(own_tls));
            let current = Arc::clone(&own_tls);
            let listener = Listener::start(number, RECEIVE_BUFFER, &shared, move |incoming| {
                let tls = current
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .clone();
                connection::serve(&route, incoming, tls);
            });
            let listener = listener.unwrap();
            if endpoint == Endpoint::Service {
                let own = listener.address;
                let pairs = ["http", "ws"].map(|scheme| {
                    (
                        format!("{scheme}://{origin}"),
                        format!("{scheme}{s}://{own}"),
                    )
                });
                rewrites.get_or_init(|| pairs);
            }
            listeners.push((listener, own_tls));
        }
        let base = base.to_owned();
        FaultProxy {
            sandbox: Some(sandbox),
            shared,
            listeners,
            ended: Vec::new(),
            base,
            secure,
        }
    }

    pub fn sandbox(&self) -> &Sandbox {
        // Only `finish` takes it, and it consumes the proxy.
        self.sandbox.as_ref().expect("a sandbox")
    }

    pub fn address(&self, endpoint: Endpoint) -> SocketAddr {
        self.listener(endpoint).0.address
    }

    /// The base address of a listener; that of the resource service has no path.
    pub fn url(&self, endpoint: Endpoint) -> String {
        let tls = self.secure && matches!(endpoint, Endpoint::License | Endpoint::Service);
        let scheme = if tls { "https" } else { "http" };
        format!("{scheme}://{}", self.address(endpoint))
    }

    /// A configuration for `hr_open` whose addresses are those of the proxy.
    pub fn config_json(&self) -> Value {
        let mut config = self.sandbox().config_json();
        config["license_url"] = self.url(Endpoint::License).into();
        config["local_url"] = self.url(Endpoint::Card).into();
        config
    }

    /// Applies a script to the nth request of a call from now on; 1 is the next one.
    pub fn arm(&self, call: Call, nth: usize, script: Script) {
        self.shared.change(|state| {
            let nth = state.own.count(call) + nth;
            state.own.armed.push(Armed { call, nth, script });
        });
    }

    /// Sets the TLS configuration of later connections to an endpoint; `None` means plain TCP.
    pub fn set_tls(&self, endpoint: Endpoint, tls: Option<Arc<ServerConfig>>) {
        let (_, current) = self.listener(endpoint);
        *current.lock().unwrap_or_else(PoisonError::into_inner) = tls;
    }

    /// Closes a listener: it refuses connections from now on.
    pub fn close_listener(&mut self, endpoint: Endpoint) {
        let number = place(endpoint);
        let (listener, _) = &mut self.listeners[number];
        self.ended.extend(listener.stop(&self.shared));
    }

    /// The number of connections and of requests so far.
    pub fn counts(&self) -> (usize, usize) {
        let state = self.shared.state();
        (state.connections.len(), state.own.counts.values().sum())
    }

    /// The number of requests of a call so far, by their heads.
    pub fn requests_of(&self, call: Call) -> usize {
        self.shared.state().own.count(call)
    }

    /// Waits until so many requests of a call were received, by their heads.
    pub fn wait_for_requests(&self, call: Call, count: usize, timeout: Duration) -> bool {
        let enough = |state: &State<ProxyState>| state.own.count(call) >= count;
        self.shared.until(timeout, enough)
    }

    /// Waits until there were more connections than `more_than`.
    pub fn wait_for_connection(&self, more_than: usize, timeout: Duration) -> bool {
        let more = |state: &State<ProxyState>| state.connections.len() > more_than;
        self.shared.until(timeout, more)
    }

    /// Waits until the last connection to a call's service carried a request of that call and at least this many
    /// bytes.
    pub fn wait_for_bytes(&self, call: Call, bytes: usize, timeout: Duration) -> bool {
        let number = place(Endpoint::of(call));
        self.shared.until(timeout, |state| {
            let last = state.connections.iter().rfind(|it| it.listener == number);
            let length = last.map_or(0, |it| it.bytes.len());
            state.own.count(call) > 0 && length >= bytes
        })
    }

    /// Waits until the sandbox has acted upon whatever it gets of what clients sent before, also on connections that
    /// they have closed since. With no time, only what was not accepted yet is waited for.
    pub fn wait_until_acted(&self, timeout: Duration) -> bool {
        let end = Instant::now() + timeout;
        let addresses: Vec<_> = self.listeners.iter().map(|it| it.0.address).collect();
        let accepted = self.shared.until_accepted(&addresses, SOON);
        let acted = |state: &State<ProxyState>| {
            state.own.pending == 0 && !state.connections.iter().any(has_unread)
        };
        while accepted && !acted(&self.shared.state()) {
            if Instant::now() >= end {
                return false;
            }
            std::thread::yield_now();
        }
        accepted
    }

    /// Ends the proxy and returns what it recorded. Clients must have disconnected.
    pub fn finish(mut self) -> Oracle {
        self.stop();
        let state = std::mem::take(&mut *self.shared.state());
        Oracle {
            sandbox: self.sandbox.take().expect("a sandbox"),
            state,
            base: self.base.clone(),
        }
    }

    fn listener(&self, endpoint: Endpoint) -> &(Listener, Arc<TlsConfig>) {
        &self.listeners[place(endpoint)]
    }

    fn stop(&mut self) {
        self.shared.change(|state| state.over = true);
        for (listener, _) in &mut self.listeners {
            self.ended.extend(listener.stop(&self.shared));
        }
        self.shared.shut_all_down();
        for thread in self.ended.drain(..) {
            let _ = thread.join();
        }
    }
}

impl Drop for FaultProxy {
    fn drop(&mut self) {
        self.stop();
    }
}

fn place(endpoint: Endpoint) -> usize {
    let found = ENDPOINTS.iter().position(|it| *it == endpoint);
    found.expect("each endpoint is one of them")
}

/// Whether bytes or the end of a connection wait for its thread.
#[cfg(unix)]
fn has_unread(connection: &Accepted) -> bool {
    use rustix::io::Errno;
    use rustix::net::{RecvFlags, recv};
    let flags = RecvFlags::PEEK | RecvFlags::DONTWAIT;
    let socket = connection.socket.upgrade().filter(|_| !connection.deaf);
    socket.is_some_and(|socket| recv(&socket, &mut [0; 1][..], flags).err() != Some(Errno::AGAIN))
}

#[cfg(not(unix))]
fn has_unread(_: &Accepted) -> bool {
    false
}
