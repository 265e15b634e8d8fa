//! One line of the file: the CRC-32 of a JSON text in eight hexadecimal digits, a blank, the text, a line feed.

use std::io::Write;

use crate::hex;
use crate::reason::Reason;
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

/// Appends a line to `out`.
pub fn encode(json: &[u8], out: &mut WipingBuffer) -> Result<(), Reason> {
    out.reserve(PREFIX + json.len() + 1)?;
    write!(out, "{:08x} ", checksum(json)).map_err(|_| Reason::NoMemory)?;
    out.push(json)?;
    Ok(out.push(b"\n")?)
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
