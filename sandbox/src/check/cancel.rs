//! How long a call goes on after `hr_cancel`, wherever it is.

use super::bounded::{Ended, Moment, cancelled};
use super::fixture::{Failure, Fixture, counted, ending, host, labels};
use super::report::{OFFLINE, Report, Words, times};
use super::settings::Settings;
use crate::host::{Host, Reply};
use hr_sandbox::Call;
use hr_sandbox::fault_proxy::{End, Reads, Script, Sends};
use serde_json::json;
use socket2::{Domain, Socket, Type};
use std::io::Read;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

const ROUNDS: u32 = 5;
/// Long enough to come to the connection; the result's `phase` states whether it did.
const PATIENCE: Duration = Duration::from_millis(150);
/// A name that does not exist may be reported within milliseconds.
const PATIENCE_OF_NAMES: Duration = Duration::from_millis(2);
/// For a peer to see what is meant.
const SEEN: Duration = Duration::from_secs(5);
/// A call that has not returned by then hangs.
const LIMIT: Duration = Duration::from_secs(15);
const SLOW_MS: f64 = 500.0;
const DOCUMENT: usize = 8 * 1024 * 1024;

pub(super) fn measure(settings: &Settings, report: &Report) -> Result<(), Failure> {
    let words: Words = ("Look-up of a name", "Résolution d'un nom");
    match settings.offline {
        true => report.missing("resolve", words, OFFLINE),
        false => resolve(report, words)?,
    }
    connect(report)?;
    let listener = Mute::start()?;
    let url = |scheme: &str| format!("{scheme}://{}", listener.address);
    let words: Words = (
        "TLS handshake without an answer",
        "Négociation TLS sans réponse",
    );
    waiting(report, "handshake", words, &url("https"), Some(&listener))?;
    let words: Words = ("Waiting for an answer", "Attente d'une réponse");
    waiting(report, "read", words, &url("http"), Some(&listener))?;
    upload(report)
}

fn resolve(report: &Report, words: Words) -> Result<(), Failure> {
    let mut rounds = Rounds::default();
    for round in 0..ROUNDS {
        // Another name each time, which no cache has.
        let name = super::network::dead_name(&format!("cancel{round}"));
        let config = json!({ "license_url": format!("https://{name}"), "license_bearer": "check" });
        let host = Arc::new(host(&config)?);
        rounds.add(cancelled(
            &host,
            Moment::After(PATIENCE_OF_NAMES),
            LIMIT,
            Host::ticket,
        ));
    }
    rounds.write(report, "resolve", words);
    Ok(())
}

/// A listener that accepts nobody and has no room left. Windows refuses then; Linux keeps silent.
fn connect(report: &Report) -> Result<(), Failure> {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None)?;
    socket.bind(&SocketAddr::from((Ipv4Addr::LOCALHOST, 0)).into())?;
    socket.listen(1)?;
    let address = socket.local_addr()?.as_socket();
    let address = address.ok_or("the socket has no address")?;
    let mut fill = Vec::new();
    while fill.len() < 512 {
        match TcpStream::connect_timeout(&address, Duration::from_millis(200)) {
            Ok(stream) => fill.push(stream),
            Err(_) => break,
        }
    }
    let words: Words = ("Connection without an answer", "Connexion TCP sans réponse");
    waiting(report, "connect", words, &format!("http://{address}"), None)
}

fn waiting(
    report: &Report,
    key: &'static str,
    words: Words,
    url: &str,
    peer: Option<&Mute>,
) -> Result<(), Failure> {
    let config = json!({ "license_url": url, "license_bearer": "check" });
    let mut rounds = Rounds::default();
    for _ in 0..ROUNDS {
        let host = Arc::new(host(&config)?);
        let seen = || peer.map_or((), Mute::wait);
        let moment = match peer {
            Some(_) => Moment::When(&seen),
            None => Moment::After(PATIENCE),
        };
        rounds.add(cancelled(&host, moment, LIMIT, Host::ticket));
    }
    rounds.write(report, key, words);
    Ok(())
}

/// A peer that reads the head and then nothing.
fn upload(report: &Report) -> Result<(), Failure> {
    let mut rounds = Rounds::default();
    let document = Arc::new(vec![0; DOCUMENT]);
    for _ in 0..ROUNDS {
        let fixture = Fixture::open()?;
        let script = Script {
            reads: Reads::Head,
            forward: false,
            sends: Sends::Nothing,
            end: End::Freeze,
        };
        fixture.proxy.arm(Call::DmpSend, 1, script);
        let (document, id) = (Arc::clone(&document), fixture.patient_id.clone());
        let send = move |host: &Host| host.dmp_send_bytes(&id, &document, &labels("a.bin"));
        let seen = || {
            let _ = fixture.proxy.wait_for_bytes(Call::DmpSend, 1, SEEN);
        };
        rounds.add(cancelled(&fixture.host, Moment::When(&seen), LIMIT, send));
    }
    let words: Words = ("Upload that nobody reads", "Envoi que personne ne lit");
    rounds.write(report, "upload", words);
    Ok(())
}

#[derive(Default)]
struct Rounds {
    ms: Vec<f64>,
    endings: Vec<String>,
    before: u32,
    hung: u32,
}

impl Rounds {
    fn add(&mut self, ended: Ended) {
        match &ended.reply {
            Some(reply) if ended.before => {
                self.before += 1;
                self.endings.push(early(reply));
            }
            Some(reply) => {
                self.ms.push(ended.ms);
                self.endings.push(ending(reply));
            }
            None => self.hung += 1,
        }
    }

    fn write(self, report: &Report, key: &'static str, words: Words) {
        let worst = self.ms.iter().copied().fold(0.0, f64::max);
        if worst > SLOW_MS {
            report.found(
                format!("{key}: a cancelled call went on for {worst} ms"),
                format!("{key} : un appel annulé a continué {worst} ms"),
            );
        }
        if self.hung > 0 {
            let (hung, limit) = (self.hung, LIMIT.as_secs());
            report.found(
                format!("{key}: {hung} cancelled calls did not end within {limit} s"),
                format!("{key} : {hung} appels annulés sans retour en {limit} s"),
            );
        }
        let mut value = times(&self.ms);
        value["endings"] = counted(&self.endings);
        value["ended_before"] = self.before.into();
        value["hung"] = self.hung.into();
        report.put(key, words, value);
    }
}

fn early(reply: &Reply) -> String {
    format!("{} by itself", ending(reply))
}

/// Accepts, and keeps what was accepted without a word until the other end leaves.
struct Mute {
    address: SocketAddr,
    /// Something arrived on a new connection.
    seen: Receiver<()>,
}

impl Mute {
    fn start() -> Result<Mute, Failure> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let address = listener.local_addr()?;
        let (sender, seen) = mpsc::channel();
        thread::Builder::new().spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let sender = sender.clone();
                let kept = thread::Builder::new().spawn(move || {
                    let mut buffer = [0; 4096];
                    let mut read = || (&stream).read(&mut buffer).is_ok_and(|read| read > 0);
                    if read() {
                        let _ = sender.send(());
                        while read() {}
                    }
                });
                drop(kept);
            }
        })?;
        Ok(Mute { address, seen })
    }

    fn wait(&self) {
        let _ = self.seen.recv_timeout(SEEN);
    }
}
