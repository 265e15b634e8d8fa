//! Name resolution that can be given up.
//!
//! The operating system's resolver cannot be stopped, so names are looked up by one worker thread
//! per process, started at the first name. Addresses and `localhost` never need it.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, ToSocketAddrs};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;

use super::Fault;
use super::monitor::Monitor;
use crate::error::Phase;
use crate::per_process::PerProcess;

/// How often a waiting call looks whether it was cancelled.
const LOOK: Duration = Duration::from_millis(20);
/// Enough for the system's resolver with its plug-ins.
const STACK: usize = 512 * 1024;

struct Job {
    host: String,
    port: u16,
    answer: Sender<Vec<SocketAddr>>,
}

/// The worker's inbox. None before the first name, and after a worker that could not be started or died.
static WORKER: PerProcess<Mutex<Option<Sender<Job>>>> = PerProcess::new(Mutex::default);

fn start_worker() -> Option<Sender<Job>> {
    let (jobs, inbox) = mpsc::channel::<Job>();
    std::thread::Builder::new()
        .name("hr-names".into())
        .stack_size(STACK)
        .spawn(move || {
            for job in inbox {
                let found = (job.host.as_str(), job.port).to_socket_addrs();
                // The caller may have given up.
                let _ = job
                    .answer
                    .send(found.map(Iterator::collect).unwrap_or_default());
            }
        })
        .ok()
        .map(|_| jobs)
}

/// Hands a job to the worker, which is started when there is none; false when it cannot be.
fn hand_over(mut job: Job) -> bool {
    let mut worker = WORKER.get().lock().unwrap_or_else(PoisonError::into_inner);
    for _ in 0..2 {
        if worker.is_none() {
            *worker = start_worker();
        }
        match worker.as_ref().map(|jobs| jobs.send(job)) {
            None => return false,
            Some(Ok(())) => return true,
            Some(Err(mpsc::SendError(back))) => job = back,
        }
        *worker = None;
    }
    false
}

pub struct Names {
    pub monitor: Arc<Monitor>,
}

impl fmt::Debug for Names {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Names")
    }
}

impl Resolver for Names {
    fn resolve(
        &self,
        uri: &Uri,
        _: &Config,
        _: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        self.monitor.enter(Phase::Resolve);
        let found = self.addresses(uri).map_err(|fault| {
            self.monitor.fail(fault);
            ureq::Error::HostNotFound
        })?;
        let mut addresses = self.empty();
        for address in found.into_iter().take(16) {
            addresses.push(address);
        }
        Ok(addresses)
    }
}

impl Names {
    fn addresses(&self, uri: &Uri) -> Result<Vec<SocketAddr>, Fault> {
        let host = uri.host().unwrap_or_default();
        let secure = uri.scheme_str() == Some("https");
        let port = uri.port_u16().unwrap_or(if secure { 443 } else { 80 });
        let bare = host.trim_matches(['[', ']']);
        let with_port = |ip: IpAddr| SocketAddr::new(ip, port);
        if let Ok(ip) = bare.parse::<IpAddr>() {
            return Ok(vec![with_port(ip)]);
        }
        if bare == "localhost" {
            return Ok(vec![
                with_port(Ipv4Addr::LOCALHOST.into()),
                with_port(Ipv6Addr::LOCALHOST.into()),
            ]);
        }
        let found = self.ask(bare, port)?;
        if found.is_empty() {
            return Err(Fault::NameNotFound);
        }
        Ok(found)
    }

    fn ask(&self, host: &str, port: u16) -> Result<Vec<SocketAddr>, Fault> {
        #[cfg(feature = "fuzzing")]
        if let Some(found) = super::fuzzing::resolve(host, port) {
            return Ok(found);
        }
        let (answer, inbox) = mpsc::channel();
        let job = Job {
            host: host.to_owned(),
            port,
            answer,
        };
        if !hand_over(job) {
            return Err(Fault::NoMemory);
        }
        loop {
            let left = self.monitor.connect_time_left()?;
            match inbox.recv_timeout(left.min(LOOK)) {
                Ok(found) => return Ok(found),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(Fault::NameNotFound),
            }
        }
    }
}
