//! Numbers of 128 bits and digests as hexadecimal digits.

use base16ct::{lower, mixed};

use crate::keyed_digest::KeyedDigest;

pub fn number(value: u128) -> String {
    format!("{value:032x}")
}

pub fn digest(bytes: &[u8]) -> String {
    lower::encode_string(bytes)
}

/// Exactly so many bytes, in lower-case digits.
pub fn bytes<const N: usize>(text: &[u8]) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    let length = lower::decode(text, &mut bytes).ok()?.len();
    (length == N).then_some(bytes)
}

pub fn to_number(text: &str) -> Option<u128> {
    bytes(text.as_bytes()).map(u128::from_be_bytes)
}

pub fn to_digest(text: &str) -> Option<KeyedDigest> {
    bytes(text.as_bytes())
}

/// The same as a person may have typed it.
fn typed<const N: usize>(text: &str) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    let length = mixed::decode(text, &mut bytes).ok()?.len();
    (length == N).then_some(bytes)
}

pub fn typed_number(text: &str) -> Option<u128> {
    typed(text).map(u128::from_be_bytes)
}

pub fn typed_digest(text: &str) -> Option<KeyedDigest> {
    typed(text)
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
