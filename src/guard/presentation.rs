//! A PIN is presented to a card, if nothing holds it back.

use std::borrow::Cow;
use std::sync::Arc;

use super::card::Card;
use super::card_list::{CardList, HeldCards};
use super::event::{Event, Why};
use super::log::{JournalLog, Log};
use super::memory::memory;
use super::pin;
use super::pins::{PinEnding, PinQuestion};
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
    let begin = |seen: &super::log::KnownSoFar<'_>, question: &PinQuestion<'_>, pin| {
        seen.known.pins.judge(question)?;
        let cards = Cow::Owned(question.cards.to_vec());
        Ok(((), Some(Event::Pin { entry, cards, pin })))
    };
    Log::Memory.decide(wait, |seen| {
        let question = PinQuestion {
            cards: &held.cards,
            pin: Some(&pin),
            listed: Some(list.asked_at),
            is_elsewhere: &|_| false,
            runs: seen.runs,
        };
        begin(seen, &question, Some(pin))
    })?;
    let mut presentation = Presentation {
        process: token(),
        entry,
        held,
        recorded: None,
        ended: false,
    };
    if let Some(journal) = journal {
        let recorded = Log::Journal(journal).decide(wait, |seen| {
            let is_elsewhere = |entry| memory().remembered().known.pins.knows(entry);
            let question = PinQuestion {
                cards: &presentation.held.recorded,
                pin: None,
                listed: None,
                is_elsewhere: &is_elsewhere,
                runs: seen.runs,
            };
            begin(seen, &question, None)
        });
        match recorded {
            Ok(((), lock)) => presentation.recorded = Some((Arc::clone(journal), lock)),
            Err(reason) => {
                presentation.end(PinEnding::NotSent, None, wait);
                return Err(reason);
            }
        }
    }
    Ok(presentation)
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
    let permit = |log: Log<'_>, cards: &[Card]| {
        let (any, _) = log.decide(wait, |seen| {
            let any = seen.known.pins.is_held(cards, seen.runs);
            let cards = Cow::Owned(cards.to_vec());
            Ok((any, any.then_some(Event::PinPermit { cards })))
        })?;
        Ok::<bool, Reason>(any)
    };
    // The file first: where it cannot be written nothing is permitted here either.
    let recorded = match journal {
        Some(journal) if !held.recorded.is_empty() => {
            permit(Log::Journal(journal), &held.recorded)?
        }
        _ => false,
    };
    Ok(permit(Log::Memory, &held.cards)? || recorded)
}
