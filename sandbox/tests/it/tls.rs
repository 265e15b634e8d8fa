//! https with the run's own authority.

use crate::client::*;
use rustls::crypto::ring::default_provider;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};
use serde_json::json;
use std::io::{self, Write};
use std::sync::Arc;

fn ask(ca: &str, name: &'static str, url: &str, auth: &str) -> io::Result<Reply> {
    let mut roots = RootCertStore::empty();
    let ca = CertificateDer::from_pem_slice(ca.as_bytes()).unwrap();
    roots.add(ca).unwrap();
    let config = ClientConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let name = ServerName::try_from(name).unwrap();
    let connection = ClientConnection::new(Arc::new(config), name).unwrap();
    let mut stream = StreamOwned::new(connection, connect(url));
    stream.write_all(&request("GET", url, &[("Authorization", auth)], b""))?;
    Reply::read(&mut stream)
}

#[test]
fn license_and_service_are_https_and_the_card_client_is_not() {
    let sandbox = sandbox_with(|options| options.tls = true);
    let ca = sandbox.ca_pem().unwrap();
    let url = format!("{}/v1/license/ticket", sandbox.license_url());
    assert!(url.starts_with("https://"));
    let bearer = format!("Bearer {}", sandbox.license_bearer());
    for name in ["localhost", "127.0.0.1", "::1"] {
        assert_eq!(ask(&ca, name, &url, &bearer).unwrap().status, 200);
    }
    let ticket = ask(&ca, "localhost", &url, &bearer).unwrap().json()["licenseTicket"].clone();

    let payload = json!({
        "licenseTicket": ticket,
        "token": sandbox.card_token(ONE),
        "pinCode": "1234",
    });
    let login = card(&sandbox, "login", payload).json();
    let service = login["serviceUrl"].as_str().unwrap();
    assert!(service.starts_with("https://"));
    assert!(login["connectedTo"].as_str().unwrap().starts_with("wss://"));
    let auth = format!("Bearer {}", login["bearer"].as_str().unwrap());
    let url = format!("{service}/patient/search?nom=EXEMPLE");
    assert_eq!(ask(&ca, "127.0.0.1", &url, &auth).unwrap().status, 200);
}
