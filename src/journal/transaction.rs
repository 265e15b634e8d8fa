//! One decision, and the records that it leads to.

use super::contents::Contents;
use super::line::{MAX_LINE, PREFIX};
use super::record::JournalRecord;
use crate::reason::{JournalRefusal, Reason};

/// What the file states now, and what is to be appended.
pub struct Transaction<'a> {
    pub(super) contents: &'a Contents,
    pub(super) records: Vec<String>,
}

impl Transaction<'_> {
    /// Appends a record when the transaction ends.
    pub(super) fn push(&mut self, record: &JournalRecord<'_>) -> Result<(), Reason> {
        let json = text_of(record)?;
        self.records.push(json);
        Ok(())
    }
}

/// A record as it is written.
pub(super) fn text_of(record: &JournalRecord<'_>) -> Result<String, Reason> {
    let json = record.json().ok_or(Reason::NoMemory)?;
    if PREFIX + json.len() > MAX_LINE {
        // It could not be read again.
        return Err(JournalRefusal::Unwritable.into());
    }
    let text = std::str::from_utf8(json.as_slice()).map_err(|_| Reason::NoMemory)?;
    Ok(text.to_owned())
}
