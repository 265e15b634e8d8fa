//! A PIN is presented to a card, if nothing holds it back.

use std::borrow::Cow;
use std::sync::Arc;

use super::card::Card;
use super::card_list::{CardList, HeldCards};
use super::event::{Event, PinEnding, Why};
use super::log::{JournalLog, Log};
use super::memory::memory;
use super::pin;
use super::pins::PinQuestion;
use super::sending::new_entry;
use crate::error::Error;
use crate::journal::{Lock, Wait};
use crate::per_process::token;
use crate::reason::Reason;

/// A presentation in flight. Dropped without an ending, as after a panic, it holds its PIN.
pub struct Presentation {
    process: u32,
    entry: u128,
    held: HeldCards,
    recorded: Option<(Arc<JournalLog>, Option<Lock>)>,
    ended: bool,
}

/// Asks to present `pin` to the card under `token` of a list, and keeps that it begins. After an error nothing is to be
/// sent.
pub fn present(
    list: &CardList,
    token_of_card: &str,
    pin: &str,
    journal: Option<&Arc<JournalLog>>,
    wait: &Wait<'_>,
) -> Result<Presentation, Reason> {
    let pin = pin::compared(pin)?;
    let pin = memory().key()?.digest("pin", &[pin.as_bytes()]);
    let entry = new_entry()?;
    let held = list.held(token_of_card)?;
    let (cards, recorded) = (held.cards.clone(), held.recorded.clone());
    let begin = |cards: &[Card], pin| Event::Pin {
        entry,
        cards: Cow::Owned(cards.to_vec()),
        pin,
    };
    let mut presentation = Presentation {
        process: token(),
        entry,
        held,
        recorded: None,
        ended: false,
    };
    let Some(journal) = journal else {
        let begun = Log::Memory.decide(wait, |seen| {
            seen.known.pins.judge(&PinQuestion {
                cards: &cards,
                pin: Some(&pin),
                listed: Some(list.asked_at),
                is_elsewhere: &|_| false,
                runs: seen.runs,
            })?;
            Ok(((), Some(begin(&cards, Some(pin)))))
        });
        begun.inspect_err(|_| presentation.ended = true)?;
        return Ok(presentation);
    };
    let begun = Log::Journal(journal).decide(wait, |seen| {
        let mut remembered = memory().remembered();
        let (here, there) = (&remembered.known.pins, &seen.known.pins);
        // One permit is for one presentation: it is sought in the file, but for what the file does not know.
        here.judge(&PinQuestion {
            cards: &cards,
            pin: Some(&pin),
            listed: Some(list.asked_at),
            is_elsewhere: &|entry| there.knows(entry),
            runs: &|_| true,
        })?;
        there.judge(&PinQuestion {
            cards: &recorded,
            pin: None,
            listed: None,
            is_elsewhere: &|entry| here.has_other_pin(entry, &pin),
            runs: seen.runs,
        })?;
        let known = &mut remembered.known;
        known.apply(&begin(&cards, Some(pin)), 0)?;
        // Its success ends here what it ends in the file.
        let is_permitted = |held| there.permits(held, &recorded);
        known.pins.let_through(entry, &cards, is_permitted);
        Ok(((), Some(begin(&recorded, None))))
    });
    match begun {
        Ok(((), lock)) => {
            presentation.recorded = Some((Arc::clone(journal), lock));
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
        let end = |cards| Event::PinEnd {
            entry: self.entry,
            cards,
            ending,
            why: Why::of(error),
        };
        let wait = wait.for_an_end();
        Log::Memory.end(&end(Cow::Borrowed(&self.held.cards)), &wait);
        match &self.recorded {
            Some((journal, _)) => {
                Log::Journal(journal).end(&end(Cow::Borrowed(&self.held.recorded)), &wait)
            }
            None => true,
        }
    }
}

impl Drop for Presentation {
    fn drop(&mut self) {
        self.finish(PinEnding::Held, None, &Wait::not_at_all());
    }
}

/// A person decides: permits one more presentation of a held PIN. False where none is held.
pub fn permit_pin(
    held: &HeldCards,
    journal: Option<&JournalLog>,
    wait: &Wait<'_>,
) -> Result<bool, Reason> {
    let permit = |cards: &[Card]| Event::PinPermit {
        cards: Cow::Owned(cards.to_vec()),
    };
    let is_held = |is_elsewhere: &dyn Fn(u128) -> bool| {
        let remembered = memory().remembered();
        let pins = &remembered.known.pins;
        pins.is_held(&held.cards, &|_| true, is_elsewhere)
    };
    // The file first: where it cannot be written nothing is permitted here either. Here only what it does not know.
    let (there, here) = match journal {
        Some(journal) => {
            let decided = Log::Journal(journal).decide(wait, |seen| {
                let pins = &seen.known.pins;
                let there = pins.is_held(&held.recorded, seen.runs, &|_| false);
                let here = is_held(&|entry| pins.knows(entry));
                Ok(((there, here), there.then(|| permit(&held.recorded))))
            })?;
            decided.0
        }
        None => (false, is_held(&|_| false)),
    };
    if here {
        Log::Memory.decide(wait, |_| Ok(((), Some(permit(&held.cards)))))?;
    }
    Ok(here || there)
}
