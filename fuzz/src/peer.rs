//! A peer that answers for all services by scripts, one for each request, and keeps what it saw: the oracle.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, ErrorKind};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::rc::Rc;

use hr::ffi::handle::hr_cancel;
use hr::fuzzing::Peer;

use super::http;
use super::sandbox;

/// What comes after the reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Close,
    Reset,
    Silence,
    /// The host cancels the call on this handle.
    Cancel(i32),
    Keep,
}

/// When the reply may begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    AfterRequest,
    AfterBytes(usize),
}

/// How much of the request is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    All,
    StopsAfter(usize),
    LostAfter(usize),
}

#[derive(Clone, Debug)]
pub enum Script {
    /// Nobody listens.
    Refuse,
    Reply {
        bytes: Vec<u8>,
        end: End,
        /// Most bytes given at once.
        step: usize,
        start: Start,
        takes: Takes,
    },
}

impl Script {
    /// A reply to the whole request, after which the connection stays.
    pub fn plain(bytes: Vec<u8>) -> Script {
        Script::Reply {
            bytes,
            end: End::Keep,
            step: usize::MAX,
            start: Start::AfterRequest,
            takes: Takes::All,
        }
    }
}

/// One request and its reply, as far as they came.
pub struct Exchange {
    pub connection: u32,
    pub address: SocketAddr,
    pub received: Vec<u8>,
    pub given: Vec<u8>,
    /// The connection's end was shown to the library.
    pub ended: bool,
    /// None: the reply that a sandbox would give, once the request is whole.
    script: Option<Script>,
    stalls: u32,
}

/// What happened, and what is to happen.
#[derive(Default)]
pub struct Record {
    pub scripts: VecDeque<Script>,
    pub exchanges: Vec<Exchange>,
    pub names: Vec<String>,
    pub dialled: u32,
}

/// The peer's record, shared with the oracle.
pub type Shared = Rc<RefCell<Record>>;

pub struct ScriptedPeer(pub Shared);

/// Nothing moves now; nothing moves until the call's time is over; the connection is lost.
const STALLED: ErrorKind = ErrorKind::WouldBlock;
const LATE: ErrorKind = ErrorKind::TimedOut;
const LOST: ErrorKind = ErrorKind::ConnectionReset;

/// Longer than any request; more would be one that does not end.
const MOST: usize = 4 << 20;

impl Record {
    fn current(&mut self, connection: u32) -> Option<&mut Exchange> {
        let mut all = self.exchanges.iter_mut().rev();
        all.find(|exchange| exchange.connection == connection)
    }

    fn begin(&mut self, connection: u32, address: SocketAddr) {
        self.exchanges.push(Exchange {
            connection,
            address,
            received: Vec::new(),
            given: Vec::new(),
            ended: false,
            script: self.scripts.pop_front(),
            stalls: 0,
        });
    }
}

impl Exchange {
    pub fn request(&self) -> Option<http::Request<'_>> {
        http::request(&self.received)
    }

    fn request_is_whole(&self) -> bool {
        self.request().is_some_and(|request| request.whole())
    }

    fn answered(&self) -> bool {
        match &self.script {
            Some(Script::Reply { bytes, .. }) => {
                let all = !bytes.is_empty() && self.given.len() == bytes.len();
                all && self.request_is_whole()
            }
            _ => false,
        }
    }

    /// A library that asks again and again without end would hang: time passes for it.
    fn stall(&mut self) -> io::Result<usize> {
        self.stalls += 1;
        Err(if self.stalls > 3 { LATE } else { STALLED }.into())
    }

    fn take(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let room = match self.script {
            Some(Script::Reply {
                takes: Takes::StopsAfter(most) | Takes::LostAfter(most),
                ..
            }) => most.saturating_sub(self.received.len()),
            _ => usize::MAX,
        };
        let taken = room.min(bytes.len());
        if taken > 0 {
            self.received.extend_from_slice(&bytes[..taken]);
            assert!(self.received.len() < MOST, "a request without end");
            return Ok(taken);
        }
        match self.script {
            Some(Script::Reply {
                takes: Takes::LostAfter(_),
                ..
            }) => Err(LOST.into()),
            _ => self.stall(),
        }
    }

    fn give(&mut self, room: &mut [u8], wait: bool) -> io::Result<usize> {
        if self.script.is_none() && self.request_is_whole() {
            let reply = self.request().map(|request| sandbox::answer(&request));
            self.script = reply.map(Script::plain);
        }
        let nothing = if wait { LATE } else { STALLED };
        let nothing = Err(nothing.into());
        let Some(Script::Reply {
            bytes,
            end,
            step,
            start,
            takes,
        }) = &self.script
        else {
            return nothing;
        };
        let begins = match *start {
            Start::AfterRequest => self.request_is_whole(),
            Start::AfterBytes(amount) => self.received.len() >= amount,
        };
        if !begins {
            return match takes {
                Takes::LostAfter(_) if wait => Err(LOST.into()),
                _ => nothing,
            };
        }
        let rest = &bytes[self.given.len()..];
        if !rest.is_empty() {
            let amount = rest.len().min(*step).min(room.len());
            room[..amount].copy_from_slice(&rest[..amount]);
            let from = self.given.len();
            self.given.extend_from_slice(&bytes[from..from + amount]);
            return Ok(amount);
        }
        match *end {
            End::Close => {
                self.ended = true;
                Ok(0)
            }
            End::Reset => {
                self.ended = true;
                Err(LOST.into())
            }
            End::Cancel(handle) if wait => {
                hr_cancel(handle);
                self.stall()
            }
            End::Silence | End::Keep | End::Cancel(_) => nothing,
        }
    }
}

impl Peer for ScriptedPeer {
    fn resolve(&mut self, host: &str) -> Vec<IpAddr> {
        self.0.borrow_mut().names.push(host.to_owned());
        match host {
            _ if host.starts_with("none") => Vec::new(),
            _ if host.starts_with("local") => vec![Ipv4Addr::LOCALHOST.into()],
            _ => vec![Ipv4Addr::new(192, 0, 2, 1).into()],
        }
    }

    fn connect(&mut self, connection: u32, address: SocketAddr) -> bool {
        let mut record = self.0.borrow_mut();
        record.dialled += 1;
        if matches!(record.scripts.front(), Some(Script::Refuse)) {
            record.scripts.pop_front();
            return false;
        }
        record.begin(connection, address);
        true
    }

    fn take(&mut self, connection: u32, bytes: &[u8]) -> io::Result<usize> {
        let mut record = self.0.borrow_mut();
        let Some(current) = record.current(connection) else {
            return Err(LOST.into());
        };
        // A kept connection is used again.
        if current.answered() {
            let address = current.address;
            record.begin(connection, address);
        }
        let current = record.current(connection);
        current.map_or(Err(LOST.into()), |current| current.take(bytes))
    }

    fn give(&mut self, connection: u32, room: &mut [u8], wait: bool) -> io::Result<usize> {
        let mut record = self.0.borrow_mut();
        let current = record.current(connection);
        current.map_or(Err(LOST.into()), |current| current.give(room, wait))
    }
}
