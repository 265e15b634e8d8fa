//! One connection of the proxy.

use super::recorder::{Armed, Endpoint, Recorder};
use super::request::{Head, head_length};
use super::response::{self, SandboxResponse};
use super::script::{End, Reads, Script, Sends};
use super::stream::Stream;
use hr_sandbox::Call;
use serde_json::Value;
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::time::Duration;

/// What a connection needs to know.
#[derive(Clone)]
pub(super) struct Route {
    pub endpoint: Endpoint,
    /// The sandbox's own listener; none for the decoy.
    pub behind: Option<SocketAddr>,
    /// Path of the resource service.
    pub base: String,
    /// Pairs of texts: in the response of a login the first is replaced by the second.
    pub rewrites: Arc<Vec<(String, String)>>,
    pub keep_alive: bool,
}

pub(super) struct ProxyConnection {
    pub recorder: Arc<Recorder>,
    pub route: Route,
    pub number: usize,
    pub stream: Stream,
    /// Offset of the next request in the bytes that arrived.
    at: usize,
}

impl ProxyConnection {
    pub(super) fn new(
        recorder: Arc<Recorder>,
        route: Route,
        number: usize,
        stream: Stream,
    ) -> ProxyConnection {
        ProxyConnection {
            recorder,
            route,
            number,
            stream,
            at: 0,
        }
    }

    pub(super) fn serve(mut self) {
        while let Some(head) = self.head() {
            let script = self.recorder.change(|state| {
                let count = state.counts.entry(head.call).or_default();
                *count += 1;
                let nth = *count;
                state.pending += 1;
                let fits = |armed: &Armed| armed.call == head.call && armed.nth == nth;
                let found = state.armed.iter().position(fits);
                found.map(|index| state.armed.remove(index).script)
            });
            let script = script.unwrap_or_else(|| Script {
                end: if self.route.keep_alive {
                    End::Keep
                } else {
                    End::Close
                },
                ..Script::default()
            });
            let Some(next) = self.perform(&head, script) else {
                return;
            };
            self = next;
        }
    }

    /// Returns the connection if it goes on.
    fn perform(mut self, head: &Head, script: Script) -> Option<ProxyConnection> {
        let start = self.at + head.text.len();
        let wanted = match script.reads {
            Reads::Nothing | Reads::Head => 0,
            Reads::Body(share) => share.of(head.length),
            Reads::All => head.length,
        };
        let whole = self.read_to(start + wanted as usize) && wanted == head.length;
        let response = match (whole, script.forward) {
            (true, true) => self.forward(head, start),
            (false, true) => self.forward_part(head, start),
            (_, false) => SandboxResponse::default(),
        };
        let deaf = script.end != End::Keep;
        self.recorder.change(|state| {
            state.pending -= 1;
            state.connections[self.number].deaf |= deaf;
        });
        if whole {
            self.at = start + wanted as usize;
        }
        self.send(&script, &response);
        self.end(script.end)
    }

    fn send(&mut self, script: &Script, response: &SandboxResponse) -> bool {
        match &script.sends {
            Sends::Nothing => true,
            // The request was not forwarded, or the sandbox did not respond.
            Sends::Real if response.status == 0 => false,
            Sends::Real if script.end == End::Keep => self.stream.send(&response.with("")),
            Sends::Real => self.stream.send(&response.with("connection: close\r\n")),
            Sends::Bytes(bytes) => self.stream.send(bytes),
            Sends::Made(make) => self.stream.send(&make(response)),
            Sends::Dribble(first, unit, pause) => {
                let mut going = self.stream.send(first);
                while going && !self.recorder.state().over {
                    // The slow pace is the fault.
                    std::thread::sleep(*pause);
                    going = self.stream.send(unit);
                }
                going
            }
        }
    }

    fn end(mut self, end: End) -> Option<ProxyConnection> {
        match end {
            End::Keep => return Some(self),
            End::Close => self.stream.notify(),
            End::Abrupt => {}
            End::Reset => self.stream.reset(),
            End::Silence => while self.read_some(64 * 1024) {},
            End::Freeze => {
                self.recorder
                    .until(Duration::from_secs(60), |state| state.over);
            }
        }
        None
    }

    /// The bytes of the request that have arrived.
    fn arrived(&self, head: &Head, start: usize) -> Vec<u8> {
        let state = self.recorder.state();
        let bytes = &state.connections[self.number].bytes;
        let end = bytes.len().min(start + head.length as usize);
        bytes[start - head.text.len()..end].to_vec()
    }

    /// Forwards a request that ends before its announced end.
    fn forward_part(&self, head: &Head, start: usize) -> SandboxResponse {
        if let Some(behind) = self.route.behind {
            response::forward_part(behind, &self.arrived(head, start));
        }
        SandboxResponse::default()
    }

    fn forward(&mut self, head: &Head, start: usize) -> SandboxResponse {
        let Some(behind) = self.route.behind else {
            return decoy(&head.text);
        };
        let request = self.arrived(head, start);
        let Ok(mut response) = response::forward(behind, &request) else {
            return SandboxResponse::default();
        };
        let field = |name: &str| {
            let value: Value = serde_json::from_slice(&response.body).unwrap_or_default();
            value[name].as_str().map(str::to_owned)
        };
        let (ticket, bearer) = (field("licenseTicket"), field("bearer"));
        let status = response.status;
        self.recorder.change(|state| {
            state.forwarded.push((head.call, status));
            match head.call {
                Call::Ticket => state.tickets.extend(ticket),
                Call::Login => state.bearers.extend(bearer),
                _ => {}
            }
        });
        if head.call == Call::Login {
            let mut text = response.text();
            for (from, to) in self.route.rewrites.iter() {
                text = text.replace(from, to);
            }
            response.body = text.into_bytes();
        }
        response
    }

    fn received(&self) -> usize {
        self.recorder.state().connections[self.number].bytes.len()
    }

    fn read_some(&mut self, limit: usize) -> bool {
        let mut buffer = vec![0; limit.min(256 * 1024)];
        let read = self.stream.read(&mut buffer);
        let number = self.number;
        self.recorder.change(|state| {
            state.connections[number]
                .bytes
                .extend_from_slice(&buffer[..read]);
        });
        read > 0
    }

    fn read_to(&mut self, total: usize) -> bool {
        loop {
            let received = self.received();
            if received >= total {
                return true;
            }
            if !self.read_some(total - received) {
                return false;
            }
        }
    }

    /// Reads byte by byte, so that nothing after the head is read.
    fn head(&mut self) -> Option<Head> {
        loop {
            {
                let state = self.recorder.state();
                let bytes = &state.connections[self.number].bytes[self.at..];
                if bytes.ends_with(b"\r\n\r\n")
                    && let Some(length) = head_length(bytes)
                {
                    let service = self.route.endpoint.service();
                    return Some(Head::parse(&bytes[..length], service, &self.route.base));
                }
            }
            if !self.read_some(1) {
                return None;
            }
        }
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

/// Looks for a script of a connection from which nothing is to be read.
pub(super) fn accept(
    recorder: &Arc<Recorder>,
    endpoint: Endpoint,
    socket: Arc<TcpStream>,
) -> Accepted {
    let script = recorder.change(|state| {
        let counts = &state.counts;
        let fits = |armed: &Armed| {
            let next = counts.get(&armed.call).copied().unwrap_or(0) + 1;
            armed.script.reads == Reads::Nothing
                && Endpoint::of(armed.call) == endpoint
                && armed.nth == next
        };
        let found = state.armed.iter().position(fits);
        found.map(|index| state.armed.remove(index).script)
    });
    match script {
        None => Accepted::Unscripted(socket),
        Some(script) => Accepted::Scripted(Stream::plain(socket), script),
    }
}

pub(super) enum Accepted {
    Unscripted(Arc<TcpStream>),
    Scripted(Stream, Script),
}

impl ProxyConnection {
    /// Runs the script of a connection from which nothing is read.
    pub(super) fn unread(mut self, script: Script) {
        let number = self.number;
        self.recorder
            .change(|state| state.connections[number].deaf = true);
        self.send(&script, &SandboxResponse::default());
        self.end(script.end);
    }
}
