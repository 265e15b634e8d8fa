//! Why a PIN may not be presented to a card.
//!
//! A presentation that did not succeed holds its PIN on that card until a person permits one more. No reply and no
//! counter lifts a hold. A success lifts the holds of the one card that certainly accepted the PIN, and those for which its
//! permit was given: of these, those of another PIN stay, and where they are on cards that certainly differ, those on cards that
//! the login did not name.

use std::borrow::Cow;

use super::event::{PinBegin, PinEnd, PinEnding};
use super::permits::{Hold, Permit, Permits};
use super::recent::{Bounds, Moment, Recent};
use super::same_card::{Card, concern, numbers};
use crate::keyed_digest::KeyedDigest;
use crate::reason::Reason;

/// Who asks whether a PIN may be presented.
pub struct PinQuestion<'a> {
    pub cards: &'a [Card],
    /// None: any.
    pub pin: Option<&'a KeyedDigest>,
    /// When the list that names the cards was asked for, where that matters.
    pub listed: Option<Moment>,
    /// Whether the other log knows a presentation, so that it alone judges its hold: no permit counts twice.
    pub is_elsewhere: &'a dyn Fn(u128) -> bool,
    /// Whether the presentation that begins at a place of the log is still being made.
    pub runs: &'a dyn Fn(u64) -> bool,
}

#[derive(Default)]
#[cfg_attr(test, derive(Clone))]
pub struct Pins {
    holds: Vec<Hold>,
    permits: Permits,
    /// When something was lost that may have held any PIN of any card.
    missing: Option<Moment>,
    /// Cards of which it is known that nothing is held by what was lost.
    cleared: Vec<Card>,
    /// Presentations that a success has ended, their own or a later one: an end that is recorded late changes nothing.
    ended_by_success: Recent<u128, ()>,
    /// The last one of each card.
    successes: Vec<(Card, u128)>,
    /// Stands for those that were forgotten.
    former_successes: u128,
}

/// More than processes have ends in hand that they could not record.
const MOST_ENDED_BY_SUCCESS: usize = 4_096;

impl Pins {
    /// Something that may have been a hold of any card cannot be read, or is not kept.
    pub fn miss(&mut self, at: Moment) {
        self.missing = Some(at);
        self.cleared.clear();
    }

    pub fn begin(
        &mut self,
        begin: &PinBegin<'_>,
        at: Moment,
        place: u64,
        bounds: &Bounds,
    ) -> Result<(), Reason> {
        if self.knows(begin.entry) {
            return Ok(());
        }
        if self.holds.len() + begin.cards.len() > bounds.holds {
            self.miss(at);
            let ended = |hold: &mut Hold| hold.ended.is_some();
            for hold in self.holds.extract_if(.., ended) {
                self.permits.use_up(&hold);
            }
        }
        self.hold(begin, at, place, None)
    }

    fn hold(
        &mut self,
        begin: &PinBegin<'_>,
        at: Moment,
        place: u64,
        ended: Option<Moment>,
    ) -> Result<(), Reason> {
        self.holds.try_reserve(begin.cards.len())?;
        // For the end, which must not fail.
        self.cleared
            .try_reserve(self.holds.len() + begin.cards.len())?;
        self.holds.extend(begin.cards.iter().map(|card| Hold {
            entry: begin.entry,
            card: *card,
            pin: begin.pin,
            place,
            begun: at,
            ended,
            insisted: begin.insisted,
            let_through: None,
        }));
        Ok(())
    }

    /// The record of the end has the cards as well: of one whose begin is missing they are held.
    pub fn end(&mut self, ended: &PinEnd<'_>, at: Moment, bounds: &Bounds) -> Result<(), Reason> {
        let (entry, cards, ending) = (ended.entry, &*ended.cards, ended.ending);
        let Some(begun) = self.holds.iter().find(|hold| hold.entry == entry) else {
            return match ending {
                _ if self.ended_by_success.get(&entry).is_some() => Ok(()),
                PinEnding::Held => {
                    let begin = PinBegin {
                        entry,
                        cards: Cow::Borrowed(cards),
                        pin: None,
                        insisted: false,
                    };
                    self.hold(&begin, at, 0, Some(at))
                }
                PinEnding::Opened => {
                    // What is missing was before it: nothing else was presented to this card meanwhile.
                    if let [card] = cards
                        && card.serial.is_some()
                        && self.missing.is_some()
                    {
                        self.clear(*card, at, bounds);
                    }
                    Ok(())
                }
                PinEnding::NotSent => Ok(()),
            };
        };
        if begun.ended.is_some() {
            return Ok(());
        }
        let (begun, pin, insisted) = (begun.begun, begun.pin, begun.insisted);
        if ending == PinEnding::NotSent {
            self.holds.retain(|hold| hold.entry != entry);
            return Ok(());
        }
        let own = |hold: &&Hold| hold.entry == entry;
        let permitted = self.missing.is_some_and(|missing| {
            let mut later = self
                .permits
                .0
                .iter()
                .filter(|permit| missing < permit.given);
            insisted && missing < begun
                || later.any(|permit| permit.is_used_by(cards, begun, &self.holds))
        });
        if ending == PinEnding::Opened {
            self.note_success(entry, cards, bounds);
            let mut own = self.holds.iter().filter(own).map(|hold| hold.card);
            // Of several cards nobody knows which one accepted the PIN.
            let certain = own.next().filter(|_| own.next().is_none());
            let opened = certain.filter(|card| card.serial.is_some());
            let before = self.missing.is_some_and(|missing| missing <= begun);
            if let Some(card) = opened.filter(|_| before) {
                self.clear(card, at, bounds);
            }
            let used = self.permits.take_used_by(cards, begun, &self.holds);
            let let_through = |hold: &Hold| {
                let permitted = insisted && hold.begun < begun
                    || hold.let_through == Some(entry)
                    || used.iter().any(|permit| permit.covers(hold));
                // Of a card that may be another one nobody knows more than of this PIN.
                let same_pin = hold.pin.is_none() || hold.pin == pin;
                permitted && same_pin && hold.entry != entry && concern(cards, &hold.card)
            };
            let is_one = |identifier: fn(&Card) -> Option<KeyedDigest>| {
                let held = self.holds.iter().filter(|hold| let_through(hold));
                let mut given = held.filter_map(|hold| identifier(&hold.card));
                let first = given.next();
                given.all(|other| Some(other) == first)
            };
            let (one_serial, one_holder) = (is_one(|card| card.serial), is_one(|card| card.holder));
            let meant = |card: &Card| {
                let differs =
                    !one_serial && card.serial.is_some() || !one_holder && card.holder.is_some();
                !differs || cards.contains(card) || cards.iter().any(|own| own.shares_serial(card))
            };
            let (permits, ended_by_success) = (&mut self.permits, &mut self.ended_by_success);
            self.holds.retain(|hold| {
                let same = opened.is_some_and(|card| card.is(&hold.card) && hold.begun <= begun);
                let ends = hold.entry == entry || same || let_through(hold) && meant(&hold.card);
                if ends {
                    permits.use_up(hold);
                    let _ = ended_by_success.add(hold.entry, (), MOST_ENDED_BY_SUCCESS);
                }
                !ends
            });
        }
        // What a journal lost may be any PIN: one permit answers for all of it. In memory a bound dropped holds of single
        // PINs: there only a success releases them.
        if permitted && (pin.is_none() || ending == PinEnding::Opened) {
            cards.iter().for_each(|card| self.clear(*card, at, bounds));
        }
        let own = self.holds.iter_mut().filter(|hold| hold.entry == entry);
        own.for_each(|hold| hold.ended = Some(at));
        Ok(())
    }

    /// Without memory for it, a question is the same as before it.
    fn note_success(&mut self, entry: u128, cards: &[Card], bounds: &Bounds) {
        self.successes.retain(|(card, _)| !cards.contains(card));
        if self.successes.len() + cards.len() > bounds.holds {
            self.successes.clear();
            self.former_successes = entry;
        }
        if self.successes.try_reserve(cards.len()).is_ok() {
            self.successes
                .extend(cards.iter().map(|card| (*card, entry)));
        }
    }

    /// Another number behind each success of what may be these cards.
    pub fn success_number(&self, cards: &[Card]) -> u128 {
        let successes = self.successes.iter();
        let successes = successes.filter(|(card, _)| concern(cards, card));
        successes.fold(self.former_successes, |sum, (_, entry)| {
            sum.wrapping_add(*entry)
        })
    }

    fn clear(&mut self, card: Card, at: Moment, bounds: &Bounds) {
        if self.cleared.len() >= bounds.holds {
            self.miss(at);
        }
        if !self.cleared.contains(&card) && self.cleared.try_reserve(1).is_ok() {
            self.cleared.push(card);
        }
    }

    pub fn permit(&mut self, cards: &[Card], at: Moment, bounds: &Bounds) -> Result<(), Reason> {
        self.permits.add(cards, at, &self.holds, bounds)
    }

    /// The presentations to what may be these cards that are held here, and for each of their holds whether a permit covers it.
    pub fn permitted(&self, cards: &[Card]) -> Result<Vec<(u128, bool)>, Reason> {
        let permits = self.permits.unused_for(cards, &self.holds)?;
        let mut permitted = Vec::new();
        permitted.try_reserve_exact(self.holds.len())?;
        permitted.extend(self.concerning(cards).map(|hold| {
            let covered = permits.iter().any(|permit| permit.covers(hold));
            (hold.entry, covered)
        }));
        Ok(permitted)
    }

    /// A presentation has begun with a permit that is kept elsewhere, for some of what is held here.
    pub fn let_through(&mut self, begun: u128, cards: &[Card], permitted: &[(u128, bool)]) {
        for hold in &mut self.holds {
            let same = permitted.iter().filter(|(entry, _)| *entry == hold.entry);
            let covered = same.map(|(_, covered)| *covered).min();
            if covered == Some(true) && hold.entry != begun && concern(cards, &hold.card) {
                hold.let_through = Some(begun);
            }
        }
    }

    /// Whether a presentation is here.
    pub fn knows(&self, entry: u128) -> bool {
        self.holds.iter().any(|hold| hold.entry == entry)
    }

    /// Whether a presentation is here, of another PIN.
    pub fn has_other_pin(&self, entry: u128, pin: &KeyedDigest) -> bool {
        let other = |hold: &Hold| hold.pin.is_some_and(|own| own != *pin);
        let mut holds = self.holds.iter();
        holds.any(|hold| hold.entry == entry && other(hold))
    }

    /// Whether there is something to permit here: not while a presentation runs.
    pub fn is_held(
        &self,
        cards: &[Card],
        runs: &dyn Fn(u64) -> bool,
        is_elsewhere: &dyn Fn(u128) -> bool,
    ) -> bool {
        let mut held = self.is_missing(cards);
        for hold in self.concerning(cards) {
            if hold.ended.is_none() && runs(hold.place) {
                return false;
            }
            held |= !is_elsewhere(hold.entry);
        }
        held
    }

    fn concerning<'a>(&'a self, cards: &'a [Card]) -> impl DoubleEndedIterator<Item = &'a Hold> {
        let holds = self.holds.iter();
        holds.filter(|hold| concern(cards, &hold.card))
    }

    fn is_missing(&self, cards: &[Card]) -> bool {
        let cleared = cards.iter().all(|card| self.cleared.contains(card));
        self.missing.is_some() && !cleared
    }

    /// None: nothing holds the PIN back; else whether a person has insisted before.
    pub fn judge(&self, question: &PinQuestion<'_>) -> Result<Option<bool>, Reason> {
        let cards = question.cards;
        let concerning = || self.concerning(cards);
        if concerning().any(|hold| hold.ended.is_none() && (question.runs)(hold.place)) {
            return Err(Reason::PinInUse);
        }
        let missing = self.missing.filter(|_| self.is_missing(cards));
        if let Some(listed) = question.listed {
            let mut ends = concerning().filter_map(|hold| hold.ended).chain(missing);
            if ends.any(|ended| listed <= ended) {
                return Err(Reason::PinNeedsReady);
            }
        }
        let permits = self.permits.unused_for(cards, &self.holds)?;
        let is_asked = |hold: &&Hold| match (&hold.pin, question.pin) {
            (Some(held), Some(asked)) => held == asked,
            _ => true,
        };
        let held = |hold: &Hold| {
            !(question.is_elsewhere)(hold.entry)
                && !permits.iter().any(|permit| permit.covers(hold))
        };
        let missed = missing.is_some_and(|at| !permits.iter().any(|permit| at < permit.given));
        let is_held = missed || concerning().filter(is_asked).any(held);
        let insisted = || concerning().filter(is_asked).any(|hold| hold.insisted);
        Ok(is_held.then(insisted))
    }

    /// The last presentation to these cards that is held.
    pub fn last(&self, cards: &[Card]) -> Option<u128> {
        self.concerning(cards).next_back().map(|hold| hold.entry)
    }

    /// Stands for what is missing, where that may have held these cards: another number for another card, and for what is
    /// missing later.
    pub fn missing_number(&self, cards: &[Card]) -> u128 {
        let missing = self.missing.filter(|_| self.is_missing(cards));
        missing.map_or(0, |at| numbers(cards).wrapping_add(at.into()))
    }

    /// Whether nothing is held, permitted or missing, so that what came before says nothing any more.
    pub fn is_idle(&self) -> bool {
        self.holds.is_empty() && self.permits.0.is_empty() && self.missing.is_none()
    }

    /// Whether both hold and permit the same, wherever their logs have it.
    pub fn is_as(&self, other: &Pins) -> bool {
        let hold = |hold: &Hold| {
            let ended = hold.ended.is_some();
            (hold.entry, hold.card, ended, hold.insisted)
        };
        let permit = |pins: &Pins, permit: &Permit| {
            let covered = pins.holds.iter().filter(|hold| permit.covers(hold)).count();
            let unused = permit.is_unused_for(&permit.meant, &pins.holds);
            (permit.meant.clone(), unused, covered)
        };
        let permits = self.permits.0.iter().map(|it| permit(self, it));
        let others = other.permits.0.iter().map(|it| permit(other, it));
        self.holds.iter().map(hold).eq(other.holds.iter().map(hold))
            && permits.eq(others)
            && self.missing.is_some() == other.missing.is_some()
            && self.cleared == other.cleared
    }
}
