//! The guard with a journal: this process judges its own presentations PIN by PIN; those of others, and of the time
//! before it was started, by the file, where a card with one that was not accepted holds every PIN back.

use std::sync::Arc;

use ring::rand::{SecureRandom, SystemRandom};

use super::card::CardId;
use super::{Ending, PinGuard, Presentation};
use crate::error::Error;
use crate::journal::{Journal, JournalCard, PinEnded, PinEnding, Wait};
use crate::keyed_digest::KeyedDigest;
use crate::per_process::token;
use crate::reason::Reason;

/// More presentations than one process makes. Those before count as another process', which holds more PINs back.
const MAX_OWN: usize = 4096;

/// A presentation's record in the file.
pub struct RecordedPresentation {
    journal: Arc<Journal>,
    entry: u128,
    process: u32,
}

/// A refused presentation whose hold a counter may lift.
struct Liftable {
    entry: u128,
    pin: KeyedDigest,
    cards: Vec<CardId>,
    /// Of the file that has it.
    path: String,
}

/// The presentations of this process that a file has.
#[derive(Default)]
pub struct OwnPresentations {
    entries: Vec<u128>,
    liftable: Vec<Liftable>,
}

impl OwnPresentations {
    fn add(&mut self, entry: u128) {
        if self.entries.len() >= MAX_OWN {
            self.entries.remove(0);
        }
        self.entries.push(entry);
    }
}

impl Presentation {
    /// Asks the file as well, and records that the presentation begins. After an error nothing is to be sent.
    pub fn record(
        &mut self,
        journal: &Arc<Journal>,
        cards: &[JournalCard],
        wait: &Wait<'_>,
    ) -> Result<(), Reason> {
        let mut entry = [0; 16];
        let random = SystemRandom::new().fill(&mut entry);
        random.map_err(|_| Reason::NoMemory)?;
        let entry = u128::from_be_bytes(entry);
        let is_own = |entry| self.guard.own().entries.contains(&entry);
        journal.begin_pin(wait, entry, cards, &is_own)?;
        self.guard.own().add(entry);
        self.recorded = Some(RecordedPresentation {
            journal: Arc::clone(journal),
            entry,
            process: token(),
        });
        Ok(())
    }

    /// Records the end in the file; true where it has it, or there is nothing to record.
    pub(super) fn record_end(&mut self, liftable: bool, error: Option<&Error>) -> bool {
        let Some(recorded) = self.recorded.take() else {
            return true;
        };
        // In a child forked meanwhile the presentation is not the child's: the parent goes on.
        if recorded.process != token() {
            return true;
        }
        let RecordedPresentation { journal, entry, .. } = recorded;
        let ending = match self.ending {
            Ending::Opened => PinEnding::Opened,
            Ending::NotSent => PinEnding::NotSent,
            Ending::Refused | Ending::Unclear => PinEnding::Refused { liftable },
        };
        let written = journal.end_pin(
            entry,
            &PinEnded {
                ending,
                code: error.map(|error| error.code.name()),
                status: error.and_then(|error| error.http_status),
            },
        );
        if liftable {
            let mut own = self.guard.own();
            if own.liftable.len() >= MAX_OWN {
                own.liftable.remove(0);
            }
            own.liftable.push(Liftable {
                entry,
                pin: self.pin,
                cards: self.cards.clone(),
                path: journal.path().to_owned(),
            });
        }
        written
    }
}

impl PinGuard {
    /// Records for others which holds of this process a counter has lifted.
    pub(super) fn record_lifts(&self, journal: &Journal) {
        let mut lifted = Vec::new();
        self.own().liftable.retain(|own| {
            if own.path != journal.path() {
                return true;
            }
            let records = self.records();
            let holds: Vec<_> = own
                .cards
                .iter()
                .map(|card| records.hold_of(card, &own.pin))
                .collect();
            drop(records);
            if holds.iter().all(|hold| *hold == Some(true)) {
                lifted.push(own.entry);
                return false;
            }
            // A person decides, or an accepted PIN has ended it.
            holds.iter().all(|hold| hold.is_some())
        });
        for entry in lifted {
            journal.lift_pin(entry);
        }
    }
}
