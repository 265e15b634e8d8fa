//! Certificates for the relay: good ones, and ones that no client should accept.

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use rustls::ServerConfig;
use rustls::crypto::ring::default_provider;
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use std::fmt;
use std::sync::Arc;
use time::{Duration, OffsetDateTime};

/// What is wrong with a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// Nothing.
    None,
    /// It is for another address.
    Name,
    /// Its time is over.
    Expired,
    /// Its time has not come.
    Early,
}

/// An authority, which signs certificates for 127.0.0.1.
pub struct Identity {
    issuer: CertifiedIssuer<'static, KeyPair>,
}

impl fmt::Debug for Identity {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Identity")
    }
}

impl Identity {
    /// A new authority.
    pub fn new() -> Result<Identity, rcgen::Error> {
        let mut params = CertificateParams::default();
        params.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
        let issuer = CertifiedIssuer::self_signed(params, KeyPair::generate()?)?;
        Ok(Identity { issuer })
    }

    /// The authority's certificate, for clients to trust.
    pub fn ca_pem(&self) -> String {
        self.issuer.pem()
    }

    /// What a listener with such a certificate needs.
    pub fn config(&self, flaw: Flaw) -> Result<Arc<ServerConfig>, Box<dyn std::error::Error>> {
        let name = match flaw {
            Flaw::Name => "other.example",
            _ => "127.0.0.1",
        };
        let mut params = CertificateParams::new([name.to_owned()])?;
        let now = OffsetDateTime::now_utc();
        let (from, to) = match flaw {
            Flaw::Expired => (-20, -10),
            Flaw::Early => (10, 20),
            Flaw::None | Flaw::Name => (-1, 20),
        };
        params.not_before = now + Duration::days(from);
        params.not_after = now + Duration::days(to);
        let key = KeyPair::generate()?;
        let leaf = params.signed_by(&key, &self.issuer)?;
        let private = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(key.serialize_der()));
        let config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
            .with_safe_default_protocol_versions()?
            .with_no_client_auth()
            .with_single_cert(vec![leaf.der().clone()], private)?;
        Ok(Arc::new(config))
    }
}
