//! Opening connections: the addresses of a name in turn, then TLS.

use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustls::ClientConnection;
use rustls_pki_types::ServerName;
use socket2::{Domain, Protocol, Socket, Type};
use ureq::unversioned::transport::{ConnectionDetails, Connector, Transport};

use super::attempt::{Attempt, State};
use super::fault::Fault;
use super::link::Link;
use super::monitor::Monitor;
use super::owner;
use super::paced::Paced;
use super::stream::Stream;
use super::tls::Trust;
use crate::config::CardClientOwners;
use crate::error::Phase;
use crate::operation::Role;

pub struct LinkConnector {
    pub monitor: Arc<Monitor>,
    pub trust: Trust,
    pub card_client_owners: CardClientOwners,
}

impl fmt::Debug for LinkConnector {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("LinkConnector")
    }
}

impl<In: Transport> Connector<In> for LinkConnector {
    type Out = Link;

    /// With `chained` a proxy's tunnel is open on the socket that this connector opened last.
    fn connect(
        &self,
        details: &ConnectionDetails,
        chained: Option<In>,
    ) -> Result<Option<Link>, ureq::Error> {
        self.open(details, chained.is_some())
            .map(Some)
            .map_err(|fault| {
                self.monitor.fail(fault);
                ureq::Error::ConnectionFailed
            })
    }
}

impl LinkConnector {
    fn open(&self, details: &ConnectionDetails, tunnelled: bool) -> Result<Link, Fault> {
        let stream = if tunnelled {
            self.monitor.exchange().tunnelling = false;
            self.monitor.attached().ok_or(Fault::ProxyFailed)?
        } else {
            self.monitor.enter(Phase::Connect);
            let stream = self.dial(&details.addrs)?;
            let stream = Arc::new(stream);
            self.monitor.attach(&stream);
            if self.monitor.exchange().role == Role::Card {
                owner::check(&stream, &self.monitor, self.card_client_owners)?;
            }
            stream
        };
        let mut link = Link::new(stream, Arc::clone(&self.monitor));
        if details.needs_tls() {
            let host = details.uri.host().unwrap_or_default();
            let name = ServerName::try_from(host.trim_matches(['[', ']']))
                .map_err(|_| Fault::TlsFailed)?
                .to_owned();
            self.monitor.enter(Phase::Tls);
            let config = self.trust.client_config(&self.monitor)?;
            let tls = ClientConnection::new(config, name).map_err(|_| Fault::TlsFailed)?;
            link.start_tls(tls)?;
        }
        Ok(link)
    }

    /// Tries the addresses in turn; each may use half of the time left, the last one all of it.
    fn dial(&self, addresses: &[SocketAddr]) -> Result<Stream, Fault> {
        for (index, address) in addresses.iter().enumerate() {
            // Checked where the connection is made: a name may lead elsewhere from one look-up to the next.
            if self.monitor.exchange().role == Role::Card && !address.ip().is_loopback() {
                return Err(Fault::NotLoopback);
            }
            let left = self.monitor.connect_time_left()?;
            let last = index + 1 == addresses.len();
            let share = if last { left } else { left / 2 };
            if let Some(stream) = self.dial_one(*address, share)? {
                return Ok(stream);
            }
        }
        self.monitor.connect_time_left()?;
        Err(Fault::NotReachable)
    }

    /// What ends the time of the call.
    #[cfg(feature = "fuzzing")]
    fn expire(&self) -> Box<dyn Fn() + Send + Sync> {
        let monitor = Arc::clone(&self.monitor);
        Box::new(move || monitor.exchange().deadline = Instant::now())
    }

    /// None when this address does not answer.
    fn dial_one(&self, address: SocketAddr, share: Duration) -> Result<Option<Stream>, Fault> {
        #[cfg(feature = "fuzzing")]
        if let Some(played) = super::fuzzing::dial(address, self.expire()) {
            return Ok(played);
        }
        let started = Instant::now();
        let Some(mut attempt) = attempt_at(address) else {
            return Ok(None);
        };
        loop {
            match attempt.look(started.elapsed()) {
                State::Connected => break,
                State::Failed => return Ok(None),
                State::Pending => {}
            }
            self.monitor.connect_time_left()?;
            if started.elapsed() >= share {
                return Ok(None);
            }
        }
        let Some(socket) = attempt.into_socket() else {
            return Ok(None);
        };
        // A port of the ephemeral range that nobody listens at may be joined to itself.
        let itself = matches!((socket.local_addr(), socket.peer_addr()), (Ok(a), Ok(b)) if a == b);
        if itself {
            return Ok(None);
        }
        let ready = Paced::prepare(&socket).is_ok() && socket.set_tcp_nodelay(true).is_ok();
        Ok(ready.then(|| socket.into()))
    }
}

fn attempt_at(address: SocketAddr) -> Option<Attempt> {
    let kind = Domain::for_address(address);
    let socket = Socket::new(kind, Type::STREAM, Some(Protocol::TCP)).ok()?;
    socket.set_nonblocking(true).ok()?;
    Attempt::start(socket, address)
}
