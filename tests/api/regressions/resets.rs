//! Answers that a reset of the connection follows. Windows drops what it had received and nobody had read: a login was
//! one without an answer, and its PIN held; the refusal of a document went unnoticed. How Windows does it is played in
//! src/transport/stream/incoming/tests.rs; here and under Wine (`cargo xtask windows`) the bytes would survive by themselves.

use std::sync::Arc;

use hr_sandbox::{Call, Fault, Options};
use serde_json::json;
use testkit::fault_proxy::CertificateFlaw;

use testkit::card_client::{Reply, one};
use testkit::raw_server::{Peer, Server, answer};
use testkit::*;

const ROUNDS: usize = 200;

#[test]
fn r120_a_login_answered_before_a_reset_has_its_answer() {
    let sandbox = sandbox();
    let host = Host::of(&sandbox);
    sandbox.set_fault(Fault::on(Call::Login).reset());
    for _ in 0..ROUNDS {
        host.log_in(CPS, PIN);
    }
    assert_eq!(sandbox.requests_of(Call::Login).len(), ROUNDS);
}

#[test]
fn r121_a_login_over_tls_answered_before_a_reset_has_its_answer() {
    let ca = testkit::authority::ca_file();
    let tls = testkit::authority::authority()
        .config(CertificateFlaw::None)
        .unwrap();
    let server = Server::launch(Some(Arc::clone(&tls)), |mut peer: Peer| {
        let Some(request) = peer.request() else {
            return;
        };
        let bytes = match request.head.contains("/direct/ready") {
            true => {
                let cards = one("t", r#"{"serial":"r121","idNat":"8r121","pinAttempt":3}"#);
                let body = format!(r#"{{"status":{{"code":0}},"data":{{"data":{cards}}}}}"#);
                answer("200 OK", "connection: close\r\n", &body).into_bytes()
            }
            false => Reply::opened().bytes,
        };
        peer.send(bytes);
        peer.reset();
    });
    let host = Host::open(&json!({"local_url": server.url(), "ca_file": ca.path()}));
    assert_eq!(host.ticket_set("ticket"), 0);
    for _ in 0..ROUNDS {
        host.ready().ok();
        host.login("t", PIN).ok();
    }
}

#[test]
fn r122_a_refusal_before_a_reset_is_reported() {
    for tls in [false, true] {
        let sandbox = start(Options {
            tls,
            ..Options::default()
        });
        let pem = sandbox.ca_pem().unwrap_or_default();
        let ca = TempFile::new("resets.pem", pem.as_bytes());
        let more = if tls {
            json!({"ca_file": ca.path()})
        } else {
            json!({})
        };
        let host = Host::with(&sandbox, more);
        let patient = host.open_record();
        let refusal = Fault::on(Call::DmpSend).after_bytes(0).status(413);
        sandbox.set_fault(refusal.reset());
        let document = vec![b'x'; 3_000_000];
        for _ in 0..ROUNDS {
            let sent = host.dmp_send_bytes(&patient, &document, "a.pdf");
            let refused = sent.fails("HR_E_REFUSED").outcome("rejected");
            assert_eq!(refused.json["http_status"], 413);
        }
        assert!(sandbox.documents().is_empty());
    }
}
