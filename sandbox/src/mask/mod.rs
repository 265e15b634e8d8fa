//! Keeps secrets out of what people read: bearers, tickets, PINs and NIRs, found by the name before them, by their value
//! and by their form.

mod decoded;
mod known;
mod named;
mod names;
mod nir;
mod presented;
#[cfg(test)]
mod tests;
mod ticket;

pub(crate) use known::Known;

use crate::call::Service;
use crate::logged_request::LoggedRequest;
use crate::views::Show;
use decoded::Decoded;
use serde_json::Value;
use std::ops::Range;

/// Marks that change the direction of a text, or end a line.
const INVISIBLE: [char; 14] = [
    '\u{200e}', '\u{200f}', '\u{2028}', '\u{2029}', '\u{202a}', '\u{202b}', '\u{202c}', '\u{202d}',
    '\u{202e}', '\u{2066}', '\u{2067}', '\u{2068}', '\u{2069}', '\u{feff}',
];

const MASK: &str = "***";

/// Of a shorter number its start and end would be most of it.
const LEAST_SHORTENED: usize = 13;

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
    /// Of a request to the card client: what may be a PIN in it.
    presented: Option<Vec<String>>,
}

impl<'a> Mask<'a> {
    pub(crate) fn new(known: &'a Known, show: Show) -> Mask<'a> {
        Mask {
            known,
            show,
            presented: None,
        }
    }

    /// For what is shown of one request.
    pub(crate) fn of_request(known: &'a Known, show: Show, seen: &LoggedRequest) -> Mask<'a> {
        let is_card = seen.service == Service::Card;
        Mask {
            presented: is_card.then(|| presented::values(seen)),
            ..Mask::new(known, show)
        }
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
        let decoded = Decoded::of(said);
        let found = self.found(&decoded.bytes);
        let (mut masked, mut rest) = (String::with_capacity(said.len()), 0);
        for (range, instead) in found {
            let place = decoded.place(&range);
            let Some(before) = said.get(rest..place.start) else {
                return MASK.into();
            };
            masked += before;
            masked += &instead;
            rest = place.end;
        }
        match said.get(rest..) {
            Some(end) => masked + end,
            None => MASK.into(),
        }
    }

    /// A text for a line on the terminal.
    pub(crate) fn line(&self, said: &str) -> String {
        self.text(&harmless(said))
    }

    /// The query of a request.
    pub(crate) fn query(&self, query: &str) -> String {
        match self.presented {
            Some(_) => presented::query(self, query),
            None => self.text(query),
        }
    }

    /// The value of a header.
    pub(crate) fn header(&self, name: &str, value: &str) -> String {
        let name = name.to_ascii_lowercase();
        if names::is_secret_header(&name) {
            return match value.split_once(' ') {
                Some((scheme, _)) if scheme.eq_ignore_ascii_case("bearer") => {
                    format!("{scheme} {MASK}")
                }
                _ => MASK.into(),
            };
        }
        match presented::is_standard(&name) {
            true => Mask::new(self.known, self.show).text(value),
            false => self.text(value),
        }
    }

    /// The body of a request in JSON; none when it is not JSON.
    pub(crate) fn request_body(&self, body: &[u8]) -> Option<Value> {
        let value = serde_json::from_slice(body).ok()?;
        Some(match self.presented {
            Some(_) => presented::body(self, value),
            None => self.json(value),
        })
    }

    /// The body of a response in JSON; none when it is not JSON.
    pub(crate) fn response_body(&self, body: &[u8]) -> Option<Value> {
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

    /// What is hidden of a text, in order, and what stands there instead.
    fn found(&self, text: &[u8]) -> Vec<(Range<usize>, String)> {
        let mut secrets = Vec::new();
        named::find(text, &mut secrets);
        ticket::find(text, &mut secrets);
        self.known.bearers(text, &mut secrets);
        for value in self.presented.iter().flatten() {
            let all = occurrences(text, value.as_bytes());
            secrets.extend(all.filter(|it| stands_apart(text, it)));
        }
        let mut found: Vec<_> = secrets.into_iter().map(|range| (range, true)).collect();
        if !self.show.nir {
            let mut numbers = nir::find(text);
            self.known.patients(text, &mut numbers);
            found.extend(numbers.into_iter().map(|range| (range, false)));
        }
        found.sort_by_key(|(range, _)| range.start);
        let mut apart: Vec<(Range<usize>, bool)> = Vec::new();
        for (range, secret) in found {
            match apart.last_mut() {
                Some((last, was_secret)) if range.start < last.end => {
                    last.end = last.end.max(range.end);
                    *was_secret |= secret;
                }
                _ => apart.push((range, secret)),
            }
        }
        let instead = |(range, secret): (Range<usize>, bool)| {
            let said = match secret {
                true => MASK.into(),
                false => shortened(&text[range.clone()]),
            };
            (range, said)
        };
        apart.into_iter().map(instead).collect()
    }
}

/// `2550…38`.
fn shortened(number: &[u8]) -> String {
    let number = String::from_utf8_lossy(number);
    let number: Vec<char> = number.chars().filter(|c| c.is_alphanumeric()).collect();
    if number.len() < LEAST_SHORTENED {
        return MASK.into();
    }
    let (start, end) = (number.iter().take(4), number.iter().skip(number.len() - 2));
    start.chain(&['…']).chain(end).collect()
}

fn occurrences<'a>(text: &'a [u8], part: &'a [u8]) -> impl Iterator<Item = Range<usize>> + 'a {
    // Most texts have none.
    let mut index = match part.first() {
        Some(first) if text.contains(first) => 0,
        _ => text.len() + 1,
    };
    std::iter::from_fn(move || {
        let first = *part.first()?;
        loop {
            let rest = text.get(index..)?;
            let start = index + rest.iter().position(|byte| *byte == first)?;
            index = start + 1;
            if text[start..].starts_with(part) {
                index = start + part.len();
                return Some(start..index);
            }
        }
    })
}

/// Digits beside letters may be a PIN; beside digits they are another number.
fn stands_apart(text: &[u8], range: &Range<usize>) -> bool {
    let digits = text[range.clone()].iter().all(u8::is_ascii_digit);
    let before = range.start.checked_sub(1).and_then(|index| text.get(index));
    let mut beside = [before, text.get(range.end)].into_iter().flatten();
    !beside.any(|byte| match digits {
        true => byte.is_ascii_digit(),
        false => byte.is_ascii_alphanumeric(),
    })
}
