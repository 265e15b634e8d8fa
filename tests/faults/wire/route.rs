//! The three ways to the resource service, with a scripted server at their end.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use rustls::ServerConfig;
use serde_json::{Value, json};
use testkit::authority::{authority, ca_file};
use testkit::fault_proxy::CertificateFlaw;
use testkit::raw_server::{Peer, Request, Server, answer};
use testkit::{Host, Members, Outcome, TempFile};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    Plain,
    Tls,
    /// TLS through a proxy.
    Tunnel,
}

pub const ROUTES: [Route; 3] = [Route::Plain, Route::Tls, Route::Tunnel];

/// Calls that change something or read, made on a connection that was used before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    Search,
    Update,
    Open,
}

pub const TARGETS: [Target; 3] = [Target::Search, Target::Update, Target::Open];

impl Target {
    pub fn is_of(self, request: &Request) -> bool {
        request.starts(match self {
            Target::Search => "GET /patient/search",
            Target::Update => "POST /patient ",
            Target::Open => "PUT /dmp/187",
        })
    }

    pub fn call(self, host: &Host) -> Outcome {
        match self {
            Target::Search => host.patient_search([Some("DUPONT"), None, None, None]),
            Target::Update => host.patient_update(r#"{"insQualified":true}"#),
            Target::Open => host.dmp_open("187", None),
        }
    }

    /// The patient that is read before.
    fn patient(self) -> &'static str {
        match self {
            Target::Update => {
                r#"{"patient_id":"187","insQualified":false,"alimentationConsent":true}"#
            }
            _ => super::PATIENT,
        }
    }

    /// The reply to any request before or instead of this one.
    pub fn reply(self, request: &Request) -> String {
        let patient = request.starts("GET /patient ");
        answer("200 OK", "", if patient { self.patient() } else { "{}" })
    }
}

pub struct Stage {
    pub server: Server,
    pub host: Host,
    config: Value,
    url: String,
    _authority: TempFile,
}

fn open(config: &Value, url: &str) -> Host {
    // Handles with one session share its current patient.
    static COUNT: AtomicU32 = AtomicU32::new(1);
    let bearer = format!("bearer-{}", COUNT.fetch_add(1, Ordering::SeqCst));
    let host = Host::open(config);
    assert_eq!(host.session_set(url, &bearer), 0);
    host
}

pub fn tls() -> ServerConfig {
    authority().config_for(CertificateFlaw::None, rustls::DEFAULT_VERSIONS)
}

impl Stage {
    pub fn new(route: Route, script: impl Fn(Peer) + Send + Sync + 'static) -> Stage {
        Stage::with(route, tls(), json!({}), script)
    }

    pub fn with(
        route: Route,
        tls: ServerConfig,
        more: Value,
        script: impl Fn(Peer) + Send + Sync + 'static,
    ) -> Stage {
        let tls = Arc::new(tls);
        let server = match route {
            Route::Plain => Server::start(script),
            Route::Tls => Server::launch(Some(tls), script),
            Route::Tunnel => Server::tunnelled(tls, script),
        };
        let authority = ca_file();
        let times = json!({"connect_ms": 10_000, "call_ms": 10_000, "upload_ms": 10_000});
        let config = json!({"ca_file": authority.path(), "timeouts": times});
        let mut config = config.with(more);
        let url = match route {
            // Loopback is never reached through a proxy.
            Route::Tunnel => {
                config["proxy"] = server.url().into();
                "https://service.invalid".to_owned()
            }
            _ => server.url(),
        };
        let host = open(&config, &url);
        Stage {
            server,
            host,
            config,
            url,
            _authority: authority,
        }
    }

    /// A second handle for the same server.
    pub fn another_host(&self) -> Host {
        open(&self.config, &self.url)
    }

    /// How many requests of the target arrived, and were read to their end.
    pub fn arrived(&self, target: Target) -> usize {
        let requests = self.server.requests();
        requests.iter().filter(|r| target.is_of(r)).count()
    }
}
