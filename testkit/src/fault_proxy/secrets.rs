//! Finds a secret in bytes, in any encoding.

use base64::Engine;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use memchr::memmem;
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

/// Every encoding, and the index of its secret.
pub(super) struct Finder(Vec<(Vec<u8>, usize)>);

impl Finder {
    pub(super) fn new<'a>(secrets: impl IntoIterator<Item = &'a str>) -> Finder {
        let numbered = secrets.into_iter().enumerate();
        let forms = numbered.flat_map(|(number, secret)| {
            let forms = encoded_forms(secret).into_iter();
            forms.map(move |form| (form, number))
        });
        Finder(forms.collect())
    }

    /// The indices of the secrets that the bytes contain in any encoding.
    pub(super) fn find(&self, bytes: &[u8]) -> BTreeSet<usize> {
        let all = self.0.iter();
        let found = all.filter(|(form, _)| memmem::find(bytes, form).is_some());
        found.map(|(_, number)| *number).collect()
    }
}
