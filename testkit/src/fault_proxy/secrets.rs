//! Finds a secret in bytes, in any encoding.

use base64::Engine;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use std::collections::BTreeSet;

/// The encodings in which bytes may contain a secret: as it is, percent-encoded, escaped for JSON, in
/// hexadecimal, and in base64 at each offset.
pub fn encoded_forms(secret: &str) -> Vec<Vec<u8>> {
    let hex = |separator: &str, upper: bool| -> String {
        let digits = secret.bytes().map(|byte| match upper {
            true => format!("{separator}{byte:02X}"),
            false => format!("{separator}{byte:02x}"),
        });
        digits.collect()
    };
    let json = serde_json::Value::from(secret).to_string();
    let mut forms = vec![
        secret.to_owned(),
        utf8_percent_encode(secret, NON_ALPHANUMERIC).to_string(),
        hex("%", true),
        hex("%", false),
        hex("\\u00", false),
        hex("", false),
        json.trim_matches('"').to_owned(),
    ];
    for before in 0..3 {
        let bytes = [&b"\0\0"[..before], secret.as_bytes()].concat();
        // The first and last characters depend on the bytes next to the secret.
        let first = [0, 2, 3][before];
        let last = bytes.len() * 8 / 6;
        for engine in [STANDARD_NO_PAD, URL_SAFE_NO_PAD] {
            forms.extend(engine.encode(&bytes).get(first..last).map(str::to_owned));
        }
    }
    forms.sort();
    forms.dedup();
    forms.into_iter().map(String::into_bytes).collect()
}

/// Searches for many secrets at once: documents are large, and secrets have many encodings.
pub(super) struct Finder {
    /// By first byte: the other bytes of an encoding, and the index of its secret.
    forms: Vec<Vec<(Vec<u8>, usize)>>,
}

impl Finder {
    pub(super) fn new<'a>(secrets: impl IntoIterator<Item = &'a str>) -> Finder {
        let mut by_first = vec![Vec::new(); 256];
        for (number, secret) in secrets.into_iter().enumerate() {
            for form in encoded_forms(secret) {
                if let Some((first, rest)) = form.split_first() {
                    by_first[usize::from(*first)].push((rest.to_vec(), number));
                }
            }
        }
        Finder { forms: by_first }
    }

    /// The indices of the secrets that the bytes contain in any encoding.
    pub(super) fn find(&self, bytes: &[u8]) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        let mut left = bytes;
        while let Some((first, rest)) = left.split_first() {
            for (form, number) in &self.forms[usize::from(*first)] {
                if rest.starts_with(form) {
                    found.insert(*number);
                }
            }
            left = rest;
        }
        found
    }
}
