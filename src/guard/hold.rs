//! What holds a PIN back, and what lets it through.

use super::bounds::Moment;
use super::card::{Card, concern};
use crate::keyed_digest::KeyedDigest;

/// A presentation that has not ended, or did not succeed, for one of the cards that it may concern.
#[cfg_attr(test, derive(Clone))]
pub struct Hold {
    pub entry: u128,
    pub card: Card,
    /// None: every PIN.
    pub pin: Option<KeyedDigest>,
    /// Where the log has its begin.
    pub place: u64,
    pub begun: Moment,
    pub ended: Option<Moment>,
}

/// A person's permit for the next presentation to a card.
#[cfg_attr(test, derive(Clone))]
pub struct Permit {
    /// The cards that the person meant.
    pub meant: Vec<Card>,
    pub given: Moment,
    /// The presentation that uses it.
    pub used_by: Option<u128>,
}

impl Permit {
    pub fn is_for(&self, cards: &[Card]) -> bool {
        self.meant.iter().any(|meant| concern(cards, meant))
    }

    /// Whether it was given for this hold.
    pub fn covers(&self, hold: &Hold) -> bool {
        hold.begun < self.given && concern(&self.meant, &hold.card)
    }
}
