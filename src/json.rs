//! What serde_json does not offer: objects read key by key without a tree, a check of what is passed
//! through unread, and objects written without a tree.

pub mod lookup;
mod read;
pub mod scan;

use serde::Serialize;
use serde::de::IgnoredAny;

use crate::wiping::WipingBuffer;
pub use read::{decoded, entries, items, string};

/// Objects and arrays deeper than this are refused; it is the limit of serde_json itself.
const MAX_DEPTH: usize = 128;

/// Why a text cannot be passed on as JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JsonError {
    Syntax,
    Depth,
    /// It may be right, but there is no memory to read it.
    NoMemory,
}

/// Whether a text nests no deeper than what may be read; nothing else is looked at.
pub fn is_shallow(text: &str) -> bool {
    structure(text.as_bytes()).is_ok()
}

/// Checks one JSON text that will be passed on unread: syntax, nesting, pairs of surrogates.
/// It does not recurse, so a hostile text cannot exhaust a small stack.
pub fn check(text: &str) -> Result<(), JsonError> {
    structure(text.as_bytes())?;
    serde_json::from_str::<IgnoredAny>(text).map_err(|_| JsonError::Syntax)?;
    Ok(())
}

/// What serde_json does not look at where it skips: nesting, and pairs of surrogates.
fn structure(text: &[u8]) -> Result<(), JsonError> {
    if is_plain(text) {
        return Ok(());
    }
    let (mut depth, mut at) = (0usize, 0);
    while let Some(byte) = text.get(at) {
        at += 1;
        match byte {
            b'"' => at = after_string(text, at)?,
            b'{' | b'[' => {
                depth += 1;
                if depth > MAX_DEPTH {
                    return Err(JsonError::Depth);
                }
            }
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    Ok(())
}

/// Whether a text is short, has too few brackets to nest deeply, and no escapes: most replies.
fn is_plain(text: &[u8]) -> bool {
    const SHORT: usize = 16 * 1024;
    // Counted in bytes, which the compiler does sixteen at a time.
    let opened = |part: &[u8]| -> u8 {
        let opens = |byte: &u8| u8::from(matches!(byte, b'{' | b'['));
        part.iter().map(opens).sum()
    };
    let brackets = || text.chunks(255).map(|part| usize::from(opened(part)));
    text.len() <= SHORT && !text.contains(&b'\\') && brackets().sum::<usize>() <= MAX_DEPTH
}

/// Where the string ends whose first character is at `at`.
pub fn after_string(text: &[u8], mut at: usize) -> Result<usize, JsonError> {
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
            Some(0xDC00..0xE000) => return Err(JsonError::Syntax),
            Some(0xD800..0xDC00) => match (text.get(at + 5), escaped_unit(text, at + 6)) {
                (Some(b'\\'), Some(0xDC00..0xE000)) => 11,
                _ => return Err(JsonError::Syntax),
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

    /// A field with its value given as JSON text. Keys are names of this library or of the services: nothing to escape.
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
