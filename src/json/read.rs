//! Objects, arrays and strings taken apart. All memory that grows with the text is asked for and may be refused:
//! `serde_json` would end the process.

use std::borrow::Cow;
use std::cell::Cell;
use std::fmt;

use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use zeroize::Zeroizing;

use super::{JsonError, escaped_unit};

/// Objects with more keys than this are no reply of any service; reading on would only cost memory.
pub(super) const MAX_KEYS: usize = 65_536;

/// The entries of a JSON object in their order, values unread. `text` must not nest deeper than `check` allows.
pub fn entries(text: &str) -> Result<Vec<(Cow<'_, str>, &RawValue)>, JsonError> {
    opens(text, '{')?;
    read(text, |parser, error| parser.deserialize_map(Entries(error)))
}

/// The items of a JSON array, unread, at most `limit` of them. `text` as for [`entries`].
pub fn items(text: &str, limit: usize) -> Result<Vec<&RawValue>, JsonError> {
    opens(text, '[')?;
    read(text, |parser, error| {
        parser.deserialize_seq(Items(limit, error))
    })
}

/// Another value would be copied into serde_json's error.
fn opens(text: &str, bracket: char) -> Result<(), JsonError> {
    match text.trim_start().starts_with(bracket) {
        true => Ok(()),
        false => Err(JsonError::Syntax),
    }
}

type Parser<'a> = serde_json::Deserializer<serde_json::de::StrRead<'a>>;

/// Reads all of `text`; what is wrong, if not its syntax, is in the cell.
fn read<'a, T>(
    text: &'a str,
    visit: impl FnOnce(&mut Parser<'a>, &Cell<JsonError>) -> Result<T, serde_json::Error>,
) -> Result<T, JsonError> {
    let error = Cell::new(JsonError::Syntax);
    let mut parser = Parser::from_str(text);
    let found = visit(&mut parser, &error).map_err(|_| error.get())?;
    parser.end().map_err(|_| JsonError::Syntax)?;
    Ok(found)
}

struct Entries<'f>(&'f Cell<JsonError>);

impl<'de> Visitor<'de> for Entries<'_> {
    type Value = Vec<(Cow<'de, str>, &'de RawValue)>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        // The key is taken unread, too: serde_json would decode it into memory that cannot be refused.
        while let Some((written, value)) = map.next_entry::<&RawValue, &RawValue>()? {
            room_for_one(&mut entries, MAX_KEYS).map_err(|error| refused(self.0, error))?;
            let key = key(written.get()).map_err(|error| refused(self.0, error))?;
            entries.push((key, value));
        }
        Ok(entries)
    }
}

struct Items<'f>(usize, &'f Cell<JsonError>);

impl<'de> Visitor<'de> for Items<'_> {
    type Value = Vec<&'de RawValue>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("an array")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = list.next_element()? {
            room_for_one(&mut items, self.0).map_err(|error| refused(self.1, error))?;
            items.push(item);
        }
        Ok(items)
    }
}

fn refused<E: serde::de::Error>(cell: &Cell<JsonError>, error: JsonError) -> E {
    cell.set(error);
    E::custom("refused")
}

/// A JSON string, decoded.
pub fn string(json: &str) -> Result<Zeroizing<String>, JsonError> {
    decoded(inner(json)?)
}

fn room_for_one<T>(list: &mut Vec<T>, limit: usize) -> Result<(), JsonError> {
    if list.len() == limit {
        return Err(JsonError::Syntax);
    }
    // Most objects have no more: the first piece of memory is the last.
    let more = if list.is_empty() { 16 } else { 1 };
    list.try_reserve(more).map_err(|_| JsonError::NoMemory)
}

/// A key, borrowed unless it holds escapes.
fn key(written: &str) -> Result<Cow<'_, str>, JsonError> {
    let inner = inner(written)?;
    if inner.contains('\\') {
        return decoded(inner).map(|mut key| Cow::Owned(std::mem::take(&mut *key)));
    }
    Ok(Cow::Borrowed(inner))
}

fn inner(string: &str) -> Result<&str, JsonError> {
    let inner = string.strip_prefix('"').and_then(|t| t.strip_suffix('"'));
    inner.ok_or(JsonError::Syntax)
}

/// What stands between the quotes of a string, decoded. It never becomes longer.
pub fn decoded(inner: &str) -> Result<Zeroizing<String>, JsonError> {
    let mut text = Zeroizing::new(String::new());
    text.try_reserve_exact(inner.len())
        .map_err(|_| JsonError::NoMemory)?;
    let mut rest = inner;
    while let Some(at) = rest.find(|c: char| c < ' ' || c == '"' || c == '\\') {
        let (plain, escape) = rest.split_at_checked(at).ok_or(JsonError::Syntax)?;
        text.push_str(plain);
        let escape = escape.strip_prefix('\\').ok_or(JsonError::Syntax)?;
        let (letter, length) = escaped(escape).ok_or(JsonError::Syntax)?;
        text.push(letter);
        rest = escape.get(length..).ok_or(JsonError::Syntax)?;
    }
    text.push_str(rest);
    Ok(text)
}

/// The character that an escape stands for, from behind its backslash, and the length of what was read.
fn escaped(text: &str) -> Option<(char, usize)> {
    let short = |letter| Some((letter, 1));
    match text.bytes().next()? {
        letter @ (b'"' | b'\\' | b'/') => short(char::from(letter)),
        b'b' => short('\u{8}'),
        b'f' => short('\u{c}'),
        b'n' => short('\n'),
        b'r' => short('\r'),
        b't' => short('\t'),
        _ => {
            let bytes = text.as_bytes();
            let unit = escaped_unit(bytes, 0)?;
            if !(0xD800..0xDC00).contains(&unit) {
                return char::from_u32(u32::from(unit)).map(|letter| (letter, 5));
            }
            bytes.get(5).filter(|byte| **byte == b'\\')?;
            let pair = [unit, escaped_unit(bytes, 6)?];
            let letter = char::decode_utf16(pair).next()?.ok()?;
            Some((letter, 11))
        }
    }
}
