//! Objects, arrays and strings taken apart. All memory that grows with the text is asked for and may be refused:
//! `serde_json` would end the process.

use std::borrow::Cow;

use serde_json::Deserializer;
use serde_json::value::RawValue;
use zeroize::Zeroizing;

use super::{Flaw, after_string, escaped_unit};

/// Objects with more keys than this are no reply of any service; reading on would only cost memory.
pub(super) const MAX_KEYS: usize = 65_536;

/// The entries of a JSON object in their order, values unread. `text` must not nest deeper than `check` allows.
pub fn entries(text: &str) -> Result<Vec<(Cow<'_, str>, &RawValue)>, Flaw> {
    let mut rest = opened(text, '{')?;
    let mut entries = Vec::new();
    if let Some(after) = rest.strip_prefix('}') {
        return ended(after).map(|()| entries);
    }
    loop {
        let (key, after) = key(rest)?;
        let after = blanks(after).strip_prefix(':').ok_or(Flaw::Syntax)?;
        let (value, after) = value(after)?;
        room_for_one(&mut entries, MAX_KEYS)?;
        entries.push((key, value));
        let after = blanks(after);
        match after.strip_prefix(',') {
            Some(more) => rest = blanks(more),
            None => {
                return ended(after.strip_prefix('}').ok_or(Flaw::Syntax)?).map(|()| entries);
            }
        }
    }
}

/// The items of a JSON array, unread, at most `limit` of them. `text` as for [`entries`].
pub fn items(text: &str, limit: usize) -> Result<Vec<&RawValue>, Flaw> {
    let mut rest = opened(text, '[')?;
    let mut items = Vec::new();
    if let Some(after) = rest.strip_prefix(']') {
        return ended(after).map(|()| items);
    }
    loop {
        let (item, after) = value(rest)?;
        room_for_one(&mut items, limit)?;
        items.push(item);
        let after = blanks(after);
        match after.strip_prefix(',') {
            Some(more) => rest = more,
            None => return ended(after.strip_prefix(']').ok_or(Flaw::Syntax)?).map(|()| items),
        }
    }
}

/// A JSON string, decoded.
pub fn string(json: &str) -> Result<Zeroizing<String>, Flaw> {
    let inner = json.strip_prefix('"').and_then(|t| t.strip_suffix('"'));
    decoded(inner.ok_or(Flaw::Syntax)?)
}

fn blanks(text: &str) -> &str {
    text.trim_start_matches([' ', '\t', '\n', '\r'])
}

fn opened(text: &str, bracket: char) -> Result<&str, Flaw> {
    let inner = blanks(text).strip_prefix(bracket);
    inner.map(blanks).ok_or(Flaw::Syntax)
}

fn ended(rest: &str) -> Result<(), Flaw> {
    match blanks(rest) {
        "" => Ok(()),
        _ => Err(Flaw::Syntax),
    }
}

fn room_for_one<T>(list: &mut Vec<T>, limit: usize) -> Result<(), Flaw> {
    if list.len() == limit {
        return Err(Flaw::Syntax);
    }
    list.try_reserve(1).map_err(|_| Flaw::NoMemory)
}

/// The value at the beginning of `text`, and what follows it.
fn value(text: &str) -> Result<(&RawValue, &str), Flaw> {
    let mut values = Deserializer::from_str(text).into_iter::<&RawValue>();
    match values.next() {
        Some(Ok(value)) => {
            let after = text.get(values.byte_offset()..).unwrap_or_default();
            Ok((value, after))
        }
        _ => Err(Flaw::Syntax),
    }
}

/// The key at the beginning of `text`, and what follows it; borrowed unless it holds escapes.
fn key(text: &str) -> Result<(Cow<'_, str>, &str), Flaw> {
    let inner = text.strip_prefix('"').ok_or(Flaw::Syntax)?;
    let end = after_string(inner.as_bytes(), 0)?;
    let (key, after) = inner.split_at_checked(end).ok_or(Flaw::Syntax)?;
    let key = key.strip_suffix('"').ok_or(Flaw::Syntax)?;
    if key.contains('\\') {
        return decoded(key).map(|mut key| (Cow::Owned(std::mem::take(&mut *key)), after));
    }
    match key.bytes().any(|byte| byte < b' ') {
        true => Err(Flaw::Syntax),
        false => Ok((Cow::Borrowed(key), after)),
    }
}

/// What stands between the quotes of a string, decoded. It never becomes longer.
fn decoded(inner: &str) -> Result<Zeroizing<String>, Flaw> {
    let mut text = Zeroizing::new(String::new());
    text.try_reserve_exact(inner.len())
        .map_err(|_| Flaw::NoMemory)?;
    let mut rest = inner;
    while let Some(at) = rest.find(|c: char| c < ' ' || c == '"' || c == '\\') {
        let (plain, escape) = rest.split_at_checked(at).ok_or(Flaw::Syntax)?;
        text.push_str(plain);
        let escape = escape.strip_prefix('\\').ok_or(Flaw::Syntax)?;
        let (letter, length) = escaped(escape).ok_or(Flaw::Syntax)?;
        text.push(letter);
        rest = escape.get(length..).ok_or(Flaw::Syntax)?;
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
