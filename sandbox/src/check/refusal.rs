//! How long it takes to learn that nobody listens at a port of this computer.

use super::fixture::{Failure, counted, ending, host};
use super::report::{Report, Words, ms_of, times};
use super::settings::Settings;
use serde_json::json;
use socket2::{Domain, Socket, Type};
use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::time::{Duration, Instant};

const ROUNDS: usize = 5;
/// The system tries for seconds by itself.
const SYSTEM_ROUNDS: usize = 2;
const PATIENCE: Duration = Duration::from_secs(10);
const SLOW_MS: f64 = 500.0;

/// A port that is taken, so that nobody else gets it, and at which nobody listens.
fn taken(address: SocketAddr) -> io::Result<(Socket, SocketAddr)> {
    let socket = Socket::new(Domain::for_address(address), Type::STREAM, None)?;
    socket.bind(&address.into())?;
    let address = socket.local_addr()?.as_socket();
    let address = address.ok_or_else(|| io::Error::other("no address"))?;
    Ok((socket, address))
}

pub(super) fn measure(_: &Settings, report: &Report) -> Result<(), Failure> {
    let (_v4, v4) = taken((Ipv4Addr::LOCALHOST, 0).into())?;
    let v6 = taken((Ipv6Addr::LOCALHOST, v4.port()).into());
    let words = ("127.0.0.1 by the library", "127.0.0.1 par la bibliothèque");
    library(report, "ipv4", words, &format!("http://{v4}"))?;
    let words = ("127.0.0.1 by the system", "127.0.0.1 par le système");
    bare(report, "ipv4_system", words, v4);
    let library_words = ("::1 by the library", "::1 par la bibliothèque");
    let system_words = ("::1 by the system", "::1 par le système");
    match &v6 {
        Ok((_, v6)) => {
            library(report, "ipv6", library_words, &format!("http://{v6}"))?;
            bare(report, "ipv6_system", system_words, *v6);
        }
        Err(error) => {
            let again = || io::Error::from_raw_os_error(error.raw_os_error().unwrap_or_default());
            report.missing("ipv6", library_words, again());
            report.missing("ipv6_system", system_words, again());
        }
    }
    let words = ("localhost by the library", "localhost par la bibliothèque");
    let url = format!("http://localhost:{}", v4.port());
    library(report, "localhost", words, &url)
}

/// As a host would see it: the code, and the time.
fn library(report: &Report, key: &'static str, words: Words, url: &str) -> Result<(), Failure> {
    let host = host(&json!({ "local_url": url }))?;
    let (mut rounds, mut endings) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        // Each ready that is answered by a 401 drops the ticket; here none is answered.
        host.ticket_set("check");
        let start = Instant::now();
        let reply = host.ready();
        rounds.push(ms_of(start.elapsed()));
        endings.push(ending(&reply));
    }
    let worst = rounds.iter().copied().fold(0.0, f64::max);
    if worst > SLOW_MS {
        report.found(
            format!("{key}: an absent card client is reported only after {worst} ms"),
            format!("{key} : l'absence du client de carte n'est connue qu'après {worst} ms"),
        );
    }
    let mut value = times(&rounds);
    value["endings"] = counted(&endings);
    report.put(key, words, value);
    Ok(())
}

/// Without the library: what the system does by itself.
fn bare(report: &Report, key: &'static str, words: Words, address: SocketAddr) {
    let (mut rounds, mut endings) = (Vec::new(), Vec::new());
    for _ in 0..SYSTEM_ROUNDS {
        let start = Instant::now();
        let ended = TcpStream::connect_timeout(&address, PATIENCE);
        rounds.push(ms_of(start.elapsed()));
        endings.push(match ended {
            Ok(_) => "connected".to_owned(),
            Err(error) => error.kind().to_string(),
        });
    }
    let mut value = times(&rounds);
    value["endings"] = counted(&endings);
    report.put(key, words, value);
}
