//! Unguessable identifiers.

use ring::rand::{SecureRandom, SystemRandom};
use std::fmt::Write;

/// `length` random bytes.
pub(crate) fn bytes(length: usize) -> Vec<u8> {
    let mut bytes = vec![0; length];
    SystemRandom::new()
        .fill(&mut bytes)
        .expect("the system gives random numbers");
    bytes
}

/// `length` random bytes in hexadecimal.
pub(crate) fn hex(length: usize) -> String {
    to_hex(&bytes(length))
}

/// Bytes in hexadecimal.
pub(crate) fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
