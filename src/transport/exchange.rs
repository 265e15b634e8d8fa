//! What goes into an exchange and what comes out of it.

use std::io::{self, Read};
use std::time::Duration;

use crate::address::BaseUrl;
use crate::error::Phase;
use crate::operation::Role;
use crate::regular_file::Trouble;
use crate::system::owner::Owner;
use crate::wiping::WipingBuffer;

/// Why an exchange ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{self:?}")]
pub enum Fault {
    CancelledByHost,
    CancelledByProgress,
    NameNotFound,
    NotLoopback,
    /// Whoever listens there may not be given anything.
    NotOurs(Owner),
    NotReachable,
    TimedOut,
    TlsCertificate,
    TlsFailed,
    NoTrustStore,
    ProxyFailed,
    /// What names the proxy names none that can be used.
    ProxyUnusable,
    /// The proxy wants to know who asks.
    ProxyLogin,
    Interrupted,
    NotHttp,
    SourceUnreadable,
    SourceChanged,
    /// Another program holds the file.
    SourceBusy,
    /// Reading it took the time of the call.
    SourceSlow,
    /// Whoever gives the body does not give its end.
    HeldBack,
    /// A callback came back in a process forked off the caller's, which has no part in the exchange.
    Forked,
    NoMemory,
    AnsweredEarly,
}

impl Fault {
    /// The fault that made a source of a body fail.
    pub fn within(error: &io::Error) -> Option<Fault> {
        error.get_ref()?.downcast_ref().copied()
    }

    /// Why a body cannot be read from its source.
    pub fn of_source(error: &io::Error) -> Fault {
        match (Trouble::within(error), error.kind()) {
            (Some(trouble), _) => trouble.into(),
            (None, io::ErrorKind::UnexpectedEof) => Fault::SourceChanged,
            _ => Fault::within(error).unwrap_or(Fault::SourceUnreadable),
        }
    }
}

impl From<Trouble> for Fault {
    fn from(trouble: Trouble) -> Fault {
        match trouble {
            Trouble::Busy => Fault::SourceBusy,
            Trouble::Late => Fault::SourceSlow,
            Trouble::Stopped => Fault::CancelledByHost,
        }
    }
}

impl From<Fault> for io::Error {
    fn from(fault: Fault) -> io::Error {
        io::Error::other(fault)
    }
}

/// How much of the body left the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sent {
    Nothing,
    Part,
    All,
}

/// An exchange that ended without a usable status.
#[derive(Clone, Copy, Debug)]
pub struct Failure {
    pub fault: Fault,
    pub phase: Phase,
    pub sent: Sent,
}

/// Where the document lies in the body of an upload.
#[derive(Clone, Copy, Debug)]
pub struct Document {
    pub offset: u64,
    pub length: u64,
}

pub enum Body<'a> {
    Empty,
    Json(&'a [u8]),
    Stream {
        source: Box<dyn Read + 'a>,
        length: u64,
        content_type: &'a str,
        document: Document,
    },
}

pub struct Request<'a> {
    pub role: Role,
    pub base: &'a BaseUrl,
    pub method: &'a str,
    /// The whole address; `base` says whose it is.
    pub url: &'a str,
    pub authorization: Option<&'a str>,
    /// Announce JSON also where the body is empty, as the license server is said to want.
    pub announce_json: bool,
    pub body: Body<'a>,
    pub timeout: Duration,
    /// Never on a connection that was used before, and never kept for later.
    pub fresh: bool,
}

/// How the end of a reply is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framing {
    /// By its length, by its last chunk, or because it cannot have a body.
    Told,
    /// By the end of the connection: a cut reply looks the same.
    UntilClose,
}

/// An answer whose status was read. `body` is an error where it could not be read to its end.
pub struct Reply {
    pub status: u16,
    /// How much of the request's body had left when the answer came.
    pub sent: Sent,
    /// A web page: no answer of the service.
    pub page: bool,
    /// JSON, by its type.
    pub json: bool,
    pub compressed: bool,
    pub retry_after_s: Option<u32>,
    pub framing: Framing,
    pub body: Result<WipingBuffer, BodyFault>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyFault {
    Cut,
    TooLarge,
    NoMemory,
    Stopped(Fault),
}
