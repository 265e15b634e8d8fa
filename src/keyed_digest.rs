//! Digests under a key: what is known of a secret without keeping it. A key never leaves the memory of this process, but
//! for that of a journal, which is in the file.

use std::sync::OnceLock;

use ring::digest::{Context, SHA256};
use ring::hmac;
use ring::rand::{SecureRandom, SystemRandom};

/// HMAC-SHA-256 of a kind and some parts.
pub type KeyedDigest = [u8; 32];

/// The first half of a digest as a number.
pub fn number(digest: &KeyedDigest) -> u128 {
    let (first, _) = digest.split_first_chunk().unwrap_or((&[0; 16], &[]));
    u128::from_be_bytes(*first)
}

/// Bytes that nobody can guess; None where the system has no random numbers.
pub fn random<const N: usize>() -> Option<[u8; N]> {
    let mut bytes = [0; N];
    SystemRandom::new().fill(&mut bytes).ok()?;
    Some(bytes)
}

/// A random key, made when it is first needed.
#[derive(Clone)]
pub struct DigestKey(OnceLock<hmac::Key>);

impl DigestKey {
    pub const fn new() -> DigestKey {
        DigestKey(OnceLock::new())
    }

    pub fn of(key: &KeyedDigest) -> DigestKey {
        DigestKey(OnceLock::from(hmac::Key::new(hmac::HMAC_SHA256, key)))
    }

    /// None where the system has no random numbers; the next call asks it again.
    pub fn get(&self) -> Option<Digester<'_>> {
        if self.0.get().is_none() {
            let key = hmac::Key::generate(hmac::HMAC_SHA256, &SystemRandom::new()).ok()?;
            return Some(Digester(self.0.get_or_init(|| key)));
        }
        self.0.get().map(Digester)
    }
}

#[derive(Clone, Copy)]
pub struct Digester<'a>(&'a hmac::Key);

impl Digester<'_> {
    /// One key serves several kinds of parts, so the kind is digested with them.
    pub fn digest(self, kind: &str, parts: &[&[u8]]) -> KeyedDigest {
        let mut context = hmac::Context::with_key(self.0);
        let parts = std::iter::once(kind.as_bytes()).chain(parts.iter().copied());
        each_with_its_length(parts, |bytes| context.update(bytes));
        whole(context.sign().as_ref())
    }
}

/// SHA-256 of some parts, without a key.
pub fn digest<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> KeyedDigest {
    let mut context = Context::new(&SHA256);
    each_with_its_length(parts, |bytes| context.update(bytes));
    whole(context.finish().as_ref())
}

/// The length before each part keeps one list of parts from being taken for another.
fn each_with_its_length<'a>(
    parts: impl IntoIterator<Item = &'a [u8]>,
    mut update: impl FnMut(&[u8]),
) {
    for part in parts {
        update(&(part.len() as u64).to_be_bytes());
        update(part);
    }
}

fn whole(made: &[u8]) -> KeyedDigest {
    made.try_into().unwrap_or_default()
}
