//! A certificate authority for one run, and the certificate of the services.

use crate::options::StartError;
use axum_server::tls_rustls::RustlsConfig;
use rcgen::{
    BasicConstraints, CertificateParams, CertifiedIssuer, DnType, ExtendedKeyUsagePurpose, IsCa,
    KeyPair, KeyUsagePurpose,
};
use rustls::ServerConfig;
use rustls::crypto::ring::default_provider;
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use std::error::Error;
use std::sync::Arc;
use time::{Duration, OffsetDateTime};

/// The certificate of the authority, for the client to trust, and what the services need, which are localhost, 127.0.0.1
/// and ::1. The keys stay in memory.
pub(crate) fn identity() -> Result<(String, RustlsConfig), StartError> {
    made().map_err(|error| StartError::Tls(error.to_string()))
}

fn made() -> Result<(String, RustlsConfig), Box<dyn Error>> {
    let issuer = authority()?;
    let key = KeyPair::generate()?;
    let leaf = leaf()?.signed_by(&key, &issuer)?;
    let private = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(key.serialize_der()));
    let mut config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_single_cert(vec![leaf.der().clone()], private)?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok((issuer.pem(), RustlsConfig::from_config(Arc::new(config))))
}

fn authority() -> Result<CertifiedIssuer<'static, KeyPair>, rcgen::Error> {
    let mut params = CertificateParams::default();
    params
        .distinguished_name
        .push(DnType::CommonName, "hr-sandbox test authority");
    params.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
    params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
    dated(&mut params);
    CertifiedIssuer::self_signed(params, KeyPair::generate()?)
}

fn leaf() -> Result<CertificateParams, rcgen::Error> {
    let names = ["localhost", "127.0.0.1", "::1"].map(String::from);
    let mut params = CertificateParams::new(names)?;
    params
        .distinguished_name
        .push(DnType::CommonName, "hr-sandbox");
    params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
    params.use_authority_key_identifier_extension = true;
    dated(&mut params);
    Ok(params)
}

/// A year, from yesterday: some clients refuse longer lives.
fn dated(params: &mut CertificateParams) {
    let now = OffsetDateTime::now_utc();
    params.not_before = now - Duration::days(1);
    params.not_after = now + Duration::days(365);
}
