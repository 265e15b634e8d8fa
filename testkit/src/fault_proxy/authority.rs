//! Certificates for the proxy: valid ones, and ones that no client may accept.

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use rustls::crypto::ring::default_provider;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::server::WebPkiClientVerifier;
use rustls::{RootCertStore, ServerConfig, SupportedProtocolVersion};
use std::sync::Arc;
use time::{Duration, OffsetDateTime};

/// What is wrong with a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CertificateFlaw {
    None,
    WrongName,
    Expired,
    NotYetValid,
    /// It is valid, for five minutes more.
    EndsSoon,
}

type Identity = (Vec<CertificateDer<'static>>, PrivateKeyDer<'static>);

/// A certificate authority of the tests. It signs certificates for 127.0.0.1 and, behind a proxy, service.invalid.
pub struct Authority {
    issuer: CertifiedIssuer<'static, KeyPair>,
}

impl Authority {
    #[expect(clippy::new_without_default, reason = "each is another one")]
    pub fn new() -> Authority {
        Authority::of(IsCa::Ca(BasicConstraints::Constrained(0)))
    }

    /// What its own certificate says of it.
    pub fn of(is_ca: IsCa) -> Authority {
        let mut params = CertificateParams::default();
        params.is_ca = is_ca;
        let key = KeyPair::generate().unwrap();
        let issuer = CertifiedIssuer::self_signed(params, key).unwrap();
        Authority { issuer }
    }

    pub fn ca_pem(&self) -> String {
        self.issuer.pem()
    }

    /// The TLS configuration of a listener with such a certificate.
    pub fn config(&self, flaw: CertificateFlaw) -> Arc<ServerConfig> {
        Arc::new(self.config_for(flaw, rustls::DEFAULT_VERSIONS))
    }

    /// The same for these versions of TLS alone.
    pub fn config_for(
        &self,
        flaw: CertificateFlaw,
        versions: &[&'static SupportedProtocolVersion],
    ) -> ServerConfig {
        let (chain, key) = self.identity(flaw);
        let builder = ServerConfig::builder_with_provider(Arc::new(default_provider()));
        let builder = builder.with_protocol_versions(versions).unwrap();
        let builder = builder.with_no_client_auth();
        builder.with_single_cert(chain, key).unwrap()
    }

    /// The configuration of a listener that goes on only with whom shows a certificate of this authority.
    pub fn demanding_config(&self, version: &'static SupportedProtocolVersion) -> ServerConfig {
        let (chain, key) = self.identity(CertificateFlaw::None);
        let provider = Arc::new(default_provider());
        let mut roots = RootCertStore::empty();
        roots.add(self.issuer.der().clone()).unwrap();
        let clients =
            WebPkiClientVerifier::builder_with_provider(Arc::new(roots), Arc::clone(&provider));
        let builder = ServerConfig::builder_with_provider(provider);
        let builder = builder.with_protocol_versions(&[version]).unwrap();
        let builder = builder.with_client_cert_verifier(clients.build().unwrap());
        builder.with_single_cert(chain, key).unwrap()
    }

    fn identity(&self, flaw: CertificateFlaw) -> Identity {
        let names = match flaw {
            CertificateFlaw::WrongName => vec!["other.example".to_owned()],
            _ => vec!["127.0.0.1".to_owned(), "service.invalid".to_owned()],
        };
        let mut params = CertificateParams::new(names).unwrap();
        let now = OffsetDateTime::now_utc();
        let day = Duration::DAY;
        let (from, to) = match flaw {
            CertificateFlaw::Expired => (day * -20, day * -10),
            CertificateFlaw::NotYetValid => (day * 10, day * 20),
            CertificateFlaw::EndsSoon => (-day, Duration::minutes(5)),
            CertificateFlaw::None | CertificateFlaw::WrongName => (-day, day * 20),
        };
        params.not_before = now + from;
        params.not_after = now + to;
        let key = KeyPair::generate().unwrap();
        let leaf = params.signed_by(&key, &self.issuer).unwrap();
        let private = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(key.serialize_der()));
        (vec![leaf.der().clone()], private)
    }
}
