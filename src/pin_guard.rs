//! Why a PIN may or may not be presented to a card.
//!
//! A card locks after a few wrong PINs, and a host that repeats a call can lock it in a second. So the guard admits one
//! presentation at a time, asks for a new list of cards before a second one, and holds back a PIN that was presented
//! without success until a person permits it. Only where the response was a definite refusal that need not come from
//! the card, an unchanged counter shows, once, that the card did not see the PIN.
//!
//! One guard serves all handles and threads of the process. It keeps a bounded number of digests under a key that never
//! leaves memory, and neither a PIN nor an identifier of a card.

mod card;
mod journaled;
mod pin;
mod record;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use card::CardEntry;
pub use card::{CardId, CardList, HeldCards};
use journaled::{OwnPresentations, RecordedPresentation};
use record::{Hold, Records};

use crate::error::Error;
use crate::journal::Journal;
use crate::keyed_digest::{DigestKey, Digester, KeyedDigest};
use crate::per_process::PerProcess;
use crate::reason::Reason;
use crate::wire::ListedCard;

/// What one process remembers of its presentations.
pub struct PinGuard {
    key: DigestKey,
    clock: AtomicU64,
    records: Mutex<Records>,
    own: Mutex<OwnPresentations>,
}

static GUARD: PerProcess<PinGuard> = PerProcess::new(PinGuard::new);

/// The guard of this process.
pub fn pin_guard() -> &'static PinGuard {
    GUARD.get()
}

impl PinGuard {
    fn new() -> PinGuard {
        PinGuard {
            key: DigestKey::new(),
            clock: AtomicU64::new(1),
            records: Mutex::default(),
            own: Mutex::default(),
        }
    }

    fn key(&self) -> Result<Digester<'_>, Reason> {
        self.key.get().ok_or(Reason::NoMemory)
    }

    fn own(&self) -> MutexGuard<'_, OwnPresentations> {
        self.own.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn records(&self) -> MutexGuard<'_, Records> {
        self.records.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[cfg(any(feature = "fuzzing", feature = "test-hooks"))]
    pub fn forget(&self) {
        self.records().clear();
        *self.own() = OwnPresentations::default();
    }

    /// A moment in the order of events; take it before requesting a list of cards.
    pub fn now(&self) -> u64 {
        self.clock.fetch_add(1, Ordering::SeqCst)
    }

    /// Reads the counters of a list that was requested at the moment `asked_at`.
    pub fn observe(
        &self,
        listed: Vec<ListedCard<'_>>,
        asked_at: u64,
        journal: Option<&Journal>,
    ) -> Result<CardList, Reason> {
        let key = self.key()?;
        let mut entries = Vec::new();
        entries
            .try_reserve_exact(listed.len())
            .map_err(|_| Reason::NoMemory)?;
        entries.extend(
            listed
                .into_iter()
                .map(|card| CardEntry::new(key, journal, card)),
        );
        let list = CardList { entries, asked_at };
        let mut records = self.records();
        let lifted: Vec<CardId> = records
            .all()
            .iter()
            .filter(|record| record.has_lifted())
            .map(|record| record.card)
            .collect();
        for record in records.all() {
            let later = record.failed_at.is_some_and(|failed| asked_at > failed);
            if later && !record.presenting {
                record.observe(&list, record.concerns(&lifted));
            }
        }
        drop(records);
        if let Some(journal) = journal {
            self.record_lifts(journal);
        }
        Ok(list)
    }

    /// Asks to present `pin` to the card under `token` of this list.
    pub fn admit(
        &'static self,
        list: &CardList,
        token: &str,
        pin: &str,
    ) -> Result<Presentation, Reason> {
        let pin = self.key()?.digest("pin", &[pin::compared(pin)?.as_bytes()]);
        let cards = list.cards(token);
        let mut records = self.records();
        if records.concerning(&cards).any(|record| record.presenting) {
            return Err(Reason::PinInUse);
        }
        let stale = |failed| list.asked_at <= failed;
        if records
            .concerning(&cards)
            .any(|record| record.failed_at.is_some_and(stale))
        {
            return Err(Reason::PinNeedsReady);
        }
        if records
            .concerning(&cards)
            .any(|record| record.holds(&cards, &pin))
        {
            return Err(Reason::PinKnownWrong);
        }
        let current = list.asked_at > records.ended_at(&cards);
        let before = list.counters(&cards).whole().filter(|_| current);
        for card in &cards {
            records.of(card).ok_or(Reason::PinInUse)?.presenting = true;
        }
        Ok(Presentation {
            guard: self,
            pin,
            permits: records.lend_permits(&cards),
            cards,
            before,
            ending: Ending::Unclear,
            ended: false,
            recorded: None,
        })
    }

    /// A person decides: permits one more presentation of a held PIN. False where none is held.
    pub fn allow_retry(&self, cards: &[CardId]) -> bool {
        let act = self.now();
        let mut records = self.records();
        let mut any = false;
        for card in cards {
            for record in records.concerning(std::slice::from_ref(card)) {
                any |= record.permit(act, *card);
            }
        }
        any
    }
}

/// How a presentation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The card accepted the PIN.
    Opened,
    /// The PIN never left the process.
    NotSent,
    /// Refused, probably before the card saw the PIN: an unchanged counter confirms it, once.
    Refused,
    /// Refused by the card, or without a definite response. The card client may still present the PIN later, so that
    /// no counter proves anything.
    Unclear,
}

/// A presentation in flight. Dropped without an ending, as after a panic, it counts as unclear.
pub struct Presentation {
    guard: &'static PinGuard,
    pin: KeyedDigest,
    cards: Vec<CardId>,
    /// The permits that it uses, by the moment of the act.
    permits: Vec<u64>,
    /// The counters before, where the list was requested after the last presentation had ended.
    before: Option<Vec<u64>>,
    ending: Ending,
    ended: bool,
    recorded: Option<RecordedPresentation>,
}

impl Presentation {
    /// False where a journal has no record of the end.
    pub fn end(mut self, ending: Ending, error: Option<&Error>) -> bool {
        self.ending = ending;
        self.finish(error)
    }

    fn finish(&mut self, error: Option<&Error>) -> bool {
        if std::mem::replace(&mut self.ended, true) {
            return true;
        }
        let liftable = self.remember();
        self.record_end(liftable, error)
    }

    /// True where a counter may lift the hold.
    fn failed(&self, records: &mut Records, ended_at: u64) -> bool {
        // After a second refusal of the same PIN, or where a counter lifted a hold before, a person decides.
        let settled = records
            .concerning(&self.cards)
            .any(|record| record.has_lifted() || record.knows(&self.pin));
        let before = self.before.as_ref();
        let before = before.filter(|_| self.ending == Ending::Refused && !settled);
        for card in &self.cards {
            let hold = before.map_or(Hold::Person, |before| Hold::Counters(before.clone()));
            if let Some(record) = records.of(card) {
                record.failed(self.pin, hold, ended_at);
            }
        }
        before.is_some()
    }

    /// What this process knows of the cards from now on. True where a counter may lift the hold.
    fn remember(&self) -> bool {
        let ended_at = self.guard.now();
        let mut records = self.guard.records();
        let certain = self.cards.len() == 1;
        for card in &self.cards {
            let Some(record) = records.of(card) else {
                continue;
            };
            record.presenting = false;
            if self.ending == Ending::Opened {
                record.ended_at = ended_at;
                if certain && record.card.is(card) {
                    record.opened(ended_at);
                }
            }
        }
        if self.ending == Ending::NotSent {
            records.give_back_permits(&self.permits);
            return false;
        }
        records.take_permits(&self.permits);
        // A permit is for the next presentation to the card, of any PIN: a person who then typed another one did not
        // permit the first one again.
        records
            .concerning(&self.cards)
            .for_each(|record| record.take_permit());
        self.ending != Ending::Opened && self.failed(&mut records, ended_at)
    }
}

impl Drop for Presentation {
    fn drop(&mut self) {
        self.finish(None);
    }
}

#[cfg(test)]
mod tests;
