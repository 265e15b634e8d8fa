//! What arrived at the proxy, counted from the bytes alone.

use super::recorder::{ENDPOINTS, Endpoint, ProxyState};
use super::request::{Head, head_length};
use super::secrets::Finder;
use crate::raw_server::listener::{Accepted, State};
use hr_sandbox::Call;
use hr_sandbox::Sandbox;

#[derive(Clone, Debug)]
pub struct ReceivedRequest {
    pub endpoint: Endpoint,
    pub call: Call,
    pub head: String,
    pub received: u64,
    pub announced: u64,
}

impl ReceivedRequest {
    pub fn is_whole(&self) -> bool {
        self.received == self.announced
    }
}

#[derive(Clone, Debug)]
pub struct SecretSighting {
    /// Its index in the list of secrets searched for.
    pub secret: usize,
    pub endpoint: Endpoint,
    /// The part that contained it: the head or the body of which call.
    pub part: String,
    /// Whether such a secret may be sent there, within a single session.
    pub belongs: bool,
}

/// What a proxy recorded, once it has ended.
pub struct Oracle {
    pub sandbox: Sandbox,
    pub(super) state: State<ProxyState>,
    pub(super) base: String,
}

impl Oracle {
    /// The number of connections opened at an endpoint, including those that carried nothing.
    pub fn connections(&self, endpoint: Endpoint) -> usize {
        let at = |connection: &&Accepted| ENDPOINTS[connection.listener] == endpoint;
        self.state.connections.iter().filter(at).count()
    }

    pub fn requests(&self) -> Vec<ReceivedRequest> {
        let connections = self.state.connections.iter();
        connections
            .flat_map(|connection| self.on(connection))
            .map(|(request, _)| request)
            .collect()
    }

    pub fn requests_of(&self, call: Call) -> Vec<ReceivedRequest> {
        let mut requests = self.requests();
        requests.retain(|request| request.call == call);
        requests
    }

    /// The statuses of the sandbox's responses to the requests of a call that were forwarded.
    pub fn forwarded(&self, call: Call) -> Vec<u16> {
        let of = self
            .state
            .own
            .forwarded
            .iter()
            .filter(|(forwarded, _)| *forwarded == call);
        of.map(|(_, status)| *status).collect()
    }

    pub fn issued_secrets(&self) -> Vec<(&'static str, String)> {
        let tickets = self
            .state
            .own
            .tickets
            .iter()
            .map(|it| ("ticket", it.clone()));
        let bearers = self
            .state
            .own
            .bearers
            .iter()
            .map(|it| ("bearer", it.clone()));
        tickets.chain(bearers).collect()
    }

    pub fn bytes(&self) -> usize {
        self.state.connections.iter().map(|it| it.bytes.len()).sum()
    }

    /// One text for each secret that arrived where it must not be sent. The caller gives its own secrets as
    /// `("license", ...)` and `("pin", ...)`; the tickets and bearers issued by the sandbox are added.
    pub fn misplaced(&self, own: &[(&'static str, String)]) -> Vec<String> {
        let secrets = [own, &self.issued_secrets()].concat();
        let sightings = self.sightings(&secrets).into_iter();
        let strays = sightings.filter(|sighting| !sighting.belongs);
        strays
            .map(|stray| {
                let name = secrets[stray.secret].0;
                format!("{name} at {:?}, {}", stray.endpoint, stray.part)
            })
            .collect()
    }

    /// Every head and body in which a secret arrived, in any encoding. The names are `license`, `ticket`,
    /// `pin` and `bearer`; a secret of another name must not be sent anywhere.
    pub fn sightings(&self, secrets: &[(&'static str, String)]) -> Vec<SecretSighting> {
        let finder = Finder::new(secrets.iter().map(|(_, secret)| secret.as_str()));
        let mut sightings = Vec::new();
        for connection in &self.state.connections {
            let endpoint = ENDPOINTS[connection.listener];
            for (what, part) in self.parts(connection) {
                let seen = finder.find(part).into_iter();
                sightings.extend(seen.map(|secret| SecretSighting {
                    secret,
                    endpoint,
                    part: format!("{what:?}"),
                    belongs: belongs(secrets[secret].0, endpoint, what),
                }));
            }
        }
        sightings
    }

    fn on(&self, connection: &Accepted) -> Vec<(ReceivedRequest, usize)> {
        let mut requests = Vec::new();
        let endpoint = ENDPOINTS[connection.listener];
        let mut at = 0;
        while let Some(length) = head_length(&connection.bytes[at..]) {
            let bytes = &connection.bytes[at..at + length];
            let head = Head::parse(bytes, endpoint.service(), &self.base);
            let rest = (connection.bytes.len() - at - length) as u64;
            let received = rest.min(head.length);
            let request = ReceivedRequest {
                endpoint,
                call: head.call,
                head: head.text,
                received,
                announced: head.length,
            };
            requests.push((request, at));
            at += length + received as usize;
        }
        requests
    }

    /// The bytes of a connection, split into heads and bodies.
    fn parts<'a>(&self, connection: &'a Accepted) -> Vec<(What, &'a [u8])> {
        let requests = self.on(connection);
        let mut parts = Vec::new();
        let mut end = 0;
        for (request, at) in requests {
            let body = at + head_length(&connection.bytes[at..]).unwrap_or(0);
            end = body + request.received as usize;
            parts.push((What::Head(request.call), &connection.bytes[at..body]));
            parts.push((What::Body(request.call), &connection.bytes[body..end]));
        }
        parts.push((What::Rest, &connection.bytes[end..]));
        parts
    }
}

#[derive(Clone, Copy, Debug)]
enum What {
    Head(Call),
    Body(Call),
    /// A head that is incomplete, or bytes that are not a request.
    Rest,
}

fn belongs(secret: &str, endpoint: Endpoint, what: What) -> bool {
    match secret {
        "license" => endpoint == Endpoint::License && matches!(what, What::Head(_) | What::Rest),
        "ticket" => {
            endpoint == Endpoint::Card
                && !matches!(what, What::Head(Call::Other) | What::Body(Call::Other))
        }
        "pin" => endpoint == Endpoint::Card && matches!(what, What::Body(Call::Login)),
        "bearer" => endpoint == Endpoint::Service && matches!(what, What::Head(_) | What::Rest),
        _ => false,
    }
}
