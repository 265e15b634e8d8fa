//! Through which proxy, if any, a handle's requests go.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use super::in_flight::InFlight;
use super::workers::SingleFlight;
use crate::address::BaseUrl;
use crate::error::Phase;
use crate::locking::lock;
use crate::proxy::{ProxyChoice, ProxySetting, ProxyUrl};
use crate::reason::Reason;

/// How long the system's choice stays valid: as long as an unused connection is kept.
const FRESH: Duration = Duration::from_secs(10);

static QUESTIONS: SingleFlight<String, ProxyChoice> = SingleFlight::new();

pub struct Routes {
    setting: ProxySetting,
    /// The system's last choice.
    cached: Mutex<Option<CachedRoute>>,
}

struct CachedRoute {
    origin: String,
    found: ProxyChoice,
    since: Instant,
}

impl CachedRoute {
    fn counts(&self, origin: &str, now: Instant) -> bool {
        self.origin == origin && now.saturating_duration_since(self.since) < FRESH
    }
}

impl Routes {
    pub fn new(setting: ProxySetting) -> Routes {
        Routes {
            setting,
            cached: Mutex::default(),
        }
    }

    /// The proxy for a request that has begun. A reason comes with how far the request is.
    pub fn find(
        &self,
        base: &BaseUrl,
        in_flight: &InFlight,
    ) -> Result<Option<ProxyUrl>, (Reason, Phase)> {
        let found = match self.setting.asks_the_system(base) {
            false => self.setting.find(base),
            true => self
                .asked(base, in_flight)
                .map_err(|reason| (in_flight.fail(reason), Phase::Resolve))?,
        };
        found.map_err(|reason| (reason, Phase::Connect))
    }

    /// The question may take many seconds, and cannot be stopped: a worker asks it, once for all who want to know.
    fn asked(&self, base: &BaseUrl, in_flight: &InFlight) -> Result<ProxyChoice, Reason> {
        let origin = base.origin();
        let counts = |cached: &&CachedRoute| cached.counts(origin, Instant::now());
        if let Some(cached) = lock(&self.cached).as_ref().filter(counts) {
            return Ok(cached.found.clone());
        }
        let (setting, target) = (self.setting.clone(), base.clone());
        let work = move || setting.find(&target);
        let found = QUESTIONS.ask(origin.to_owned(), in_flight, work)?;
        let found = found.unwrap_or(Err(Reason::ProxyUnusable));
        // Corrected settings take effect at once.
        *lock(&self.cached) = found.is_ok().then(|| CachedRoute {
            origin: origin.to_owned(),
            found: found.clone(),
            since: Instant::now(),
        });
        Ok(found)
    }

    /// The next request asks again.
    pub fn ask_again(&self) {
        lock(&self.cached).take();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cached_route_counts_for_its_origin_and_ten_seconds() {
        let since = Instant::now();
        let cached = CachedRoute {
            origin: "https://a.example".to_owned(),
            found: Ok(None),
            since,
        };
        let at = |seconds| since + Duration::from_secs(seconds);
        assert!(cached.counts("https://a.example", at(0)));
        assert!(cached.counts("https://a.example", at(9)));
        assert!(!cached.counts("https://a.example", at(10)));
        assert!(!cached.counts("https://a.example:444", at(0)));
    }
}
