//! The card reader: which cards are in, and what each card remembers.

use crate::random::hex;
use crate::scenario::{Card, CardType};

/// A card known to the sandbox, in the reader or not.
pub(crate) struct KnownCard {
    pub card: Card,
    /// Set while the card is in the reader; changes at each insertion.
    pub token: Option<String>,
    pub tries_left: u32,
    pub presentations: u32,
}

/// What became of a PIN presented to a card.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum PinCheck {
    Right,
    /// Tries left after this one.
    Wrong(u32),
    Locked,
    /// The card takes no PIN.
    NoPin,
}

#[derive(Default)]
pub(crate) struct Reader {
    pub cards: Vec<KnownCard>,
}

impl Reader {
    pub(crate) fn new(cards: &[Card]) -> Reader {
        Reader {
            cards: cards.iter().cloned().map(KnownCard::new).collect(),
        }
    }

    pub(crate) fn by_serial(&self, serial: &str) -> Option<&KnownCard> {
        self.cards.iter().find(|known| known.card.serial == serial)
    }

    pub(crate) fn by_serial_mut(&mut self, serial: &str) -> Option<&mut KnownCard> {
        let mut cards = self.cards.iter_mut();
        cards.find(|known| known.card.serial == serial)
    }

    pub(crate) fn by_token(&mut self, token: &str) -> Option<&mut KnownCard> {
        let mut cards = self.cards.iter_mut();
        cards.find(|known| known.token.as_deref() == Some(token))
    }

    /// Puts a card in. A known serial keeps its memory (tries left, presentations) and gets a
    /// new token, unless the card names one.
    pub(crate) fn insert(&mut self, card: Card) -> String {
        let token = card.token.clone().unwrap_or_else(fresh_token);
        match self.by_serial_mut(&card.serial) {
            Some(known) => {
                known.tries_left = known.tries_left.min(card.tries);
                known.card = card;
                known.token = Some(token.clone());
            }
            None => {
                let mut known = KnownCard::new(card);
                known.token = Some(token.clone());
                self.cards.push(known);
            }
        }
        token
    }

    /// Takes out the card with this serial or token, if it was in.
    pub(crate) fn remove(&mut self, serial_or_token: &str) -> Option<&KnownCard> {
        let found = self.cards.iter_mut().find(|known| {
            known.token.is_some()
                && (known.card.serial == serial_or_token
                    || known.token.as_deref() == Some(serial_or_token))
        })?;
        found.token = None;
        Some(found)
    }

    pub(crate) fn remove_all(&mut self) -> bool {
        let taken = self.cards.iter_mut().filter_map(|known| known.token.take());
        taken.count() > 0
    }
}

impl KnownCard {
    fn new(card: Card) -> KnownCard {
        let token = card.token.clone().unwrap_or_else(fresh_token);
        KnownCard {
            token: card.inserted.then_some(token),
            tries_left: card.tries_left.unwrap_or(card.tries),
            presentations: 0,
            card,
        }
    }

    /// The card that a scenario would have to name for things to start as they are now.
    pub(crate) fn as_is(&self) -> Card {
        Card {
            inserted: self.token.is_some(),
            tries_left: (self.tries_left != self.card.tries).then_some(self.tries_left),
            ..self.card.clone()
        }
    }

    /// Presents a PIN, as a card does: a right one restores the tries, a locked card looks at
    /// nothing.
    pub(crate) fn present(&mut self, pin: &str) -> PinCheck {
        if self.card.card_type == CardType::Vitale {
            return PinCheck::NoPin;
        }
        if self.tries_left == 0 {
            return PinCheck::Locked;
        }
        self.presentations += 1;
        if self.card.pin.as_deref() == Some(pin) {
            self.tries_left = self.card.tries;
            PinCheck::Right
        } else {
            self.tries_left -= 1;
            PinCheck::Wrong(self.tries_left)
        }
    }
}

fn fresh_token() -> String {
    hex(12)
}
