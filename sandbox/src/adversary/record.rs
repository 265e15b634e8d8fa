//! What the threads of a relay share.

use super::play::Play;
use crate::call::{Call, Service};
use std::collections::HashMap;
use std::net::{SocketAddr, TcpStream};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

/// Where bytes arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// The license server's address.
    License,
    /// The card client's address.
    Card,
    /// The resource service's address.
    Service,
    /// An address to which nothing should ever be sent.
    Decoy,
}

pub(super) const PLACES: [Place; 4] = [Place::License, Place::Card, Place::Service, Place::Decoy];

impl Place {
    pub(super) fn service(self) -> Option<Service> {
        match self {
            Place::License => Some(Service::License),
            Place::Card => Some(Service::Card),
            Place::Service => Some(Service::Resource),
            Place::Decoy => None,
        }
    }

    pub(super) fn of(call: Call) -> Place {
        match call {
            Call::Ticket => Place::License,
            Call::Ready | Call::Login => Place::Card,
            _ => Place::Service,
        }
    }
}

/// One connection, and every byte that arrived on it (over TLS: what they meant).
#[derive(Clone, Debug)]
pub(super) struct Connection {
    pub place: Place,
    pub bytes: Vec<u8>,
}

#[derive(Debug)]
pub(super) struct Armed {
    pub call: Call,
    pub nth: usize,
    pub play: Play,
}

#[derive(Default)]
pub(super) struct State {
    pub connections: Vec<Connection>,
    pub sockets: Vec<Weak<TcpStream>>,
    pub armed: Vec<Armed>,
    /// Heads received so far.
    pub counts: HashMap<Call, usize>,
    /// Calls that the sandbox got, with its status.
    pub acted: Vec<(Call, u16)>,
    /// Secrets that the sandbox made: ticket and bearer.
    pub tickets: Vec<String>,
    pub bearers: Vec<String>,
    /// The relay's own connections, which only end a listener.
    pub last: Vec<SocketAddr>,
    pub over: bool,
}

#[derive(Default)]
pub(super) struct Record {
    state: Mutex<State>,
    changed: Condvar,
}

impl Record {
    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn change<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let result = change(&mut self.state());
        self.changed.notify_all();
        result
    }

    /// False when the time is over.
    pub(super) fn until(&self, timeout: Duration, ready: impl Fn(&State) -> bool) -> bool {
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
