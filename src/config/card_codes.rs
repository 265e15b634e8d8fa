//! `card_codes`: what the codes of the card client mean. The interface shows none, so the host says it.

use serde::Serialize;
use serde_json::value::RawValue;

use crate::json;
use crate::reason::{Expected, Reason};
use crate::request_object::Member;

/// More codes than any card client has.
const MAX_CODES: usize = 1000;

/// The codes of one meaning as they were given, each the JSON text of an integer or of a short text.
type Codes = Vec<Box<RawValue>>;

#[derive(Clone, Debug, Default, Serialize)]
pub struct CardCodes {
    pin_refused: Codes,
    card_locked: Codes,
    card_absent: Codes,
}

impl CardCodes {
    pub fn is_empty(&self) -> bool {
        let lists = [&self.pin_refused, &self.card_locked, &self.card_absent];
        lists.iter().all(|codes| codes.is_empty())
    }

    /// What the host says of a code.
    pub fn reason(&self, code: &str) -> Option<Reason> {
        let meanings = [
            (&self.pin_refused, Reason::PinRefused),
            (&self.card_locked, Reason::CardLocked),
            (&self.card_absent, Reason::CardAbsent),
        ];
        let found = meanings.into_iter().find(|(codes, _)| has(codes, code));
        found.map(|(_, reason)| reason)
    }

    pub(super) fn read(value: &Member) -> Result<CardCodes, Reason> {
        let mut codes = CardCodes::default();
        value.members(&mut |list| {
            match list.key {
                "pin_refused" => codes.pin_refused = codes.list(&list)?,
                "card_locked" => codes.card_locked = codes.list(&list)?,
                "card_absent" => codes.card_absent = codes.list(&list)?,
                _ => return Err(list.unknown()),
            }
            Ok(())
        })?;
        Ok(codes)
    }

    /// Reads a list, whose codes no other list may have.
    fn list(&self, list: &Member) -> Result<Codes, Reason> {
        let items = list.items(MAX_CODES)?;
        let mut codes = Codes::new();
        codes.try_reserve_exact(items.len())?;
        for item in items {
            let code = service_code(item.json);
            let code = code.filter(|code| bare(code).trim_start_matches('-') != "0");
            let code = list.fit(code.and_then(|code| RawValue::from_string(code).ok()))?;
            if has(&codes, code.get()) || self.reason(code.get()).is_some() {
                return Err(list.must_be(Expected::CodesOnce));
            }
            codes.push(code);
        }
        Ok(codes)
    }
}

/// Whether a list has a code: 4 and "4" are one.
fn has(codes: &Codes, code: &str) -> bool {
    codes.iter().any(|known| bare(known.get()) == bare(code))
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
