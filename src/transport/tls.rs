//! Whom TLS trusts: the operating system's store or what the environment names in its place, and a file of private
//! roots beside it.

use std::io;
use std::sync::{Arc, Mutex, OnceLock};

use rustls::CertificateError as Refused;
use rustls::client::Resumption;
use rustls::client::danger::ServerCertVerifier;
use rustls::crypto::{CryptoProvider, KeyProvider};
use rustls::sign::SigningKey;
use rustls::{AlertDescription, ClientConfig, RootCertStore};
use rustls_pki_types::pem::{self, PemObject};
use rustls_pki_types::{CertificateDer, PrivateKeyDer, UnixTime};

use super::certificate_check::{
    CertificateChecker, HandleVerifier, ResumptionLimit, may_take_long,
};
use super::in_flight::InFlight;
use super::workers::SingleFlight;
use crate::keyed_digest::{KeyedDigest, digest};
use crate::locking::lock;
use crate::per_process::PerProcess;
use crate::reason::Reason;
use crate::roots::RootFiles;
use crate::weak_map::WeakMap;

/// The roots trusted beside those of the system.
#[derive(Clone, Default)]
pub struct Trust {
    extra: Arc<Vec<CertificateDer<'static>>>,
    /// Of the roots as they are when the handle makes its first connection over TLS: kept as long as the handle.
    checker: Arc<OnceLock<Arc<CertificateChecker>>>,
    /// The configuration, and how long its sessions may be resumed.
    config: Arc<Mutex<Option<LimitedConfig>>>,
}

type LimitedConfig = (Arc<ClientConfig>, Arc<ResumptionLimit>);

/// Reading the system's store takes milliseconds, so handles that trust the same roots share what was read, as long as
/// the files are what they were.
static SHARED: PerProcess<Mutex<WeakMap<KeyedDigest, CertificateChecker>>> =
    PerProcess::new(Mutex::default);

/// Those that are being made.
static BUILDS: SingleFlight<KeyedDigest, Result<Arc<CertificateChecker>, Reason>> =
    SingleFlight::new();

impl Trust {
    /// Reads the certificates of a PEM text; None when there is none or one of them is malformed. An error: there is no
    /// memory for them.
    pub fn with_pem(pem: &[u8]) -> Result<Option<Trust>, Reason> {
        let (mut extra, mut store) = (Vec::new(), RootCertStore::empty());
        let Some(certificates) = certificates(pem) else {
            return Ok(None);
        };
        for certificate in certificates {
            let Ok(certificate) = certificate else {
                return Ok(None);
            };
            store.roots.try_reserve(1)?;
            if store.add(certificate.clone()).is_err() {
                return Ok(None);
            }
            extra.try_reserve(1)?;
            extra.push(certificate);
        }
        Ok((!extra.is_empty()).then(|| Trust {
            extra: Arc::new(extra),
            ..Trust::default()
        }))
    }

    fn key(&self, files: &[u8]) -> KeyedDigest {
        let extra = self.extra.iter().map(|certificate| certificate.as_ref());
        digest([files].into_iter().chain(extra))
    }

    /// The configuration for one connection: another one, without sessions, where those of the last may not be resumed.
    pub fn client_config(&self, in_flight: &Arc<InFlight>) -> Result<Arc<ClientConfig>, Reason> {
        let now = UnixTime::now();
        let usable =
            |(config, limit): &LimitedConfig| limit.allows(now).then(|| Arc::clone(config));
        if let Some(config) = lock(&self.config).as_ref().and_then(usable) {
            return Ok(config);
        }
        let checker = match self.checker.get() {
            Some(checker) => checker,
            None => {
                let checker = self.find_checker(in_flight)?;
                self.checker.get_or_init(|| checker)
            }
        };
        let limit = Arc::new(ResumptionLimit::since(now));
        let verifier = Arc::new(HandleVerifier {
            checker: Arc::clone(checker),
            in_flight: Arc::clone(in_flight),
            limit: Arc::clone(&limit),
        });
        let config = Arc::new(configure(verifier).ok_or(Reason::NoTrustStore)?);
        *lock(&self.config) = Some((Arc::clone(&config), limit));
        Ok(config)
    }

    /// What another handle made of the same files, as they are, or what they are made into now.
    fn find_checker(&self, in_flight: &InFlight) -> Result<Arc<CertificateChecker>, Reason> {
        let files = RootFiles::today();
        let go_on = || in_flight.connect_time_left().map(drop);
        let stamp = files.stamp(go_on)?;
        let key = stamp.as_ref().map(|stamp| self.key(stamp));
        let shared = || lock(SHARED.get());
        let known = |key| shared().get(key);
        if let Some(checker) = key.as_ref().and_then(known) {
            return Ok(checker);
        }
        // Not under the lock, which another call would wait for beyond its time.
        let checker = if may_take_long() {
            self.left_to_a_worker(files, in_flight)?
        } else {
            self.build(&files, go_on)?
        };
        let Some(key) = key else {
            return Ok(checker);
        };
        let mut shared = shared();
        // Another call may have made one meanwhile: those who have one wait for one check of a certificate.
        if let Some(first) = shared.get(&key) {
            return Ok(first);
        }
        shared.insert(key, &checker)?;
        Ok(checker)
    }

    fn left_to_a_worker(
        &self,
        files: RootFiles,
        in_flight: &InFlight,
    ) -> Result<Arc<CertificateChecker>, Reason> {
        let key = self.key(&files.key());
        let trust = self.clone();
        let work = move || trust.build(&files, || Ok(()));
        #[cfg(feature = "test-hooks")]
        let work = crate::test_hooks::held(crate::test_hooks::HeldWork::Roots, work);
        let checker = BUILDS.ask(key, in_flight, work)?;
        checker.unwrap_or(Err(Reason::NoTrustStore))
    }

    fn build(
        &self,
        files: &RootFiles,
        go_on: impl Fn() -> Result<(), Reason>,
    ) -> Result<Arc<CertificateChecker>, Reason> {
        let verifier = self.verifier(files, go_on)?;
        let checker = verifier.map(CertificateChecker::new);
        checker.map(Arc::new).ok_or(Reason::NoTrustStore)
    }

    #[cfg(any(windows, target_vendor = "apple"))]
    fn verifier(
        &self,
        _: &RootFiles,
        _: impl Fn() -> Result<(), Reason>,
    ) -> Result<Option<Arc<dyn ServerCertVerifier>>, Reason> {
        use rustls_platform_verifier::Verifier;
        let verifier = match self.extra.is_empty() {
            // On Windows the other one makes an engine of its own, which would have no root.
            true => Verifier::new(provider()),
            false => Verifier::new_with_extra_roots(self.extra.iter().cloned(), provider()),
        };
        Ok(verifier.ok().map(|verifier| Arc::new(verifier) as _))
    }

    /// As everywhere, roots that are malformed are left out.
    #[cfg(not(any(windows, target_vendor = "apple")))]
    fn verifier(
        &self,
        files: &RootFiles,
        go_on: impl Fn() -> Result<(), Reason>,
    ) -> Result<Option<Arc<dyn ServerCertVerifier>>, Reason> {
        use rustls::client::WebPkiServerVerifier;
        let mut store = RootCertStore::empty();
        let mut starved = false;
        let mut add = |certificate| match store.roots.try_reserve(1) {
            Ok(()) => drop(store.add(certificate)),
            Err(_) => starved = true,
        };
        self.extra.iter().cloned().for_each(&mut add);
        files.read(go_on, |pem, in_folder| {
            let certificates = certificates(pem).into_iter().flatten();
            let certificates = certificates.flatten();
            let roots = certificates.filter(|root| !in_folder || !is_no_authority(root));
            roots.for_each(&mut add);
        })?;
        if starved {
            return Err(Reason::NoMemory);
        }
        let builder = WebPkiServerVerifier::builder_with_provider(Arc::new(store), provider());
        // Without any root there is none.
        Ok(builder.build().ok().map(|verifier| verifier as _))
    }
}

fn provider() -> Arc<CryptoProvider> {
    Arc::new(CryptoProvider {
        key_provider: &NoKeys,
        ..rustls::crypto::ring::default_provider()
    })
}

/// Servers of one handle whose sessions are kept.
const MOST_RESUMED: usize = 8;

/// The configuration of one handle, with sessions of its own.
fn configure(verifier: Arc<HandleVerifier>) -> Option<ClientConfig> {
    let builder = ClientConfig::builder_with_provider(provider());
    let builder = builder.with_safe_default_protocol_versions().ok()?;
    let mut config = builder
        .dangerous()
        .with_custom_certificate_verifier(Arc::clone(&verifier) as _)
        .with_client_cert_resolver(verifier);
    config.resumption = Resumption::in_memory_sessions(MOST_RESUMED);
    Some(config)
}

/// A longer one is no certificate; reading it would take memory that there may not be.
const MAX_SECTION: usize = 64 * 1024;

/// The certificates of a PEM text, before which an editor may have put a byte order mark; None when a section of it is
/// too long for one.
fn certificates(
    pem: &[u8],
) -> Option<impl Iterator<Item = Result<CertificateDer<'static>, pem::Error>>> {
    let pem = pem.strip_prefix("\u{feff}".as_bytes()).unwrap_or(pem);
    (!has_long_section(pem)).then(|| CertificateDer::pem_slice_iter(pem))
}

/// Whether a certificate says that it is no authority's. A folder of roots may have such ones too: Debian's `ssl-cert` puts
/// the server's own there, and a store takes what it is given for an authority.
#[cfg(not(any(windows, target_vendor = "apple")))]
fn is_no_authority(certificate: &[u8]) -> bool {
    // basicConstraints (RFC 5280, 4.2.1.9), which may be marked as critical.
    const OID: &[u8] = &[6, 3, 0x55, 0x1d, 0x13];
    let found = memchr::memmem::find(certificate, OID);
    let Some(constraints) = found.and_then(|at| certificate.get(at + OID.len()..)) else {
        return false;
    };
    let constraints = match constraints {
        [1, 1, _, behind @ ..] => behind,
        all => all,
    };
    // An octet string, a sequence, `cA` of it: without it, which is FALSE, or FALSE, or a length of paths alone.
    matches!(
        constraints,
        [4, _, 0x30, 0, ..] | [4, _, 0x30, _, 1, 1, 0, ..] | [4, _, 0x30, _, 2, ..]
    )
}

/// Whether a section of a PEM text is longer than a certificate can be.
fn has_long_section(pem: &[u8]) -> bool {
    let mut length = None;
    for line in pem.split(|byte| matches!(byte, b'\n' | b'\r')) {
        let line = line.trim_ascii_start();
        if line.starts_with(b"-----BEGIN") {
            length = Some(0);
        } else if line.starts_with(b"-----END") {
            length = None;
        }
        if let Some(length) = &mut length {
            *length += line.len();
            if *length > MAX_SECTION {
                return true;
            }
        }
    }
    false
}

/// The library never has a private key of its own in TLS: without the provider's, the code that reads keys and
/// signs with them is not linked.
#[derive(Debug)]
struct NoKeys;

impl KeyProvider for NoKeys {
    fn load_private_key(
        &self,
        _: PrivateKeyDer<'static>,
    ) -> Result<Arc<dyn SigningKey>, rustls::Error> {
        Err(rustls::Error::General("no client keys".into()))
    }
}

/// Why a handshake failed. A reason recorded on the way (late, cancelled) takes precedence.
pub fn classify(error: &io::Error) -> Reason {
    let inner = error.get_ref();
    if let Some(reason) = inner.and_then(|inner| inner.downcast_ref::<Reason>()) {
        return match reason {
            Reason::Interrupted => Reason::TlsFailed,
            other => other.clone(),
        };
    }
    match inner.and_then(|inner| inner.downcast_ref::<rustls::Error>()) {
        Some(rustls::Error::InvalidCertificate(error)) => match error {
            Refused::Expired | Refused::ExpiredContext { .. } => Reason::TlsExpired,
            Refused::NotValidYet | Refused::NotValidYetContext { .. } => Reason::TlsNotYetValid,
            Refused::Other(other) => {
                let reason = other.0.downcast_ref::<Reason>();
                reason.cloned().unwrap_or(Reason::TlsCertificate)
            }
            Refused::NotValidForName | Refused::NotValidForNameContext { .. } => {
                Reason::TlsWrongName
            }
            _ => Reason::TlsCertificate,
        },
        Some(rustls::Error::NoCertificatesPresented) => Reason::TlsCertificate,
        Some(rustls::Error::AlertReceived(AlertDescription::CertificateRequired)) => {
            Reason::TlsClientCertificate
        }
        _ => Reason::TlsFailed,
    }
}
