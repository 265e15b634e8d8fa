//! The verifier of one handle, and how long the sessions of TLS that it resumes may be resumed.
//!
//! A resumed session shows no certificate. So a handle resumes its own alone, and only for a time at whose end the
//! certificate is valid still.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::{DigitallySignedStruct, Error, SignatureScheme};
use rustls_pki_types::{CertificateDer, ServerName, UnixTime};

use super::certificate_check::{CertificateChecker, LIFE, Presented};
use super::in_flight::InFlight;
use super::issuer;
use crate::opaque::opaque;

/// Of the sessions of one configuration.
pub struct ResumptionLimit {
    /// None of them is older.
    since: UnixTime,
    /// A certificate was shown that may not be valid for a life more.
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

pub struct HandleVerifier {
    pub checker: Arc<CertificateChecker>,
    pub in_flight: Arc<InFlight>,
    pub limit: Arc<ResumptionLimit>,
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
        let presented = Presented::copy(end_entity, intermediates, name, ocsp, now);
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
        let at = |seconds| UnixTime::since_unix_epoch(Duration::from_secs(seconds));
        let limit = ResumptionLimit::since(at(1000));
        assert_eq!(
            [999, 1000, 1599, 1600].map(|seconds| limit.allows(at(seconds))),
            [false, true, true, false],
            "a clock that was set back counts as well"
        );
    }
}
