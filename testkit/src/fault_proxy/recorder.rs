//! What the threads of a proxy share beside what arrived.

use super::script::Script;
use hr_sandbox::{Call, Service};
use std::collections::HashMap;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Endpoint {
    License,
    Card,
    Service,
    /// An address that must never receive anything.
    Decoy,
}

pub const ENDPOINTS: [Endpoint; 4] = [
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

    /// That of the service to which a call goes.
    pub fn of(call: Call) -> Endpoint {
        match call {
            Call::Ticket => Endpoint::License,
            Call::Ready | Call::Login => Endpoint::Card,
            _ => Endpoint::Service,
        }
    }
}

pub(crate) struct Armed {
    pub call: Call,
    pub nth: usize,
    pub script: Script,
}

#[derive(Default)]
pub(crate) struct ProxyState {
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
}

impl ProxyState {
    pub fn count(&self, call: Call) -> usize {
        self.counts.get(&call).copied().unwrap_or(0)
    }
}
