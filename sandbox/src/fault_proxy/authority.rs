//! Certificates for the proxy: valid ones, and ones that no client may accept.

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use rustls::crypto::ring::default_provider;
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::{ServerConfig, SupportedProtocolVersion};
use std::fmt;
use std::sync::Arc;
use time::{Duration, OffsetDateTime};

/// What is wrong with a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CertificateFlaw {
    /// Nothing.
    None,
    /// It is for another name.
    WrongName,
    /// It has expired.
    Expired,
    /// It is not valid yet.
    NotYetValid,
}

/// A certificate authority of the tests. It signs certificates for 127.0.0.1.
pub struct Authority {
    issuer: CertifiedIssuer<'static, KeyPair>,
}

impl fmt::Debug for Authority {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Authority")
    }
}

impl Authority {
    /// A new authority.
    pub fn new() -> Result<Authority, rcgen::Error> {
        let mut params = CertificateParams::default();
        params.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
        let issuer = CertifiedIssuer::self_signed(params, KeyPair::generate()?)?;
        Ok(Authority { issuer })
    }

    /// The authority's certificate, for clients to trust.
    pub fn ca_pem(&self) -> String {
        self.issuer.pem()
    }

    /// The TLS configuration of a listener with such a certificate.
    pub fn config(
        &self,
        flaw: CertificateFlaw,
    ) -> Result<Arc<ServerConfig>, Box<dyn std::error::Error>> {
        let config = self.config_for(flaw, rustls::DEFAULT_VERSIONS)?;
        Ok(Arc::new(config))
    }

    /// The same for these versions of TLS alone.
    pub fn config_for(
        &self,
        flaw: CertificateFlaw,
        versions: &[&'static SupportedProtocolVersion],
    ) -> Result<ServerConfig, Box<dyn std::error::Error>> {
        let name = match flaw {
            CertificateFlaw::WrongName => "other.example",
            _ => "127.0.0.1",
        };
        let mut params = CertificateParams::new([name.to_owned()])?;
        let now = OffsetDateTime::now_utc();
        let (from, to) = match flaw {
            CertificateFlaw::Expired => (-20, -10),
            CertificateFlaw::NotYetValid => (10, 20),
            CertificateFlaw::None | CertificateFlaw::WrongName => (-1, 20),
        };
        params.not_before = now + Duration::days(from);
        params.not_after = now + Duration::days(to);
        let key = KeyPair::generate()?;
        let leaf = params.signed_by(&key, &self.issuer)?;
        let private = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(key.serialize_der()));
        let config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
            .with_protocol_versions(versions)?
            .with_no_client_auth()
            .with_single_cert(vec![leaf.der().clone()], private)?;
        Ok(config)
    }
}
