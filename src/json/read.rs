//! Objects, arrays and strings taken apart. All memory that grows with the text is asked for and may be refused.

use std::borrow::Cow;

use zeroize::Zeroizing;

use super::JsonError;
use super::escape::escape;
use super::scan::Scanner;

/// Objects with more keys than this are no reply of any service; reading on would only cost memory.
const MAX_KEYS: usize = 65_536;

/// The members of a JSON object in their order, values unread.
pub fn entries(text: &str) -> Result<Vec<(Cow<'_, str>, &str)>, JsonError> {
    parts(text, b'{', b'}', MAX_KEYS, |scanner| {
        let name = scanner.name()?;
        let name = text.get(name).ok_or(JsonError::Syntax)?;
        let value = scanner.value()?;
        Ok((key(name)?, text.get(value).ok_or(JsonError::Syntax)?))
    })
}

/// The items of a JSON array, unread, at most `limit` of them.
pub fn items(text: &str, limit: usize) -> Result<Vec<&str>, JsonError> {
    parts(text, b'[', b']', limit, |scanner| {
        text.get(scanner.value()?).ok_or(JsonError::Syntax)
    })
}

fn parts<'t, P>(
    text: &'t str,
    open: u8,
    close: u8,
    limit: usize,
    mut read: impl FnMut(&mut Scanner<&'t [u8]>) -> Result<P, JsonError>,
) -> Result<Vec<P>, JsonError> {
    let mut scanner = Scanner::new(text.as_bytes());
    scanner.skip_blanks();
    if scanner.peek() != open {
        return Err(JsonError::Syntax);
    }
    let mut parts = Vec::new();
    let mut more = scanner.enter(close)?;
    while more {
        if parts.len() == limit {
            return Err(JsonError::Syntax);
        }
        // Most objects have no more: the first piece of memory is the last.
        let room = parts.try_reserve(if parts.is_empty() { 16 } else { 1 });
        room.map_err(|_| JsonError::NoMemory)?;
        parts.push(read(&mut scanner)?);
        more = scanner.has_next(close)?;
    }
    scanner.end()?;
    Ok(parts)
}

/// A key, borrowed unless it holds escapes.
fn key(inner: &str) -> Result<Cow<'_, str>, JsonError> {
    match inner.contains('\\') {
        true => decoded(inner).map(|mut key| Cow::Owned(std::mem::take(&mut *key))),
        false => Ok(Cow::Borrowed(inner)),
    }
}

/// A JSON string, decoded.
pub fn string(json: &str) -> Result<Zeroizing<String>, JsonError> {
    let inner = json.strip_prefix('"').and_then(|t| t.strip_suffix('"'));
    decoded(inner.ok_or(JsonError::Syntax)?)
}

/// What stands between the quotes of a string, decoded. It never becomes longer.
pub fn decoded(inner: &str) -> Result<Zeroizing<String>, JsonError> {
    let mut text = Zeroizing::new(String::new());
    text.try_reserve_exact(inner.len())
        .map_err(|_| JsonError::NoMemory)?;
    let mut rest = inner;
    while let Some(at) = rest.find(|c: char| c < ' ' || c == '"' || c == '\\') {
        let (plain, special) = rest.split_at_checked(at).ok_or(JsonError::Syntax)?;
        if !special.starts_with('\\') {
            return Err(JsonError::Syntax);
        }
        let bytes = special.as_bytes();
        let (letter, length) = escape(|more| bytes.get(more).copied().unwrap_or(0))?;
        text.push_str(plain);
        text.push(letter);
        rest = special.get(length..).ok_or(JsonError::Syntax)?;
    }
    text.push_str(rest);
    Ok(text)
}
