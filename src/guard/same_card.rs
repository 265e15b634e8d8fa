//! Which card is meant, by the identifiers that the entries of a list give.

use serde::{Deserialize, Serialize};

use crate::hex::optional_digest;
use crate::keyed_digest::{Digester, KeyedDigest, number};

/// A card's identifiers under one key; None where an entry does not give one.
#[derive(Clone, Copy, Deserialize, PartialEq, Eq, Serialize)]
pub struct Card {
    #[serde(default, with = "optional_digest")]
    pub serial: Option<KeyedDigest>,
    #[serde(default, with = "optional_digest")]
    pub holder: Option<KeyedDigest>,
}

fn differ(one: Option<KeyedDigest>, other: Option<KeyedDigest>) -> bool {
    one.zip(other).is_some_and(|(one, other)| one != other)
}

impl Card {
    pub fn new(key: Digester<'_>, serial: Option<&str>, holder: Option<&str>) -> Card {
        let digest =
            |kind, text: Option<&str>| text.map(|text| key.digest(kind, &[text.as_bytes()]));
        Card {
            serial: digest("card", serial),
            holder: digest("holder", holder),
        }
    }

    /// Whether both may be one card: no identifier that both have differs.
    pub fn may_be(&self, other: &Card) -> bool {
        !differ(self.serial, other.serial) && !differ(self.holder, other.holder)
    }

    /// Whether they have one serial, which is one card's, however its holder is written.
    pub fn shares_serial(&self, other: &Card) -> bool {
        self.serial.is_some() && self.serial == other.serial
    }

    /// Whether both say that they are one card: an identifier that both have is equal, and none differs.
    pub fn names(&self, other: &Card) -> bool {
        let equal = |one: Option<KeyedDigest>, other| one.is_some() && one == other;
        let any = equal(self.serial, other.serial) || equal(self.holder, other.holder);
        any && self.may_be(other)
    }

    /// Whether both are one card for certain. A serial names a card; the other identifier names its holder, who may have
    /// several cards.
    pub fn is(&self, other: &Card) -> bool {
        self.serial.is_some() && self == other
    }
}

/// Another number for other cards, and under another key. A list may have a card twice.
pub fn numbers(cards: &[Card]) -> u128 {
    let identifiers = cards.iter().filter_map(|card| card.serial.or(card.holder));
    identifiers.fold(0, |sum, identifier| sum.wrapping_add(number(&identifier)))
}

/// Whether any of these may be that card.
pub fn concern(cards: &[Card], other: &Card) -> bool {
    let may_be = |card: &Card| card.shares_serial(other) || card.may_be(other);
    cards.iter().any(may_be)
}
