//! What the file states of PINs, in memory: each presentation that holds a card back.

use super::cards::JournalCard;
use super::record::{PinBegin, PinEnding};
use crate::reason::Reason;
use crate::system::processes::ProcessIdentity;

/// A presentation that was refused, has no certain answer, or has not ended, for one of the cards that it may concern.
#[derive(PartialEq)]
struct HeldCard {
    entry: u128,
    card: JournalCard,
    /// None once it has ended.
    process: Option<Box<ProcessIdentity>>,
    /// A person permits one more presentation.
    permitted: bool,
    /// The presentation under way that uses the permit.
    lent_to: Option<u128>,
}

impl HeldCard {
    fn concerns(&self, cards: &[JournalCard]) -> bool {
        cards.iter().any(|card| card.may_be(&self.card))
    }

    fn is_in_use(&self) -> bool {
        self.process.as_ref().is_some_and(|process| process.runs())
    }
}

#[derive(Default, PartialEq)]
pub struct PinIndex {
    held: Vec<HeldCard>,
}

impl PinIndex {
    pub fn begin(&mut self, begin: &PinBegin<'_>) -> Result<(), Reason> {
        if self.held.iter().any(|held| held.entry == begin.entry) {
            return Ok(());
        }
        let room = self.held.try_reserve(begin.cards.len());
        room.map_err(|_| Reason::NoMemory)?;
        for held in self
            .held
            .iter_mut()
            .filter(|held| held.concerns(&begin.cards))
        {
            if std::mem::take(&mut held.permitted) {
                held.lent_to = Some(begin.entry);
            }
        }
        let (number, start) = begin.process;
        for card in &begin.cards {
            self.held.push(HeldCard {
                entry: begin.entry,
                card: *card,
                process: Some(Box::new(ProcessIdentity {
                    number,
                    start: start.to_owned(),
                })),
                permitted: false,
                lent_to: None,
            });
        }
        Ok(())
    }

    pub fn end(&mut self, entry: u128, ending: PinEnding) {
        let own = |held: &HeldCard| held.entry == entry && held.process.is_some();
        let cards: Vec<JournalCard> = self
            .held
            .iter()
            .filter(|held| own(held))
            .map(|held| held.card)
            .collect();
        if cards.is_empty() {
            return;
        }
        for held in self
            .held
            .iter_mut()
            .filter(|held| held.lent_to == Some(entry))
        {
            held.lent_to = None;
            // It was not used.
            held.permitted = ending == PinEnding::NotSent;
        }
        match ending {
            PinEnding::NotSent => self.held.retain(|held| held.entry != entry),
            PinEnding::Opened => {
                self.held.retain(|held| held.entry != entry);
                // Of several cards nobody knows which one accepted the PIN.
                if let [card] = cards.as_slice() {
                    self.held.retain(|held| !held.card.is(card));
                }
            }
            PinEnding::Refused { liftable } => {
                for held in self.held.iter_mut().filter(|held| held.entry == entry) {
                    held.process = None;
                }
                // One that only a person ends stands for those before it.
                if !liftable {
                    self.held.retain(|held| {
                        held.entry == entry || held.process.is_some() || !cards.contains(&held.card)
                    });
                }
            }
        }
    }

    /// An unchanged counter showed that the card did not see the PIN.
    pub fn lift(&mut self, entry: u128) {
        self.held
            .retain(|held| held.entry != entry || held.process.is_some());
    }

    /// A person permits one more presentation to these cards.
    pub fn permit(&mut self, cards: &[JournalCard]) {
        for held in self.held.iter_mut().filter(|held| held.concerns(cards)) {
            held.permitted = !held.is_in_use();
        }
    }

    pub fn is_empty(&self) -> bool {
        self.held.is_empty()
    }

    /// Whether there is something to permit. Not while a presentation is under way: who reads the permit after its
    /// process has ended could not tell that it was not meant.
    pub fn is_held(&self, cards: &[JournalCard]) -> bool {
        let held = || self.held.iter().filter(|held| held.concerns(cards));
        held().next().is_some() && !held().any(HeldCard::is_in_use)
    }

    /// Whether a PIN may be presented to what may be these cards. `is_own`: a presentation that the asking process made
    /// and judges by itself.
    pub fn judge(
        &self,
        cards: &[JournalCard],
        is_own: &dyn Fn(u128) -> bool,
    ) -> Result<(), Reason> {
        let others = || {
            let held = self.held.iter();
            held.filter(|held| held.concerns(cards) && !is_own(held.entry))
        };
        if others().any(HeldCard::is_in_use) {
            return Err(Reason::PinInUse);
        }
        match others().all(|held| held.permitted) {
            true => Ok(()),
            false => Err(Reason::PinKnownWrong),
        }
    }
}

#[cfg(test)]
mod tests;
