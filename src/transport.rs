//! One request, one response: the only module that uses the HTTP client.
//!
//! A request is sent once. Nothing is retried, no redirection is followed, no credential is taken
//! from anywhere but the request, and the card client is never reached through a proxy.

mod buffers;
mod certificate_check;
mod connect_attempt;
mod connection;
mod dial;
mod dns;
mod exchange;
mod framing;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
mod in_flight;
mod issuer;
mod message;
mod owner;
mod pool;
mod progress;
mod request_body;
mod response;
mod resumption;
mod routes;
mod socket;
mod stream;
mod tls;
mod tls_io;
mod workers;

use std::io::Read;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use ureq::http::header::{AUTHORIZATION, CONTENT_LENGTH, CONTENT_TYPE};
use ureq::{Agent, SendBody};

pub use framing::Framing;
pub use in_flight::StickyStop;
pub use message::{Body, DocumentRange, Failure, Request, Response, Sent};
pub use pool::warm_up;
pub use progress::ProgressThrottle;
pub use tls::Trust;
pub use workers::NAME as WORKER_NAME;
#[cfg(feature = "test-hooks")]
pub use workers::count as workers;

use crate::config::CardClientOwners;
use crate::error::Phase;
use crate::opaque::opaque;
use crate::operation::Role;
use crate::proxy::ProxySetting;
use crate::reason::Reason;
use dial::TcpTlsConnector;
use in_flight::InFlight;
use pool::ConnectionPool;
use request_body::RequestBody;
use routes::Routes;

/// Room for the head of a request beside its address, its authorization and the name of the program.
const HEAD: usize = 1024;

pub struct Transport {
    pub in_flight: Arc<InFlight>,
    routes: Routes,
    pool: ConnectionPool,
    connect_timeout: Duration,
    max_reply_bytes: usize,
}

opaque!(Transport);

impl Transport {
    pub fn new(
        trust: Trust,
        card_client_owners: CardClientOwners,
        proxy: ProxySetting,
        user_agent: &str,
        connect_timeout: Duration,
        max_reply_bytes: usize,
    ) -> Transport {
        let in_flight = Arc::new(InFlight::new());
        Transport {
            in_flight: Arc::clone(&in_flight),
            routes: Routes::new(proxy),
            pool: ConnectionPool {
                connector: TcpTlsConnector {
                    in_flight,
                    trust,
                    card_client_owners,
                },
                user_agent: user_agent.to_owned(),
                kept: Mutex::new(None),
            },
            connect_timeout,
            max_reply_bytes,
        }
    }

    /// Drops the connections of a session that is over.
    pub fn forget_connections(&self) {
        self.routes.ask_again();
        self.pool.clear();
    }

    /// Sends one request once and reads the response.
    pub fn send(&self, request: Request<'_>) -> Result<Response, Failure> {
        let _dropped_by_a_panic = ForgetOnPanic(self);
        let nothing_sent = |(reason, phase)| Failure {
            reason,
            phase,
            sent: Sent::Nothing,
        };
        let length = match request.body {
            Body::Empty => 0,
            Body::Json(bytes) => bytes.len(),
            Body::Stream { length, .. } => usize::try_from(length).unwrap_or(usize::MAX),
        };
        // The address is in the request's first line, and a part of it in Host.
        let authorization = request.authorization.map_or(0, str::len);
        let head = HEAD + 2 * request.url.len() + authorization + self.pool.user_agent.len();
        let (connect, whole) = (self.connect_timeout, request.timeout);
        self.in_flight
            .start(request.role, head.max(length), connect, whole);
        let proxy = match request.role {
            Role::Card => None,
            Role::License | Role::Service => self
                .routes
                .find(request.base, &self.in_flight)
                .map_err(nothing_sent)?,
        };
        if proxy.is_some() {
            self.in_flight.goes_through_proxy();
        }
        let agent = self
            .pool
            .agent(&request, proxy)
            .map_err(|_| nothing_sent((Reason::ProxyFailed, Phase::Connect)))?;
        let result = self.run(&agent, request);
        let mut exchange = self.in_flight.exchange();
        let sent = exchange.sent();
        match (result, exchange.early_response.take()) {
            (_, Some(early)) => Ok(Response { sent, ..early }),
            (Ok(reply), None) => Ok(reply),
            (Err(error), None) => {
                self.routes.ask_again();
                let reason = match reason_of(&error) {
                    Reason::NotHttp if exchange.starved => Reason::NoMemory,
                    reason => reason,
                };
                let phase = exchange.phase;
                drop(exchange);
                Err(Failure {
                    reason: self.in_flight.fail(reason),
                    phase,
                    sent,
                })
            }
        }
    }

    fn run(&self, agent: &Agent, request: Request<'_>) -> Result<Response, ureq::Error> {
        let mut head = ureq::http::Request::builder()
            .method(request.method)
            .uri(request.url);
        if let Some(authorization) = request.authorization {
            let mut value = ureq::http::HeaderValue::from_str(authorization)
                .map_err(|error| ureq::Error::Http(error.into()))?;
            value.set_sensitive(true);
            head = head.header(AUTHORIZATION, value);
        }

        let (source, length, content_type, document): (Box<dyn Read>, u64, Option<&str>, _) =
            match request.body {
                Body::Empty => (
                    Box::new(std::io::empty()),
                    0,
                    request.announce_json.then_some("application/json"),
                    None,
                ),
                Body::Json(bytes) => {
                    let length = bytes.len() as u64;
                    (Box::new(bytes), length, Some("application/json"), None)
                }
                Body::Stream {
                    source,
                    length,
                    content_type,
                    document,
                } => (source, length, Some(content_type), Some(document)),
            };
        if let Some(content_type) = content_type {
            head = head.header(CONTENT_TYPE, content_type);
        }
        let mut reader = RequestBody::new(source, length, document, Arc::clone(&self.in_flight));
        let expects_body = matches!(request.method, "POST" | "PUT" | "PATCH");
        let mut response = if length > 0 || expects_body {
            let body = SendBody::from_reader(&mut reader);
            agent.run(head.header(CONTENT_LENGTH, length).body(body)?)?
        } else {
            agent.run(head.body(SendBody::none())?)?
        };
        #[cfg(feature = "test-hooks")]
        crate::test_hooks::reach(crate::test_hooks::FailPoint::ResponseHeadRead);
        if let Some(document) = document {
            // The last step was taken; a cancellation now comes too late to change the result.
            let reported = self.in_flight.announce(document.length, document.length);
            if reported == Err(Reason::Forked) {
                return Err(ureq::Error::Io(Reason::Forked.into()));
            }
        }
        let is_head = request.method == "HEAD";
        Ok(response::read(
            &mut response,
            is_head,
            &self.in_flight,
            self.max_reply_bytes,
        ))
    }
}

/// What the HTTP client's own errors mean.
fn reason_of(error: &ureq::Error) -> Reason {
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

/// A panic in the HTTP client leaves its connections unusable, so they are dropped with it.
struct ForgetOnPanic<'a>(&'a Transport);

impl Drop for ForgetOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.forget_connections();
        }
    }
}
