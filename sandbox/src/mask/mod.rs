//! Keeps secrets out of what people read: the bearers and patients that the run knows, what stands under the name of a
//! secret, tickets, and NIRs by their form. Cards and patients are invented; a program's own secret is found by its name.

mod known;
mod names;
mod nir;
#[cfg(test)]
mod tests;

pub(crate) use known::Known;

use crate::views::Show;
use percent_encoding::percent_decode_str;
use serde_json::Value;

/// Marks that change the direction of a text, or end a line.
const INVISIBLE: [char; 14] = [
    '\u{200e}', '\u{200f}', '\u{2028}', '\u{2029}', '\u{202a}', '\u{202b}', '\u{202c}', '\u{202d}',
    '\u{202e}', '\u{2066}', '\u{2067}', '\u{2068}', '\u{2069}', '\u{feff}',
];

const MASK: &str = "***";

/// How every JSON object without blanks begins in base64url, and so every ticket.
const TICKET: &str = "eyJ";

/// The methods that HTTP names; another one may be anything.
const METHODS: [&str; 9] = [
    "GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH",
];

/// A text from outside must not control the terminal.
pub(crate) fn harmless(said: &str) -> String {
    said.replace(|c: char| c.is_control() || INVISIBLE.contains(&c), " ")
}

/// A method as it may be shown.
pub(crate) fn method(method: &str) -> &str {
    match METHODS.contains(&method) {
        true => method,
        false => "?",
    }
}

/// What is hidden from one reader.
pub(crate) struct Mask<'a> {
    known: &'a Known,
    show: Show,
}

impl<'a> Mask<'a> {
    pub(crate) fn new(known: &'a Known, show: Show) -> Mask<'a> {
        Mask { known, show }
    }

    /// A text of any kind.
    pub(crate) fn text(&self, said: &str) -> String {
        if said.starts_with(['{', '['])
            && let Ok(value) = serde_json::from_str::<Value>(said)
        {
            let masked = self.json(value.clone());
            return match masked == value {
                true => said.to_owned(),
                false => masked.to_string(),
            };
        }
        let masked = self.plain(said);
        if !said.contains('%') {
            return masked;
        }
        // What was encoded so that it is not seen is not shown at all.
        let decoded = percent_decode_str(&masked).decode_utf8_lossy();
        match self.plain(&decoded) {
            again if again == decoded => masked,
            again => again,
        }
    }

    fn plain(&self, said: &str) -> String {
        let text = self.known.without_licenses(&unnamed(said), MASK);
        let text = each_word(
            &text,
            |c| c.is_ascii_alphanumeric() || "-_.".contains(c),
            |word| word.find(TICKET).map(|at| format!("{}{MASK}", &word[..at])),
        );
        let text = each_word(
            &text,
            |c| c.is_ascii_hexdigit(),
            |word| self.known.is_session(word).then(|| MASK.to_owned()),
        );
        match self.show.nir {
            true => text,
            false => nir::shorten(&self.known.without_patients(&text)),
        }
    }

    /// A text for a line on the terminal.
    pub(crate) fn line(&self, said: &str) -> String {
        self.text(&harmless(said))
    }

    /// The value of a header.
    pub(crate) fn header(&self, name: &str, value: &str) -> String {
        if !names::is_secret_header(name) {
            return self.text(value);
        }
        match value.split_once(' ') {
            Some((scheme, _)) if scheme.eq_ignore_ascii_case("bearer") => {
                format!("{scheme} {MASK}")
            }
            _ => MASK.into(),
        }
    }

    /// A body in JSON; none when it is not JSON.
    pub(crate) fn body(&self, body: &[u8]) -> Option<Value> {
        serde_json::from_slice(body).ok().map(|it| self.json(it))
    }

    /// What stands under a name.
    pub(crate) fn under(&self, name: &str, value: &str) -> String {
        match names::is_secret(name) {
            true => MASK.into(),
            false => self.text(value),
        }
    }

    pub(crate) fn json(&self, value: Value) -> Value {
        match value {
            Value::Object(map) => map
                .into_iter()
                .map(|(key, value)| {
                    let value = match names::is_secret(&key) {
                        true => MASK.into(),
                        false => self.json(value),
                    };
                    (self.text(&key), value)
                })
                .collect(),
            Value::Array(list) => list.into_iter().map(|one| self.json(one)).collect(),
            Value::String(string) => self.text(&string).into(),
            Value::Number(number) => {
                let said = number.to_string();
                match self.text(&said) {
                    masked if masked != said => masked.into(),
                    _ => Value::Number(number),
                }
            }
            other => other,
        }
    }
}

/// The text without the values behind `name=`, as in a query or a form, whose name is that of a secret.
fn unnamed(said: &str) -> String {
    let is_end = |c: char| "&;?/\r\n".contains(c);
    let pairs = said.split_inclusive(is_end).map(|pair| {
        let Some((before, value)) = pair.split_once('=') else {
            return pair.to_owned();
        };
        let end = value.len() - value.trim_end_matches(is_end).len();
        let name = before.rsplit(' ').next().unwrap_or_default();
        match names::is_secret(name) && value.len() > end {
            true => format!("{before}={MASK}{}", &value[value.len() - end..]),
            false => pair.to_owned(),
        }
    });
    pairs.collect()
}

/// The text with another word in the place of each for which there is one.
fn each_word(
    text: &str,
    belongs: impl Fn(char) -> bool,
    instead: impl Fn(&str) -> Option<String>,
) -> String {
    let mut masked = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let length = rest.find(|c| !belongs(c)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(length);
        masked += &instead(word).unwrap_or_else(|| word.to_owned());
        let between = after.find(&belongs).unwrap_or(after.len());
        masked += &after[..between];
        rest = &after[between..];
    }
    masked
}
