//! JSON without a tree: a check of what is passed through unread, objects read key by key, one value looked up, and
//! objects written.

pub mod lookup;
mod read;
mod scan;

use serde::Serialize;

use crate::wiping::WipingBuffer;
pub use read::{FoundText, decoded, entries, items, string, twice};
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
