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

/// What a decision looks at.
pub struct KnownSoFar<'a> {
    pub known: &'a GuardState,
    /// Whether what begins at a place of the log is still being made.
    pub runs: &'a dyn Fn(u64) -> bool,
    /// No room is left for one more upload.
    pub is_full: bool,
}

/// What a decision leads to: the answer, and what happens.
pub type Decided<'e, T> = (T, Option<Event<'e>>);

pub enum Log<'a> {
    Memory,
    Journal(&'a JournalLog),
}

impl<'a> Log<'a> {
    pub fn of(journal: Option<&'a JournalLog>) -> Log<'a> {
        journal.map_or(Log::Memory, Log::Journal)
    }

    /// Decides by all that has happened, and keeps what the decision leads to. What begins counts as in flight until the
    /// lock is dropped.
    pub fn decide<'e, T>(
        &self,
        wait: &Wait<'_>,
        decide: impl FnOnce(&KnownSoFar<'_>) -> Result<Decided<'e, T>, Reason>,
    ) -> Result<(T, Option<Lock>), Reason> {
        match self {
            Log::Memory => {
                let mut remembered = memory().remembered();
                let seen = KnownSoFar {
                    known: &remembered.known,
                    // Whoever makes it says how it ended, whatever happens.
                    runs: &|_| true,
                    is_full: false,
                };
                let (answer, event) = decide(&seen)?;
                if let Some(event) = event {
                    remembered.known.apply(&event, 0)?;
                }
                Ok((answer, None))
            }
            Log::Journal(journal) => journal.transaction(wait, |recorded, file, place| {
                let seen = KnownSoFar {
                    known: &recorded.known,
                    runs: &|place| file.is_in_flight(place),
                    is_full: recorded.is_full(),
                };
                let (answer, event) = decide(&seen)?;
                let Some(event) = event else {
                    return Ok(((answer, None), None));
                };
                let undone = undone(&event);
                let begun = undone.as_ref();
                let lock = begun.map(|_| file.begin_flight(place, wait)).transpose()?;
                let written = Written {
                    record: record::json(&event)?,
                    undone: undone.as_ref().map(record::json).transpose()?,
                };
                Ok(((answer, lock), Some(written)))
            }),
        }
    }

    /// Keeps how something ended. False where that could not be recorded.
    pub fn end(&self, event: &Event<'_>, wait: &Wait<'_>) -> bool {
        match self {
            // Its memory was asked for at the begin.
            Log::Memory => memory().remembered().known.apply(event, 0).is_ok(),
            Log::Journal(journal) => match record::json(event) {
                Ok(record) => journal.complete(record, wait),
                Err(_) => false,
            },
        }
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
