//! What happened, in order, for those who follow a run: the console, scripts and the terminal.

use crate::bilingual::Bilingual;
use crate::clock;
use crate::line_writer::LineWriter;
use crate::random;
use std::collections::VecDeque;
use tokio::sync::watch;

/// This many events are kept, so that the memory of a long run stays bounded.
const KEPT: usize = 50_000;

/// What an event is about. Its content is read when it is sent, so that an older state of the
/// same thing is never shown after a newer one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Subject {
    /// The stream begins, or goes on: what its reader receives first.
    Hello {
        resumed: bool,
    },
    Request(u64),
    Document(u64),
    Cards,
    Patients,
    Sessions,
    Faults,
    Activity(u64),
    /// Everything is new: what was known before counts no more.
    Reset,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Topic {
    Card,
    Patient,
    Session,
    Fault,
    Scenario,
}

#[derive(Clone, Debug)]
pub(crate) struct Activity {
    pub number: u64,
    /// ISO 8601, UTC, in milliseconds.
    pub time: String,
    pub topic: Topic,
    pub text: Bilingual,
}

/// The events of a run. It survives a reset.
#[derive(Debug)]
pub(crate) struct EventLog {
    /// Tells this run from another on the same port.
    pub run: String,
    last: watch::Sender<u64>,
    kept: VecDeque<(u64, Subject)>,
    activities: VecDeque<Activity>,
    activity: u64,
    /// Activities are written to standard error too.
    terminal: Option<LineWriter>,
}

impl EventLog {
    pub(crate) fn new(terminal: Option<LineWriter>) -> EventLog {
        EventLog {
            run: random::hex(4),
            last: watch::Sender::new(0),
            kept: VecDeque::new(),
            activities: VecDeque::new(),
            activity: 0,
            terminal,
        }
    }

    pub(crate) fn subscribe(&self) -> watch::Receiver<u64> {
        self.last.subscribe()
    }

    /// The number of the last event; 0 before the first.
    pub(crate) fn last(&self) -> u64 {
        *self.last.borrow()
    }

    /// The number of an event by its identifier; none for one of another run, or when some of those behind it are
    /// no longer kept.
    pub(crate) fn number(&self, id: &str) -> Option<u64> {
        let (run, number) = id.rsplit_once('-')?;
        let number = number.parse().ok().filter(|_| run == self.run)?;
        self.since(number).map(|_| number)
    }

    pub(crate) fn push(&mut self, subject: Subject) {
        let number = self.last() + 1;
        if self.kept.len() == KEPT {
            self.kept.pop_front();
        }
        self.kept.push_back((number, subject));
        self.last.send_replace(number);
    }

    /// Says in words what happened, and that the lists concerned have changed.
    pub(crate) fn record(&mut self, topic: Topic, text: Bilingual) {
        if let Some(terminal) = &self.terminal {
            terminal.write(text.text(terminal.language));
        }
        self.activity += 1;
        if let Topic::Scenario = topic {
            self.activities.clear();
        }
        if self.activities.len() == KEPT {
            self.activities.pop_front();
        }
        self.activities.push_back(Activity {
            number: self.activity,
            time: clock::now(),
            topic,
            text,
        });
        let list = match topic {
            Topic::Card => Subject::Cards,
            Topic::Patient => Subject::Patients,
            Topic::Session => Subject::Sessions,
            Topic::Fault => Subject::Faults,
            Topic::Scenario => Subject::Reset,
        };
        // The words last: of a reset they are what is left.
        self.push(list);
        self.push(Subject::Activity(self.activity));
    }

    /// The events behind the one of this number; `None` when some of them are no longer kept.
    pub(crate) fn since(&self, number: u64) -> Option<impl Iterator<Item = &(u64, Subject)>> {
        let last = self.last();
        let first = self.kept.front().map_or(last + 1, |(number, _)| *number);
        if number > last {
            return None;
        }
        let passed = usize::try_from((number + 1).checked_sub(first)?).ok()?;
        Some(self.kept.range(passed..))
    }

    pub(crate) fn activity(&self, number: u64) -> Option<&Activity> {
        let first = self.activities.front()?.number;
        let index = usize::try_from(number.checked_sub(first)?).ok()?;
        self.activities.get(index)
    }

    /// The last activities, at most so many.
    pub(crate) fn last_activities(&self, count: usize) -> impl Iterator<Item = &Activity> {
        let passed = self.activities.len().saturating_sub(count);
        self.activities.range(passed..)
    }
}
