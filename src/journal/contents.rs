//! What was read of the file.

use super::blocks::Blocks;
use super::file::JournalFile;
use super::index::{Index, UNWRITTEN};
use super::line::PREFIX;
use super::pin_index::PinIndex;
use super::reader::{Line, Reader};
use super::record::{FIRST, JournalRecord, VERSION};
use crate::keyed_digest::DigestKey;
use crate::reason::{JournalRefusal, Reason};

#[derive(Default)]
pub struct Contents {
    pub reader: Reader,
    /// None while the file has no first record.
    pub key: Option<DigestKey>,
    pub index: Index,
    pub pins: PinIndex,
    pub blocks: Blocks,
}

impl Contents {
    /// Reads what was appended since the last time.
    pub fn read_on(&mut self, file: &JournalFile) -> Result<(), Reason> {
        let Contents {
            reader,
            key,
            index,
            pins,
            blocks,
        } = self;
        reader.read(file, &mut |line| match line {
            Line::Whole(JournalRecord::Header { version, key: read }, _) if key.is_none() => {
                match version {
                    VERSION => {
                        *key = Some(DigestKey::of(&read));
                        Ok(())
                    }
                    0 => Err(JournalRefusal::Foreign.into()),
                    _ => Err(JournalRefusal::Newer.into()),
                }
            }
            Line::Whole(..) if key.is_none() => Err(JournalRefusal::Foreign.into()),
            Line::Whole(record, place) => {
                blocks.add(place.start, record.time());
                add(index, pins, &record, place.start)
            }
            Line::Damaged(text) if key.is_none() && !may_begin(text) => {
                Err(JournalRefusal::Foreign.into())
            }
            Line::Damaged(_) => Ok(()),
        })?;
        if self.key.is_none() {
            // Nothing but what may be the beginning of a first record may be written behind.
            let tail = self.reader.tail(file)?;
            if !may_begin(&tail) {
                return Err(JournalRefusal::Foreign.into());
            }
        }
        Ok(())
    }

    /// Whether this says what the other contents say, with so many settled uploads fewer.
    pub fn states_the_same(&self, other: &Contents, fewer: usize) -> bool {
        let digest = |contents: &Contents| {
            let key = contents.key.as_ref().and_then(DigestKey::get);
            key.map(|key| key.digest("same", &[]))
        };
        let (lines, other_lines) = (&self.reader, &other.reader);
        self.key.is_some()
            && digest(self) == digest(other)
            && (lines.damaged, lines.torn) == (other_lines.damaged, other_lines.torn)
            && self.pins == other.pins
            && self.index.uploads().len() + fewer == other.index.uploads().len()
            && self.index.is_open_as(&other.index)
    }

    /// A record that could not be written yet.
    pub fn add_unwritten(&mut self, json: &str) -> Result<(), Reason> {
        match JournalRecord::parse(json) {
            Some(record) => add(&mut self.index, &mut self.pins, &record, UNWRITTEN),
            None => Ok(()),
        }
    }
}

fn add(
    index: &mut Index,
    pins: &mut PinIndex,
    record: &JournalRecord<'_>,
    at: u64,
) -> Result<(), Reason> {
    match record {
        JournalRecord::Upload(begin) => index.begin(begin, at)?,
        JournalRecord::UploadEnd(end) => index.end(end, at),
        JournalRecord::Permit { entry } => index.permit(*entry),
        JournalRecord::Found { entry } => index.found(*entry),
        JournalRecord::Pin(begin) => pins.begin(begin)?,
        JournalRecord::PinEnd(end) => pins.end(end.entry, end.ending),
        JournalRecord::PinPermit { cards } => pins.permit(cards),
        JournalRecord::PinLift { entry } => pins.lift(*entry),
        JournalRecord::Header { .. } | JournalRecord::Torn { .. } | JournalRecord::Other => {}
    }
    Ok(())
}

/// Whether a text may be the beginning of a first record whose writer did not get further. One that consists of digits
/// alone may be anybody's.
fn may_begin(text: &[u8]) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_begin_a_journal() {
        let key = "0123456789abcdef".repeat(4);
        let first = format!(
            "0123abcd {{\"record\":\"journal\",\"version\":1,\"key\":\"{key}\",\"time\":\"2026-01-02T03:04:05.678Z\"}}"
        );
        for length in (0..first.len()).filter(|length| !(1..10).contains(length)) {
            assert!(may_begin(&first.as_bytes()[..length]), "{length}");
        }
        for other in [
            "x",
            "4242",
            "0123abcd ",
            "0123abcdx",
            "0123abcd {\"record\":\"upload",
            "%PDF-1.7",
            // A whole one is none that was not finished.
            &first,
            &first.replace("abcdef", "abcdeg"),
        ] {
            assert!(!may_begin(other.as_bytes()), "{other}");
        }
    }
}
