//! What serde_json does not offer: objects read key by key without a tree, a check of what is passed
//! through unread, and an output buffer that leaves no copy behind.

use std::borrow::Cow;
use std::fmt;
use std::io;

use serde::Serialize;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use zeroize::Zeroizing;

/// Objects and arrays deeper than this are refused; it is the limit of serde_json itself.
const MAX_DEPTH: usize = 128;

/// Objects with more keys than this are no reply of any service; reading on would only cost memory.
const MAX_KEYS: usize = 65_536;

/// The entries of a JSON object in their order, values unread; None when `text` is not an object.
pub fn entries(text: &str) -> Option<Vec<(Cow<'_, str>, &RawValue)>> {
    struct Entries;

    impl<'de> Visitor<'de> for Entries {
        type Value = Vec<(Cow<'de, str>, &'de RawValue)>;

        fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
            out.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut entries = Vec::new();
            while let Some(key) = map.next_key_seed(Key)? {
                entries.push((key, map.next_value::<&'de RawValue>()?));
                if entries.len() > MAX_KEYS {
                    return Err(serde::de::Error::custom("too many keys"));
                }
            }
            Ok(entries)
        }
    }

    // Another value would be copied into serde_json's error.
    if !text.trim_start().starts_with('{') {
        return None;
    }
    let mut parser = serde_json::Deserializer::from_str(text);
    let entries = parser.deserialize_map(Entries).ok()?;
    parser.end().ok()?;
    Some(entries)
}

/// The items of a JSON array, unread; None when `text` is not an array, or has more than `limit` items.
pub fn items(text: &str, limit: usize) -> Option<Vec<&RawValue>> {
    struct Items(usize);

    impl<'de> Visitor<'de> for Items {
        type Value = Vec<&'de RawValue>;

        fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
            out.write_str("an array")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
            let mut items = Vec::new();
            while let Some(item) = list.next_element()? {
                if items.len() == self.0 {
                    return Err(serde::de::Error::custom("too many items"));
                }
                items.push(item);
            }
            Ok(items)
        }
    }

    if !text.trim_start().starts_with('[') {
        return None;
    }
    let mut parser = serde_json::Deserializer::from_str(text);
    let items = parser.deserialize_seq(Items(limit)).ok()?;
    parser.end().ok()?;
    Some(items)
}

/// A key, borrowed unless it holds escapes.
struct Key;

impl<'de> DeserializeSeed<'de> for Key {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, parser: D) -> Result<Self::Value, D::Error> {
        parser.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for Key {
    type Value = Cow<'de, str>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a key")
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(text))
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Cow::Owned(text.to_owned()))
    }
}

/// Why a text cannot be passed on as JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    Syntax,
    Depth,
}

/// Checks one JSON text that will be handed on unread: syntax, nesting, pairs of surrogates.
/// It does not recurse, so a hostile text cannot exhaust a small stack.
pub fn check(text: &str) -> Result<(), Flaw> {
    nesting(text.as_bytes())?;
    serde_json::from_str::<&RawValue>(text).map_err(|_| Flaw::Syntax)?;
    surrogates(text.as_bytes())
}

fn nesting(text: &[u8]) -> Result<(), Flaw> {
    let (mut depth, mut in_string, mut escaped) = (0usize, false, false);
    for byte in text {
        match (in_string, byte) {
            (true, _) if escaped => escaped = false,
            (true, b'\\') => escaped = true,
            (true, b'"') => in_string = false,
            (true, _) => {}
            (false, b'"') => in_string = true,
            (false, b'{' | b'[') => {
                depth += 1;
                if depth > MAX_DEPTH {
                    return Err(Flaw::Depth);
                }
            }
            (false, b'}' | b']') => depth = depth.saturating_sub(1),
            (false, _) => {}
        }
    }
    Ok(())
}

/// serde_json checks the digits of `\u` escapes that it skips, but not that surrogates come in pairs.
fn surrogates(text: &[u8]) -> Result<(), Flaw> {
    let mut at = 0;
    let mut high = false;
    while let Some(byte) = text.get(at) {
        let unit = match (byte, text.get(at + 1), text.get(at + 2..at + 6)) {
            (b'\\', Some(b'u'), Some(digits)) => std::str::from_utf8(digits)
                .ok()
                .and_then(|d| u16::from_str_radix(d, 16).ok()),
            _ => None,
        };
        let low = unit.is_some_and(|u| (0xDC00..0xE000).contains(&u));
        if high != low {
            return Err(Flaw::Syntax);
        }
        high = unit.is_some_and(|u| (0xD800..0xDC00).contains(&u));
        at += match (byte, unit) {
            (_, Some(_)) => 6,
            (b'\\', None) => 2,
            _ => 1,
        };
    }
    if high { Err(Flaw::Syntax) } else { Ok(()) }
}

/// The value a JSON pointer (RFC 6901) leads to, unread.
pub fn pointer<'a>(text: &'a str, pointer: &str) -> Option<&'a str> {
    let mut value = text;
    for token in pointer.split('/').skip(1) {
        let token = token.replace("~1", "/").replace("~0", "~");
        value = match value.trim_start().as_bytes().first()? {
            b'{' => entries(value)?
                .into_iter()
                .find(|(key, _)| *key == token)
                .map(|(_, value)| value.get())?,
            b'[' => {
                let items = items(value, MAX_KEYS)?;
                items.get(token.parse::<usize>().ok()?)?.get()
            }
            _ => return None,
        };
    }
    Some(value)
}

/// Bytes that are wiped when dropped, also where the buffer had to move to grow.
#[derive(Default)]
pub struct WipingBuffer(Zeroizing<Vec<u8>>);

impl WipingBuffer {
    pub fn with_capacity(bytes: usize) -> WipingBuffer {
        let mut buffer = Zeroizing::new(Vec::new());
        // Without memory for it the first push will say so.
        let _ = buffer.try_reserve_exact(bytes);
        WipingBuffer(buffer)
    }

    pub fn as_slice(&self) -> &[u8] {
        &self.0
    }

    /// Appends, or reports that there is no memory for it.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), std::collections::TryReserveError> {
        let needed = self.0.len() + bytes.len();
        if needed > self.0.capacity() {
            let mut larger = Zeroizing::new(Vec::new());
            larger.try_reserve_exact(needed.max(2 * self.0.capacity()).max(64))?;
            larger.extend_from_slice(&self.0);
            self.0 = larger;
        }
        self.0.extend_from_slice(bytes);
        Ok(())
    }
}

impl io::Write for WipingBuffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.push(bytes).map_err(|_| io::ErrorKind::OutOfMemory)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes one JSON object, field by field.
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

    /// A field with its value given as JSON text.
    pub fn raw(&mut self, key: &str, json: &str) -> &mut ObjectWriter {
        let separator: &[u8] = if self.out.as_slice().is_empty() {
            b"{"
        } else {
            b","
        };
        self.push(separator);
        self.ok &= serde_json::to_writer(&mut self.out, key).is_ok();
        self.push(b":");
        self.push(json.as_bytes());
        self
    }

    /// A field with any value.
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

#[cfg(test)]
mod tests;
