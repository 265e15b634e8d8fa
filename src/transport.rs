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
mod owner_check;
mod pool;
mod progress;
mod request_body;
mod response;
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

pub use framing::{Framing, Head};
pub use in_flight::StickyStop;
pub use pool::warm_up;
pub use progress::ProgressThrottle;
pub use tls::Trust;
pub use workers::NAME as WORKER_NAME;
#[cfg(feature = "test-hooks")]
pub use workers::count as workers;

use crate::address::BaseUrl;
use crate::config::Config;
use crate::error::Phase;
use crate::operation::{Operation, Origin, Task};
use crate::reason::Reason;
use crate::wiping::WipingBuffer;
use dial::TcpTlsConnector;
use exchange::Exchange;
use in_flight::InFlight;
use pool::ConnectionPool;
use request_body::RequestBody;
use routes::Routes;

/// How much of the body left the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sent {
    Nothing,
    Part,
    All,
}

/// An exchange that ended without a usable status.
#[derive(Debug)]
pub struct Failure {
    pub reason: Reason,
    pub phase: Phase,
    pub sent: Sent,
}

/// Where the document lies in the body of an upload.
#[derive(Clone, Copy, Debug)]
pub struct DocumentRange {
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
        document: DocumentRange,
    },
}

pub struct Request<'a> {
    pub operation: Operation,
    pub method: &'a str,
    pub base: &'a BaseUrl,
    /// What follows the base address, beginning with a slash.
    pub tail: &'a str,
    pub authorization: Option<&'a str>,
    pub body: Body<'a>,
    pub timeout: Duration,
}

impl Request<'_> {
    /// Whether it goes neither over a connection that was used before, nor over one that is kept for later. A server may
    /// close a kept connection at the moment it is used again: for a document and a PIN that risk of a lost response is
    /// not taken.
    pub fn is_fresh(&self) -> bool {
        self.operation.origin() != Origin::Service || self.operation.task() == Task::Send
    }
}

/// A response whose status was read. `body` is an error where it could not be read to its end.
pub struct Response {
    pub head: Head,
    /// How much of the request's body had left when the response came.
    pub sent: Sent,
    /// A web page, by its type or its body: not a response of the service.
    pub page: bool,
    pub body: Result<WipingBuffer, Reason>,
}

/// Room for the head of a request beside its address, its authorization and the name of the program.
const HEAD: usize = 1024;

pub struct Transport {
    pub in_flight: Arc<InFlight>,
    routes: Routes,
    pool: ConnectionPool,
    connect_timeout: Duration,
    max_reply_bytes: usize,
}

impl Transport {
    pub fn new(trust: Trust, config: &Config) -> Transport {
        let in_flight = Arc::new(InFlight::new());
        Transport {
            in_flight: Arc::clone(&in_flight),
            routes: Routes::new(config.proxy.clone()),
            pool: ConnectionPool {
                connector: TcpTlsConnector {
                    in_flight,
                    trust,
                    card_client_owners: config.card_client_owners.clone(),
                },
                user_agent: config.user_agent.clone(),
                kept: Mutex::new(None),
            },
            connect_timeout: config.timeouts.connect,
            max_reply_bytes: config.max_reply_bytes,
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
        let origin = request.operation.origin();
        let url = request.base.join(request.tail);
        let length = match request.body {
            Body::Empty => 0,
            Body::Json(bytes) => bytes.len(),
            Body::Stream { length, .. } => usize::try_from(length).unwrap_or(usize::MAX),
        };
        // The address is in the request's first line, and a part of it in Host.
        let authorization = request.authorization.map_or(0, str::len);
        let head = HEAD + 2 * url.len() + authorization + self.pool.user_agent.len();
        let (connect, whole) = (self.connect_timeout, request.timeout);
        let exchange = Exchange::starting(origin, head.max(length), connect, whole);
        *self.in_flight.exchange() = exchange;
        let proxy = match origin {
            Origin::Card => None,
            Origin::License | Origin::Service | Origin::Library => self
                .routes
                .find(request.base, &self.in_flight)
                .map_err(nothing_sent)?,
        };
        if proxy.is_some() {
            let mut exchange = self.in_flight.exchange();
            exchange.tunnelling = true;
            // The proxy's credentials are in a head of their own.
            exchange.step = usize::MAX;
        }
        let agent = self.pool.agent(&request, proxy);
        let agent = agent.map_err(|_| nothing_sent((Reason::ProxyFailed, Phase::Connect)))?;
        let result = self.run(&agent, &url, request);
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

    fn run(&self, agent: &Agent, url: &str, request: Request<'_>) -> Result<Response, ureq::Error> {
        let mut head = ureq::http::Request::builder()
            .method(request.method)
            .uri(url);
        if let Some(authorization) = request.authorization {
            let mut value = ureq::http::HeaderValue::from_str(authorization)
                .map_err(|error| ureq::Error::Http(error.into()))?;
            value.set_sensitive(true);
            head = head.header(AUTHORIZATION, value);
        }

        let (source, length, content_type, document): (Box<dyn Read>, u64, Option<&str>, _) =
            match request.body {
                Body::Empty => {
                    // Announced without a body as well, as the license server is documented to require.
                    let announced = request.operation.origin() == Origin::License;
                    let kind = announced.then_some("application/json");
                    (Box::new(std::io::empty()), 0, kind, None)
                }
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
