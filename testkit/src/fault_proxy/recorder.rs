//! What the threads of a proxy share: the scripts, and what arrived.

use super::script::Script;
use hr_sandbox::{Call, Service};
use std::collections::HashMap;
use std::net::{SocketAddr, TcpStream};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

/// A listener of the proxy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Endpoint {
    /// The license server's address.
    License,
    /// The card client's address.
    Card,
    /// The resource service's address.
    Service,
    /// An address that must never receive anything.
    Decoy,
}

pub(super) const ENDPOINTS: [Endpoint; 4] = [
    Endpoint::License,
    Endpoint::Card,
    Endpoint::Service,
    Endpoint::Decoy,
];

impl Endpoint {
    pub(super) fn service(self) -> Option<Service> {
        match self {
            Endpoint::License => Some(Service::License),
            Endpoint::Card => Some(Service::Card),
            Endpoint::Service => Some(Service::Resource),
            Endpoint::Decoy => None,
        }
    }

    pub(super) fn of(call: Call) -> Endpoint {
        match call {
            Call::Ticket => Endpoint::License,
            Call::Ready | Call::Login => Endpoint::Card,
            _ => Endpoint::Service,
        }
    }
}

/// One connection and every byte that arrived on it (over TLS: the decrypted bytes).
#[derive(Clone, Debug)]
pub(super) struct RecordedConnection {
    pub endpoint: Endpoint,
    pub bytes: Vec<u8>,
    /// Whatever else arrives is for nobody.
    pub deaf: bool,
}

#[derive(Debug)]
pub(super) struct Armed {
    pub call: Call,
    pub nth: usize,
    pub script: Script,
}

#[derive(Default)]
pub(super) struct ProxyState {
    pub connections: Vec<RecordedConnection>,
    pub sockets: Vec<Weak<TcpStream>>,
    pub armed: Vec<Armed>,
    /// Requests of which the head was received, and upon which nobody has acted yet.
    pub pending: usize,
    /// Heads received so far, by call.
    pub counts: HashMap<Call, usize>,
    /// Calls that the sandbox received, with the status of its response.
    pub forwarded: Vec<(Call, u16)>,
    /// Secrets that the sandbox issued: tickets and bearers.
    pub tickets: Vec<String>,
    pub bearers: Vec<String>,
    /// The proxy's own connections, which only wake a listener that is to end.
    pub wake_ups: Vec<SocketAddr>,
    /// The proxy's own connections, which show that those before them were accepted.
    pub probes: Vec<SocketAddr>,
    pub over: bool,
}

#[derive(Default)]
pub(super) struct Recorder {
    state: Mutex<ProxyState>,
    changed: Condvar,
}

impl Recorder {
    pub(super) fn state(&self) -> MutexGuard<'_, ProxyState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn change<T>(&self, change: impl FnOnce(&mut ProxyState) -> T) -> T {
        let result = change(&mut self.state());
        self.changed.notify_all();
        result
    }

    /// Waits; false if the timeout expires.
    pub(super) fn until(&self, timeout: Duration, ready: impl Fn(&ProxyState) -> bool) -> bool {
        let end = Instant::now() + timeout;
        let mut state = self.state();
        while !ready(&state) {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            state = self
                .changed
                .wait_timeout(state, left)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
        true
    }
}
