//! Opening connections: the addresses of a name in turn, then TLS.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustls_pki_types::ServerName;
use ureq::unversioned::transport::{ConnectionDetails, Connector, Transport};

use super::connect_attempt::{is_connected, start};
use super::connection::Connection;
use super::in_flight::InFlight;
use super::owner_check;
use super::stream::Stream;
use super::tls::Trust;
use super::tls_io::Tls;
use crate::config::CardClientOwners;
use crate::error::Phase;
use crate::opaque::opaque;
use crate::operation::Origin;
use crate::reason::Reason;

#[derive(Clone)]
pub struct TcpTlsConnector {
    pub in_flight: Arc<InFlight>,
    pub trust: Trust,
    pub card_client_owners: CardClientOwners,
}

opaque!(TcpTlsConnector);

impl<In: Transport> Connector<In> for TcpTlsConnector {
    type Out = Connection;

    /// With `chained` a proxy's tunnel is open on the socket that this connector opened last.
    fn connect(
        &self,
        details: &ConnectionDetails,
        chained: Option<In>,
    ) -> Result<Option<Connection>, ureq::Error> {
        self.open(details, chained.is_some())
            .map(Some)
            .map_err(|reason| {
                self.in_flight.fail(reason);
                ureq::Error::ConnectionFailed
            })
    }
}

impl TcpTlsConnector {
    fn open(&self, details: &ConnectionDetails, tunnelled: bool) -> Result<Connection, Reason> {
        let stream = if tunnelled {
            self.in_flight.exchange().tunnelling = false;
            self.in_flight.attached().ok_or(Reason::ProxyFailed)?
        } else {
            self.in_flight.enter(Phase::Connect);
            let stream = self.dial(&details.addrs)?;
            let stream = Arc::new(stream);
            self.in_flight.attach(&stream);
            if self.in_flight.exchange().origin == Origin::Card {
                owner_check::check(&stream, &self.in_flight, &self.card_client_owners)?;
            }
            stream
        };
        let mut connection = Connection::new(stream, Arc::clone(&self.in_flight));
        if details.needs_tls() {
            let host = details.uri.host().unwrap_or_default();
            let name = ServerName::try_from(host.trim_matches(['[', ']']))
                .map_err(|_| Reason::TlsFailed)?
                .to_owned();
            self.in_flight.enter(Phase::Tls);
            let config = self.trust.client_config(&self.in_flight)?;
            let tls = Tls::new(config, name).map_err(|_| Reason::TlsFailed)?;
            connection.start_tls(tls)?;
        }
        Ok(connection)
    }

    /// Tries the addresses in turn; each may use half of the time left, the last one all of it.
    fn dial(&self, addresses: &[SocketAddr]) -> Result<Stream, Reason> {
        for (index, address) in addresses.iter().enumerate() {
            // Checked where the connection is made: a name may resolve to another address from one query to the next.
            if self.in_flight.exchange().origin == Origin::Card && !address.ip().is_loopback() {
                return Err(Reason::LocalNameNotLoopback);
            }
            let left = self.in_flight.connect_time_left()?;
            let last = index + 1 == addresses.len();
            let share = if last { left } else { left / 2 };
            if let Some(stream) = self.dial_one(*address, share)? {
                return Ok(stream);
            }
        }
        self.in_flight.connect_time_left()?;
        Err(match self.in_flight.exchange().origin {
            Origin::Card => Reason::CardClientAbsent,
            Origin::License | Origin::Service | Origin::Library => Reason::NotReachable,
        })
    }

    /// None when nothing accepts connections at this address.
    fn dial_one(&self, address: SocketAddr, share: Duration) -> Result<Option<Stream>, Reason> {
        #[cfg(feature = "fuzzing")]
        if let Some(played) = super::fuzzing::dial(address, &self.in_flight) {
            return Ok(played);
        }
        let started = Instant::now();
        let Ok(socket) = start(address) else {
            return Ok(None);
        };
        loop {
            match is_connected(&socket, started.elapsed()) {
                Ok(true) => break,
                Ok(false) => {}
                Err(_) => return Ok(None),
            }
            self.in_flight.connect_time_left()?;
            if started.elapsed() >= share {
                return Ok(None);
            }
        }
        // A socket can connect to itself on an ephemeral port that has no listener.
        let itself = matches!((socket.local_addr(), socket.peer_addr()), (Ok(a), Ok(b)) if a == b);
        if itself {
            return Ok(None);
        }
        let ready = socket.set_tcp_nodelay(true);
        Ok(ready.and_then(|()| Stream::over(socket)).ok())
    }
}
