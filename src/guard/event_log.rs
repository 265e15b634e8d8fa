//! Where events are kept: the memory of the process, or a journal.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use super::event::{Event, PinEnd, PinEnding, UploadEnd, Why};
use super::memory::memory;
use super::record;
use super::recorded::Recorded;
use super::state::GuardState;
use crate::error::Outcome;
use crate::journal::{Journal, Lock, Wait, Written};
use crate::locking::lock;
use crate::per_process::PerProcess;
use crate::reason::Reason;
use crate::weak_map::WeakMap;

pub type JournalLog = Journal<Recorded>;

/// By their places.
static OPENED: PerProcess<Mutex<WeakMap<PathBuf, JournalLog>>> = PerProcess::new(Mutex::default);

/// Opens a journal; once in a process. Where another file is there by now, what is in doubt is known as long as a handle
/// has the first one.
pub fn open_journal(path: &str, days: usize, wait: &Wait<'_>) -> Result<Arc<JournalLog>, Reason> {
    let place = place(Path::new(path));
    let known = lock(OPENED.get()).get(&place);
    if let Some(journal) = known {
        return journal.catch_up(wait).map(|()| journal);
    }
    let opened = Arc::new(JournalLog::open(path, days, wait)?);
    let mut journals = lock(OPENED.get());
    // Another thread may have opened it meanwhile.
    if let Some(journal) = journals.get(&place) {
        return Ok(journal);
    }
    journals.insert(place, &opened)?;
    Ok(opened)
}

/// One for each way to write the folder. The file may be gone.
fn place(path: &Path) -> PathBuf {
    let (folder, name) = (path.parent().unwrap_or(path), path.file_name());
    let folder = folder.canonicalize().unwrap_or_else(|_| folder.into());
    let name = name.unwrap_or_default();
    match cfg!(windows) {
        true => folder.join(name.to_ascii_lowercase()),
        false => folder.join(name),
    }
}

#[test]
fn two_folders_whose_names_cannot_be_completed_are_two_places() {
    let place = |folder| place(&Path::new("/nowhere").join(folder).join("a.hrj"));
    assert_ne!(place("one"), place("two"));
}

/// Whether what begins at a place of the log is still being made.
pub type Runs<'a> = &'a dyn Fn(u64) -> bool;

/// What a decision leads to: the answer, and what happens.
pub type Decided<'e, T> = (T, Option<Event<'e>>);

/// Decides by all that has happened, and keeps what the decision leads to. What begins counts as in flight until the lock
/// is dropped.
pub fn decide_in<'e, T>(
    journal: Option<&JournalLog>,
    wait: &Wait<'_>,
    decide: impl FnOnce(&GuardState, Runs<'_>) -> Result<Decided<'e, T>, Reason>,
) -> Result<(T, Option<Lock>), Reason> {
    let Some(journal) = journal else {
        let mut remembered = memory().remembered();
        // Whoever makes it says how it ended, whatever happens.
        let (answer, event) = decide(&remembered.known, &|_| true)?;
        if let Some(event) = event {
            remembered.known.apply(&event, 0)?;
        }
        return Ok((answer, None));
    };
    journal.transaction(wait, |recorded, file, place| {
        let runs = |place| file.is_in_flight(place);
        let (answer, event) = decide(&recorded.known, &runs)?;
        let Some(event) = event else {
            return Ok(((answer, None), None));
        };
        if matches!(event, Event::Upload(_)) && recorded.is_full() {
            return Err(Reason::JournalFull);
        }
        let undone = undone(&event);
        let begun = undone.as_ref();
        let lock = begun.map(|_| file.begin_flight(place, wait)).transpose()?;
        let written = Written {
            record: record::json(&event)?,
            undone: begun.map(record::json).transpose()?,
        };
        Ok(((answer, lock), Some(written)))
    })
}

/// Keeps how something ended. False where that could not be recorded.
pub fn end_in(journal: Option<&JournalLog>, event: &Event<'_>, wait: &Wait<'_>) -> bool {
    match journal {
        // Its memory was asked for at the begin.
        None => memory().remembered().known.apply(event, 0).is_ok(),
        Some(journal) => record::json(event).is_ok_and(|record| journal.complete(record, wait)),
    }
}

/// The end of what begins with an event, where it may be recorded and is not made.
fn undone<'e>(event: &Event<'e>) -> Option<Event<'e>> {
    match event {
        Event::Upload(begun) => Some(Event::UploadEnd(UploadEnd {
            entry: begun.entry,
            document: begun.document,
            content: begun.content,
            outcome: Outcome::NotSent,
            why: Why::default(),
        })),
        Event::Pin(begun) => Some(Event::PinEnd(PinEnd {
            entry: begun.entry,
            cards: begun.cards.clone(),
            ending: PinEnding::NotSent,
            why: Why::default(),
        })),
        _ => None,
    }
}
