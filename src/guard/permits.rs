//! What a person has permitted.

use super::bounds::{Bounds, Moment};
use super::card::{Card, concern};
use super::hold::Hold;
use crate::reason::Reason;

/// A person's permit for the next presentation to a card.
#[cfg_attr(test, derive(Clone))]
pub struct Permit {
    /// The cards that the person meant.
    pub meant: Vec<Card>,
    pub given: Moment,
    /// The presentation that uses it.
    pub used_by: Option<u128>,
    /// A person has given another one since.
    replaced: bool,
}

impl Permit {
    fn is_for(&self, cards: &[Card]) -> bool {
        self.meant.iter().any(|meant| concern(cards, meant))
    }

    /// Whether it was given for this hold.
    pub fn covers(&self, hold: &Hold) -> bool {
        hold.begun < self.given && concern(&self.meant, &hold.card)
    }
}

#[derive(Default)]
#[cfg_attr(test, derive(Clone))]
pub struct Permits(Vec<Permit>);

impl Permits {
    /// `is_made`: whether a presentation has not ended.
    pub fn add(
        &mut self,
        cards: &[Card],
        at: Moment,
        bounds: &Bounds,
        is_made: impl Fn(u128) -> bool,
    ) -> Result<(), Reason> {
        self.0.retain(|permit| match permit.used_by {
            Some(entry) => is_made(entry),
            None => permit.meant != cards,
        });
        for permit in &mut self.0 {
            permit.replaced |= permit.meant == cards;
        }
        if self.0.len() >= bounds.holds {
            self.0.remove(0);
        }
        let mut meant = Vec::new();
        let room = meant.try_reserve_exact(cards.len());
        room.and_then(|()| self.0.try_reserve(1))?;
        meant.extend_from_slice(cards);
        self.0.push(Permit {
            meant,
            given: at,
            used_by: None,
            replaced: false,
        });
        Ok(())
    }

    /// Those that a presentation to these cards would use.
    pub fn unused_for<'a>(&'a self, cards: &'a [Card]) -> impl Iterator<Item = &'a Permit> {
        let unused = self.0.iter().filter(|permit| permit.used_by.is_none());
        unused.filter(|permit| permit.is_for(cards))
    }

    pub fn used_by(&self, entry: u128) -> impl Iterator<Item = &Permit> {
        let used = move |permit: &&Permit| permit.used_by == Some(entry);
        self.0.iter().filter(used)
    }

    /// A presentation to these cards begins.
    pub fn begin(&mut self, entry: u128, cards: &[Card]) {
        let unused = self.0.iter_mut().filter(|permit| permit.used_by.is_none());
        for permit in unused.filter(|permit| permit.is_for(cards)) {
            permit.used_by = Some(entry);
        }
    }

    /// The permits of a presentation that was not made, but where a person has given another one since.
    pub fn give_back(&mut self, entry: u128) {
        let used = |permit: &Permit| permit.used_by == Some(entry);
        self.0.retain(|it| !used(it) || !it.replaced);
        for permit in self.0.iter_mut().filter(|it| used(it)) {
            permit.used_by = None;
        }
    }

    /// A presentation was made, which uses its permits up; so is each of which nothing is held any more.
    pub fn end(&mut self, entry: u128, is_held: impl Fn(u128) -> bool) {
        let ended = |used_by| used_by == entry || !is_held(used_by);
        self.0.retain(|permit| !permit.used_by.is_some_and(ended));
    }

    pub fn iter(&self) -> impl Iterator<Item = &Permit> {
        self.0.iter()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
