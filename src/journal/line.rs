//! One line of the file: the CRC-32 of a JSON text in eight hexadecimal digits, a blank, the text, a line feed. And the first
//! record: whose the file is, and the key of its pseudonyms.

use std::io::Write;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::hex;
use crate::json::ObjectWriter;
use crate::keyed_digest::KeyedDigest;
use crate::reason::Reason;
use crate::time;
use crate::wiping::WipingBuffer;

/// No line is longer; what is, is damaged.
pub(super) const MAX_LINE: usize = 64 * 1024;

/// The digits and the blank.
pub(super) const PREFIX: usize = 9;

/// No record is longer: it could not be read again.
pub(super) const MAX_RECORD: usize = MAX_LINE - PREFIX;

pub fn checksum(text: &[u8]) -> u32 {
    crc32fast::hash(text)
}

/// Appends a line to `out`; None without memory.
pub fn encode(json: &[u8], out: &mut WipingBuffer) -> Option<()> {
    out.reserve(PREFIX + json.len() + 1).ok()?;
    write!(out, "{:08x} ", checksum(json)).ok()?;
    out.push(json).ok()?;
    out.push(b"\n").ok()
}

/// The JSON text of a line, without its line feed; None where the line is not as it was written.
pub fn decode(line: &[u8]) -> Option<&str> {
    let (prefix, json) = line.split_at_checked(PREFIX)?;
    let (digits, blank) = prefix.split_at_checked(PREFIX - 1)?;
    let crc = hex::bytes(digits).map(u32::from_be_bytes)?;
    let json = (blank == b" " && crc == checksum(json)).then_some(json)?;
    std::str::from_utf8(json).ok()
}

/// How each record begins, with the blank before it.
const BEGIN: &[u8] = br#" {"record":""#;

/// The records within a line that is not as it was written, and where they begin: two are one line where the line feed
/// between them was lost.
pub fn within(line: &[u8]) -> impl Iterator<Item = (usize, &str)> {
    let begins = memchr::memmem::find_iter(line, BEGIN);
    let mut begins = begins
        .filter_map(|blank| (blank + 1).checked_sub(PREFIX))
        .peekable();
    std::iter::from_fn(move || {
        let begin = begins.next()?;
        let end = begins.peek().copied().unwrap_or(line.len());
        // What stands for the line feed, if anything does.
        let ends = [end.saturating_sub(1), end];
        let found = ends.map(|end| decode(line.get(begin..end)?));
        Some(found.into_iter().flatten().next().map(|json| (begin, json)))
    })
    .flatten()
}

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

/// A first record with this key.
pub fn first(key: &KeyedDigest) -> Result<WipingBuffer, Reason> {
    let mut out = ObjectWriter::with_capacity(256);
    out.field("record", FIRST)
        .field("version", VERSION)
        .field("key", hex::digest(key))
        .field("time", time::text(time::now()));
    out.finish().ok_or(Reason::NoMemory)
}

/// The key that a first record states.
pub fn key_of(json: &str) -> Result<KeyedDigest, Reason> {
    let header = serde_json::from_str::<Header>(json).ok();
    let header = header.filter(|header| header.record == FIRST);
    let header = header.ok_or(Reason::JournalForeign)?;
    let version = header
        .version
        .and_then(|version| version.get().parse().ok());
    let key = header.key.map_or("", RawValue::get);
    match version {
        Some(VERSION) => hex::to_digest(key.trim_matches('"')).ok_or(Reason::JournalForeign),
        Some(0) | None => Err(Reason::JournalForeign),
        Some(_) => Err(Reason::JournalNewer),
    }
}

/// Whether a text may be the beginning of a first record whose writer did not get further. One that consists of digits
/// alone may be anybody's.
pub fn may_begin_first(text: &[u8]) -> bool {
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
