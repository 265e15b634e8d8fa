//! JSON without a tree: a check of what is passed through unread, objects read key by key, one value looked up, and
//! objects written.

pub mod lookup;
mod scan;

use std::ops::Deref;

use serde::Serialize;
use zeroize::Zeroizing;

use crate::wiping::WipingBuffer;
use scan::escape;
pub use scan::{JsonText, Scanner};

/// The objects and arrays that a result may put around what it passes on. What is passed on may therefore nest 128 deep.
const AROUND: usize = 8;

/// Why a text cannot be read, or gives nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JsonError {
    /// It is no JSON, as far as it was read.
    Syntax,
    Depth,
    /// What is asked for does not fit it.
    Unfit,
    /// Nothing is there, or null.
    Absent,
    /// It may be right, but there is no memory to read it.
    NoMemory,
}

/// Checks one JSON text that will be passed on unread: syntax, nesting, pairs of surrogates.
pub fn check(text: &str) -> Result<(), JsonError> {
    let mut scanner = Scanner::within(AROUND, text.as_bytes());
    scanner.value()?;
    scanner.end()
}

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
fn unescaped(inner: &str) -> Result<FoundText<'_>, JsonError> {
    match inner.contains('\\') {
        true => Ok(FoundText::Decoded(decoded(inner)?)),
        false => Ok(FoundText::Written(inner)),
    }
}

/// What stands between the quotes of a value that is a string.
fn unquoted(json: &str) -> Result<&str, JsonError> {
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

pub struct ObjectWriter {
    out: WipingBuffer,
    ok: bool,
}

impl ObjectWriter {
    pub fn with_capacity(bytes: usize) -> ObjectWriter {
        ObjectWriter {
            out: WipingBuffer::with_capacity(bytes),
            ok: true,
        }
    }

    fn push(&mut self, bytes: &[u8]) {
        self.ok &= self.out.push(bytes).is_ok();
    }

    /// A field with its value given as JSON text. Keys are names of this library or of the services: nothing to escape.
    pub fn raw(&mut self, key: &str, json: impl AsRef<[u8]>) -> &mut ObjectWriter {
        let separator: &[u8] = if self.out.as_slice().is_empty() {
            b"{"
        } else {
            b","
        };
        for part in [separator, b"\"", key.as_bytes(), b"\":", json.as_ref()] {
            self.push(part);
        }
        self
    }

    pub fn field(&mut self, key: &str, value: impl Serialize) -> &mut ObjectWriter {
        self.raw(key, "");
        self.ok &= serde_json::to_writer(&mut self.out, &value).is_ok();
        self
    }

    /// The finished object; None when memory ran out on the way.
    pub fn finish(mut self) -> Option<WipingBuffer> {
        if self.out.as_slice().is_empty() {
            self.push(b"{");
        }
        self.push(b"}");
        self.ok.then_some(self.out)
    }
}

/// One JSON array of items that are written already; None when memory ran out, or an item was not written.
pub fn array<T: AsRef<[u8]>>(
    room: usize,
    items: impl IntoIterator<Item = Option<T>>,
) -> Option<WipingBuffer> {
    let mut out = WipingBuffer::with_capacity(room + 2);
    out.push(b"[").ok()?;
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            out.push(b",").ok()?;
        }
        out.push(item?.as_ref()).ok()?;
    }
    out.push(b"]").ok()?;
    Some(out)
}
