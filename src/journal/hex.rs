//! Numbers of 128 bits and digests as hexadecimal digits.

use crate::keyed_digest::KeyedDigest;

pub fn number(value: u128) -> String {
    format!("{value:032x}")
}

pub fn digest(digest: &KeyedDigest) -> String {
    let (first, second) = halves(digest);
    format!("{first:032x}{second:032x}")
}

/// Exactly so many lower-case digits.
fn is_written(text: &str, digits: usize) -> bool {
    let written = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    text.len() == digits && text.bytes().all(written)
}

pub fn to_number(text: &str) -> Option<u128> {
    let text = is_written(text, 32).then_some(text)?;
    u128::from_str_radix(text, 16).ok()
}

pub fn to_digest(text: &str) -> Option<KeyedDigest> {
    let (first, second) = text.split_at_checked(32)?;
    let halves = [to_number(first)?, to_number(second)?];
    let mut digest = KeyedDigest::default();
    let bytes = halves.iter().flat_map(|half| half.to_be_bytes());
    for (to, from) in digest.iter_mut().zip(bytes) {
        *to = from;
    }
    Some(digest)
}

fn halves(digest: &KeyedDigest) -> (u128, u128) {
    let number = |bytes: &[u8]| {
        let add = |number: u128, byte: &u8| number << 8 | u128::from(*byte);
        bytes.iter().fold(0, add)
    };
    let (first, second) = digest.split_at(16);
    (number(first), number(second))
}

/// The first half of a digest: enough to distinguish what the file holds.
pub fn short(digest: &KeyedDigest) -> u128 {
    halves(digest).0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_read_as_they_are_written() {
        let bytes: KeyedDigest = std::array::from_fn(|at| at as u8 * 7);
        let written = digest(&bytes);
        assert_eq!(written.len(), 64);
        assert_eq!(to_digest(&written), Some(bytes));
        assert_eq!(to_number(&written[..32]), Some(short(&bytes)));
        assert_eq!(number(short(&bytes)), written[..32]);
        for wrong in ["", "+1", &written[1..], &written.to_uppercase(), "é"] {
            assert_eq!(to_digest(wrong), None, "{wrong}");
        }
        assert_eq!(to_number(&format!("+{}", &written[1..32])), None);
    }
}
