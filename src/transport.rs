//! One request, one answer: the only module that uses the HTTP client.
//!
//! A request is sent once. Nothing is retried, no redirection is followed, no credential is taken
//! from anywhere but the request, and the card client is never reached through a proxy.

mod attempt;
mod body;
mod buffers;
mod check;
mod connector;
mod early;
mod exchange;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
mod link;
mod monitor;
mod names;
mod owner;
mod pace;
mod paced;
mod reply;
mod routes;
mod tcp;
mod tls;
mod warm_up;
mod wire;
mod workers;

use std::fmt;
use std::io::Read;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use ureq::http::header::{AUTHORIZATION, CONTENT_LENGTH, CONTENT_TYPE};
use ureq::unversioned::transport::{ConnectProxyConnector, Connector};
use ureq::{Agent, SendBody};

pub use exchange::{Body, BodyFault, Document, Failure, Fault, Framing, Reply, Request, Sent};
pub use monitor::{Progress, Running};
pub use pace::Pace;
pub use tls::Trust;
pub use warm_up::warm_up;
pub use workers::NAME as WORKER_NAME;
#[cfg(feature = "test-hooks")]
pub use workers::count as workers;

use crate::address::BaseUrl;
use crate::config::CardClientOwners;
use crate::error::Phase;
use crate::operation::Role;
use crate::proxy::{ProxySetting, ProxyUrl};
use body::ExactReader;
use connector::LinkConnector;
#[cfg(feature = "fuzzing")]
use fuzzing::Stream;
use monitor::Monitor;
use names::Names;
use routes::Routes;
#[cfg(not(feature = "fuzzing"))]
use tcp::Tcp as Stream;

/// What is in the head of a request beside the address, the authorization and the name of the program, at most.
const HEAD: usize = 1024;

/// What a handle needs to send requests.
pub struct Transport {
    monitor: Arc<Monitor>,
    trust: Trust,
    card_client_owners: CardClientOwners,
    routes: Routes,
    user_agent: String,
    connect_timeout: Duration,
    max_reply_bytes: usize,
    /// The connections kept for the resource service.
    kept: Mutex<Option<Kept>>,
}

/// Connections that may be used again, and the one route they belong to: where they lead, and through whom.
struct Kept {
    base: BaseUrl,
    proxy: Option<ProxyUrl>,
    agent: Agent,
}

impl fmt::Debug for Transport {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Transport")
    }
}

impl Transport {
    pub fn new(
        trust: Trust,
        card_client_owners: CardClientOwners,
        proxy: ProxySetting,
        user_agent: &str,
        connect_timeout: Duration,
        max_reply_bytes: usize,
    ) -> Transport {
        Transport {
            monitor: Arc::new(Monitor::new()),
            trust,
            card_client_owners,
            routes: Routes::new(proxy),
            user_agent: user_agent.to_owned(),
            connect_timeout,
            max_reply_bytes,
            kept: Mutex::new(None),
        }
    }

    /// Claims the handle for one call; None while another runs.
    pub fn begin(&self) -> Option<Running> {
        self.monitor.begin()
    }

    pub fn cancel(&self) {
        self.monitor.cancel();
    }

    pub fn close(&self) {
        self.monitor.close();
    }

    pub fn set_progress(&self, progress: Option<Progress>) {
        self.monitor.set_progress(progress);
    }

    /// For work on a document before it is sent: tells the host that nothing of it has left, and gives why
    /// the work must end. `done` is how far the work is.
    pub fn may_prepare(&self, pace: &mut Pace, done: u64, deadline: Instant) -> Result<(), Fault> {
        if pace.is_due(done) {
            self.monitor.announce(0, pace.total)?;
        }
        match self.monitor.stopped() {
            Some(fault) => Err(fault),
            None if Instant::now() >= deadline => Err(Fault::TimedOut),
            None => Ok(()),
        }
    }

    /// For work on a document while it is sent: gives why the exchange must end.
    pub fn may_go_on(&self) -> Result<(), Fault> {
        self.monitor.time_left().map(drop)
    }

    /// Drops the connections of a session that is over.
    pub fn forget_connections(&self) {
        self.routes.ask_again();
        self.kept
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
    }

    /// Sends one request once and reads its answer.
    pub fn send(&self, request: Request<'_>) -> Result<Reply, Failure> {
        let _healing = Healing(self);
        let nothing_sent = |(fault, phase)| Failure {
            fault,
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
        let head = HEAD + 2 * request.url.len() + authorization + self.user_agent.len();
        let (connect, whole) = (self.connect_timeout, request.timeout);
        self.monitor
            .start(request.role, head.max(length), connect, whole);
        let proxy = match request.role {
            Role::Card => None,
            Role::License | Role::Service => self
                .routes
                .find(request.base, &self.monitor)
                .map_err(nothing_sent)?,
        };
        if proxy.is_some() {
            self.monitor.goes_through_proxy();
        }
        let agent = self
            .agent(&request, proxy)
            .map_err(|_| nothing_sent((Fault::ProxyFailed, Phase::Connect)))?;
        let result = self.exchange(&agent, request);
        let exchange = self.monitor.exchange();
        let sent = exchange.sent();
        match (result, exchange.early) {
            (_, Some(early)) => Ok(Reply {
                status: early.status,
                sent,
                page: early.page,
                json: false,
                compressed: false,
                retry_after_s: early.retry_after_s,
                framing: Framing::UntilClose,
                // It was not waited for.
                body: Err(BodyFault::Cut),
            }),
            (Ok(reply), None) => Ok(reply),
            (Err(error), None) => {
                self.routes.ask_again();
                Err(Failure {
                    fault: exchange.fault.unwrap_or_else(|| match fault_of(&error) {
                        Fault::ProxyLogin => Fault::ProxyLogin,
                        _ if exchange.tunnelling => Fault::ProxyFailed,
                        Fault::NotHttp if exchange.starved => Fault::NoMemory,
                        fault => fault,
                    }),
                    phase: exchange.phase,
                    sent,
                })
            }
        }
    }

    /// The agent for the route of this request: the kept one only where its route is the same, since the
    /// environment or the system may name another proxy from one call to the next.
    fn agent(&self, request: &Request<'_>, proxy: Option<ProxyUrl>) -> Result<Agent, ureq::Error> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        // A server may send a body behind a HEAD: such a connection cannot be used again.
        let keep = request.role == Role::Service && !request.fresh && request.method != "HEAD";
        let idle = usize::from(keep);
        let same = |kept: &&Kept| kept.base == *request.base && kept.proxy == proxy;
        if keep && let Some(kept) = kept.as_ref().filter(same) {
            return Ok(kept.agent.clone());
        }
        let through = proxy.as_ref().map(|url| ureq::Proxy::new(url.expose()));
        let config = Agent::config_builder()
            .proxy(through.transpose()?)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .http_status_as_error(false)
            .allow_non_standard_methods(true)
            .user_agent(&self.user_agent)
            .accept("application/json, */*;q=0.5")
            .accept_encoding("")
            .max_idle_connections(idle)
            .max_idle_connections_per_host(idle)
            .max_idle_age(Duration::from_secs(10))
            .build();
        let connector =
            ().chain(ConnectProxyConnector::default())
                .chain(LinkConnector {
                    monitor: Arc::clone(&self.monitor),
                    trust: self.trust.clone(),
                    card_client_owners: self.card_client_owners,
                });
        let names = Names {
            monitor: Arc::clone(&self.monitor),
        };
        let agent = Agent::with_parts(config, connector, names);
        if keep {
            *kept = Some(Kept {
                base: request.base.clone(),
                proxy,
                agent: agent.clone(),
            });
        }
        Ok(agent)
    }

    fn exchange(&self, agent: &Agent, request: Request<'_>) -> Result<Reply, ureq::Error> {
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
        let mut reader = ExactReader::new(source, length, document, Arc::clone(&self.monitor));
        let expects_body = matches!(request.method, "POST" | "PUT" | "PATCH");
        let mut response = if length > 0 || expects_body {
            let body = SendBody::from_reader(&mut reader);
            agent.run(head.header(CONTENT_LENGTH, length).body(body)?)?
        } else {
            agent.run(head.body(SendBody::none())?)?
        };
        #[cfg(feature = "test-hooks")]
        crate::test_hooks::reach(crate::test_hooks::Moment::Answered);
        if let Some(document) = document {
            // The last step was taken; a wish to stop now comes too late to change the answer.
            let told = self.monitor.announce(document.length, document.length);
            if told == Err(Fault::Forked) {
                return Err(ureq::Error::Io(Fault::Forked.into()));
            }
        }
        let is_head = request.method == "HEAD";
        Ok(reply::read(
            &mut response,
            is_head,
            &self.monitor,
            self.max_reply_bytes,
        ))
    }
}

/// A panic in the HTTP client leaves its connections unusable, so they are dropped with it.
struct Healing<'a>(&'a Transport);

impl Drop for Healing<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.forget_connections();
        }
    }
}

/// What the HTTP client found wrong by itself.
fn fault_of(error: &ureq::Error) -> Fault {
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
