//! The HTTP client for each request, and the connections that it keeps for the next one.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use ureq::Agent;
use ureq::unversioned::transport::{ConnectProxyConnector, Connector};

use super::Request;
use super::dial::TcpTlsConnector;
use super::dns::DnsResolver;
use super::in_flight::InFlight;
use crate::address::BaseUrl;
use crate::locking::lock;
use crate::proxy::ProxyUrl;

/// How long an unused connection is kept.
const IDLE: Duration = Duration::from_secs(10);

/// Makes a value that the client makes at its first request, under a lock of its own: a child that was forked
/// meanwhile would wait for it for ever. The request ends before it is sent: nothing connects.
pub fn warm_up() {
    let config = Agent::config_builder().proxy(None).build();
    let resolver = DnsResolver {
        in_flight: Arc::new(InFlight::new()),
    };
    let agent = Agent::with_parts(config, (), resolver);
    let _ = agent.get("http://127.0.0.1/").call();
}

/// Makes connections as the configuration of a handle requires, and keeps those to the resource service.
pub struct ConnectionPool {
    pub connector: TcpTlsConnector,
    pub user_agent: String,
    pub kept: Mutex<Option<KeptAgent>>,
}

/// An agent whose connections may be used again, and their one route: where they lead, and through which proxy.
pub struct KeptAgent {
    base: BaseUrl,
    proxy: Option<ProxyUrl>,
    agent: Agent,
}

impl ConnectionPool {
    /// The agent for the route of this request: the kept one only where its route is the same, since the
    /// environment or the system may name another proxy from one call to the next.
    pub fn agent(
        &self,
        request: &Request<'_>,
        proxy: Option<ProxyUrl>,
    ) -> Result<Agent, ureq::Error> {
        let mut kept = lock(&self.kept);
        // A server may send a body behind a HEAD: such a connection cannot be used again.
        let keep = !request.is_fresh() && request.method != "HEAD";
        let same = |kept: &&KeptAgent| kept.base == *request.base && kept.proxy == proxy;
        if keep && let Some(kept) = kept.as_ref().filter(same) {
            return Ok(kept.agent.clone());
        }
        let agent = self.new_agent(keep, proxy.as_ref())?;
        if keep {
            *kept = Some(KeptAgent {
                base: request.base.clone(),
                proxy,
                agent: agent.clone(),
            });
        }
        Ok(agent)
    }

    fn new_agent(&self, keep: bool, proxy: Option<&ProxyUrl>) -> Result<Agent, ureq::Error> {
        let idle = usize::from(keep);
        let proxy = proxy.map(|url| ureq::Proxy::new(url.expose()));
        let config = Agent::config_builder()
            .proxy(proxy.transpose()?)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .http_status_as_error(false)
            .allow_non_standard_methods(true)
            .user_agent(&self.user_agent)
            .accept("application/json, */*;q=0.5")
            .accept_encoding("")
            .max_idle_connections(idle)
            .max_idle_connections_per_host(idle)
            .max_idle_age(IDLE)
            .build();
        let connector = ().chain(ConnectProxyConnector::default()).chain(self.connector.clone());
        let resolver = DnsResolver {
            in_flight: Arc::clone(&self.connector.in_flight),
        };
        Ok(Agent::with_parts(config, connector, resolver))
    }

    pub fn clear(&self) {
        lock(&self.kept).take();
    }
}
