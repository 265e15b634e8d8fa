//! F40, F41: certificates and handshakes, from the first connection on or at a later one.

use std::sync::Arc;

use rustls::ServerConfig;
use testkit::authority::authority;
use testkit::fault_proxy::{Authority, CertificateFlaw, End, Reads, Script, Sends};

use super::calls::*;
use super::expect::*;
use super::variant::Variant;

pub fn variants() -> Vec<Variant> {
    let mut all = of_row(40, &[Target::Ticket]);
    all.extend(of_row(41, &SERVICE));
    all
}

/// R202: with TLS 1.3 a refusal for want of a certificate comes when the client has sent its first bytes, and put each
/// small document in doubt.
fn of_row(row: u32, targets: &[Target]) -> Vec<Variant> {
    let speaking = |name: &str, config: Option<Arc<ServerConfig>>| {
        Variant::new(row, name, NOT_SENT).before(move |fixture| {
            let endpoint = fixture.target.endpoint();
            fixture.proxy.set_tls(endpoint, config.clone());
        })
    };
    let mut all = vec![speaking("plain http on the port", None).short()];
    let (ours, stranger) = (authority(), Authority::new());
    for (reason, signer, flaw) in [
        ("tls_wrong_name", ours, CertificateFlaw::WrongName),
        ("tls_expired", ours, CertificateFlaw::Expired),
        ("tls_not_yet_valid", ours, CertificateFlaw::NotYetValid),
        ("tls_unknown_issuer", &stranger, CertificateFlaw::None),
    ] {
        let flawed = speaking(reason, Some(signer.config(flaw)));
        all.push(flawed.check(move |outcome| outcome.json["reason"] == reason));
    }
    for version in [&rustls::version::TLS13, &rustls::version::TLS12] {
        let name = format!("{:?} asks for a certificate of the client", version.version);
        let config = Arc::new(ours.demanding_config(version));
        let demanding = speaking(&name, Some(config)).code("HR_E_TLS");
        if row == 41 {
            all.push(demanding.clone().large());
        }
        all.push(demanding);
    }
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
            "http",
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
        all.push(Variant::scripted(row, name, NOT_SENT, script));
    }
    let own = |variant: Variant| match variant.large {
        true => variant.tls(),
        false => variant.to(targets).tls(),
    };
    all.into_iter().map(own).collect()
}
