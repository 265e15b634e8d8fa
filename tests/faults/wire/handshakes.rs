//! What a server or a proxy says before it reads anything.

use std::time::Instant;

use serde_json::json;
use testkit::authority::authority;
use testkit::fault_proxy::CertificateFlaw;
use testkit::raw_server::{Server, answer};
use testkit::{Host, SOON, TempFile};

use super::route::{Route, Stage, Target};

/// A proxy that never answers cost the time of the whole upload, and the sentence blamed the service.
#[test]
fn r203_a_silent_proxy_costs_the_time_of_connecting() {
    let proxy = Server::start(|mut peer| {
        peer.request();
        peer.hold();
    });
    let host = Host::at(
        "https://service.invalid",
        &json!({
            "proxy": proxy.url(),
            "timeouts": {"connect_ms": 300, "call_ms": 60_000, "upload_ms": 60_000},
        }),
    );
    let began = Instant::now();
    let outcome = host.request("POST", "/x", Some("{}")).fails("HR_E_PROXY");
    assert!(began.elapsed() < SOON);
    assert_eq!(outcome.json["phase"], "connect", "{}", outcome.text);
    outcome.says("remedy", "connect_ms");
    outcome.outcome("not_sent");
    assert_eq!(proxy.connections(), 1);
}

/// A session was resumed for a certificate that had expired, by other handles too. A resumed session shows none.
#[test]
fn r230_a_session_is_resumed_by_its_handle_while_the_certificate_lasts() {
    for versions in [&[&rustls::version::TLS13][..], &[&rustls::version::TLS12]] {
        for (flaw, again) in [
            (CertificateFlaw::None, "resumed"),
            (CertificateFlaw::EndsSoon, "anew"),
        ] {
            let config = authority().config_for(flaw, versions);
            let stage = Stage::with(Route::Tls, config, json!({}), |mut peer| {
                let how = if peer.is_resumed() { "resumed" } else { "anew" };
                while peer.request().is_some() {
                    let body = format!("\"{how}\"");
                    peer.send(answer("200 OK", "connection: close\r\n", &body));
                }
            });
            let other = stage.another_host();
            for (host, expected) in [
                (&stage.host, "anew"),
                (&stage.host, again),
                (&other, "anew"),
            ] {
                let how = host.request("GET", "/x", None).ok();
                assert_eq!(how.json["raw"], expected, "{flaw:?} {versions:?}");
            }
        }
    }
}

/// Notepad puts a byte order mark before a certificate.
#[test]
fn r204_a_root_may_come_from_notepad() {
    let stage = Stage::new(Route::Tls, |mut peer| {
        while let Some(request) = peer.request() {
            peer.send(Target::Open.reply(&request));
        }
    });
    let pem = authority().ca_pem().replace('\n', "\r\n");
    let file = TempFile::new("ca.pem", format!("\u{feff}{pem}").as_bytes());
    let host = Host::at(&stage.server.url(), &json!({ "ca_file": file.path() }));
    host.patient_get().ok();
}
