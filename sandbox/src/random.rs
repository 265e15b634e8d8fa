//! Unguessable identifiers.

use ring::rand::{SecureRandom, SystemRandom};
use std::fmt::Write;

pub(crate) fn bytes(length: usize) -> Vec<u8> {
    let mut bytes = vec![0; length];
    SystemRandom::new()
        .fill(&mut bytes)
        .expect("the system gives random numbers");
    bytes
}

pub(crate) fn hex(length: usize) -> String {
    to_hex(&bytes(length))
}

pub(crate) fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
