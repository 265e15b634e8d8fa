//! Uploads on real sockets, plain and over TLS: what arrives byte for byte, and what the host receives when the server refuses
//! early, ends in the middle or does not answer. With all that may happen to a request: tests/faults/matrix.

mod arrival;
#[cfg(unix)]
mod changing;
mod doubts;
mod early;
mod ends;
mod progress;
mod twice;

use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use rustls::{ServerConfig, SupportedProtocolVersion};
use serde_json::{Value, json};
use testkit::authority::{authority, ca_file};
use testkit::fault_proxy::CertificateFlaw;
use testkit::raw_server::{Peer, Request, Server, answer};
use testkit::{Host, Outcome, TempFile, record};

/// How the bytes travel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Plain,
    Tls12,
    Tls13,
}

const WAYS: [Way; 3] = [Way::Plain, Way::Tls12, Way::Tls13];

/// For one version of TLS. Tickets arrive behind the handshake: input that is no answer.
fn only(version: &'static SupportedProtocolVersion) -> Arc<ServerConfig> {
    let mut config = authority().config_for(CertificateFlaw::None, &[version]);
    config.ticketer = rustls::crypto::ring::Ticketer::new().unwrap();
    config.send_tls13_tickets = 4;
    Arc::new(config)
}

/// A record that is open, in front of a scripted server.
struct Fixture {
    server: Server,
    host: Host,
    patient: String,
    config: Value,
    _authority: TempFile,
    /// Whose record the next connection opens; without one an upload is expected on it.
    opening: Arc<Mutex<Option<String>>>,
}

impl Fixture {
    fn plain(script: impl Fn(Peer, usize) + Send + Sync + 'static) -> Fixture {
        Fixture::new(Way::Plain, 20_000, script)
    }

    /// The script receives each upload's connection, and its number from 0 on.
    fn new(
        way: Way,
        upload_ms: u32,
        script: impl Fn(Peer, usize) + Send + Sync + 'static,
    ) -> Fixture {
        let tls = match way {
            Way::Plain => None,
            Way::Tls12 => Some(only(&rustls::version::TLS12)),
            Way::Tls13 => Some(only(&rustls::version::TLS13)),
        };
        // The resend guard is one for the process: no two fixtures share a patient.
        static PATIENT: AtomicU32 = AtomicU32::new(1);
        let number = PATIENT.fetch_add(1, Ordering::SeqCst);
        let opening = Arc::new(Mutex::new(None::<String>));
        let (opened, uploads) = (Arc::clone(&opening), AtomicUsize::new(0));
        let server = Server::launch(tls, move |mut peer| {
            let patient = opened.lock().unwrap().clone();
            match patient {
                Some(patient) => {
                    record::opens(&mut peer, &patient);
                    peer.close();
                }
                None => script(peer, uploads.fetch_add(1, Ordering::SeqCst)),
            }
        });
        let mut config = json!({"timeouts": {"upload_ms": upload_ms}});
        let authority = ca_file();
        if way != Way::Plain {
            config["ca_file"] = authority.path().into();
        }
        let host = Host::at(&server.url(), &config);
        let fixture = Fixture {
            host,
            server,
            patient: format!("patient-{number}"),
            config,
            _authority: authority,
            opening,
        };
        fixture.open(&fixture.host, &fixture.patient);
        fixture
    }

    fn open(&self, host: &Host, patient: &str) {
        *self.opening.lock().unwrap() = Some(patient.to_owned());
        host.read_and_open(patient);
        *self.opening.lock().unwrap() = None;
    }

    /// Another handle with the record open.
    fn other_host(&self) -> Host {
        self.host_with(&self.config)
    }

    fn host_with(&self, config: &Value) -> Host {
        let host = Host::at(&self.server.url(), config);
        self.open(&host, &self.patient);
        host
    }

    /// Uploads once; whatever comes of it, one connection was opened and at most one request sent.
    #[track_caller]
    fn send(&self, content: &[u8]) -> Outcome {
        self.once(|| self.send_by(&self.host, content))
    }

    #[track_caller]
    fn send_file(&self, path: &str) -> Outcome {
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

    fn send_by(&self, host: &Host, content: &[u8]) -> Outcome {
        host.dmp_send_bytes(&self.patient, content, "a.pdf")
    }

    /// Expects the document to be refused here, without any connection.
    #[track_caller]
    fn is_held_back(&self, content: &[u8]) -> Outcome {
        let before = self.server.connections();
        let outcome = self.host.dmp_send_bytes(&self.patient, content, "b.pdf");
        assert_eq!(self.server.connections(), before, "{}", outcome.text);
        let outcome = outcome.fails("HR_E_CONFLICT").outcome("rejected");
        outcome.has(json!({"at": "library"}))
    }

    /// The requests of the uploads.
    fn uploads(&self) -> Vec<Request> {
        let mut uploads = self.server.requests();
        uploads.retain(|request| request.head.contains("/unique/doc/send"));
        uploads
    }

    /// How many the server holds the whole of.
    fn whole(&self) -> usize {
        self.uploads().iter().filter(|upload| upload.whole).count()
    }
}

/// Bytes of this length that hold every value.
fn content(length: usize) -> Vec<u8> {
    let byte = |n: usize| (n ^ (n >> 8) ^ (n >> 16)) as u8;
    (0..length).map(byte).collect()
}

/// More than the buffers of a connection hold.
fn large() -> &'static [u8] {
    static LARGE: OnceLock<Vec<u8>> = OnceLock::new();
    LARGE.get_or_init(|| content(16 << 20))
}

fn accept(mut peer: Peer) {
    if peer.request().is_some() {
        peer.send(answer("200 OK", "connection: close\r\n", "{}"));
        peer.close();
    }
}

fn lose_the_answer(mut peer: Peer) {
    peer.request();
    peer.close();
}

/// The entry of a doubt.
#[track_caller]
fn entry(outcome: &Outcome) -> String {
    let entry = outcome.str("entry");
    let digit = |c: u8| c.is_ascii_digit() || (b'a'..=b'f').contains(&c);
    let is_one = entry.len() == 32 && entry.bytes().all(digit);
    assert!(is_one, "{}", outcome.text);
    entry
}
