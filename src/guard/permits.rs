//! What a person has permitted.
//!
//! A permit is used up by the next presentation to its card: it stands while nothing is held there that began after it. A
//! presentation that was not made holds nothing, and so gives its permit back.

use super::recent::{Bounds, Moment};
use super::same_card::{Card, concern};
use crate::keyed_digest::KeyedDigest;
use crate::reason::Reason;

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
    /// A person had been asked before it, and insisted.
    pub insisted: bool,
    /// The presentation that a permit of another log lets through.
    pub let_through: Option<u128>,
}

/// A person's permit for the next presentation to a card.
#[cfg_attr(test, derive(Clone))]
pub struct Permit {
    /// The cards that the person meant.
    pub meant: Vec<Card>,
    pub given: Moment,
}

impl Permit {
    fn is_for(&self, cards: &[Card]) -> bool {
        self.meant.iter().any(|meant| concern(cards, meant))
    }

    /// Whether a presentation to these cards would use it.
    pub fn is_unused_for(&self, cards: &[Card], holds: &[Hold]) -> bool {
        self.is_for(cards) && !holds.iter().any(|hold| self.is_before(hold))
    }

    /// Whether it was given for this hold.
    pub fn covers(&self, hold: &Hold) -> bool {
        hold.begun < self.given && concern(&self.meant, &hold.card)
    }

    /// Whether this presentation uses it, unless an earlier one does.
    fn is_before(&self, hold: &Hold) -> bool {
        self.given < hold.begun && concern(&self.meant, &hold.card)
    }

    /// Whether a presentation that began then, to these cards, is the first one behind it.
    pub fn is_used_by(&self, cards: &[Card], begun: Moment, holds: &[Hold]) -> bool {
        let earlier = |hold: &Hold| hold.begun < begun && self.is_before(hold);
        self.given < begun && self.is_for(cards) && !holds.iter().any(earlier)
    }
}

#[derive(Default)]
#[cfg_attr(test, derive(Clone))]
pub struct Permits(pub Vec<Permit>);

impl Permits {
    /// In the place of the one for the same cards, which stays known where a presentation that may use it runs.
    pub fn add(
        &mut self,
        cards: &[Card],
        given: Moment,
        holds: &[Hold],
        bounds: &Bounds,
    ) -> Result<(), Reason> {
        self.0.retain(|permit| {
            let mut later = holds.iter().filter(|hold| permit.is_before(hold));
            permit.meant != cards || later.any(|hold| hold.ended.is_none())
        });
        if self.0.len() >= bounds.holds {
            self.0.remove(0);
        }
        let mut meant = Vec::new();
        let room = meant.try_reserve_exact(cards.len());
        room.and_then(|()| self.0.try_reserve(1))?;
        meant.extend_from_slice(cards);
        self.0.push(Permit { meant, given });
        Ok(())
    }

    /// Those that a presentation to these cards would use; looked for once, since a list may name a thousand cards.
    pub fn unused_for(&self, cards: &[Card], holds: &[Hold]) -> Result<Vec<&Permit>, Reason> {
        let mut unused = Vec::new();
        unused.try_reserve_exact(self.0.len())?;
        unused.extend(self.0.iter().filter(|it| it.is_unused_for(cards, holds)));
        Ok(unused)
    }

    /// Takes out those that a presentation uses. Without memory for them they count for nothing.
    pub fn take_used_by(&mut self, cards: &[Card], begun: Moment, holds: &[Hold]) -> Vec<Permit> {
        let mut taken = Vec::new();
        let used = |permit: &mut Permit| permit.is_used_by(cards, begun, holds);
        if taken.try_reserve_exact(self.0.len()).is_ok() {
            taken.extend(self.0.extract_if(.., used));
        }
        taken
    }

    /// A presentation was made, and is no longer held.
    pub fn use_up(&mut self, hold: &Hold) {
        self.0.retain(|permit| !permit.is_before(hold));
    }
}
