//! A PIN is presented to a card, if nothing holds it back.

use std::borrow::Cow;
use std::sync::Arc;

use super::card_list::{CardList, HeldCards};
use super::event::{Event, PinBegin, PinEnd, PinEnding, Why};
use super::event_log::{Decided, JournalLog, Runs, decide_in, end_in};
use super::memory::memory;
use super::pins::{PinQuestion, Pins};
use super::recent::Moment;
use super::recorded::BOUNDS;
use super::same_card::{Card, numbers};
use super::sending::new_entry;
use super::state::GuardState;
use super::typed_pin;
use crate::error::Error;
use crate::journal::{Lock, Wait};
use crate::keyed_digest::{KeyedDigest, digest, number};
use crate::per_process::token;
use crate::reason::{PinHeld, Reason};

/// A presentation that is asked for: to cards as the memory of the process and its journal know them.
pub struct AskedPresentation {
    pub entry: u128,
    pub held: HeldCards,
    pub pin: KeyedDigest,
    /// When the list that names the cards was asked for, where that matters.
    pub listed: Option<Moment>,
    pub insists: Insistence,
}

/// What a person says who was asked whether a held PIN is presented all the same: about which presentation.
#[derive(Clone, Copy, Default)]
pub struct Insistence {
    pub confirmed: Option<u128>,
    /// Asked for the second time.
    pub retry: Option<u128>,
}

impl Insistence {
    fn counts(&self, held: &PinHeld) -> bool {
        let entry = Some(held.entry());
        self.retry == entry || !held.again && self.confirmed == entry
    }
}

impl AskedPresentation {
    /// Begins it in the memory, unless that or the journal holds it back. Whether a person's word let it through.
    pub fn begin(
        &self,
        memory: &mut GuardState,
        journal: &GuardState,
        runs: Runs<'_>,
    ) -> Result<bool, Reason> {
        let (cards, recorded) = (&self.held.cards, &self.held.recorded);
        let (here, there) = (&memory.pins, &journal.pins);
        // A hold that the journal knows is judged there alone, so that no permit counts twice.
        let held_here = here.judge(&PinQuestion {
            cards,
            pin: Some(&self.pin),
            listed: self.listed,
            is_elsewhere: &|entry| there.knows(entry),
            runs: &|_| true,
        })?;
        let held_there = there.judge(&PinQuestion {
            cards: recorded,
            pin: None,
            listed: None,
            is_elsewhere: &|entry| here.has_other_pin(entry, &self.pin),
            runs,
        })?;
        let insisted = held_here.is_some() || held_there.is_some();
        if insisted {
            let again = held_here == Some(true) || held_there == Some(true);
            let held = PinHeld::new(self.asked_about(here, there), again);
            if !self.insists.counts(&held) {
                return Err(Reason::PinHeld(held));
            }
        }
        // If it succeeds, the memory lifts the same holds as the journal.
        let permitted = there.permitted(recorded)?;
        memory.apply(&self.event(cards, Some(self.pin), insisted), 0)?;
        memory.pins.let_through(self.entry, cards, &permitted);
        Ok(insisted)
    }

    /// What a person is asked about: a number of the last presentation to these cards that memory and journal know, or of
    /// both where nobody knows which came last. Each presentation to them changes it, and so does its success. In another
    /// journal it is another one.
    fn asked_about(&self, here: &Pins, there: &Pins) -> u128 {
        let (cards, recorded) = (&self.held.cards, &self.held.recorded);
        let (own, last) = (here.last(cards), there.last(recorded));
        let known = match (own, last) {
            (Some(own), Some(last)) if own != last && !there.knows(own) => match here.knows(last) {
                true => own,
                false => own ^ last,
            },
            (own, last) => last.or(own).unwrap_or(0),
        };
        // A journal still has those of its process after a restart.
        let (log, cards_there) = match recorded.is_empty() {
            true => (here, cards),
            false => (there, recorded),
        };
        let success = log.success_number(cards_there);
        let asked = numbers(cards_there);
        let missing = (here.missing_number(cards), there.missing_number(recorded));
        let parts = [known, asked, success, missing.0, missing.1].map(u128::to_be_bytes);
        number(&digest(parts.iter().map(|part| &part[..])))
    }

    /// The event of its begin, with the cards as one of the two logs knows them.
    pub fn event<'a>(
        &self,
        cards: &'a [Card],
        pin: Option<KeyedDigest>,
        insisted: bool,
    ) -> Event<'a> {
        Event::Pin(PinBegin {
            entry: self.entry,
            cards: Cow::Borrowed(cards),
            pin,
            insisted,
        })
    }
}

/// Whether there is something to permit in the memory, which is what the journal does not know, and in the journal.
pub fn permittable(
    held: &HeldCards,
    memory: &GuardState,
    journal: &GuardState,
    runs: Runs<'_>,
) -> (bool, bool) {
    let (here, there) = (&memory.pins, &journal.pins);
    (
        here.is_held(&held.cards, &|_| true, &|entry| there.knows(entry)),
        there.is_held(&held.recorded, runs, &|_| false),
    )
}

/// Decides by the memory and by the journal, and appends to that what the decision leads to. Without a journal nothing is
/// in it.
fn decide_beside_memory<'e, T>(
    journal: Option<&JournalLog>,
    wait: &Wait<'_>,
    decide: impl FnOnce(&mut GuardState, &GuardState, Runs<'_>) -> Result<Decided<'e, T>, Reason>,
) -> Result<(T, Option<Lock>), Reason> {
    let decide = |journal: &GuardState, runs: Runs<'_>| {
        decide(&mut memory().remembered().known, journal, runs)
    };
    if journal.is_some() {
        return decide_in(journal, wait, decide);
    }
    let (answer, _) = decide(&GuardState::new(&BOUNDS), &|_| true)?;
    Ok((answer, None))
}

/// A presentation in flight. Dropped without an ending, as after a panic, it holds its PIN.
pub struct Presentation {
    process: u32,
    asked: AskedPresentation,
    recorded: Option<(Arc<JournalLog>, Option<Lock>)>,
    ended: bool,
}

/// Asks to present `pin` to the card under `token` of a list, and keeps that it begins. After an error nothing is to be
/// sent.
pub fn present(
    list: &CardList,
    token_of_card: &str,
    pin: &str,
    insists: Insistence,
    journal: Option<&Arc<JournalLog>>,
    wait: &Wait<'_>,
) -> Result<Presentation, Reason> {
    let pin = typed_pin::compared(pin)?;
    let mut presentation = Presentation {
        process: token(),
        asked: AskedPresentation {
            entry: new_entry()?,
            held: list.held(token_of_card)?,
            pin: memory().key()?.digest("pin", &[pin.as_bytes()]),
            listed: Some(list.asked_at),
            insists,
        },
        recorded: None,
        ended: false,
    };
    let asked = &presentation.asked;
    let begun = decide_beside_memory(journal.map(Arc::as_ref), wait, |here, there, runs| {
        let insisted = asked.begin(here, there, runs)?;
        let event = asked.event(&asked.held.recorded, None, insisted);
        Ok(((), Some(event)))
    });
    match begun {
        Ok(((), lock)) => {
            presentation.recorded = journal.map(|journal| (Arc::clone(journal), lock));
            Ok(presentation)
        }
        Err(reason) => {
            // Here it may have begun.
            presentation.end(PinEnding::NotSent, None, wait);
            Err(reason)
        }
    }
}

impl Presentation {
    /// False where a journal has no record of the end.
    pub fn end(mut self, ending: PinEnding, error: Option<&Error>, wait: &Wait<'_>) -> bool {
        self.finish(ending, error, wait)
    }

    fn finish(&mut self, ending: PinEnding, error: Option<&Error>, wait: &Wait<'_>) -> bool {
        // In a child forked meanwhile the presentation is not the child's: the parent goes on.
        if std::mem::replace(&mut self.ended, true) || self.process != token() {
            return true;
        }
        let end = |cards| {
            Event::PinEnd(PinEnd {
                entry: self.asked.entry,
                cards,
                ending,
                why: Why::of(error),
            })
        };
        let wait = wait.for_an_end();
        let held = &self.asked.held;
        end_in(None, &end(Cow::Borrowed(&held.cards)), &wait);
        self.recorded.as_ref().is_none_or(|(journal, _)| {
            end_in(Some(journal), &end(Cow::Borrowed(&held.recorded)), &wait)
        })
    }
}

impl Drop for Presentation {
    fn drop(&mut self) {
        self.finish(PinEnding::Held, None, &Wait::briefly());
    }
}

/// A person decides: permits one more presentation of a held PIN. False where none is held.
pub fn permit_pin(
    held: &HeldCards,
    journal: Option<&JournalLog>,
    wait: &Wait<'_>,
) -> Result<bool, Reason> {
    let permit = |cards: &[Card]| Event::PinPermit(Cow::Owned(cards.to_vec()));
    // The file first: where it cannot be written nothing is permitted here either.
    let ((here, there), _) = decide_beside_memory(journal, wait, |here, there, runs| {
        let decided = permittable(held, here, there, runs);
        Ok((decided, decided.1.then(|| permit(&held.recorded))))
    })?;
    if here {
        let permit = permit(&held.cards);
        memory().remembered().known.apply(&permit, 0)?;
    }
    Ok(here || there)
}
