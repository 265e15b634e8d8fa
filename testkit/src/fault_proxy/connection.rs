//! One connection of the proxy.

use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};

use hr_sandbox::Call;
use rustls::ServerConfig;
use serde_json::Value;

use super::recorder::{Armed, Endpoint, ProxyState};
use super::request::call_of;
use super::response::{self, SandboxResponse};
use super::script::{End, Reads, Script, Sends};
use crate::raw_server::Peer;
use crate::raw_server::listener::{Incoming, State};

#[derive(Clone)]
pub(super) struct Route {
    pub endpoint: Endpoint,
    /// The sandbox's own listener; none for the decoy.
    pub behind: Option<SocketAddr>,
    pub base: String,
    /// Pairs of texts: in the response of a login the first is replaced by the second.
    pub rewrites: Arc<OnceLock<[(String, String); 2]>>,
    pub keep_alive: bool,
}

/// The script of the next request that fits.
fn take(state: &mut State<ProxyState>, fits: impl Fn(&Armed) -> bool) -> Option<Script> {
    let armed = &mut state.own.armed;
    let found = armed.iter().position(fits);
    found.map(|index| armed.remove(index).script)
}

pub(super) fn serve(route: &Route, incoming: Incoming<ProxyState>, tls: Option<Arc<ServerConfig>>) {
    // A script may leave even the handshake unread.
    let unread = incoming.shared.change(|state| {
        let counts = state.own.counts.clone();
        let unread = take(state, |armed| {
            let next = counts.get(&armed.call).copied().unwrap_or(0) + 1;
            armed.script.reads == Reads::Nothing
                && Endpoint::of(armed.call) == route.endpoint
                && armed.nth == next
        });
        state.connections[incoming.number].deaf |= unread.is_some();
        unread
    });
    let mut connection = ProxyConnection {
        route,
        peer: Peer::new(incoming, tls.filter(|_| unread.is_none())),
    };
    if let Some(script) = unread {
        connection.send(&script, &SandboxResponse::default());
        connection.end(script.end);
        return;
    }
    while let Some(next) = connection.answer() {
        connection = next;
    }
}

struct ProxyConnection<'a> {
    route: &'a Route,
    peer: Peer<ProxyState>,
}

impl<'a> ProxyConnection<'a> {
    /// Reads a request and does as its script says. Returns the connection if it goes on.
    fn answer(mut self) -> Option<ProxyConnection<'a>> {
        let head = self.peer.head()?;
        let call = call_of(self.route.endpoint, &head.head, &self.route.base);
        let length = head.length() as u64;
        let script = self.peer.shared.change(|state| {
            let count = state.own.counts.entry(call).or_default();
            *count += 1;
            let nth = *count;
            state.own.pending += 1;
            take(state, |armed| armed.call == call && armed.nth == nth)
        });
        let end = match self.route.keep_alive {
            true => End::Keep,
            false => End::Close,
        };
        let script = script.unwrap_or(Script {
            end,
            ..Script::default()
        });
        let wanted = match script.reads {
            Reads::Nothing | Reads::Head => 0,
            Reads::Body(share) => share.of(length),
            Reads::All => length,
        };
        let end = self.peer.at + head.head.len() + wanted as usize;
        let whole = self.peer.read_to(end) && wanted == length;
        let arrived = self.peer.bytes(self.peer.at..end.min(self.peer.received()));
        let response = match (whole, script.forward, self.route.behind) {
            (_, false, _) | (false, true, None) => SandboxResponse::default(),
            (true, true, None) => decoy(&head.head),
            (true, true, Some(behind)) => self.forward(behind, call, &arrived),
            (false, true, Some(behind)) => {
                response::forward_part(behind, &arrived);
                SandboxResponse::default()
            }
        };
        self.peer.shared.change(|state| {
            state.own.pending -= 1;
            state.connections[self.peer.number].deaf |= script.end != End::Keep;
        });
        if whole {
            self.peer.at = end;
        }
        self.send(&script, &response);
        self.end(script.end)
    }

    fn send(&mut self, script: &Script, response: &SandboxResponse) {
        let bytes = match &script.sends {
            // The request was not forwarded, or the sandbox did not respond.
            Sends::Real if response.status == 0 => return,
            Sends::Nothing => return,
            Sends::Real if script.end == End::Keep => response.with(""),
            Sends::Real => response.with("connection: close\r\n"),
            Sends::Bytes(bytes) | Sends::Dribble(bytes, ..) => bytes.clone(),
            Sends::Made(make) => make(response),
        };
        let mut going = self.peer.send(bytes);
        if let Sends::Dribble(_, unit, pause) = &script.sends {
            while going && !self.peer.shared.state().over {
                // The slow pace is the fault.
                std::thread::sleep(*pause);
                going = self.peer.send(unit);
            }
        }
    }

    fn end(self, end: End) -> Option<ProxyConnection<'a>> {
        match end {
            End::Keep => return Some(self),
            End::Close => self.peer.close(),
            End::Abrupt => {}
            End::Reset => self.peer.reset(),
            End::Silence => self.peer.hold(),
            End::Freeze => self.peer.freeze(),
        }
        None
    }

    fn forward(&self, behind: SocketAddr, call: Call, request: &[u8]) -> SandboxResponse {
        let Ok(mut response) = response::forward(behind, request) else {
            return SandboxResponse::default();
        };
        let field = |name: &str| {
            let value: Value = serde_json::from_slice(&response.body).unwrap_or_default();
            value[name].as_str().map(str::to_owned)
        };
        let (ticket, bearer) = (field("licenseTicket"), field("bearer"));
        let status = response.status;
        self.peer.shared.change(|state| {
            state.own.forwarded.push((call, status));
            match call {
                Call::Ticket => state.own.tickets.extend(ticket),
                Call::Login => state.own.bearers.extend(bearer),
                _ => {}
            }
        });
        if call == Call::Login {
            let mut text = response.text();
            for (from, to) in self.route.rewrites.get().into_iter().flatten() {
                text = text.replace(from, to);
            }
            response.body = text.into_bytes();
        }
        response
    }
}

/// The response of the decoy: it accepts everything but tunnels.
fn decoy(head: &str) -> SandboxResponse {
    let status = if head.starts_with("CONNECT ") {
        407
    } else {
        200
    };
    SandboxResponse {
        status,
        body: b"{}".to_vec(),
    }
}
