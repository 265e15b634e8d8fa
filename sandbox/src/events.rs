//! What happened, in order, for those who follow a run: the console, scripts and the terminal.

use crate::bilingual::{Bilingual, Language};
use crate::random;
use std::collections::VecDeque;
use time::OffsetDateTime;
use tokio::sync::watch;

/// This many events are kept, so that the memory of a long run stays bounded.
const KEPT: usize = 50_000;

/// What an event is about. Its content is read when it is sent, so that an older state of the
/// same thing is never shown after a newer one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Subject {
    /// The request of this number arrived or ended.
    Request(u64),
    /// The document of this number was stored.
    Document(u64),
    /// A card moved, or what a card remembers changed.
    Cards,
    /// A patient is new or has changed.
    Patients,
    /// A session began, ended or went on.
    Sessions,
    /// A fault was set, applied or removed.
    Faults,
    /// The activity of this number.
    Activity(u64),
    /// Everything is new: what was known before counts no more.
    Reset,
}

/// What an activity is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Topic {
    Card,
    Patient,
    Session,
    Fault,
    Scenario,
}

/// Something that happened beside the requests, in words.
#[derive(Clone, Debug)]
pub(crate) struct Activity {
    pub number: u64,
    pub time: OffsetDateTime,
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
    terminal: Option<Language>,
}

impl EventLog {
    pub(crate) fn new(terminal: Option<Language>) -> EventLog {
        EventLog {
            run: random::hex(4),
            last: watch::Sender::new(0),
            kept: VecDeque::new(),
            activities: VecDeque::new(),
            activity: 0,
            terminal,
        }
    }

    /// The number of the last event, and a way to wait for the next.
    pub(crate) fn subscribe(&self) -> watch::Receiver<u64> {
        self.last.subscribe()
    }

    pub(crate) fn push(&mut self, subject: Subject) {
        let number = *self.last.borrow() + 1;
        if self.kept.len() == KEPT {
            self.kept.pop_front();
        }
        self.kept.push_back((number, subject));
        self.last.send_replace(number);
    }

    /// Says in words what happened, and that the lists concerned have changed.
    pub(crate) fn record(&mut self, topic: Topic, text: Bilingual) {
        if let Some(language) = self.terminal {
            eprintln!("{}", crate::request_log::line_of(text.text(language)));
        }
        self.activity += 1;
        if self.activities.len() == KEPT {
            self.activities.pop_front();
        }
        self.activities.push_back(Activity {
            number: self.activity,
            time: OffsetDateTime::now_utc(),
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
        self.push(Subject::Activity(self.activity));
        self.push(list);
    }

    /// The events behind the one of this number; `None` when some of them are no longer kept.
    pub(crate) fn since(&self, number: u64) -> Option<impl Iterator<Item = &(u64, Subject)>> {
        let last = *self.last.borrow();
        let first = self.kept.front().map_or(last + 1, |(number, _)| *number);
        let known = number <= last && number + 1 >= first;
        known.then(|| self.kept.iter().filter(move |(at, _)| *at > number))
    }

    pub(crate) fn activity(&self, number: u64) -> Option<&Activity> {
        let first = self.activities.front()?.number;
        let index = usize::try_from(number.checked_sub(first)?).ok()?;
        self.activities.get(index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_numbered_and_an_activity_tells_which_list_changed() {
        let mut log = EventLog::new(None);
        log.push(Subject::Request(1));
        log.record(Topic::Card, ("in", "dedans").into());
        let after: Vec<_> = log.since(1).unwrap().cloned().collect();
        assert_eq!(after, [(2, Subject::Activity(1)), (3, Subject::Cards)]);
        assert_eq!(log.activity(1).unwrap().text.fr, "dedans");
        assert!(log.activity(2).is_none() && log.activity(0).is_none());
        assert!(log.since(4).is_none(), "an event of another run");
    }

    #[test]
    fn what_is_no_longer_kept_is_no_answer() {
        let mut log = EventLog::new(None);
        for number in 0..=KEPT {
            log.push(Subject::Request(number as u64));
        }
        assert!(log.since(0).is_none());
        assert_eq!(log.since(1).unwrap().count(), KEPT);
    }
}
