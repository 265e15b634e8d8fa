//! The cards: the list in the reply of `ready`, their identifiers in the one form in which they are compared, and which card a
//! host means.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;
use zeroize::Zeroizing;

use super::Fields;
use crate::digits::ascii_digit;
use crate::json::{self, JsonError, ObjectWriter};
use crate::reason::Reason;
use crate::request_object::{self, Member};
use crate::wiping::WipingBuffer;

/// More entries than any reader can hold; a longer list would only cost memory.
const MAX_CARDS: usize = 1000;
/// A longer name of a model or manufacturer is not decoded.
const MAX_ENCODED: usize = 4096;
/// Longest token in bytes; it is written once per entry.
const MAX_TOKEN: usize = 4096;

/// One entry of the list, as far as the PIN guard needs it.
pub struct ListedCard<'a> {
    pub token: String,
    /// The identifiers as `identifier` reads them.
    pub serial: Option<Cow<'a, str>>,
    pub id_nat: Option<Cow<'a, str>>,
}

pub struct Listing<'a> {
    pub cards: Vec<ListedCard<'a>>,
    /// The entries as JSON objects, with readable texts added.
    pub entries: Vec<WipingBuffer>,
}

/// Flattens the map of tokens into one list of entries.
pub fn listing<'a>(fields: &Fields<'a>) -> Result<Listing<'a>, Reason> {
    let misformed = |error| Reason::of(error, Reason::ReplyField("data.data"));
    let inner = Fields::read(fields.must("data")?)
        .map_err(|error| Reason::of(error, Reason::ReplyField("data")))?;
    let map = match inner.raw("data")? {
        Some(map) => Fields::read(map).map_err(misformed)?,
        None => return Err(Reason::ReplyMissing("data.data")),
    };
    let (mut cards, mut entries) = (Vec::new(), Vec::new());
    for (token, list) in &map.0 {
        if token.len() > MAX_TOKEN {
            return Err(Reason::ReplyField("token"));
        }
        let room = MAX_CARDS - cards.len();
        for entry in json::items(list, room).map_err(misformed)? {
            let fields = Fields::read(entry).map_err(misformed)?;
            cards.try_reserve(1)?;
            cards.push(listed(token, &fields)?);
            entries.try_reserve(1)?;
            entries.push(write_entry(token, entry, &fields).ok_or(Reason::NoMemory)?);
        }
    }
    Ok(Listing { cards, entries })
}

fn listed<'a>(token: &str, entry: &Fields<'a>) -> Result<ListedCard<'a>, Reason> {
    if has_key(entry, "token") && *entry.text("token")? != token {
        return Err(Reason::ReplyField("token"));
    }
    Ok(ListedCard {
        token: token.to_owned(),
        serial: entry.raw("serial")?.and_then(identifier),
        id_nat: entry.raw("idNat")?.and_then(identifier),
    })
}

/// Whether a character is nothing that anybody sees: a blank, a control character, or one without width
/// (Default_Ignorable_Code_Point of Unicode).
pub fn is_blank(letter: char) -> bool {
    letter.is_whitespace()
        || letter.is_control()
        || matches!(letter,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Whether a character may be shown as it is: of blanks the common one alone.
pub fn is_shown(letter: char) -> bool {
    letter == ' ' || !is_blank(letter)
}

/// Writes the entry's own fields untouched, behind the fields that are added.
fn write_entry(token: &str, entry: &str, fields: &Fields) -> Option<WipingBuffer> {
    let mut added = ObjectWriter::with_capacity(256);
    if !has_key(fields, "token") {
        added.field("token", token);
    }
    for (name, readable) in [("model", "modelText"), ("manufacturer", "manufacturerText")] {
        if has_key(fields, readable) {
            continue;
        }
        // The card's own strings have 32 bytes.
        let short = |text: &&str| text.len() <= MAX_ENCODED;
        match fields.raw(name).ok().flatten().filter(short) {
            Some(json) => {
                let encoded = json::string(json).ok();
                added.field(readable, encoded.map(|encoded| decoded(&encoded)))
            }
            None => added.field(readable, None::<&str>),
        };
    }
    let added = added.finish()?;
    let head = added.as_slice().strip_suffix(b"}").unwrap_or_default();
    let own = entry.trim().strip_prefix('{').unwrap_or_default();
    let separator: &[u8] = match (head.len(), own.trim_start()) {
        (1, _) | (_, "}") => b"",
        _ => b",",
    };
    let mut json = WipingBuffer::with_capacity(added.len() + entry.len());
    for part in [head, separator, own.as_bytes()] {
        json.push(part).ok()?;
    }
    Some(json)
}

fn has_key(fields: &Fields, name: &str) -> bool {
    fields.0.iter().any(|(key, _)| **key == *name)
}

/// Percent-decoded, without the NUL characters and blanks that pad the card's own strings.
fn decoded(encoded: &str) -> String {
    let text = percent_decode_str(encoded).decode_utf8_lossy();
    text.trim_matches(is_blank).to_owned()
}

/// An identifier that is longer than this and holds escapes is not read: decoding it would take memory.
const MAX_ESCAPED: usize = 64 * 1024;

/// The letters and digits of an identifier, however a list writes it: a string or a number, with escapes of
/// JSON or percent escapes, with blanks or signs, in either case, in digits of any script, with leading zeros.
/// None where nothing is left. Two cards that count as one cost a person's decision; one card that counts as
/// two may be locked.
pub fn identifier(written: &str) -> Option<Cow<'_, str>> {
    let inner = written.strip_prefix('"');
    let inner = inner.and_then(|text| text.strip_suffix('"'));
    let text = match inner {
        Some(text) => text,
        None if written.bytes().all(|byte| byte.is_ascii_digit()) => written,
        None => return None,
    };
    let bare = |byte: u8| byte.is_ascii_digit() || byte.is_ascii_uppercase();
    let text: Cow<str> = if text.bytes().all(bare) {
        text.trim_start_matches('0').into()
    } else if !text.contains(['\\', '%']) {
        kept(text.chars())?.into()
    } else if text.len() > MAX_ESCAPED {
        return None;
    } else {
        let text = json::string(written).ok()?;
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(text.len()).ok()?;
        bytes.extend(percent_decode_str(&text));
        // What is no character is no letter or digit either.
        kept(bytes.utf8_chunks().flat_map(|part| part.valid().chars()))?.into()
    };
    (!text.is_empty()).then_some(text)
}

/// A digit of any script as an ASCII one, and a capital that has the small letter of another one as that letter. The tables of
/// all small letters would take eleven kilobytes.
fn in_one_form(letter: char) -> char {
    match letter {
        'ẞ' => 'ß',
        '\u{212a}' => 'k',
        '\u{2126}' => 'ω',
        '\u{212b}' => 'å',
        '\u{3f4}' => 'θ',
        other => ascii_digit(other),
    }
}

/// None where memory is short: a card of which nothing is known may be every card.
fn kept(letters: impl Iterator<Item = char>) -> Option<String> {
    let letters = letters.map(in_one_form).filter(|c| c.is_alphanumeric());
    let letters = letters.skip_while(|letter| *letter == '0');
    let mut kept = String::new();
    for letter in letters.flat_map(char::to_uppercase) {
        kept.try_reserve(letter.len_utf8()).ok()?;
        kept.push(letter);
    }
    Some(kept)
}

/// The members that a card's entry must have, each with its value.
pub struct WantedCard<'a>(Fields<'a>);

impl<'a> WantedCard<'a> {
    /// Reads such an object, known to the host as `name`.
    pub fn read(name: &str, text: &'a str) -> Result<WantedCard<'a>, Reason> {
        request_object::read(name, text, &mut scalar)?;
        let bad = || Reason::BadMember(name.to_owned());
        let members = Fields::read(text).map_err(|error| Reason::of(error, bad()))?;
        // It would be every card.
        match members.0.is_empty() {
            true => Err(bad()),
            false => Ok(WantedCard(members)),
        }
    }

    /// Whether they say which card it is, not only of what kind.
    pub fn names_a_card(&self) -> bool {
        self.0.0.iter().any(|(name, _)| is_identifier(name))
    }

    /// Whether an entry of a list of cards has all of them.
    pub fn fits(&self, entry: &str) -> Result<bool, JsonError> {
        let fields = Fields::read(entry)?;
        for (name, wanted) in &self.0.0 {
            let fits = match fields.once(name) {
                Ok(Some(value)) => equal(name, wanted, value)?,
                _ => false,
            };
            if !fits {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The kind of card that an entry of a list is of, where it says one.
pub fn kind_of(entry: &str) -> Result<Option<Zeroizing<String>>, JsonError> {
    match Fields::read(entry)?.once("cardType") {
        Ok(Some(kind)) if kind.starts_with('"') => json::string(kind).map(Some),
        _ => Ok(None),
    }
}

/// Whether an entry of a list of cards is of one of these kinds.
pub fn is_of_kind(entry: &str, kinds: &[String]) -> Result<bool, JsonError> {
    Ok(kind_of(entry)?.is_some_and(|kind| kinds.contains(&*kind)))
}

fn scalar(value: Member) -> Result<(), Reason> {
    let number = |first: char| first == '-' || first.is_ascii_digit();
    let plain = value.json.starts_with(number) || value.json.starts_with('"');
    value.fit((plain || value.flag().is_ok()).then_some(()))
}

fn is_identifier(name: &str) -> bool {
    matches!(name, "serial" | "idNat")
}

/// Strings are compared decoded, identifiers in the form in which the PIN guard compares them, all else as it is written.
fn equal(name: &str, wanted: &str, value: &str) -> Result<bool, JsonError> {
    if is_identifier(name) {
        let known = (identifier(wanted), identifier(value));
        if known != (None, None) {
            return Ok(known.0 == known.1);
        }
    }
    if !wanted.starts_with('"') || !value.starts_with('"') {
        return Ok(wanted == value);
    }
    Ok(*json::string(wanted)? == *json::string(value)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_identifier_is_compared_unless_it_holds_escapes() {
        let long = "9".repeat(MAX_ESCAPED + 1);
        assert_eq!(identifier(&long).as_deref(), Some(long.as_str()));
        let dashed = format!("\"{long}-x\"");
        assert_eq!(identifier(&dashed), Some(format!("{long}X").into()));
        assert_eq!(identifier(&format!("\"{long}%20\"")), None);
        assert_eq!(identifier(&format!("\"{long}\\u0020\"")), None);
    }

    #[test]
    fn a_letter_is_one_in_either_case() {
        for pair in ["ß ẞ", "k \u{212a}", "ω \u{2126}", "å \u{212b}", "θ \u{3f4}"] {
            let (one, other) = pair.split_once(' ').unwrap();
            let of = |letter| format!("\"{letter}\"");
            assert_eq!(identifier(&of(one)), identifier(&of(other)), "{pair}");
        }
    }
}
