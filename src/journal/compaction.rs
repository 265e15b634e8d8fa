//! Removes settled records that are old: the other lines are copied to a new file, which takes the place of the old one.
//!
//! The lock is held, and nobody else has the file open. The new file counts only when it states the same as the old one
//! of what is in doubt, in use or held; whatever goes wrong leaves the old one as it is.

mod pins;

use std::collections::HashSet;
use std::ops::Range;

use super::contents::Contents;
use super::file::{JournalFile, NewFile};
use super::reader::{Line, Reader};
use super::record::JournalRecord;
use crate::reason::Reason;
use crate::wiping::WipingBuffer;
use pins::PinRecords;

/// Fewer are not worth a new file.
const LEAST: usize = 1_000;
/// How much is copied at once.
const CHUNK: u64 = 64 * 1024;

/// A file without settled records that are older than so many days; None where the old one is to stay.
pub fn compacted(
    file: &JournalFile,
    contents: &Contents,
    days: usize,
) -> Result<Option<NewFile>, Reason> {
    let end_of_old = contents.blocks.end_of_old(days);
    if end_of_old == 0 || !file.is_ours_alone() {
        return Ok(None);
    }
    let (removed, uploads) = settled_before(end_of_old, file, contents)?;
    if removed.len() < LEAST {
        return Ok(None);
    }
    let new = file.begin_new()?;
    copy(file, &removed, &new)?;
    new.file().sync()?;
    let mut copied = Contents::default();
    copied.read_on(new.file())?;
    let same = copied.states_the_same(contents, uploads);
    Ok(same.then_some(new))
}

/// The lines before a place that say nothing any more of what is in doubt, in use or held, in their order; and of how many
/// uploads they are.
fn settled_before(
    end_of_old: u64,
    file: &JournalFile,
    contents: &Contents,
) -> Result<(Vec<Range<u64>>, usize), Reason> {
    let no_memory = |_| Reason::NoMemory;
    // The old lines; with their upload, where they are about one.
    let mut old: Vec<(Option<u128>, Range<u64>)> = Vec::new();
    let mut pins = PinRecords::default();
    // Uploads that a record behind names.
    let mut named = HashSet::new();
    Reader::default().read(file, &mut |line| {
        let Line::Whole(record, place) = line else {
            return Ok(());
        };
        let upload = upload_of(&record);
        if place.start < end_of_old {
            pins.add(&record, place.start)?;
            old.try_reserve(1).map_err(no_memory)?;
            old.push((upload, place));
        } else if let Some(entry) = upload {
            named.try_reserve(1).map_err(no_memory)?;
            named.insert(entry);
        }
        Ok(())
    })?;
    let uploads = contents.index.settled_documents(&named)?;
    let pins = pins.settled()?;
    old.retain(|(upload, place)| match upload {
        Some(entry) => uploads.contains(entry),
        None => pins.contains(&place.start),
    });
    let removed = old.into_iter().map(|(_, place)| place).collect();
    Ok((removed, uploads.len()))
}

/// The upload that a record is about.
fn upload_of(record: &JournalRecord<'_>) -> Option<u128> {
    match record {
        JournalRecord::Upload(begin) => Some(begin.entry),
        JournalRecord::UploadEnd(end) => Some(end.entry),
        JournalRecord::Permit { entry } | JournalRecord::Found { entry } => Some(*entry),
        _ => None,
    }
}

/// Copies all but these lines.
fn copy(file: &JournalFile, removed: &[Range<u64>], new: &NewFile) -> Result<(), Reason> {
    let mut chunk = WipingBuffer::zeroed(CHUNK as usize).ok_or(Reason::NoMemory)?;
    let end = file.length()?;
    let mut at = 0;
    for gap in removed.iter().cloned().chain(std::iter::once(end..end)) {
        while at < gap.start {
            let room = CHUNK.min(gap.start - at) as usize;
            let part = chunk.get_mut(..room).unwrap_or_default();
            let read = file.read(part, at)?;
            new.file().write(part.get(..read).unwrap_or_default())?;
            if read < room {
                // It was shortened meanwhile; the comparison finds out.
                return Ok(());
            }
            at += read as u64;
        }
        at = gap.end;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
