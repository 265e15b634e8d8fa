//! Why a PIN may or may not be presented to a card.
//!
//! A card locks after a few wrong PINs, and a host that repeats a call can lock it in a second. So
//! one presentation at a time, a fresh look at the card before any second try, and no PIN again that
//! the card refused, unless the card's counter shows that it was not consumed or a person insists.
//!
//! The guard is one for the process: it holds for all handles and threads. It keeps a digest of the
//! PIN under a key that never leaves memory, not the PIN.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use ring::hmac;
use ring::rand::SystemRandom;

use crate::messages::Reason;
use crate::per_process::PerProcess;
use crate::wire::{CardId, ListedCard};

type PinDigest = [u8; 32];

/// A PIN that was presented without success.
struct Spent {
    digest: PinDigest,
    counter_before: Option<String>,
    /// Set by the first list read afterwards: true when the card's counter had not moved.
    unconsumed: Option<bool>,
    /// A person insisted on it.
    permitted: bool,
}

impl Spent {
    /// Whether the PIN is held back, as far as the counter tells.
    fn holds(&self) -> bool {
        self.unconsumed != Some(true)
    }
}

#[derive(Default)]
struct CardRecord {
    presenting: bool,
    spent: Vec<Spent>,
    /// When the last presentation without success ended.
    failed_at: Option<u64>,
    /// When the last presentation ended. A counter listed before that says nothing of the next one.
    ended_at: u64,
}

/// The record of one process.
pub struct PinGuard {
    key: OnceLock<hmac::Key>,
    clock: AtomicU64,
    cards: Mutex<BTreeMap<CardId, CardRecord>>,
}

static GUARD: PerProcess<PinGuard> = PerProcess::new(PinGuard::new);

/// The guard of this process.
pub fn guard() -> &'static PinGuard {
    GUARD.get()
}

impl PinGuard {
    fn new() -> PinGuard {
        PinGuard {
            key: OnceLock::new(),
            clock: AtomicU64::new(1),
            cards: Mutex::default(),
        }
    }

    /// Made when first needed; where the system had no random numbers, the next call asks again.
    fn key(&self) -> Option<&hmac::Key> {
        if self.key.get().is_none() {
            let key = hmac::Key::generate(hmac::HMAC_SHA256, &SystemRandom::new()).ok()?;
            return Some(self.key.get_or_init(|| key));
        }
        self.key.get()
    }

    fn cards(&self) -> MutexGuard<'_, BTreeMap<CardId, CardRecord>> {
        self.cards.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[cfg(feature = "fuzzing")]
    pub fn forget(&self) {
        self.cards().clear();
    }

    /// A moment in the order of events; take it before a list of cards is asked for.
    pub fn now(&self) -> u64 {
        self.clock.fetch_add(1, Ordering::SeqCst)
    }

    fn digest(&self, pin: &str) -> Option<PinDigest> {
        let tag = hmac::sign(self.key()?, pin.as_bytes());
        tag.as_ref().try_into().ok()
    }

    /// Learns the counters of a list that was asked for at the moment `asked_at`.
    pub fn observe(&self, listed: &[ListedCard], asked_at: u64) {
        let mut cards = self.cards();
        for card in listed {
            let Some(record) = cards.get_mut(&card.id) else {
                continue;
            };
            if record.presenting || record.failed_at.is_none_or(|failed| asked_at < failed) {
                continue;
            }
            let counter = counter_of(&card.id, listed);
            for spent in &mut record.spent {
                let same = spent.counter_before.is_some() && spent.counter_before == counter;
                spent.unconsumed.get_or_insert(same);
            }
        }
    }

    /// Asks to present `pin` to the card of these entries, listed at `listed_at`.
    pub fn admit(
        &'static self,
        entries: &[ListedCard],
        listed_at: u64,
        pin: &str,
    ) -> Result<Presentation, Reason> {
        let digest = self.digest(pin).ok_or(Reason::NoMemory)?;
        let mut cards = self.cards();
        let mut uses_permit = false;
        for entry in entries {
            let Some(record) = cards.get(&entry.id) else {
                continue;
            };
            if record.presenting {
                return Err(Reason::PinInUse);
            }
            if record.failed_at.is_some_and(|failed| listed_at <= failed) {
                return Err(Reason::PinNeedsReady);
            }
            let held = |spent: &&Spent| spent.digest == digest && spent.holds();
            if let Some(spent) = record.spent.iter().find(held) {
                if !spent.permitted {
                    return Err(Reason::PinKnownWrong);
                }
                uses_permit = true;
            }
        }
        let mut counters = Vec::new();
        for entry in entries {
            let record = cards.entry(entry.id.clone()).or_default();
            record.presenting = true;
            if uses_permit {
                record.permit(false);
            }
            let current = listed_at > record.ended_at;
            let counter = counter_of(&entry.id, entries).filter(|_| current);
            counters.push((entry.id.clone(), counter));
        }
        Ok(Presentation {
            guard: self,
            digest,
            cards: counters,
            uses_permit,
            verdict: Verdict::NoAnswer,
        })
    }

    /// A person insists: lets one more presentation of a PIN held back through. False when there is none.
    pub fn allow_retry(&self, entries: &[ListedCard]) -> bool {
        let mut cards = self.cards();
        let mut any = false;
        for entry in entries {
            if let Some(record) = cards.get_mut(&entry.id) {
                any |= record.permit(true);
            }
        }
        any
    }
}

impl CardRecord {
    /// Gives or takes the permit for the PINs that are held back now; tells whether there are any.
    fn permit(&mut self, given: bool) -> bool {
        let held = self.spent.iter_mut().filter(|spent| spent.holds());
        held.map(|spent| spent.permitted = given).count() > 0
    }
}

/// The counter of a card as a list shows it. A card may have several entries, of which one may never
/// move; so all of them count, and one without a counter makes the rest worthless.
fn counter_of(id: &CardId, listed: &[ListedCard]) -> Option<String> {
    let own = listed.iter().filter(|card| card.id == *id);
    let counters: Option<Vec<&str>> = own.map(|card| card.pin_attempt.as_deref()).collect();
    Some(counters?.join(" "))
}

/// How a presentation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The card took the PIN.
    Opened,
    /// The PIN never left the process.
    NotSent,
    /// Refused by an answer: counts as a try, unless the counter shows that it was none.
    Refused,
    /// Nobody answered: counts as a try for certain. The card client may still be about to present the
    /// PIN, so that an unmoved counter shows nothing.
    NoAnswer,
}

/// A presentation under way. Unless told otherwise it ends as a spent try, also after a panic.
pub struct Presentation {
    guard: &'static PinGuard,
    digest: PinDigest,
    cards: Vec<(CardId, Option<String>)>,
    uses_permit: bool,
    verdict: Verdict,
}

impl Presentation {
    pub fn end(mut self, verdict: Verdict) {
        self.verdict = verdict;
    }
}

impl Drop for Presentation {
    fn drop(&mut self) {
        let ended_at = self.guard.now();
        let mut cards = self.guard.cards();
        for (id, counter) in &self.cards {
            let record = cards.entry(id.clone()).or_default();
            record.presenting = false;
            match self.verdict {
                Verdict::Opened => {
                    *record = CardRecord {
                        ended_at,
                        ..CardRecord::default()
                    };
                }
                Verdict::NotSent if self.uses_permit => {
                    record.permit(true);
                }
                Verdict::NotSent => {}
                Verdict::Refused | Verdict::NoAnswer => {
                    record.failed_at = Some(ended_at);
                    record.ended_at = ended_at;
                    record.spent.retain(|spent| spent.digest != self.digest);
                    record.spent.push(Spent {
                        digest: self.digest,
                        counter_before: counter.clone(),
                        unconsumed: match self.verdict {
                            Verdict::NoAnswer => Some(false),
                            _ => None,
                        },
                        permitted: false,
                    });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
