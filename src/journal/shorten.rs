//! Opens the file, and removes settled records that are old: the other lines are copied to a new file, which takes the
//! place of the old one.
//!
//! Others go on while it is copied. The new file takes its place under the lock, when nobody else has the old one open and
//! nobody has written meanwhile, and only when it states the same of what is in doubt, in use or held; whatever goes wrong
//! leaves the old one as it is.

use std::ops::Range;

use super::Contents;
use super::file::JournalFile;
use super::locks::Lock;
use super::reader::{LineSeen, Reader};
use super::state::State;
use super::wait::Wait;
use crate::keyed_digest::DigestKey;
use crate::reason::Reason;
use crate::wiping::WipingBuffer;

/// Fewer are not worth a new file.
const LEAST: usize = 1_000;
/// How much is copied at once.
const CHUNK: u64 = 64 * 1024;

/// Opens the file, reads it, and takes its lock for the end of it.
fn locked<C: Contents>(
    path: &str,
    days: usize,
    wait: &Wait<'_>,
) -> Result<(State<C>, DigestKey, Lock), Reason> {
    let replaced = Reason::JournalReplaced;
    let mut was_replaced = false;
    let locked = wait.until_some(|| {
        let mut state = State::new(JournalFile::open(path, wait)?, days);
        let opened = || {
            let lock = state.lock(wait)?;
            let key = state.begin(wait)?;
            Ok((state, key, lock))
        };
        let opened = opened();
        // Another process has removed old records since it was opened, or the way to it leads elsewhere by now.
        was_replaced = opened.as_ref().err() == Some(&replaced);
        match was_replaced {
            true => Ok(None),
            false => opened.map(Some),
        }
    });
    locked.map_err(|reason| if was_replaced { replaced } else { reason })
}

pub fn opened<C: Contents>(
    path: &str,
    days: usize,
    wait: &Wait<'_>,
) -> Result<(State<C>, DigestKey), Reason> {
    let (state, key, lock) = locked::<C>(path, days, wait)?;
    let has_old = state.contents.old() >= LEAST;
    let removal = (has_old && state.file.is_ours_alone()).then(|| state.file.begin_removal());
    state.file.announce();
    let end = state.file.length();
    drop(lock);
    // What keeps old records from being removed does not matter now.
    let shorter = match (removal.flatten(), end) {
        (Some(_removal), Ok(end)) => shortened(&state, end, &wait.half()).ok().flatten(),
        _ => None,
    };
    Ok((shorter.unwrap_or(state), key))
}

/// A file without settled records that are old, in the place of this one, which was read to its end; None where this one is
/// to stay.
fn shortened<C: Contents>(
    state: &State<C>,
    end: u64,
    wait: &Wait<'_>,
) -> Result<Option<State<C>>, Reason> {
    let file = &state.file;
    let removed = state.contents.removable(&mut |each| {
        Reader::default().read(file, wait, &mut |seen| match seen {
            LineSeen::Record(json, place) => each(json, place).map(|()| true),
            LineSeen::Suspect(_) | LineSeen::Damaged => Ok(true),
        })
    })?;
    if removed.len() < LEAST {
        return Ok(None);
    }
    let new = file.begin_new(wait)?;
    copy(file, end, &removed, &new, wait)?;
    new.sync(wait)?;
    let mut shorter = State::<C>::new(new, state.days);
    shorter.read_all(wait)?;
    let (lines, other) = (&shorter.reader, &state.reader);
    let same = shorter.key.is_some()
        && (lines.damaged(), lines.torn()) == (other.damaged(), other.torn())
        && shorter.contents.is_as(&state.contents);
    let (_lock, length) = file.lock(wait)?;
    let replaced = same && length == end && file.is_ours_alone() && {
        shorter.file.announce();
        shorter.file.take_place(file, wait)
    };
    if !replaced {
        file.announce();
    }
    Ok(replaced.then_some(shorter))
}

/// Copies all up to the end but these lines.
fn copy(
    file: &JournalFile,
    end: u64,
    removed: &[Range<u64>],
    new: &JournalFile,
    wait: &Wait<'_>,
) -> Result<(), Reason> {
    let mut chunk = WipingBuffer::zeroed(CHUNK as usize).ok_or(Reason::NoMemory)?;
    let mut at = 0;
    for gap in removed.iter().cloned().chain(std::iter::once(end..end)) {
        while at < gap.start {
            wait.go_on()?;
            let room = CHUNK.min(gap.start - at) as usize;
            let part = chunk.get_mut(..room).unwrap_or_default();
            let read = file.read(part, at, wait)?;
            new.write(part.get(..read).unwrap_or_default(), wait)?;
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
