//! Numbers of 128 bits and digests as hexadecimal digits.

use crate::keyed_digest::KeyedDigest;

pub fn number(value: u128) -> String {
    format!("{value:032x}")
}

pub fn digest(bytes: &[u8]) -> String {
    let digit = |nibble: u8| char::from_digit(nibble.into(), 16);
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    let mut text = String::with_capacity(2 * bytes.len());
    text.extend(digits.filter_map(digit));
    text
}

fn value(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    }
}

/// Exactly so many bytes, in lower-case digits.
pub fn bytes<const N: usize>(text: &[u8]) -> Option<[u8; N]> {
    let (pairs, []) = text.as_chunks::<2>() else {
        return None;
    };
    let pairs: &[[u8; 2]; N] = pairs.try_into().ok()?;
    let mut bytes = [0; N];
    for (byte, [high, low]) in bytes.iter_mut().zip(pairs) {
        *byte = value(*high)? << 4 | value(*low)?;
    }
    Some(bytes)
}

pub fn to_number(text: &str) -> Option<u128> {
    bytes(text.as_bytes()).map(u128::from_be_bytes)
}

pub fn to_digest(text: &str) -> Option<KeyedDigest> {
    bytes(text.as_bytes())
}

/// A number as a person may have typed it.
pub fn typed_number(text: &str) -> Option<u128> {
    let short = (text.len() == 32).then_some(text)?;
    to_number(&short.to_ascii_lowercase())
}

pub fn typed_digest(text: &str) -> Option<KeyedDigest> {
    let short = (text.len() == 64).then_some(text)?;
    to_digest(&short.to_ascii_lowercase())
}

/// For a digest that may be missing, in a record.
pub mod optional_digest {
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::{Serialize, Serializer};

    use super::*;

    pub fn serialize<S: Serializer>(
        value: &Option<KeyedDigest>,
        out: S,
    ) -> Result<S::Ok, S::Error> {
        value.as_ref().map(|value| digest(value)).serialize(out)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(
        text: D,
    ) -> Result<Option<KeyedDigest>, D::Error> {
        let text = Option::<&str>::deserialize(text)?;
        let value = |text| to_digest(text).ok_or_else(|| Error::custom("no digest"));
        text.map(value).transpose()
    }
}
