//! The check of a server's certificate. Where the operating system makes it, it may query revocation servers for longer
//! than the call may last, and cannot be stopped, so a worker thread runs it.
//!
//! A resumed session of TLS shows no certificate. So a handle resumes its own alone, and only for a time at whose end the
//! certificate is valid still.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rustls::client::ResolvesClientCert;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::sign::CertifiedKey;
use rustls::{DigitallySignedStruct, Error, SignatureScheme};
use rustls_pki_types::{CertificateDer, ServerName, UnixTime};

use super::in_flight::InFlight;
use super::issuer;
use super::workers::SingleFlight;
use crate::keyed_digest::{KeyedDigest, digest};
use crate::locking::lock;
use crate::opaque::opaque;
use crate::per_process::PerProcess;
use crate::reason::Reason;
#[cfg(feature = "test-hooks")]
use crate::test_hooks;

/// Whether the system makes the check. Elsewhere it is computed here, from roots that were read before.
const BY_SYSTEM: bool = cfg!(any(windows, target_vendor = "apple"));

/// Whether a check, or making what checks, may take long.
pub fn may_take_long() -> bool {
    #[cfg(feature = "test-hooks")]
    if test_hooks::HOLD.with_borrow(Option::is_some) {
        return true;
    }
    BY_SYSTEM
}

/// How long a session is resumed after its server's certificate was checked.
const LIFE: Duration = Duration::from_secs(600);

/// How long a success stays valid that came after its caller had given up.
const LATE: Duration = Duration::from_secs(60);
/// Of these at most, for one set of roots.
const MOST_LATE: usize = 8;

/// Of a valid certificate, whether it is still valid when a session that begins now is resumed for the last time.
type CheckResult = Result<bool, Error>;

/// The successes that no caller has taken, and when they came; the newest is the first.
#[derive(Default)]
struct LateSuccesses(Mutex<VecDeque<(KeyedDigest, Instant)>>);

impl LateSuccesses {
    fn add(&self, key: KeyedDigest) {
        let mut all = lock(&self.0);
        all.truncate(MOST_LATE - 1);
        all.push_front((key, Instant::now()));
    }

    fn taken(&self, key: &KeyedDigest) {
        lock(&self.0).retain(|(other, _)| other != key);
    }

    fn has(&self, key: &KeyedDigest) -> bool {
        let counts = |(other, at): &(_, Instant)| other == key && at.elapsed() < LATE;
        lock(&self.0).iter().any(counts)
    }
}

/// Checks certificates by the same roots for any number of handles; a check ends for its caller when the call must end.
pub struct CertificateChecker {
    inner: Arc<dyn ServerCertVerifier>,
    /// Many connections to one server wait for one check.
    checks: SingleFlight<KeyedDigest, CheckResult>,
    late: Arc<PerProcess<LateSuccesses>>,
}

opaque!(CertificateChecker);

/// What a check is about: no more than one message of the handshake holds, which is 64 KiB.
struct Presented {
    end_entity: CertificateDer<'static>,
    intermediates: Vec<CertificateDer<'static>>,
    name: ServerName<'static>,
    ocsp: Vec<u8>,
    now: UnixTime,
}

impl Presented {
    fn key(&self) -> KeyedDigest {
        let name = self.name.to_str();
        let chain = self.intermediates.iter().map(AsRef::as_ref);
        let others = [name.as_bytes(), &self.ocsp, &self.end_entity];
        digest(others.into_iter().chain(chain))
    }

    fn check(&self, inner: &dyn ServerCertVerifier) -> CheckResult {
        let (certificate, chain) = (&self.end_entity, &self.intermediates);
        let at = |time| inner.verify_server_cert(certificate, chain, &self.name, &self.ocsp, time);
        at(self.now)?;
        let end = Duration::from_secs(self.now.as_secs()).saturating_add(LIFE);
        Ok(at(UnixTime::since_unix_epoch(end)).is_ok())
    }
}

impl CertificateChecker {
    pub fn new(inner: Arc<dyn ServerCertVerifier>) -> CertificateChecker {
        CertificateChecker {
            inner,
            checks: SingleFlight::new(),
            late: Arc::new(PerProcess::new(LateSuccesses::default)),
        }
    }

    fn left_to_a_worker(
        &self,
        in_flight: &InFlight,
        presented: Presented,
    ) -> Result<Option<CheckResult>, Reason> {
        let key = presented.key();
        if self.late.get().has(&key) {
            return Ok(Some(Ok(false)));
        }
        let (inner, late) = (Arc::clone(&self.inner), Arc::clone(&self.late));
        let work = move || {
            let checked = presented.check(&*inner);
            if checked.is_ok() {
                late.get().add(key);
            }
            checked
        };
        #[cfg(feature = "test-hooks")]
        let work = test_hooks::held(test_hooks::HeldWork::Certificate, work);
        in_flight.exchange().connect_again();
        let result = self.checks.ask(key, in_flight, work);
        if result.is_ok() {
            self.late.get().taken(&key);
        }
        result
    }

    fn check(&self, in_flight: &InFlight, presented: Presented) -> CheckResult {
        if !may_take_long() {
            return presented.check(&*self.inner);
        }
        match self.left_to_a_worker(in_flight, presented) {
            Ok(Some(result)) => result,
            Ok(None) => Err(Error::General("the check failed".into())),
            Err(reason) => {
                in_flight.fail(reason);
                Err(Error::General("the check was given up".into()))
            }
        }
    }
}

/// How long the sessions of one configuration may be resumed.
pub struct ResumptionLimit {
    /// None of them is older.
    since: UnixTime,
    /// A certificate was shown that may end before its session does.
    over: AtomicBool,
}

impl ResumptionLimit {
    pub fn since(since: UnixTime) -> ResumptionLimit {
        ResumptionLimit {
            since,
            over: AtomicBool::new(false),
        }
    }

    /// The clock of the computer counts, as for certificates.
    pub fn allows(&self, now: UnixTime) -> bool {
        let age = now.as_secs().checked_sub(self.since.as_secs());
        !self.over.load(Ordering::SeqCst) && age.is_some_and(|age| age < LIFE.as_secs())
    }
}

/// How one handle is sure of a server.
pub struct HandleVerifier {
    pub checker: Arc<CertificateChecker>,
    pub in_flight: Arc<InFlight>,
    pub limit: Arc<ResumptionLimit>,
}

opaque!(HandleVerifier);

impl HandleVerifier {
    fn inner(&self) -> &dyn ServerCertVerifier {
        &*self.checker.inner
    }
}

impl ServerCertVerifier for HandleVerifier {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let chain = intermediates.iter().cloned();
        let presented = Presented {
            end_entity: end_entity.clone().into_owned(),
            intermediates: chain.map(CertificateDer::into_owned).collect(),
            name: name.to_owned(),
            ocsp: ocsp.to_vec(),
            now,
        };
        let checked = self.checker.check(&self.in_flight, presented);
        if checked != Ok(true) {
            self.limit.over.store(true, Ordering::SeqCst);
        }
        checked.map_err(|error| issuer::named(error, intermediates, end_entity))?;
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.inner().verify_tls12_signature(message, cert, dss)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.inner().verify_tls13_signature(message, cert, dss)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.inner().supported_verify_schemes()
    }
}

/// It has no certificate to show, and notes that the server asked for one.
impl ResolvesClientCert for HandleVerifier {
    fn resolve(&self, _: &[&[u8]], _: &[SignatureScheme]) -> Option<Arc<CertifiedKey>> {
        self.in_flight.exchange().certificate_asked = true;
        None
    }

    fn has_certs(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_is_resumed_for_its_life_and_by_the_clock() {
        let at = |seconds| UnixTime::since_unix_epoch(Duration::from_secs(seconds));
        let limit = ResumptionLimit::since(at(1000));
        // A clock that was set back counts as well.
        let allowed = [999, 1000, 1599, 1600].map(|seconds| limit.allows(at(seconds)));
        assert_eq!(allowed, [false, true, true, false]);
    }
}
