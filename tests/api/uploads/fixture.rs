//! A record that is open, in front of a scripted server: the uploads are its connections from 1 on.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use rustls::{ServerConfig, SupportedProtocolVersion};
use serde_json::{Value, json};
use testkit::authority::{authority, ca_file};
use testkit::fault_proxy::CertificateFlaw;
use testkit::raw_server::{Peer, Request, Server};
use testkit::record;
use testkit::{Host, Outcome};

/// How the bytes travel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Plain,
    Tls12,
    Tls13,
}

pub const WAYS: [Way; 3] = [Way::Plain, Way::Tls12, Way::Tls13];

/// For one version of TLS. Tickets arrive behind the handshake: input that is no answer.
fn only(version: &'static SupportedProtocolVersion) -> Arc<ServerConfig> {
    let config = authority().config_for(CertificateFlaw::None, &[version]);
    let mut config = config.unwrap();
    config.ticketer = rustls::crypto::ring::Ticketer::new().unwrap();
    config.send_tls13_tickets = 4;
    Arc::new(config)
}

pub struct Fixture {
    pub server: Server,
    pub host: Host,
    pub patient: String,
}

impl Fixture {
    pub fn plain(script: impl Fn(Peer) + Send + Sync + 'static) -> Fixture {
        Fixture::new(Way::Plain, &json!({}), script)
    }

    pub fn new(
        way: Way,
        timeouts: &Value,
        script: impl Fn(Peer) + Send + Sync + 'static,
    ) -> Fixture {
        let tls = match way {
            Way::Plain => None,
            Way::Tls12 => Some(only(&rustls::version::TLS12)),
            Way::Tls13 => Some(only(&rustls::version::TLS13)),
        };
        // The resend guard is one for the process: no two fixtures share a patient.
        static PATIENT: AtomicU32 = AtomicU32::new(1);
        let patient = format!("patient-{}", PATIENT.fetch_add(1, Ordering::SeqCst));
        let id = patient.clone();
        let server = Server::launch(tls, move |mut peer| match peer.number {
            0 => {
                record::opens(&mut peer, &id);
                peer.close();
            }
            _ => script(peer),
        });
        let mut config = json!({"timeouts": {"upload_ms": 20_000}});
        for (key, value) in timeouts.as_object().unwrap() {
            config["timeouts"][key] = value.clone();
        }
        let authority = ca_file();
        if way != Way::Plain {
            config["ca_file"] = authority.path().into();
        }
        let host = Host::open(&config);
        assert_eq!(host.session_set(&server.url(), "bearer"), 0);
        host.read_and_open(&patient);
        Fixture {
            server,
            host,
            patient,
        }
    }

    /// Uploads once; whatever comes of it, one connection was opened and at most one request sent.
    #[track_caller]
    pub fn send(&self, content: &[u8]) -> Outcome {
        self.once(|| self.host.dmp_send_bytes(&self.patient, content, "a.pdf"))
    }

    #[track_caller]
    pub fn send_file(&self, path: &str) -> Outcome {
        self.once(|| self.host.dmp_send(&self.patient, path, None))
    }

    #[track_caller]
    fn once(&self, call: impl FnOnce() -> Outcome) -> Outcome {
        let before = self.server.connections();
        let outcome = call();
        assert_eq!(self.server.connections(), before + 1, "{}", outcome.text);
        let requests = self.server.requests_on(before);
        assert!(requests.len() <= 1, "{}", outcome.text);
        outcome
    }

    /// Expects the document to be refused here, without any connection.
    #[track_caller]
    pub fn is_held_back(&self, content: &[u8]) -> Outcome {
        let before = self.server.connections();
        let outcome = self.host.dmp_send_bytes(&self.patient, content, "b.pdf");
        let stray = self.server.requests().len();
        assert_eq!(
            self.server.connections(),
            before,
            "{stray}: {}",
            outcome.text
        );
        let outcome = outcome.fails("HR_E_CONFLICT").outcome("rejected");
        assert_eq!(outcome.json["at"], "library");
        outcome
    }

    /// The requests of the uploads.
    pub fn uploads(&self) -> Vec<Request> {
        (1..self.server.connections())
            .flat_map(|number| self.server.requests_on(number))
            .collect()
    }
}

/// Bytes of this length that hold every value.
pub fn content(length: usize) -> Vec<u8> {
    (0..length)
        .map(|n| (n ^ (n >> 8) ^ (n >> 16)) as u8)
        .collect()
}

/// More than the buffers of a connection hold.
pub fn large() -> &'static [u8] {
    static LARGE: OnceLock<Vec<u8>> = OnceLock::new();
    LARGE.get_or_init(|| content(16 << 20))
}
