//! The reason that is reported for each fault of the transport.

use crate::config::RefusedOwner;
use crate::error::Origin;
use crate::reason::Reason;
use crate::transport::Fault;

pub fn reason_of(fault: Fault, origin: Origin) -> Reason {
    match fault {
        Fault::CancelledByHost => Reason::CancelledByHost,
        Fault::CancelledByProgress => Reason::CancelledByProgress,
        Fault::NameNotFound => Reason::NameNotFound,
        Fault::NotLoopback => Reason::LocalNameNotLoopback,
        Fault::OwnerRefused(RefusedOwner::OtherSession) => Reason::CardClientOtherSession,
        Fault::OwnerRefused(RefusedOwner::Service) => Reason::CardClientService,
        Fault::OwnerRefused(RefusedOwner::HttpSys) => Reason::CardClientHttpSys,
        Fault::OwnerRefused(RefusedOwner::Unknown) => Reason::CardClientUnknown,
        Fault::OwnerRefused(RefusedOwner::NotAsked) => Reason::NoMemory,
        Fault::NotReachable if origin == Origin::Card => Reason::CardClientAbsent,
        Fault::NotReachable => Reason::NotReachable,
        Fault::TimedOut => Reason::TimedOut,
        Fault::TlsCertificate => Reason::TlsCertificate,
        Fault::TlsFailed => Reason::TlsFailed,
        Fault::NoTrustStore => Reason::NoTrustStore,
        Fault::ProxyFailed => Reason::ProxyFailed,
        Fault::ProxyUnusable => Reason::ProxyUnusable,
        Fault::ProxyLogin => Reason::ProxyLogin,
        Fault::Interrupted | Fault::EarlyResponse => Reason::Interrupted,
        Fault::NotHttp => Reason::NotHttp,
        Fault::SourceUnreadable => Reason::FileUnreadable,
        Fault::SourceChanged => Reason::FileChanged,
        Fault::SourceBusy => Reason::FileBusy,
        Fault::SourceSlow => Reason::DocumentSlow,
        Fault::HeldBack => Reason::ResendRefused,
        Fault::Forked => Reason::Forked,
        Fault::NoMemory => Reason::NoMemory,
    }
}
