//! What arrived at the proxy, counted from the bytes alone.

use super::recorder::{ENDPOINTS, Endpoint, ProxyState};
use super::request::call_of;
use super::secrets::Finder;
use crate::http::Request;
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
            .map(|(request, ..)| request)
            .collect()
    }

    pub fn requests_of(&self, call: Call) -> Vec<ReceivedRequest> {
        let mut requests = self.requests();
        requests.retain(|request| request.call == call);
        requests
    }

    /// The statuses of the sandbox's responses to the requests of a call that were forwarded.
    pub fn forwarded(&self, call: Call) -> Vec<u16> {
        let all = self.state.own.forwarded.iter();
        let of = all.filter(|(forwarded, _)| *forwarded == call);
        of.map(|(_, status)| *status).collect()
    }

    pub fn issued_secrets(&self) -> Vec<(&'static str, String)> {
        let own = &self.state.own;
        let tickets = own.tickets.iter().map(|it| ("ticket", it.clone()));
        let bearers = own.bearers.iter().map(|it| ("bearer", it.clone()));
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

    /// The requests of a connection, with where each begins and where its head ends.
    fn on(&self, connection: &Accepted) -> Vec<(ReceivedRequest, usize, usize)> {
        let mut requests = Vec::new();
        let endpoint = ENDPOINTS[connection.listener];
        let mut at = 0;
        while let Some((request, length)) = Request::parse(&connection.bytes[at..]) {
            let received = ReceivedRequest {
                endpoint,
                call: call_of(endpoint, &request.head, &self.base),
                received: request.body.len() as u64,
                announced: request.length() as u64,
                head: request.head,
            };
            let body = at + received.head.len();
            requests.push((received, at, body));
            at += length;
        }
        requests
    }

    /// The bytes of a connection, split into heads and bodies.
    fn parts<'a>(&self, connection: &'a Accepted) -> Vec<(What, &'a [u8])> {
        let bytes = &connection.bytes;
        let mut parts = Vec::new();
        let mut end = 0;
        for (request, at, body) in self.on(connection) {
            end = body + request.received as usize;
            parts.push((What::Head(request.call), &bytes[at..body]));
            parts.push((What::Body(request.call), &bytes[body..end]));
        }
        parts.push((What::Rest, &bytes[end..]));
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
