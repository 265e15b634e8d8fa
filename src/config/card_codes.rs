//! `card_codes`: what the codes of the card client mean. The interface shows none, so the host says it.

use std::collections::BTreeMap;

use super::once_each;
use super::value::{Value, shown};
use crate::json::{self, ObjectWriter};
use crate::reason::{Expected, Reason};
use crate::wiping::WipingBuffer;

/// More codes than any card client has.
const MAX_CODES: usize = 1000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    PinRefused,
    CardLocked,
    CardAbsent,
}

impl Meaning {
    const ALL: [Meaning; 3] = [
        Meaning::PinRefused,
        Meaning::CardLocked,
        Meaning::CardAbsent,
    ];

    fn key(self) -> &'static str {
        match self {
            Meaning::PinRefused => "pin_refused",
            Meaning::CardLocked => "card_locked",
            Meaning::CardAbsent => "card_absent",
        }
    }

    fn path(self) -> &'static str {
        match self {
            Meaning::PinRefused => "card_codes.pin_refused",
            Meaning::CardLocked => "card_codes.card_locked",
            Meaning::CardAbsent => "card_codes.card_absent",
        }
    }

    fn reason(self) -> Reason {
        match self {
            Meaning::PinRefused => Reason::PinRefused,
            Meaning::CardLocked => Reason::CardLocked,
            Meaning::CardAbsent => Reason::CardAbsent,
        }
    }
}

/// The codes that the host knows, each with its meaning.
#[derive(Clone, Debug, Default)]
pub struct CardCodes {
    /// By the code as text, without quotes: 4 and "4" are one code.
    meanings: BTreeMap<String, Meaning>,
    /// The lists as they were given.
    given: Vec<(Meaning, String)>,
}

impl CardCodes {
    /// What the host says of a code, which is the JSON text of an integer or of a short text.
    pub fn reason(&self, code: &str) -> Option<Reason> {
        self.meanings
            .get(bare(code))
            .map(|meaning| meaning.reason())
    }

    pub(super) fn parse(value: &str) -> Result<CardCodes, Reason> {
        let whole = Value {
            key: "card_codes",
            raw: value,
        };
        let wanted = Expected::CardCodes;
        let lists =
            json::entries(value).map_err(|error| Reason::of(error, whole.refuse(wanted)))?;
        once_each(&lists, "card_codes.")?;
        let mut codes = CardCodes::default();
        for (key, list) in &lists {
            let meaning = Meaning::ALL.into_iter().find(|known| known.key() == key);
            let meaning =
                meaning.ok_or_else(|| Reason::ConfigUnknownKey(shown("card_codes.", key)))?;
            codes.add(meaning, list)?;
        }
        Ok(codes)
    }

    fn add(&mut self, meaning: Meaning, list: &str) -> Result<(), Reason> {
        let list = Value {
            key: meaning.path(),
            raw: list,
        };
        let wanted = Expected::CodeList;
        let items = json::items(list.raw, MAX_CODES)
            .map_err(|error| Reason::of(error, list.refuse(wanted)))?;
        let mut written = String::new();
        for item in items {
            let code = service_code(item).filter(|code| bare(code).trim_start_matches('-') != "0");
            let code = code.ok_or_else(|| list.refuse(wanted))?;
            if self
                .meanings
                .insert(bare(&code).to_owned(), meaning)
                .is_some()
            {
                return Err(list.refuse(Expected::CodesOnce));
            }
            // With room for the comma, or both brackets.
            let room = written.try_reserve(code.len() + 2);
            room.map_err(|_| Reason::NoMemory)?;
            written.push_str(if written.is_empty() { "[" } else { "," });
            written.push_str(&code);
        }
        written.push_str(if written.is_empty() { "[]" } else { "]" });
        self.given.push((meaning, written));
        Ok(())
    }

    /// The lists for the settings in force, the empty ones included.
    pub(super) fn describe(&self) -> Option<WipingBuffer> {
        let mut out = ObjectWriter::with_capacity(128);
        for meaning in Meaning::ALL {
            let given = self.given.iter().find(|(known, _)| *known == meaning);
            out.raw(meaning.key(), given.map_or("[]", |(_, list)| list));
        }
        out.finish()
    }
}

fn bare(code: &str) -> &str {
    code.trim_matches('"')
}

/// Longest integer, in digits: those of 32 bits. A patient's number is longer.
const MAX_DIGITS: usize = 10;
/// Longest code that is a text, in characters.
const MAX_TEXT: usize = 32;
/// A text with more digits could be somebody's number.
const MAX_DIGITS_IN_TEXT: usize = 5;

/// A code as it may be shown: the JSON text of an integer, or of a short text without escapes. None for
/// any other value.
pub fn service_code(json: &str) -> Option<String> {
    let digits = json.strip_prefix('-').unwrap_or(json);
    if (1..=MAX_DIGITS).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit()) {
        return Some(json.to_owned());
    }
    // Each character may be written as an escape of six.
    if !json.starts_with('"') || json.len() > 6 * MAX_TEXT + 2 {
        return None;
    }
    let text = json::string(json).ok()?;
    let fits = (1..=MAX_TEXT).contains(&text.len())
        && text
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b))
        && text.bytes().filter(u8::is_ascii_digit).count() <= MAX_DIGITS_IN_TEXT;
    fits.then(|| format!("\"{}\"", text.as_str()))
}
