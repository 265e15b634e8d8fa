//! Which card the entries of a list mean, by the identifiers they give.

use std::fmt;

use crate::journal::{Journal, JournalCard};
use crate::keyed_digest::{Digester, KeyedDigest};
use crate::wire::ListedCard;

/// A card's identifiers; None where an entry does not give one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct CardId {
    serial: Option<KeyedDigest>,
    holder: Option<KeyedDigest>,
}

impl CardId {
    /// A card of which nothing is known: it may be every card.
    pub const UNKNOWN: CardId = CardId {
        serial: None,
        holder: None,
    };

    /// Whether both may be one card: no identifier that both have differs.
    pub fn may_be(&self, other: &CardId) -> bool {
        let differ = |one: Option<KeyedDigest>, another: Option<KeyedDigest>| {
            one.zip(another)
                .is_some_and(|(one, another)| one != another)
        };
        !differ(self.serial, other.serial) && !differ(self.holder, other.holder)
    }

    /// Whether both say that they are one card: an identifier that both have is equal, and none differs.
    fn names(&self, other: &CardId) -> bool {
        let equal = |one: Option<KeyedDigest>, another| one.is_some() && one == another;
        let any = equal(self.serial, other.serial) || equal(self.holder, other.holder);
        any && self.may_be(other)
    }

    /// Whether both are one card for certain. A serial names a card; the other identifier names its
    /// holder, who may have several cards.
    pub fn is(&self, other: &CardId) -> bool {
        self.serial.is_some() && self == other
    }
}

/// A fixed word: no digest is shown.
impl fmt::Debug for CardId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("CardId")
    }
}

/// One entry of a list of cards.
#[derive(Clone)]
pub struct CardEntry {
    pub token: String,
    pub card: CardId,
    /// The same card as the journal knows it, where there is one.
    pub recorded: Option<JournalCard>,
    /// The counter of tries, where the entry has one.
    pub counter: Option<u64>,
}

impl fmt::Debug for CardEntry {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("CardEntry")
    }
}

impl CardEntry {
    pub fn new(key: Digester<'_>, journal: Option<&Journal>, listed: ListedCard<'_>) -> CardEntry {
        let digest =
            |what, text: Option<&str>| text.map(|text| key.digest(what, &[text.as_bytes()]));
        CardEntry {
            recorded: journal.and_then(|journal| {
                journal.card(listed.serial.as_deref(), listed.id_nat.as_deref())
            }),
            card: CardId {
                serial: digest("card", listed.serial.as_deref()),
                holder: digest("holder", listed.id_nat.as_deref()),
            },
            counter: listed.pin_attempt,
            token: listed.token,
        }
    }
}

/// A list of cards, and the moment when it was asked for.
#[derive(Debug)]
pub struct CardList {
    pub entries: Vec<CardEntry>,
    pub asked_at: u64,
}

/// The cards under one token, as the guard knows them and as the journal does.
#[derive(Clone, Debug, Default)]
pub struct HeldCards {
    pub cards: Vec<CardId>,
    pub recorded: Vec<JournalCard>,
}

impl CardList {
    /// The cards under this token; more than one only where the list contradicts itself.
    pub fn cards(&self, token: &str) -> Vec<CardId> {
        let mut cards = Vec::new();
        for entry in self.entries.iter().filter(|entry| entry.token == token) {
            if !cards.contains(&entry.card) {
                cards.push(entry.card);
            }
        }
        cards
    }

    /// The cards of a login that is held back.
    pub fn held(&self, token: &str) -> HeldCards {
        HeldCards {
            cards: self.cards(token),
            recorded: self.recorded(token),
        }
    }

    /// The same cards as the journal knows them.
    pub fn recorded(&self, token: &str) -> Vec<JournalCard> {
        let mut cards = Vec::new();
        let entries = self.entries.iter().filter(|entry| entry.token == token);
        for card in entries.filter_map(|entry| entry.recorded) {
            if !cards.contains(&card) {
                cards.push(card);
            }
        }
        cards
    }

    /// The counters of every entry that may be one of these cards. A card may have several entries, and the counter
    /// of one may never change; so all of them count.
    pub fn counters(&self, cards: &[CardId]) -> Counters {
        let mut counters = Counters::default();
        for entry in &self.entries {
            if cards.iter().any(|card| card.may_be(&entry.card)) {
                match entry.counter {
                    Some(counter) => counters.known.push(counter),
                    None => counters.gaps = true,
                }
            }
        }
        counters.known.sort_unstable();
        counters
    }

    /// The first entry of each card among these entries: to whom the choice is given between cards. Where entries
    /// contradict each other they are cards of their own.
    pub fn one_of_each(&self, entries: &[usize]) -> Vec<usize> {
        let known = |at: &usize| self.entries.get(*at).map(|entry| (*at, entry));
        let (mut before, mut kept): (Vec<&CardEntry>, Vec<(usize, &CardEntry)>) =
            Default::default();
        for (at, entry) in entries.iter().filter_map(known) {
            // Whatever is under a token, it is where the PIN goes.
            let same =
                |other: &CardEntry| entry.token == other.token || entry.card.names(&other.card);
            let differs = before.iter().any(|other| !entry.card.may_be(&other.card));
            if differs || !kept.iter().any(|(_, other)| same(other)) {
                kept.push((at, entry));
            }
            before.push(entry);
        }
        kept.into_iter().map(|(at, _)| at).collect()
    }

    /// All entries under the token of this one.
    pub fn under_token_of(&self, at: usize) -> Vec<usize> {
        let token = self.entries.get(at).map(|entry| &entry.token);
        let same = |(_, entry): &(usize, &CardEntry)| Some(&entry.token) == token;
        let entries = self.entries.iter().enumerate().filter(same);
        entries.map(|(at, _)| at).collect()
    }

    /// Whether an entry is this card for certain.
    pub fn shows(&self, card: &CardId) -> bool {
        self.entries.iter().any(|entry| entry.card.is(card))
    }
}

/// More entries of one card than this are no evidence; keeping them would only cost memory.
const MAX_COUNTERS: usize = 8;

/// The counters that a list shows for a card.
#[derive(Default)]
pub struct Counters {
    pub known: Vec<u64>,
    /// An entry has none, so that the others do not prove that nothing changed.
    gaps: bool,
}

impl Counters {
    /// Whether they are all the same, in all entries.
    pub fn is(&self, before: &[u64]) -> bool {
        !self.gaps && self.known == before
    }

    /// All of them, where they can prove something.
    pub fn whole(self) -> Option<Vec<u64>> {
        let whole = !self.gaps && (1..=MAX_COUNTERS).contains(&self.known.len());
        whole.then_some(self.known)
    }
}
