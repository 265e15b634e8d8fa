//! What serde_json does not offer: objects read key by key without a tree, a check of what is passed
//! through unread, and objects written without a tree.

use std::borrow::Cow;
use std::fmt;

use serde::Serialize;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use crate::wiping::WipingBuffer;

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
    structure(text.as_bytes())?;
    serde_json::from_str::<IgnoredAny>(text).map_err(|_| Flaw::Syntax)?;
    Ok(())
}

/// What serde_json does not look at where it skips: nesting, and pairs of surrogates.
fn structure(text: &[u8]) -> Result<(), Flaw> {
    let (mut depth, mut at) = (0usize, 0);
    while let Some(byte) = text.get(at) {
        at += 1;
        match byte {
            b'"' => at = after_string(text, at)?,
            b'{' | b'[' => {
                depth += 1;
                if depth > MAX_DEPTH {
                    return Err(Flaw::Depth);
                }
            }
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    Ok(())
}

/// Where the string ends whose first character is at `at`.
fn after_string(text: &[u8], mut at: usize) -> Result<usize, Flaw> {
    loop {
        let rest = text.get(at..).unwrap_or_default();
        let Some(next) = rest.iter().position(|byte| matches!(byte, b'"' | b'\\')) else {
            return Ok(text.len());
        };
        at += next + 1;
        if rest.get(next) == Some(&b'"') {
            return Ok(at);
        }
        at += match escaped_unit(text, at) {
            None => 1,
            Some(0xDC00..0xE000) => return Err(Flaw::Syntax),
            Some(0xD800..0xDC00) => match (text.get(at + 5), escaped_unit(text, at + 6)) {
                (Some(b'\\'), Some(0xDC00..0xE000)) => 11,
                _ => return Err(Flaw::Syntax),
            },
            Some(_) => 5,
        };
    }
}

/// The UTF-16 unit of an escape `\u1234`, from its `u` on.
fn escaped_unit(text: &[u8], at: usize) -> Option<u16> {
    let digits = text.get(at..at + 5)?.strip_prefix(b"u")?;
    u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
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

    /// A field with its value given as JSON text. Keys are names of ours or of the services: nothing to escape.
    pub fn raw(&mut self, key: &str, json: &str) -> &mut ObjectWriter {
        let separator: &[u8] = if self.out.as_slice().is_empty() {
            b"{"
        } else {
            b","
        };
        for part in [separator, b"\"", key.as_bytes(), b"\":", json.as_bytes()] {
            self.push(part);
        }
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
