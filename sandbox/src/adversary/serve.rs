//! One connection of the relay.

use super::answer::{self, Answer};
use super::play::{End, Play, Reads, Reply};
use super::record::{Place, Record};
use super::request::{Head, head_length};
use super::stream::Stream;
use crate::call::Call;
use serde_json::Value;
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::time::Duration;

/// What a connection needs to know.
#[derive(Clone)]
pub(super) struct Route {
    pub place: Place,
    /// The sandbox's own listener; none for the decoy.
    pub behind: Option<SocketAddr>,
    /// Path of the resource service.
    pub base: String,
    /// What in a login's reply is replaced by what.
    pub rewrites: Arc<Vec<(String, String)>>,
    pub keep: bool,
}

pub(super) struct Visit {
    pub record: Arc<Record>,
    pub route: Route,
    pub number: usize,
    pub stream: Stream,
    /// Where the next request begins in what arrived.
    at: usize,
}

impl Visit {
    pub(super) fn new(record: Arc<Record>, route: Route, number: usize, stream: Stream) -> Visit {
        Visit {
            record,
            route,
            number,
            stream,
            at: 0,
        }
    }

    pub(super) fn serve(mut self) {
        while let Some(head) = self.head() {
            let play = self.record.change(|state| {
                let count = state.counts.entry(head.call).or_default();
                *count += 1;
                let nth = *count;
                let fits =
                    |armed: &super::record::Armed| armed.call == head.call && armed.nth == nth;
                let found = state.armed.iter().position(fits);
                found.map(|index| state.armed.remove(index).play)
            });
            let play = play.unwrap_or_else(|| Play {
                end: if self.route.keep {
                    End::Keep
                } else {
                    End::Close
                },
                ..Play::default()
            });
            let Some(next) = self.perform(&head, play) else {
                return;
            };
            self = next;
        }
    }

    /// Gives the connection back when it goes on.
    fn perform(mut self, head: &Head, play: Play) -> Option<Visit> {
        let start = self.at + head.text.len();
        let wanted = match play.reads {
            Reads::Nothing | Reads::Head => 0,
            Reads::Body(share) => share.of(head.length),
            Reads::All => head.length,
        };
        let whole = self.read_to(start + wanted as usize) && wanted == head.length;
        let answer = match (whole, play.acts) {
            (true, true) => self.forward(head, start),
            (false, true) => self.forward_cut(head, start),
            (_, false) => Answer::default(),
        };
        if whole {
            self.at = start + wanted as usize;
        }
        self.reply(&play, &answer);
        self.end(play.end)
    }

    fn reply(&mut self, play: &Play, answer: &Answer) -> bool {
        match &play.reply {
            Reply::Nothing => true,
            // The sandbox was not asked, or did not answer.
            Reply::Real if answer.status == 0 => false,
            Reply::Real if play.end == End::Keep => self.stream.send(&answer.with("")),
            Reply::Real => self.stream.send(&answer.with("connection: close\r\n")),
            Reply::Bytes(bytes) => self.stream.send(bytes),
            Reply::Made(make) => self.stream.send(&make(answer)),
            Reply::Dribble(first, unit, pause) => {
                let mut going = self.stream.send(first);
                while going && !self.record.state().over {
                    // The pace is the fault here.
                    std::thread::sleep(*pause);
                    going = self.stream.send(unit);
                }
                going
            }
        }
    }

    fn end(mut self, end: End) -> Option<Visit> {
        match end {
            End::Keep => return Some(self),
            End::Close => self.stream.notify(),
            End::Abrupt => {}
            End::Reset => self.stream.reset(),
            End::Silence => while self.read_some(64 * 1024) {},
            End::Freeze => {
                self.record
                    .until(Duration::from_secs(60), |state| state.over);
            }
        }
        None
    }

    /// The request, as much of it as has arrived.
    fn arrived(&self, head: &Head, start: usize) -> Vec<u8> {
        let state = self.record.state();
        let bytes = &state.connections[self.number].bytes;
        let end = bytes.len().min(start + head.length as usize);
        bytes[start - head.text.len()..end].to_vec()
    }

    /// The sandbox, too, gets a request that ends in the middle.
    fn forward_cut(&self, head: &Head, start: usize) -> Answer {
        if let Some(behind) = self.route.behind {
            answer::leave(behind, &self.arrived(head, start));
        }
        Answer::default()
    }

    fn forward(&mut self, head: &Head, start: usize) -> Answer {
        let Some(behind) = self.route.behind else {
            return decoy(&head.text);
        };
        let request = self.arrived(head, start);
        let Ok(mut answer) = answer::ask(behind, &request) else {
            return Answer::default();
        };
        let field = |name: &str| {
            let value: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
            value[name].as_str().map(str::to_owned)
        };
        let (ticket, bearer) = (field("licenseTicket"), field("bearer"));
        let status = answer.status;
        self.record.change(|state| {
            state.acted.push((head.call, status));
            match head.call {
                Call::Ticket => state.tickets.extend(ticket),
                Call::Login => state.bearers.extend(bearer),
                _ => {}
            }
        });
        if head.call == Call::Login {
            let mut text = answer.text();
            for (from, to) in self.route.rewrites.iter() {
                text = text.replace(from, to);
            }
            answer.body = text.into_bytes();
        }
        answer
    }

    fn received(&self) -> usize {
        self.record.state().connections[self.number].bytes.len()
    }

    fn read_some(&mut self, limit: usize) -> bool {
        let mut buffer = vec![0; limit.min(256 * 1024)];
        let read = self.stream.read(&mut buffer);
        let number = self.number;
        self.record.change(|state| {
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

    /// Byte by byte, so that nothing behind the head is read.
    fn head(&mut self) -> Option<Head> {
        loop {
            {
                let state = self.record.state();
                let bytes = &state.connections[self.number].bytes[self.at..];
                if bytes.ends_with(b"\r\n\r\n")
                    && let Some(length) = head_length(bytes)
                {
                    let service = self.route.place.service();
                    return Some(Head::parse(&bytes[..length], service, &self.route.base));
                }
            }
            if !self.read_some(1) {
                return None;
            }
        }
    }
}

/// A decoy welcomes everything but tunnels.
fn decoy(head: &str) -> Answer {
    let status = if head.starts_with("CONNECT ") {
        407
    } else {
        200
    };
    Answer {
        status,
        body: b"{}".to_vec(),
    }
}

/// What happens to a connection before anything is read from it.
pub(super) fn untouched(record: &Arc<Record>, place: Place, socket: Arc<TcpStream>) -> Untouched {
    let play = record.change(|state| {
        let counts = &state.counts;
        let fits = |armed: &super::record::Armed| {
            let next = counts.get(&armed.call).copied().unwrap_or(0) + 1;
            armed.play.reads == Reads::Nothing
                && Place::of(armed.call) == place
                && armed.nth == next
        };
        let found = state.armed.iter().position(fits);
        found.map(|index| state.armed.remove(index).play)
    });
    match play {
        None => Untouched::GoesOn(socket),
        Some(play) => Untouched::Spoilt(Stream::plain(socket), play),
    }
}

pub(super) enum Untouched {
    GoesOn(Arc<TcpStream>),
    Spoilt(Stream, Play),
}

impl Visit {
    /// For a connection of which nothing was read.
    pub(super) fn spoil(mut self, play: Play) {
        self.reply(&play, &Answer::default());
        self.end(play.end);
    }
}
