//! The proxy: a sandbox, and a listener before each of its services.

use super::connection::Route;
use super::listener::{Listener, bind, listen, stop};
use super::oracle::Oracle;
use super::recorder::{Armed, ENDPOINTS, Endpoint, ProxyState, RecordedConnection, Recorder};
use super::script::Script;
use super::stream::has_unread;
use hr_sandbox::Call;
use hr_sandbox::Sandbox;
use hr_sandbox::{Options, StartError};
use rustls::ServerConfig;
use serde_json::Value;
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The proxy and the sandbox behind it; see the module.
pub struct FaultProxy {
    sandbox: Option<Sandbox>,
    recorder: Arc<Recorder>,
    listeners: Vec<Listener>,
    ended: Vec<JoinHandle<()>>,
    base: String,
    secure: bool,
}

impl FaultProxy {
    /// Starts a sandbox and the proxy in front of it. With `tls` the license server and the resource
    /// service are on https.
    pub fn start(
        options: Options,
        tls: Option<Arc<ServerConfig>>,
    ) -> Result<FaultProxy, StartError> {
        FaultProxy::launch(options, tls, false)
    }

    /// As `start`; connections stay open between requests.
    pub fn start_keep_alive(
        options: Options,
        tls: Option<Arc<ServerConfig>>,
    ) -> Result<FaultProxy, StartError> {
        FaultProxy::launch(options, tls, true)
    }

    fn launch(
        options: Options,
        tls: Option<Arc<ServerConfig>>,
        keep_alive: bool,
    ) -> Result<FaultProxy, StartError> {
        let sandbox = Sandbox::start(options)?;
        let service = sandbox.service_url();
        let after = service.trim_start_matches("http://");
        let (origin, base) = match after.find('/') {
            Some(slash) => (&after[..slash], after[slash..].trim_end_matches('/')),
            None => (after, ""),
        };
        let mut bound = Vec::new();
        for endpoint in ENDPOINTS {
            bound.push((endpoint, bind()?));
        }
        let own = bound[2].1.local_addr()?;
        let secure = tls.is_some();
        let s = if secure { "s" } else { "" };
        let rewrites = Arc::new(vec![
            (format!("http://{origin}"), format!("http{s}://{own}")),
            (format!("ws://{origin}"), format!("ws{s}://{own}")),
        ]);
        let recorder = Arc::new(Recorder::default());
        let mut listeners = Vec::new();
        for (endpoint, listener) in bound {
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
            listeners.push(listen(listener, route, own_tls, &recorder)?);
        }
        let base = base.to_owned();
        Ok(FaultProxy {
            sandbox: Some(sandbox),
            recorder,
            listeners,
            ended: Vec::new(),
            base,
            secure,
        })
    }

    /// The sandbox behind the proxy.
    pub fn sandbox(&self) -> &Sandbox {
        // Only `finish` takes it, and it consumes the proxy.
        self.sandbox.as_ref().expect("a sandbox")
    }

    /// The address of a listener.
    pub fn address(&self, endpoint: Endpoint) -> SocketAddr {
        self.listener(endpoint).address
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
        self.recorder.change(|state| {
            let nth = state.counts.get(&call).copied().unwrap_or(0) + nth;
            state.armed.push(Armed { call, nth, script });
        });
    }

    /// Sets the TLS configuration of later connections to an endpoint; `None` means plain TCP.
    pub fn set_tls(&self, endpoint: Endpoint, tls: Option<Arc<ServerConfig>>) {
        let current = &self.listener(endpoint).tls;
        *current.lock().unwrap_or_else(PoisonError::into_inner) = tls;
    }

    /// Closes a listener: it refuses connections from now on.
    pub fn close_listener(&mut self, endpoint: Endpoint) {
        for listener in &mut self.listeners {
            if listener.endpoint == endpoint {
                self.ended.extend(stop(&self.recorder, listener));
            }
        }
    }

    /// The number of connections and of requests so far.
    pub fn counts(&self) -> (usize, usize) {
        let state = self.recorder.state();
        (state.connections.len(), state.counts.values().sum())
    }

    /// The number of requests of a call so far, by their heads.
    pub fn requests_of(&self, call: Call) -> usize {
        let state = self.recorder.state();
        state.counts.get(&call).copied().unwrap_or(0)
    }

    /// Waits until so many requests of a call were received, by their heads.
    pub fn wait_for_requests(&self, call: Call, count: usize, timeout: Duration) -> bool {
        let enough = |state: &ProxyState| state.counts.get(&call).copied().unwrap_or(0) >= count;
        self.recorder.until(timeout, enough)
    }

    /// Waits until there were more connections than `more_than`.
    pub fn wait_for_connection(&self, more_than: usize, timeout: Duration) -> bool {
        let more = |state: &ProxyState| state.connections.len() > more_than;
        self.recorder.until(timeout, more)
    }

    /// Waits until the last connection to a call's service carried a request of that call and at least this many
    /// bytes.
    pub fn wait_for_bytes(&self, call: Call, bytes: usize, timeout: Duration) -> bool {
        let endpoint = Endpoint::of(call);
        self.recorder.until(timeout, |state| {
            let last = state.connections.iter().rfind(|it| it.endpoint == endpoint);
            let length = last.map_or(0, |it| it.bytes.len());
            state.counts.contains_key(&call) && length >= bytes
        })
    }

    /// Waits until the sandbox has acted upon whatever it gets of what clients sent before, also on connections that
    /// they have closed since.
    pub fn wait_until_acted(&self, timeout: Duration) -> bool {
        let end = Instant::now() + timeout;
        for listener in &self.listeners {
            let mut state = self.recorder.state();
            let probe = TcpStream::connect(listener.address);
            let from = probe.and_then(|probe| probe.local_addr());
            state.probes.extend(from.ok());
        }
        let left = || end.saturating_duration_since(Instant::now());
        let mut acted = self.recorder.until(left(), |state| state.probes.is_empty());
        while acted {
            acted = self.recorder.until(left(), |state| state.pending == 0) && !left().is_zero();
            let state = self.recorder.state();
            let mut connections = state.sockets.iter().zip(&state.connections);
            let unread = |(socket, connection): (&Weak<TcpStream>, &RecordedConnection)| {
                !connection.deaf && socket.upgrade().is_some_and(|socket| has_unread(&socket))
            };
            if state.pending == 0 && !connections.any(unread) {
                break;
            }
            drop(state);
            std::thread::yield_now();
        }
        acted
    }

    /// Waits until every connection that was accepted has ended: the sandbox has acted upon whatever it gets of it.
    pub fn wait_until_gone(&self, timeout: Duration) -> bool {
        let end = Instant::now() + timeout;
        let gone = |state: &ProxyState| state.sockets.iter().all(|it| it.strong_count() == 0);
        while !gone(&self.recorder.state()) {
            if Instant::now() >= end {
                return false;
            }
            std::thread::yield_now();
        }
        true
    }

    /// Ends the proxy and returns what it recorded. Clients must have disconnected.
    pub fn finish(mut self) -> Oracle {
        self.stop();
        let state = std::mem::take(&mut *self.recorder.state());
        Oracle {
            sandbox: self.sandbox.take().expect("a sandbox"),
            state,
            base: self.base.clone(),
        }
    }

    fn listener(&self, endpoint: Endpoint) -> &Listener {
        let found = self.listeners.iter().find(|it| it.endpoint == endpoint);
        found.expect("a listener for each endpoint")
    }

    fn stop(&mut self) {
        self.recorder.change(|state| state.over = true);
        for listener in &mut self.listeners {
            self.ended.extend(stop(&self.recorder, listener));
        }
        let sockets = self.recorder.state().sockets.clone();
        for socket in sockets.iter().filter_map(Weak::upgrade) {
            // What has arrived can still be read after this.
            let _ = socket.shutdown(Shutdown::Both);
        }
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
