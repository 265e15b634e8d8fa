//! F40, F41: certificates and handshakes, from the first connection on or at a later one.

use std::sync::{Arc, OnceLock};

use testkit::fault_proxy::{Authority, CertificateFlaw, End, Reads, Script, Sends};

use super::calls::*;
use super::expect::*;
use super::variant::Variant;
use testkit::authority::authority;

fn stranger() -> &'static Authority {
    static IDENTITY: OnceLock<Authority> = OnceLock::new();
    IDENTITY.get_or_init(|| Authority::new().unwrap())
}

/// R202: with TLS 1.3 a refusal for want of a certificate comes when the client has sent its first bytes, and put each
/// small document in doubt.
pub fn variants() -> Vec<Variant> {
    let mut all = Vec::new();
    for (row, targets) in [(40, &[Target::Ticket][..]), (41, &SERVICE)] {
        for flaw in [
            CertificateFlaw::WrongName,
            CertificateFlaw::Expired,
            CertificateFlaw::NotYetValid,
            CertificateFlaw::None,
        ] {
            let name = match flaw {
                CertificateFlaw::None => "an unknown authority".to_owned(),
                _ => format!("certificate: {flaw:?}"),
            };
            let variant = Variant::new(row, name, NOT_SENT).before(move |fixture| {
                let signer = if flaw == CertificateFlaw::None {
                    stranger()
                } else {
                    authority()
                };
                let config = signer.config(flaw).unwrap();
                fixture
                    .proxy
                    .set_tls(fixture.target.endpoint(), Some(config));
            });
            let reason = match flaw {
                CertificateFlaw::WrongName => "tls_wrong_name",
                CertificateFlaw::Expired => "tls_expired",
                CertificateFlaw::NotYetValid => "tls_not_yet_valid",
                CertificateFlaw::EndsSoon | CertificateFlaw::None => "tls_unknown_issuer",
            };
            let variant = variant.check(move |outcome| {
                let remedy = outcome.json["remedy"].as_str().unwrap();
                let named = remedy.contains("\"rcgen self signed cert\"");
                outcome.json["reason"] == reason && named == (reason == "tls_unknown_issuer")
            });
            all.push(variant.tls().to(targets));
        }
        for (name, versions) in [
            ("TLS 1.3", &rustls::version::TLS13),
            ("TLS 1.2", &rustls::version::TLS12),
        ] {
            let name = format!("a certificate of the client is asked for, {name}");
            let demanding =
                Variant::new(row, name, NOT_SENT)
                    .code("HR_E_TLS")
                    .before(move |fixture| {
                        let config = authority().demanding_config(&[versions]).unwrap();
                        let endpoint = fixture.target.endpoint();
                        fixture.proxy.set_tls(endpoint, Some(Arc::new(config)));
                    });
            if row == 41 {
                all.push(demanding.clone().tls().large());
            }
            all.push(demanding.tls().to(targets));
        }
        let plain = Variant::new(row, "plain http on the port", NOT_SENT).short();
        let plain = plain.before(|fixture| fixture.proxy.set_tls(fixture.target.endpoint(), None));
        all.push(plain.tls().to(targets));
        for (name, bytes, end) in [
            ("stall in the handshake", &b""[..], End::Freeze),
            ("read and stall", b"", End::Silence),
            ("RST in the handshake", b"", End::Reset),
            ("FIN in the handshake", b"", End::Close),
            ("an alert", b"\x15\x03\x03\0\x02\x02\x28", End::Close),
            (
                "an alert, then silence",
                b"\x15\x03\x03\0\x02\x02\x46",
                End::Silence,
            ),
            (
                "http instead of a handshake",
                b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}",
                End::Close,
            ),
            (
                "garbage, then silence",
                b"\x16\x03\x01\xff\xff garbage",
                End::Silence,
            ),
        ] {
            let script = Script {
                reads: Reads::Nothing,
                forward: false,
                sends: Sends::Bytes(bytes.to_vec()),
                end,
            };
            all.push(
                Variant::scripted(row, name, NOT_SENT, script)
                    .tls()
                    .to(targets),
            );
        }
    }
    all
}
