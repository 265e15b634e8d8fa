//! The first record of the file: whose it is, and the key of its pseudonyms.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::line::PREFIX;
use crate::hex;
use crate::json::ObjectWriter;
use crate::keyed_digest::KeyedDigest;
use crate::reason::Reason;
use crate::time;
use crate::wiping::WipingBuffer;

/// Of the format; a reader refuses a file of a later one.
const VERSION: u64 = 1;
const FIRST: &str = "journal";

#[derive(Deserialize)]
struct Header<'a> {
    record: &'a str,
    #[serde(borrow)]
    version: Option<&'a RawValue>,
    /// A later version may write another value.
    #[serde(borrow)]
    key: Option<&'a RawValue>,
}

pub fn json(key: &KeyedDigest) -> Result<WipingBuffer, Reason> {
    let mut out = ObjectWriter::with_capacity(256);
    out.field("record", FIRST)
        .field("version", VERSION)
        .field("key", hex::digest(key))
        .field("time", time::text(time::now()));
    out.finish().ok_or(Reason::NoMemory)
}

/// The key that a first record states.
pub fn key(json: &str) -> Result<KeyedDigest, Reason> {
    let header = serde_json::from_str::<Header>(json).ok();
    let header = header.filter(|header| header.record == FIRST);
    let header = header.ok_or(Reason::JournalForeign)?;
    let version = header.version;
    let version = version.and_then(|version| version.get().parse().ok());
    let key = header.key.map_or("", RawValue::get);
    match version {
        Some(VERSION) => hex::to_digest(key.trim_matches('"')).ok_or(Reason::JournalForeign),
        Some(0) | None => Err(Reason::JournalForeign),
        Some(_) => Err(Reason::JournalNewer),
    }
}

/// Whether a text may be the beginning of a first record whose writer did not get further. One that consists of digits
/// alone may be anybody's.
pub fn may_begin(text: &[u8]) -> bool {
    let form = format!(
        "00000000 {{\"record\":\"{FIRST}\",\"version\":{VERSION},\"key\":\"{:064}\",\"time\":\"{}\"}}",
        0, "0000-00-00T00:00:00.000Z"
    );
    let fits = |(byte, expected): (&u8, u8)| match expected {
        b'0' => byte.is_ascii_hexdigit(),
        expected => *byte == expected,
    };
    match text.len() {
        0 => true,
        length => {
            (PREFIX + 1..form.len()).contains(&length) && text.iter().zip(form.bytes()).all(fits)
        }
    }
}
