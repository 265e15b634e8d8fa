//! Name resolution that a cancellation or a deadline ends.
//!
//! The operating system's resolver cannot be stopped, so a worker thread calls it. Addresses and `localhost` never
//! need it.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, ToSocketAddrs};
use std::sync::Arc;

use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;

use super::in_flight::InFlight;
use super::workers::SingleFlight;
use crate::error::Phase;
use crate::opaque::opaque;
use crate::reason::Reason;

/// Addresses of one name that are tried.
const MOST: usize = 16;

/// A name that hangs takes one worker, however often it is looked up.
static LOOK_UPS: SingleFlight<(String, u16), Vec<SocketAddr>> = SingleFlight::new();

pub struct DnsResolver {
    pub in_flight: Arc<InFlight>,
}

opaque!(DnsResolver);

impl Resolver for DnsResolver {
    fn resolve(
        &self,
        uri: &Uri,
        _: &Config,
        _: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        self.in_flight.enter(Phase::Resolve);
        let found = self.addresses(uri).map_err(|reason| {
            self.in_flight.fail(reason);
            ureq::Error::HostNotFound
        })?;
        let mut addresses = self.empty();
        for address in found.into_iter().take(MOST) {
            addresses.push(address);
        }
        Ok(addresses)
    }
}

impl DnsResolver {
    fn addresses(&self, uri: &Uri) -> Result<Vec<SocketAddr>, Reason> {
        let host = uri.host().unwrap_or_default();
        let secure = uri.scheme_str() == Some("https");
        let port = uri.port_u16().unwrap_or(if secure { 443 } else { 80 });
        let bare = host.trim_matches(['[', ']']);
        let with_port = |ip: IpAddr| SocketAddr::new(ip, port);
        if let Ok(ip) = bare.parse::<IpAddr>() {
            return Ok(vec![with_port(ip)]);
        }
        if bare == "localhost" {
            return Ok(vec![
                with_port(Ipv4Addr::LOCALHOST.into()),
                with_port(Ipv6Addr::LOCALHOST.into()),
            ]);
        }
        match self.ask(bare, port)? {
            none if none.is_empty() => Err(Reason::NameNotFound),
            found => Ok(found),
        }
    }

    fn ask(&self, host: &str, port: u16) -> Result<Vec<SocketAddr>, Reason> {
        #[cfg(feature = "fuzzing")]
        if let Some(found) = super::fuzzing::resolve(host, port) {
            return Ok(found);
        }
        let key = (host.to_ascii_lowercase(), port);
        let host = host.to_owned();
        #[cfg(feature = "test-hooks")]
        let planted = crate::test_hooks::RESOLVER.with_borrow(Clone::clone);
        let work = move || {
            #[cfg(feature = "test-hooks")]
            if let Some(planted) = planted {
                return planted(&host, port);
            }
            let found = (host.as_str(), port).to_socket_addrs();
            found.map_or_else(|_| Vec::new(), |found| found.take(MOST).collect())
        };
        let found = LOOK_UPS.ask(key, &self.in_flight, work)?;
        Ok(found.unwrap_or_default())
    }
}
