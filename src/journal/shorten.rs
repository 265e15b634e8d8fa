//! Opens the file, and removes settled records that are old: the other lines are copied to a new file, which takes the
//! place of the old one.
//!
//! The lock is held, and nobody else has the file open. The new file counts only when it states the same as the old one
//! of what is in doubt, in use or held; whatever goes wrong leaves the old one as it is.

use std::ops::Range;

use super::file::{JournalFile, NewFile};
use super::locks::Lock;
use super::reader::{Reader, Visitor};
use super::state::{Read, State};
use super::wait::Wait;
use super::{Contents, Each};
use crate::keyed_digest::DigestKey;
use crate::reason::Reason;
use crate::wiping::WipingBuffer;

/// Fewer are not worth a new file.
const LEAST: usize = 1_000;
/// How much is copied at once.
const CHUNK: u64 = 64 * 1024;

/// Opens the file, reads it, and takes its lock for the end of it.
fn locked<C: Contents>(path: &str, wait: &Wait<'_>) -> Result<(State<C>, DigestKey, Lock), Reason> {
    let replaced = Reason::JournalReplaced;
    wait.until_some(|| {
        let mut state = State::new(JournalFile::open(path, wait)?);
        let opened = || {
            state.come_near(wait)?;
            let lock = state.file.lock(wait)?;
            let key = state.begin(wait)?;
            Ok((state, key, lock))
        };
        match opened() {
            // Another process has removed old records since it was opened, or the way to it leads elsewhere by now.
            Err(reason) if reason == replaced => Ok(None),
            opened => opened.map(Some),
        }
    })
}

pub fn opened<C: Contents>(
    path: &str,
    days: usize,
    wait: &Wait<'_>,
) -> Result<(State<C>, DigestKey), Reason> {
    let (state, key, lock) = locked(path, wait)?;
    // What keeps it from being made does not matter now.
    let Some(new) = shortened::<C>(&state, days, wait).ok().flatten() else {
        state.file.announce();
        return Ok((state, key));
    };
    drop(state);
    new.take_place(wait);
    drop(lock);
    let (state, key, _lock) = locked(path, wait)?;
    state.file.announce();
    Ok((state, key))
}

/// Reads the lines of a file again.
struct Again<'a>(Each<'a>);

impl Visitor for Again<'_> {
    fn record(&mut self, json: &str, place: Range<u64>) -> Result<bool, Reason> {
        (self.0)(json, place).map(|()| true)
    }

    fn suspect(&mut self, _: &[u8]) -> Result<bool, Reason> {
        Ok(true)
    }

    fn damaged(&mut self) -> Result<(), Reason> {
        Ok(())
    }
}

/// A file without settled records that are older than so many days; None where the old one is to stay.
fn shortened<C: Contents>(
    state: &State<C>,
    days: usize,
    wait: &Wait<'_>,
) -> Result<Option<NewFile>, Reason> {
    let file = &state.file;
    let Some(read) = &state.read else {
        return Ok(None);
    };
    if !read.contents.has_old(days) || !file.is_ours_alone() {
        return Ok(None);
    }
    let removed = read.contents.removable(days, &mut |each| {
        Reader::default().read(file, wait, &mut Again(each))
    })?;
    if removed.len() < LEAST {
        return Ok(None);
    }
    let new = file.begin_new(wait)?;
    copy(file, &removed, &new, wait)?;
    new.file().sync(wait)?;
    let copied = Read::<C>::of(new.file(), wait)?;
    let digest = |read: &Read<C>| {
        let key = read.key.as_ref().and_then(DigestKey::get);
        key.map(|key| key.digest("same", &[]))
    };
    let (lines, other) = (&copied.reader, &read.reader);
    let same = digest(&copied).is_some()
        && digest(&copied) == digest(read)
        && (lines.damaged(), lines.torn) == (other.damaged(), other.torn)
        && copied.contents.is_as(&read.contents);
    Ok(same.then_some(new))
}

/// Copies all but these lines.
fn copy(
    file: &JournalFile,
    removed: &[Range<u64>],
    new: &NewFile,
    wait: &Wait<'_>,
) -> Result<(), Reason> {
    let mut chunk = WipingBuffer::zeroed(CHUNK as usize).ok_or(Reason::NoMemory)?;
    let end = file.length()?;
    let mut at = 0;
    for gap in removed.iter().cloned().chain(std::iter::once(end..end)) {
        while at < gap.start {
            wait.go_on()?;
            let room = CHUNK.min(gap.start - at) as usize;
            let part = chunk.get_mut(..room).unwrap_or_default();
            let read = file.read(part, at, wait)?;
            new.file()
                .write(part.get(..read).unwrap_or_default(), wait)?;
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
