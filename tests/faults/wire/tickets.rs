//! Session tickets of TLS 1.3 without end, in records made by hand: a server of rustls sends no more than a few.

use std::io::Write;

use ring::aead::{self, Aad, LessSafeKey, Nonce, UnboundKey};
use rustls::ConnectionTrafficSecrets as Secrets;
use testkit::raw_server::Peer;

const TICKET: usize = 16_000;
const HANDSHAKE: u8 = 22;
const APPLICATION_DATA: u8 = 23;

/// A message with one ticket, and behind it the type of its record.
fn message() -> Vec<u8> {
    let ticket = (TICKET as u16).to_be_bytes();
    let mut body = [&[0, 1, 0, 0, 0, 0, 0, 0, 1, 7][..], &ticket].concat();
    body.resize(body.len() + TICKET, 0x5a);
    body.extend([0, 0]);
    let length = (body.len() as u32).to_be_bytes();
    [&[4], &length[1..], &body, &[HANDSHAKE]].concat()
}

/// Sends so many tickets, one behind the other. They are made before, so that the client is slower than the server. False when
/// the client does not take all of them.
pub fn flood(peer: Peer, tickets: usize) -> bool {
    let (socket, secrets) = peer.into_secrets();
    let (first, secrets) = secrets.tx;
    let (algorithm, key, iv) = match &secrets {
        Secrets::Aes128Gcm { key, iv } => (&aead::AES_128_GCM, key, iv),
        Secrets::Aes256Gcm { key, iv } => (&aead::AES_256_GCM, key, iv),
        Secrets::Chacha20Poly1305 { key, iv } => (&aead::CHACHA20_POLY1305, key, iv),
        _ => panic!("keys of another kind"),
    };
    let key = LessSafeKey::new(UnboundKey::new(algorithm, key.as_ref()).unwrap());
    let message = message();
    let length = message.len() + algorithm.tag_len();
    let [high, low] = (length as u16).to_be_bytes();
    let header = [APPLICATION_DATA, 3, 3, high, low];
    let mut wire = Vec::with_capacity(tickets * (header.len() + length));
    for number in (first..).take(tickets) {
        let mut nonce = [0; 12];
        nonce.copy_from_slice(iv.as_ref());
        for (byte, counted) in nonce[4..].iter_mut().zip(number.to_be_bytes()) {
            *byte ^= counted;
        }
        wire.extend(header);
        let at = wire.len();
        wire.extend_from_slice(&message);
        let nonce = Nonce::assume_unique_for_key(nonce);
        let tag = key
            .seal_in_place_separate_tag(nonce, Aad::from(header), &mut wire[at..])
            .unwrap();
        wire.extend_from_slice(tag.as_ref());
    }
    (&*socket).write_all(&wire).is_ok()
}
