//! The HTTP client makes one of its values at the first request, under a lock of its own.

use ureq::Agent;
use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;

/// Makes that value now: a child that was forked while it is made would wait for it for ever. The request ends
/// before it is sent.
pub fn warm_up() {
    let config = Agent::config_builder().proxy(None).build();
    let agent = Agent::with_parts(config, (), Nowhere);
    let _ = agent.get("http://127.0.0.1/").call();
}

#[derive(Debug)]
struct Nowhere;

impl Resolver for Nowhere {
    fn resolve(
        &self,
        _: &Uri,
        _: &Config,
        _: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        Err(ureq::Error::HostNotFound)
    }
}
