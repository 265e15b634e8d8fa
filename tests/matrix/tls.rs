//! F40, F41: certificates and handshakes, from the first connection on or at a later one.

use std::sync::OnceLock;

use hr_sandbox::adversary::{End, Flaw, Identity, Play, Reads, Reply};

use crate::calls::*;
use crate::expect::*;
use crate::scene::identity;
use crate::variant::Variant;

fn stranger() -> &'static Identity {
    static IDENTITY: OnceLock<Identity> = OnceLock::new();
    IDENTITY.get_or_init(|| Identity::new().unwrap())
}

pub fn variants() -> Vec<Variant> {
    let mut all = Vec::new();
    for (row, targets) in [(40, &[Target::Ticket][..]), (41, &SERVICE)] {
        for flaw in [Flaw::Name, Flaw::Expired, Flaw::Early, Flaw::None] {
            let name = match flaw {
                Flaw::None => "an unknown authority".to_owned(),
                _ => format!("certificate: {flaw:?}"),
            };
            let variant = Variant::new(row, name, NOT_SENT).before(move |scene| {
                let signer = if flaw == Flaw::None {
                    stranger()
                } else {
                    identity()
                };
                let config = signer.config(flaw).unwrap();
                scene.relay.disguise(scene.target.place(), Some(config));
            });
            all.push(variant.tls().to(targets));
        }
        let plain = Variant::new(row, "plain http on the port", NOT_SENT).short();
        let plain = plain.before(|scene| scene.relay.disguise(scene.target.place(), None));
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
            let play = Play {
                reads: Reads::Nothing,
                acts: false,
                reply: Reply::Bytes(bytes.to_vec()),
                end,
            };
            all.push(Variant::play(row, name, NOT_SENT, play).tls().to(targets));
        }
    }
    all
}
