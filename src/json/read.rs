//! Objects, arrays and strings taken apart. All memory that grows with the text is asked for and may be refused.

use std::ops::Deref;

use zeroize::Zeroizing;

use super::JsonError;
use super::scan::{Scanner, escape};

/// Objects with more keys than this are no reply of any service; reading on would only cost memory.
const MAX_KEYS: usize = 65_536;

/// A value or a name as a text: a string decoded, anything else as it is written.
#[derive(Debug)]
pub enum FoundText<'t> {
    Written(&'t str),
    Decoded(Zeroizing<String>),
}

impl Deref for FoundText<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            FoundText::Written(text) => text,
            FoundText::Decoded(text) => text,
        }
    }
}

/// The members of a JSON object in their order, values unread.
pub fn entries(text: &str) -> Result<Vec<(FoundText<'_>, &str)>, JsonError> {
    parts(text, b'{', MAX_KEYS, |scanner| {
        let name = scanner.name()?;
        let name = text.get(name).ok_or(JsonError::Syntax)?;
        let value = scanner.value()?;
        Ok((unescaped(name)?, text.get(value).ok_or(JsonError::Syntax)?))
    })
}

/// The name of a member that is there twice, if one is.
pub fn twice<'a>(entries: &'a [(FoundText<'_>, &str)]) -> Result<Option<&'a str>, JsonError> {
    let mut names: Vec<&str> = Vec::new();
    let room = names.try_reserve_exact(entries.len());
    room.map_err(|_| JsonError::NoMemory)?;
    names.extend(entries.iter().map(|(name, _)| &**name));
    names.sort_unstable();
    let mut pairs = names.windows(2);
    let twice = pairs.find(|pair| pair.first() == pair.last());
    Ok(twice.and_then(|pair| pair.first().copied()))
}

/// The items of a JSON array, unread, at most `limit` of them.
pub fn items(text: &str, limit: usize) -> Result<Vec<&str>, JsonError> {
    parts(text, b'[', limit, |scanner| {
        text.get(scanner.value()?).ok_or(JsonError::Syntax)
    })
}

fn parts<'t, P>(
    text: &'t str,
    open: u8,
    limit: usize,
    mut read: impl FnMut(&mut Scanner<&'t [u8]>) -> Result<P, JsonError>,
) -> Result<Vec<P>, JsonError> {
    let mut scanner = Scanner::new(text.as_bytes());
    scanner.skip_blanks();
    if scanner.peek() != open {
        return Err(JsonError::Syntax);
    }
    let mut parts = Vec::new();
    let mut more = scanner.enter()?;
    while more {
        if parts.len() == limit {
            return Err(JsonError::Syntax);
        }
        // Most objects have no more: the first piece of memory is the last.
        let room = parts.try_reserve(if parts.is_empty() { 16 } else { 1 });
        room.map_err(|_| JsonError::NoMemory)?;
        parts.push(read(&mut scanner)?);
        more = scanner.has_next()?;
    }
    scanner.end()?;
    Ok(parts)
}

/// What stands between the quotes of a string.
pub fn unescaped(inner: &str) -> Result<FoundText<'_>, JsonError> {
    match inner.contains('\\') {
        true => Ok(FoundText::Decoded(decoded(inner)?)),
        false => Ok(FoundText::Written(inner)),
    }
}

/// What stands between the quotes of a value that is a string.
pub fn unquoted(json: &str) -> Result<&str, JsonError> {
    let inner = json.strip_prefix('"').and_then(|t| t.strip_suffix('"'));
    inner.ok_or(JsonError::Syntax)
}

/// A string that was read before, decoded.
pub fn string(json: &str) -> Result<Zeroizing<String>, JsonError> {
    decoded(unquoted(json)?)
}

/// What stands between the quotes of a string, decoded. It never becomes longer.
pub fn decoded(inner: &str) -> Result<Zeroizing<String>, JsonError> {
    let mut text = Zeroizing::new(String::new());
    text.try_reserve_exact(inner.len())
        .map_err(|_| JsonError::NoMemory)?;
    let mut rest = inner;
    while let Some((plain, special)) = rest.find('\\').and_then(|at| rest.split_at_checked(at)) {
        let bytes = special.as_bytes();
        let (letter, length) = escape(|more| bytes.get(more).copied().unwrap_or(0))?;
        text.push_str(plain);
        text.push(letter);
        rest = special.get(length..).ok_or(JsonError::Syntax)?;
    }
    text.push_str(rest);
    Ok(text)
}
