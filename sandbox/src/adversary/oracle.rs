//! What really happened, counted from the bytes that arrived.

use super::record::{Connection, Place, State};
use super::request::{Head, head_length};
use super::secrets::Finder;
use crate::call::Call;
use crate::sandbox::Sandbox;

/// A request as it arrived.
#[derive(Clone, Debug)]
pub struct Request {
    /// Where.
    pub place: Place,
    /// Which call.
    pub call: Call,
    /// The head as it came.
    pub head: String,
    /// Bytes of the body that arrived.
    pub received: u64,
    /// Bytes of the body that were announced.
    pub announced: u64,
}

impl Request {
    /// Whether the body arrived to its end.
    pub fn is_whole(&self) -> bool {
        self.received == self.announced
    }
}

/// A secret that arrived.
#[derive(Clone, Debug)]
pub struct Sighting {
    /// Its number in the list that was asked for.
    pub secret: usize,
    /// Where it arrived.
    pub place: Place,
    /// In what: the head or the body of which call.
    pub part: String,
    /// Whether that is where such a secret goes, as far as a single session is concerned.
    pub belongs: bool,
}

/// What a relay saw, when it is over.
pub struct Oracle {
    /// The sandbox that acted.
    pub sandbox: Sandbox,
    pub(super) state: State,
    pub(super) base: String,
}

impl Oracle {
    /// Connections that were opened at a place, also those that carried nothing.
    pub fn connections(&self, place: Place) -> usize {
        let at = |connection: &&Connection| connection.place == place;
        self.state.connections.iter().filter(at).count()
    }

    /// Every request of which the head arrived.
    pub fn requests(&self) -> Vec<Request> {
        let connections = self.state.connections.iter();
        connections
            .flat_map(|connection| self.on(connection))
            .map(|(request, _)| request)
            .collect()
    }

    /// The requests of one call.
    pub fn requests_of(&self, call: Call) -> Vec<Request> {
        let mut requests = self.requests();
        requests.retain(|request| request.call == call);
        requests
    }

    /// What the sandbox answered to the calls that reached it.
    pub fn acted(&self, call: Call) -> Vec<u16> {
        let of = self.state.acted.iter().filter(|(acted, _)| *acted == call);
        of.map(|(_, status)| *status).collect()
    }

    /// The secrets that the sandbox made.
    pub fn made_secrets(&self) -> Vec<(&'static str, String)> {
        let tickets = self.state.tickets.iter().map(|it| ("ticket", it.clone()));
        let bearers = self.state.bearers.iter().map(|it| ("bearer", it.clone()));
        tickets.chain(bearers).collect()
    }

    /// The bytes searched for secrets.
    pub fn bytes(&self) -> usize {
        self.state.connections.iter().map(|it| it.bytes.len()).sum()
    }

    /// Where a secret arrived that does not belong there, one text each. Planted secrets are
    /// `("license", ...)` and `("pin", ...)`; tickets and bearers are known by themselves.
    pub fn misplaced(&self, planted: &[(&'static str, String)]) -> Vec<String> {
        let secrets = [planted, &self.made_secrets()].concat();
        let sightings = self.sightings(&secrets).into_iter();
        let strays = sightings.filter(|sighting| !sighting.belongs);
        strays
            .map(|stray| {
                let name = secrets[stray.secret].0;
                format!("{name} at {:?}, {}", stray.place, stray.part)
            })
            .collect()
    }

    /// Every head and body in which a secret arrived, in any form. The names are `license`, `ticket`,
    /// `pin` and `bearer`; a secret of another name belongs nowhere.
    pub fn sightings(&self, secrets: &[(&'static str, String)]) -> Vec<Sighting> {
        let finder = Finder::new(secrets.iter().map(|(_, secret)| secret.as_str()));
        let mut sightings = Vec::new();
        for connection in &self.state.connections {
            let place = connection.place;
            for (what, part) in self.parts(connection) {
                let seen = finder.find(part).into_iter();
                sightings.extend(seen.map(|secret| Sighting {
                    secret,
                    place,
                    part: format!("{what:?}"),
                    belongs: belongs(secrets[secret].0, place, what),
                }));
            }
        }
        sightings
    }

    fn on(&self, connection: &Connection) -> Vec<(Request, usize)> {
        let mut requests = Vec::new();
        let mut at = 0;
        while let Some(length) = head_length(&connection.bytes[at..]) {
            let bytes = &connection.bytes[at..at + length];
            let head = Head::parse(bytes, connection.place.service(), &self.base);
            let rest = (connection.bytes.len() - at - length) as u64;
            let received = rest.min(head.length);
            let request = Request {
                place: connection.place,
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

    /// The bytes of a connection, cut into heads and bodies.
    fn parts<'a>(&self, connection: &'a Connection) -> Vec<(What, &'a [u8])> {
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
    /// A head that was cut, or bytes that are no request.
    Rest,
}

fn belongs(secret: &str, place: Place, what: What) -> bool {
    match secret {
        "license" => place == Place::License && matches!(what, What::Head(_) | What::Rest),
        "ticket" => {
            place == Place::Card
                && !matches!(what, What::Head(Call::Other) | What::Body(Call::Other))
        }
        "pin" => place == Place::Card && matches!(what, What::Body(Call::Login)),
        "bearer" => place == Place::Service && matches!(what, What::Head(_) | What::Rest),
        _ => false,
    }
}
