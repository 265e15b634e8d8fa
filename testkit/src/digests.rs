//! A SHA-256 as the library writes it: 64 hexadecimal digits in lower case.

use ring::digest::{Digest, SHA256, digest};

pub fn sha256(bytes: &[u8]) -> String {
    hex(&digest(&SHA256, bytes))
}

pub fn hex(digest: &Digest) -> String {
    let bytes = digest.as_ref().iter();
    bytes.map(|byte| format!("{byte:02x}")).collect()
}
