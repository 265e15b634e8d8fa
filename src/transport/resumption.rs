//! Sessions of TLS that a handle resumes.
//!
//! A resumed session shows no certificate. So a handle resumes its own alone, and only for a time at whose end the
//! certificate is valid still.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::{
    ClientSessionMemoryCache, ClientSessionStore, Tls12ClientSessionValue, Tls13ClientSessionValue,
};
use rustls::{DigitallySignedStruct, Error, NamedGroup, SignatureScheme};
use rustls_pki_types::{CertificateDer, ServerName, UnixTime};

use super::certificate_check::{CertificateChecker, LIFE, Presented};
use super::in_flight::InFlight;
use super::issuer;
use crate::locking::lock;
use crate::opaque::opaque;

/// Servers of one handle whose sessions are kept.
const MOST: usize = 8;

/// The sessions of one handle.
pub struct TlsSessions {
    kept: ClientSessionMemoryCache,
    checked: Mutex<HashMap<ServerName<'static>, UnixTime>>,
}

opaque!(TlsSessions);

impl TlsSessions {
    pub fn new() -> TlsSessions {
        TlsSessions {
            kept: ClientSessionMemoryCache::new(MOST),
            checked: Mutex::default(),
        }
    }

    /// The certificate of this server was checked at this time, and is valid for a life more; None: it may not be.
    fn note(&self, name: &ServerName<'_>, at: Option<UnixTime>) {
        let (mut checked, name) = (lock(&self.checked), name.to_owned());
        checked.remove(&name);
        if let Some(at) = at
            && checked.len() < MOST
        {
            checked.insert(name, at);
        }
    }

    /// The clock of the computer counts, as for certificates.
    fn may_resume(&self, name: &ServerName<'_>, now: UnixTime) -> bool {
        let checked = lock(&self.checked).get(name).copied();
        checked.is_some_and(|at| {
            let since = now.as_secs().checked_sub(at.as_secs());
            since.is_some_and(|since| since < LIFE.as_secs())
        })
    }
}

impl ClientSessionStore for TlsSessions {
    fn set_kx_hint(&self, name: ServerName<'static>, group: NamedGroup) {
        self.kept.set_kx_hint(name, group);
    }

    fn kx_hint(&self, name: &ServerName<'_>) -> Option<NamedGroup> {
        self.kept.kx_hint(name)
    }

    fn set_tls12_session(&self, name: ServerName<'static>, session: Tls12ClientSessionValue) {
        self.kept.set_tls12_session(name, session);
    }

    fn tls12_session(&self, name: &ServerName<'_>) -> Option<Tls12ClientSessionValue> {
        let may = self.may_resume(name, UnixTime::now());
        may.then(|| self.kept.tls12_session(name))?
    }

    fn remove_tls12_session(&self, name: &ServerName<'static>) {
        self.kept.remove_tls12_session(name);
    }

    fn insert_tls13_ticket(&self, name: ServerName<'static>, session: Tls13ClientSessionValue) {
        self.kept.insert_tls13_ticket(name, session);
    }

    fn take_tls13_ticket(&self, name: &ServerName<'static>) -> Option<Tls13ClientSessionValue> {
        let may = self.may_resume(name, UnixTime::now());
        may.then(|| self.kept.take_tls13_ticket(name))?
    }
}

/// The verifier of one handle: notes whose sessions may be resumed.
pub struct HandleVerifier {
    pub checker: Arc<CertificateChecker>,
    pub in_flight: Arc<InFlight>,
    pub sessions: Arc<TlsSessions>,
}

opaque!(HandleVerifier);

impl ServerCertVerifier for HandleVerifier {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        self.sessions.note(name, None);
        let presented = Presented::copy(end_entity, intermediates, name, ocsp, now);
        let checked = self.checker.check(&self.in_flight, presented);
        if checked.map_err(|error| issuer::named(error, intermediates, end_entity))? {
            self.sessions.note(name, Some(now));
        }
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.checker
            .inner
            .verify_tls12_signature(message, certificate, signed)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.checker
            .inner
            .verify_tls13_signature(message, certificate, signed)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.checker.inner.supported_verify_schemes()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_session_is_resumed_for_its_life_and_by_the_clock() {
        let sessions = TlsSessions::new();
        let name = ServerName::try_from("a.example").unwrap();
        let at = |seconds| UnixTime::since_unix_epoch(Duration::from_secs(seconds));
        assert!(!sessions.may_resume(&name, at(1000)));
        sessions.note(&name, Some(at(1000)));
        let may = |seconds| sessions.may_resume(&name, at(seconds));
        assert_eq!(
            [999, 1000, 1599, 1600].map(may),
            [false, true, true, false],
            "a clock that was set back counts as well"
        );
        let other = ServerName::try_from("b.example").unwrap();
        assert!(!sessions.may_resume(&other, at(1000)));
        sessions.note(&name, None);
        assert!(!may(1000));
    }
}
