//! What the HTTP client's own errors mean.

use crate::reason::Reason;

pub fn reason_of(error: &ureq::Error) -> Reason {
    match error {
        ureq::Error::HostNotFound => Reason::NameNotFound,
        ureq::Error::ConnectProxyFailed(said) if said.contains(" 407") => Reason::ProxyLogin,
        ureq::Error::ConnectProxyFailed(said) if said.contains(" 403") => Reason::ProxyRefused,
        ureq::Error::ConnectProxyFailed(_) | ureq::Error::InvalidProxyUrl => Reason::ProxyFailed,
        ureq::Error::Protocol(_)
        | ureq::Error::LargeResponseHeader(..)
        | ureq::Error::Http(_)
        | ureq::Error::BadUri(_) => Reason::NotHttp,
        _ => Reason::Interrupted,
    }
}
