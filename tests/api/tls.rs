//! Whom TLS trusts, over real handshakes.

use std::sync::Arc;

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair};
use rustls::ServerConfig;
use rustls_pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use serde_json::json;
use testkit::raw_server::{Server, answer};
use testkit::*;

#[test]
fn a_private_root_is_trusted_when_named_and_only_then() {
    let (sandbox, ca) = secure();
    let (_other, of_other) = secure();
    let url = sandbox.license_url().replace("127.0.0.1", "localhost");
    for (more, trusted) in [
        (json!({}), false),
        (json!({"ca_file": ca.path()}), true),
        (json!({"ca_file": ca.path(), "license_url": url}), true),
        // One of the same name.
        (json!({"ca_file": of_other.path()}), false),
        // A handle that does not name the root does not profit from one that does.
        (json!({}), false),
    ] {
        let before = sandbox.requests().len();
        let ticket = Host::with(&sandbox, more).ticket();
        match trusted {
            true => drop(ticket.ok()),
            false => drop(ticket.fails("HR_E_TLS").has(json!({"phase": "tls"}))),
        }
        let sent = sandbox.requests().len() - before;
        assert_eq!(sent, usize::from(trusted), "no byte of a request");
    }
    let host = Host::with(&sandbox, json!({ "ca_file": ca.path() }));
    let id = host.open_record();
    let big = vec![0x5a; 300_000];
    host.dmp_send_bytes(&id, &big, "secure.bin").ok();
    assert_eq!(sandbox.documents()[0].bytes, 300_000);
    let plain = json!({"license_url": sandbox.license_url().replace("https://", "http://")});
    assert!(Host::with(&sandbox, plain).ticket().code < 0);
}

#[test]
fn a_file_without_a_certificate_is_refused_at_open() {
    for content in [
        "",
        "hello",
        "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
    ] {
        let file = TempFile::new("ca.pem", content.as_bytes());
        let config = json!({ "ca_file": file.path() }).to_string();
        let (_, outcome) = Host::try_open(&config);
        outcome.fails("HR_E_CONFIG").says("remedy", "ca_file");
    }
}

fn named(name: &str, is_ca: IsCa) -> CertificateParams {
    let mut params = CertificateParams::new(["127.0.0.1".to_owned()]).unwrap();
    params.distinguished_name.push(DnType::CommonName, name);
    params.is_ca = is_ca;
    params
}

/// A server of these certificates, its own first.
fn server(chain: Vec<CertificateDer<'static>>, key: &KeyPair) -> Server {
    let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(key.serialize_der()));
    let config =
        ServerConfig::builder_with_provider(rustls::crypto::ring::default_provider().into())
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(chain, key)
            .unwrap();
    Server::launch(Some(Arc::new(config)), |mut peer| {
        // Nothing comes where the certificate is refused.
        peer.request();
        peer.send(answer("200 OK", "", "{}").as_bytes());
    })
}

/// Only roots are trusted on Windows: an intermediate certificate is no end of a chain there, as it is elsewhere.
#[test]
fn what_a_ca_file_may_hold() {
    let authority = |length| IsCa::Ca(BasicConstraints::Constrained(length));
    let [root_key, between_key, leaf_key, lone_key] =
        [(); 4].map(|()| KeyPair::generate().unwrap());
    let root = CertifiedIssuer::self_signed(named("root", authority(1)), root_key).unwrap();
    let between =
        CertifiedIssuer::signed_by(named("between", authority(0)), between_key, &root).unwrap();
    let leaf = named("leaf", IsCa::NoCa)
        .signed_by(&leaf_key, &between)
        .unwrap();
    let lone = named("lone", IsCa::ExplicitNoCa)
        .self_signed(&lone_key)
        .unwrap();
    let whole = server(vec![leaf.der().clone(), between.der().clone()], &leaf_key);
    let alone = server(vec![lone.der().clone()], &lone_key);

    let trusted = |server: &Server, file: &[String]| {
        let file = TempFile::new("ca.pem", file.concat().as_bytes());
        let host = Host::at(&server.url(), &json!({ "ca_file": file.path() }));
        let asked = host.request("GET", "/x", None);
        asked.code == 0 || asked.fails("HR_E_TLS").json["phase"] != "tls"
    };
    assert!(trusted(&whole, &[root.pem()]));
    assert!(trusted(&whole, &[leaf.pem(), between.pem(), root.pem()]));
    assert_eq!(trusted(&whole, &[between.pem()]), !cfg!(windows));
    assert!(!trusted(&whole, &[leaf.pem()]));
    // A server's own certificate, when it is self-signed.
    assert!(trusted(&alone, &[lone.pem()]));
    assert!(!trusted(&alone, &[root.pem()]));
}
