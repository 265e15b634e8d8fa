//! A bounded number of records, one for each card.

use super::card::{CardId, CardList};
use crate::keyed_digest::KeyedDigest;

/// Beyond this many cards the holds of the oldest one become nameless: they count for every card.
pub(super) const MAX_CARDS: usize = 1024;
/// Beyond this many PINs without success since the last one, every PIN of the card is held.
pub(super) const MAX_PINS: usize = 16;
/// The same for the nameless holds.
pub(super) const MAX_NAMELESS: usize = 1024;

/// What must happen before a PIN that was presented without success may be presented again.
pub enum Hold {
    /// A later list that shows these counters lifts it.
    Counters(Vec<u64>),
    Person,
    Lifted,
}

pub struct SpentPin {
    /// None: every PIN.
    pin: Option<KeyedDigest>,
    hold: Hold,
    permitted: bool,
}

impl SpentPin {
    fn holds(&self, pin: &KeyedDigest) -> bool {
        self.held() && self.is(pin)
    }

    fn held(&self) -> bool {
        !matches!(self.hold, Hold::Lifted)
    }

    fn is(&self, pin: &KeyedDigest) -> bool {
        self.pin.is_none_or(|own| own == *pin)
    }
}

/// A person's permit for one presentation, however many records the act concerned.
struct Permit {
    /// The moment of the act, which identifies it.
    act: u64,
    /// The card that the person meant.
    meant: CardId,
    /// A presentation under way uses it.
    lent: bool,
}

pub struct Record {
    pub card: CardId,
    pub presenting: bool,
    spent: Vec<SpentPin>,
    /// A counter has lifted a hold. It may be one that never changes, so it lifts no other.
    lifted: bool,
    /// For the PINs that are marked as permitted.
    permit: Option<Permit>,
    /// When the last presentation without success ended.
    pub failed_at: Option<u64>,
    /// When the last presentation ended. A counter listed before that proves nothing about the next one.
    pub ended_at: u64,
}

impl Permit {
    fn is_for(&self, cards: &[CardId]) -> bool {
        cards.iter().any(|card| card.may_be(&self.meant))
    }
}

impl Record {
    fn new(card: CardId) -> Record {
        Record {
            card,
            presenting: false,
            spent: Vec::new(),
            lifted: false,
            permit: None,
            failed_at: None,
            ended_at: 0,
        }
    }

    pub fn concerns(&self, cards: &[CardId]) -> bool {
        cards.iter().any(|card| card.may_be(&self.card))
    }

    /// Whether this PIN is held back from these cards.
    pub fn holds(&self, cards: &[CardId], pin: &KeyedDigest) -> bool {
        let permitted = self.permit.as_ref();
        let permitted = permitted.is_some_and(|permit| !permit.lent && permit.is_for(cards));
        let mut held = self.spent.iter().filter(|spent| spent.holds(pin));
        held.any(|spent| !(permitted && spent.permitted))
    }

    /// Permits the PINs that are held now; false where there are none.
    pub fn permit(&mut self, act: u64, meant: CardId) -> bool {
        let mut any = false;
        for spent in self.spent.iter_mut().filter(|spent| spent.held()) {
            spent.permitted = true;
            any = true;
        }
        if any {
            let lent = false;
            self.permit = Some(Permit { act, meant, lent });
        }
        any
    }

    pub fn take_permit(&mut self) {
        self.permit = None;
        self.spent
            .iter_mut()
            .for_each(|spent| spent.permitted = false);
    }

    fn lend(&mut self, lent: bool) {
        if let Some(permit) = &mut self.permit {
            permit.lent = lent;
        }
    }

    /// Reads a list that was requested after the last failure. `lifted`: a hold of what may be this card was lifted
    /// before.
    pub fn observe(&mut self, list: &CardList, lifted: bool) {
        let awaits = |spent: &SpentPin| matches!(spent.hold, Hold::Counters(_));
        if !self.spent.iter().any(awaits) {
            return;
        }
        let now = list.counters(&[self.card]);
        let shown = list.shows(&self.card);
        for spent in &mut self.spent {
            let Hold::Counters(before) = &spent.hold else {
                continue;
            };
            // A counter that changed once has changed, even if the next list shows the old value.
            let moved = now.known.iter().any(|counter| !before.contains(counter));
            if moved || lifted || self.lifted {
                spent.hold = Hold::Person;
            } else if shown && now.is(before) {
                spent.hold = Hold::Lifted;
                self.lifted = true;
            }
        }
    }

    pub fn has_lifted(&self) -> bool {
        self.lifted
    }

    pub fn knows(&self, pin: &KeyedDigest) -> bool {
        self.spent.iter().any(|spent| spent.is(pin))
    }

    /// Whether a counter has lifted the hold of this PIN; None where no counter may.
    pub fn is_lifted(&self, pin: &KeyedDigest) -> Option<bool> {
        let mut spent = self.spent.iter().filter(|spent| spent.pin == Some(*pin));
        match spent.next()?.hold {
            Hold::Counters(_) => Some(false),
            Hold::Lifted => Some(true),
            Hold::Person => None,
        }
    }

    pub fn failed(&mut self, pin: KeyedDigest, hold: Hold, ended_at: u64) {
        self.failed_at = Some(ended_at);
        self.ended_at = ended_at;
        self.spent.retain(|spent| spent.pin != Some(pin));
        self.hold(Some(pin), hold);
    }

    fn hold(&mut self, pin: Option<KeyedDigest>, hold: Hold) {
        let every = SpentPin {
            pin: None,
            hold: Hold::Person,
            permitted: false,
        };
        let limit = match self.card == CardId::UNKNOWN {
            true => MAX_NAMELESS,
            false => MAX_PINS,
        };
        if pin.is_none() || self.spent.len() >= limit {
            self.spent = vec![every];
        } else {
            self.spent.push(SpentPin { pin, hold, ..every });
        }
    }

    /// The card accepted a PIN: earlier presentations no longer count.
    pub fn opened(&mut self, ended_at: u64) {
        *self = Record {
            ended_at,
            ..Record::new(self.card)
        };
    }

    fn is_settled(&self) -> bool {
        !self.presenting && !self.lifted && self.spent.is_empty()
    }

    /// Takes over the holds of another card's record.
    fn absorb(&mut self, other: Record) {
        for spent in other.spent {
            if self.spent.iter().all(|own| own.pin != spent.pin) {
                self.hold(spent.pin, Hold::Person);
            }
        }
        self.lifted = true;
        self.failed_at = self.failed_at.max(other.failed_at);
        self.ended_at = self.ended_at.max(other.ended_at);
    }
}

/// The records of all cards.
#[derive(Default)]
pub struct Records {
    all: Vec<Record>,
    /// When the last presentation of a forgotten card ended.
    forgotten_at: u64,
}

impl Records {
    pub fn concerning(&mut self, cards: &[CardId]) -> impl Iterator<Item = &mut Record> {
        let records = self.all.iter_mut();
        records.filter(|record| record.concerns(cards))
    }

    pub fn all(&mut self) -> &mut [Record] {
        &mut self.all
    }

    /// The permits that a presentation to these cards uses, by act; no other presentation can use them meanwhile.
    pub fn lend_permits(&mut self, cards: &[CardId]) -> Vec<u64> {
        let permits = self.all.iter().filter_map(|record| record.permit.as_ref());
        let used = permits.filter(|permit| !permit.lent && permit.is_for(cards));
        let acts: Vec<u64> = used.map(|permit| permit.act).collect();
        self.permitted_by(&acts, |record| record.lend(true));
        acts
    }

    /// The presentation was not sent.
    pub fn give_back_permits(&mut self, acts: &[u64]) {
        self.permitted_by(acts, |record| record.lend(false));
    }

    pub fn take_permits(&mut self, acts: &[u64]) {
        self.permitted_by(acts, Record::take_permit);
    }

    fn permitted_by(&mut self, acts: &[u64], change: impl Fn(&mut Record)) {
        let by = |record: &Record| record.permit.as_ref().map(|permit| permit.act);
        let permitted = self.all.iter_mut();
        permitted
            .filter(|record| by(record).is_some_and(|act| acts.contains(&act)))
            .for_each(change);
    }

    /// Of exactly this card, whether a counter has lifted the hold of a PIN; None where no counter may.
    pub fn hold_of(&self, card: &CardId, pin: &KeyedDigest) -> Option<bool> {
        let record = self.all.iter().find(|record| record.card == *card);
        record?.is_lifted(pin)
    }

    /// When the last presentation to what may be these cards ended.
    pub fn ended_at(&mut self, cards: &[CardId]) -> u64 {
        let forgotten_at = self.forgotten_at;
        let ends = self.concerning(cards).map(|record| record.ended_at);
        ends.fold(forgotten_at, u64::max)
    }

    /// The record of exactly this card; None while there is no room for a new one.
    pub fn of(&mut self, card: &CardId) -> Option<&mut Record> {
        let at = match self.all.iter().position(|record| record.card == *card) {
            Some(at) => at,
            None => {
                while self.all.len() >= MAX_CARDS {
                    self.make_room()?;
                }
                self.all.push(Record::new(*card));
                self.all.len() - 1
            }
        };
        self.all.get_mut(at)
    }

    /// Forgets a card without holds. Where there is none, the holds of the oldest card count for every card from now on,
    /// since forgetting them could lock a card.
    fn make_room(&mut self) -> Option<()> {
        let oldest = |choose: &dyn Fn(&Record) -> bool| {
            let chosen = self.all.iter().enumerate();
            let chosen = chosen.filter(|(_, record)| !record.presenting && choose(record));
            chosen
                .min_by_key(|(_, record)| record.ended_at)
                .map(|(at, _)| at)
        };
        if let Some(at) = oldest(&Record::is_settled) {
            let settled = self.all.swap_remove(at);
            self.forgotten_at = self.forgotten_at.max(settled.ended_at);
            return Some(());
        }
        let at = oldest(&|record| record.card != CardId::UNKNOWN)?;
        let other = self.all.swap_remove(at);
        let nameless = self.all.iter().position(|it| it.card == CardId::UNKNOWN);
        match nameless.and_then(|at| self.all.get_mut(at)) {
            Some(nameless) => nameless.absorb(other),
            None => {
                let mut nameless = Record::new(CardId::UNKNOWN);
                nameless.absorb(other);
                self.all.push(nameless);
            }
        }
        Some(())
    }

    #[cfg(any(feature = "fuzzing", feature = "test-hooks"))]
    pub fn clear(&mut self) {
        *self = Records::default();
    }
}
