//! Why a request ends without a response.

use std::io;

use crate::config::RefusedOwner;
use crate::regular_file::Trouble;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{self:?}")]
pub enum Fault {
    CancelledByHost,
    CancelledByProgress,
    NameNotFound,
    NotLoopback,
    /// The process at the other end may be given neither ticket nor PIN.
    OwnerRefused(RefusedOwner),
    NotReachable,
    TimedOut,
    TlsCertificate,
    TlsFailed,
    NoTrustStore,
    ProxyFailed,
    /// The settings name no proxy that can be used.
    ProxyUnusable,
    /// The proxy requires credentials.
    ProxyLogin,
    Interrupted,
    NotHttp,
    SourceUnreadable,
    SourceChanged,
    /// Another program holds the file.
    SourceBusy,
    /// Reading it took the time of the call.
    SourceSlow,
    /// The source of the body withheld its end.
    HeldBack,
    /// A callback came back in a process forked off the caller's, which has no part in the exchange.
    Forked,
    NoMemory,
    EarlyResponse,
}

impl Fault {
    /// The fault that made a source of a body fail.
    pub fn within(error: &io::Error) -> Option<Fault> {
        error.get_ref()?.downcast_ref().copied()
    }

    /// The fault that the HTTP client found by itself.
    pub fn of_client(error: &ureq::Error) -> Fault {
        match error {
            ureq::Error::HostNotFound => Fault::NameNotFound,
            ureq::Error::ConnectProxyFailed(said) if said.contains(" 407") => Fault::ProxyLogin,
            ureq::Error::ConnectProxyFailed(_) | ureq::Error::InvalidProxyUrl => Fault::ProxyFailed,
            ureq::Error::Protocol(_)
            | ureq::Error::LargeResponseHeader(..)
            | ureq::Error::Http(_)
            | ureq::Error::BadUri(_) => Fault::NotHttp,
            _ => Fault::Interrupted,
        }
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
