//! One run's own sandbox, proxy and handle.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use hr_sandbox::Options;
use serde_json::json;
use testkit::fault_proxy::{CertificateFlaw, Endpoint, FaultProxy, Script};

use super::calls::Target;
use super::stuck::Stuck;
use super::variant::Variant;
use testkit::authority::{authority, ca_file};
use testkit::{CPS, Host, Outcome, TempFile};

/// In the name of the file, never in an error.
pub const FILENAME: &str = "planted-name.pdf";
pub const SMALL: usize = 100_000;
/// More than the buffers between two peers hold.
pub const LARGE: usize = 12 << 20;
/// What is sent behind the bytes that were read can be no more than this.
pub const BUFFERS: u64 = 5 << 20;

pub struct Fixture {
    pub target: Target,
    /// Which of the call's requests meets the fault.
    pub nth: usize,
    pub proxy: FaultProxy,
    pub host: Host,
    pub serial: String,
    pub pin: String,
    pub token: String,
    pub license: String,
    pub patient: String,
    pub content: Vec<u8>,
    pub file: Option<TempFile>,
    pub limit: Duration,
    /// A listener that nobody gets through to, in place of a service.
    pub stuck: Option<Stuck>,
    /// How long the call went on after another thread wanted it to end.
    pub went_on: OnceLock<Duration>,
    _authority: Option<TempFile>,
}

pub fn content(length: usize, number: u32) -> Vec<u8> {
    static BYTES: OnceLock<Vec<u8>> = OnceLock::new();
    let bytes = BYTES.get_or_init(|| {
        (0..LARGE)
            .map(|n| (n ^ (n >> 8) ^ (n >> 16)) as u8)
            .collect()
    });
    let mut content = bytes[..length].to_vec();
    // The resend guard is one for the process: no two runs share a content.
    let own = format!("document {number} ");
    let start = own.len().min(length);
    content[..start].copy_from_slice(&own.as_bytes()[..start]);
    content
}

impl Fixture {
    /// Makes everything ready for the call.
    pub fn new(variant: &Variant, target: Target) -> Result<Fixture, String> {
        static COUNT: AtomicU32 = AtomicU32::new(1);
        let number = COUNT.fetch_add(1, Ordering::SeqCst);
        let mut options = Options::default();
        let serial = format!("{CPS}-matrix-{number}");
        let pin = format!("{}", 730_152_649 + u64::from(number) * 1_000_003);
        let license = format!("licence/{number}+\"a\\b=~&{}", "q7".repeat(8));
        options.scenario.license_bearer.clone_from(&license);
        options.scenario.keep_bytes = 0;
        for card in &mut options.scenario.cards {
            card.serial = match card.serial == CPS {
                true => serial.clone(),
                false => format!("{}-matrix-{number}", card.serial),
            };
            if card.serial == serial {
                card.pin = Some(pin.clone());
            }
        }
        (variant.options)(&mut options);
        let tls = variant
            .tls
            .then(|| authority().config(CertificateFlaw::None));
        let proxy = match variant.keep {
            true => FaultProxy::start_keep_alive(options, tls),
            false => FaultProxy::start(options, tls),
        };
        let mut config = proxy.config_json();
        let limit = match (variant.short, variant.large) {
            (false, _) => 15_000,
            (true, false) => 500,
            (true, true) => 1500,
        };
        config["timeouts"] = json!({
            "connect_ms": limit, "call_ms": limit, "login_ms": limit, "upload_ms": limit,
        });
        for (key, value) in variant.config.as_object().into_iter().flatten() {
            config[key] = value.clone();
        }
        if config["proxy"] == "decoy" {
            config["proxy"] = proxy.url(Endpoint::Decoy).into();
        }
        let authority = variant.tls.then(|| {
            let file = ca_file();
            config["ca_file"] = file.path().into();
            file
        });
        let length = if variant.large { LARGE } else { SMALL };
        let content = match target.uploads() {
            true => content(length, number),
            false => Vec::new(),
        };
        let file = (target == Target::SendFile).then(|| TempFile::new(FILENAME, &content));
        let host = Host::open(&config);
        let mut fixture = Fixture {
            target,
            nth: 1,
            proxy,
            host,
            serial,
            pin,
            token: String::new(),
            license,
            patient: String::new(),
            content,
            file,
            limit: Duration::from_millis(limit),
            stuck: None,
            went_on: OnceLock::new(),
            _authority: authority,
        };
        if variant.prepared {
            target.prepare(&mut fixture)?;
        }
        Ok(fixture)
    }

    /// The request of the target meets this script.
    pub fn arm(&self, script: Script) {
        self.proxy.arm(self.target.call(), self.nth, script);
    }
    /// To a service of which nobody knows the name.
    pub fn go_elsewhere(&self) {
        let url = "https://hr-matrix.invalid/x";
        assert_eq!(self.host.session_set(url, "planted-elsewhere"), 0);
    }
}

/// A call that met its fault.
pub struct Met {
    pub fixture: Fixture,
    /// Connections and requests that the proxy counted before.
    pub before: (usize, usize),
    pub outcome: Outcome,
    pub took: Duration,
}

impl Met {
    /// Begins again where the machine was too busy for a deadline that is short: that is not what is tested.
    pub fn new(variant: &Variant, target: Target) -> Result<Met, String> {
        let mut repeated = 0;
        loop {
            let met = Met::once(variant, target);
            let missed = match &met {
                Ok(met) => variant.was_missed(target, &met.outcome),
                Err(_) => true,
            };
            if !missed || repeated == 5 {
                return met;
            }
            repeated += 1;
        }
    }

    fn once(variant: &Variant, target: Target) -> Result<Met, String> {
        let mut fixture = Fixture::new(variant, target)?;
        (variant.before)(&mut fixture);
        let before = fixture.proxy.counts();
        let started = Instant::now();
        let outcome = (variant.calling)(&fixture);
        Ok(Met {
            took: started.elapsed(),
            fixture,
            before,
            outcome,
        })
    }
}
