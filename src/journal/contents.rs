//! What was read of the file.

use super::file::JournalFile;
use super::index::{Index, UNWRITTEN};
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
}

impl Contents {
    /// Reads what was appended since the last time.
    pub fn read_on(&mut self, file: &JournalFile) -> Result<(), Reason> {
        let Contents { reader, key, index } = self;
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
            Line::Whole(record, at) => index.add(&record, at),
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

    /// A record that could not be written yet.
    pub fn add_unwritten(&mut self, json: &str) -> Result<(), Reason> {
        match JournalRecord::parse(json) {
            Some(record) => self.index.add(&record, UNWRITTEN),
            None => Ok(()),
        }
    }
}

impl Index {
    fn add(&mut self, record: &JournalRecord<'_>, at: u64) -> Result<(), Reason> {
        match record {
            JournalRecord::Upload(begin) => self.begin(begin, at)?,
            JournalRecord::UploadEnd(end) => self.end(end, at),
            JournalRecord::Permit { entry } => self.permit(*entry),
            JournalRecord::Found { entry } => self.found(*entry),
            JournalRecord::Header { .. } | JournalRecord::Torn { .. } | JournalRecord::Other => {}
        }
        Ok(())
    }
}

/// Whether a text may be the beginning of a first record whose writer did not get further.
fn may_begin(text: &[u8]) -> bool {
    let first = format!("{{\"record\":\"{FIRST}\",\"version\":{VERSION},\"key\":\"");
    let digits = text.iter().take(8).all(u8::is_ascii_hexdigit);
    let behind = text.get(8..).unwrap_or_default();
    let mut expected = [b' '].into_iter().chain(first.bytes());
    digits
        && behind
            .iter()
            .all(|byte| expected.next().is_none_or(|expected| expected == *byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_begin_a_journal() {
        let first = br#"0123abcd {"record":"journal","version":1,"key":"00"#;
        for length in 0..first.len() {
            assert!(may_begin(&first[..length]), "{length}");
        }
        for other in [
            "x",
            "0123abcdx",
            "0123abcd {\"record\":\"upload",
            "%PDF-1.7",
        ] {
            assert!(!may_begin(other.as_bytes()), "{other}");
        }
    }
}
