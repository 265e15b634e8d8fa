//! Cards move, are locked, unlocked and get another PIN.

use crate::bilingual::Bilingual;
use crate::events::Topic;
use crate::scenario::{Card, CardType};
use crate::state::SandboxState;

impl SandboxState {
    /// Puts a card in and gives its token.
    pub(crate) fn insert_card(&mut self, card: Card) -> String {
        let title = title(&card);
        let token = self.reader.insert(card);
        self.said_of_card(words!("the card {title} is in the reader", title));
        token
    }

    /// Puts a known card in again, under a fresh token.
    pub(crate) fn insert_known_card(&mut self, serial: &str) -> Option<String> {
        let mut card = self.reader.by_serial(serial)?.card.clone();
        card.token = None;
        Some(self.insert_card(card))
    }

    /// Takes out the card with this serial or token; returns whether it was in.
    pub(crate) fn remove_card(&mut self, serial_or_token: &str) -> bool {
        let Some(card) = self.reader.remove(serial_or_token) else {
            return false;
        };
        let title = title(&card.card);
        self.said_of_card(words!("the card {title} left the reader", title));
        true
    }

    /// Every card leaves the reader.
    pub(crate) fn remove_cards(&mut self) {
        if self.reader.remove_all() {
            self.said_of_card(words!("every card left the reader"));
        }
    }

    /// Gives a card all its tries back; `None` for an unknown card.
    pub(crate) fn unlock_card(&mut self, serial: &str) -> Option<u32> {
        let known = self.reader.by_serial_mut(serial)?;
        known.tries_left = known.card.tries;
        let (title, tries) = (title(&known.card), known.tries_left);
        self.said_of_card(words!(
            "the card {title} has its {tries} tries again",
            title,
            tries
        ));
        Some(tries)
    }

    /// Takes the card's last try, as wrong PINs do; false for a card without a PIN. `None` when no card has this serial.
    pub(crate) fn lock_card(&mut self, serial: &str) -> Option<bool> {
        let known = self.reader.by_serial_mut(serial)?;
        if known.card.card_type == CardType::Vitale {
            return Some(false);
        }
        known.tries_left = 0;
        let title = title(&known.card);
        self.said_of_card(words!("the card {title} is locked", title));
        Some(true)
    }

    /// Gives a card another PIN.
    pub(crate) fn set_pin(&mut self, serial: &str, pin: &str) -> Result<(), PinProblem> {
        let known = self.reader.by_serial_mut(serial);
        let known = known.ok_or(PinProblem::UnknownCard)?;
        if known.card.card_type == CardType::Vitale {
            return Err(PinProblem::Vitale);
        }
        if pin.is_empty() {
            return Err(PinProblem::Empty);
        }
        known.card.pin = Some(pin.into());
        let title = title(&known.card);
        self.said_of_card(words!("the card {title} has another PIN", title));
        Ok(())
    }

    fn said_of_card(&mut self, text: Bilingual) {
        self.events.record(Topic::Card, text);
    }
}

/// Why a card gets no other PIN.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum PinProblem {
    UnknownCard,
    Vitale,
    Empty,
}

fn title(card: &Card) -> String {
    match card.holder.name() {
        name if name.is_empty() => card.serial.clone(),
        name => format!("{} ({name})", card.serial),
    }
}
