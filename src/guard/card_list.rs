//! A list of cards, as the guard reads it.

use super::event_log::JournalLog;
use super::memory::memory;
use super::recent::Moment;
use super::same_card::Card;
use crate::reason::Reason;
use crate::wire::ListedCard;

#[derive(Clone)]
pub struct CardEntry {
    pub token: String,
    pub card: Card,
    /// The same card as the journal knows it, where there is one.
    recorded: Option<Card>,
}

pub struct CardList {
    pub entries: Vec<CardEntry>,
    pub asked_at: Moment,
}

/// The cards under one token, as this process knows them and as the journal does; more than one only where the list
/// contradicts itself.
#[derive(Clone, Default)]
pub struct HeldCards {
    pub cards: Vec<Card>,
    pub recorded: Vec<Card>,
}

/// The moment before a list of cards is asked for.
pub fn listed_now() -> Moment {
    memory().remembered().known.now()
}

/// Reads a list that was asked for at the moment `asked_at`.
pub fn read_list(
    listed: Vec<ListedCard<'_>>,
    asked_at: Moment,
    journal: Option<&JournalLog>,
) -> Result<CardList, Reason> {
    let key = memory().key()?;
    let mut entries = Vec::new();
    entries.try_reserve_exact(listed.len())?;
    for card in listed {
        let of = |key| Card::new(key, card.serial.as_deref(), card.id_nat.as_deref());
        let recorded = journal.map(|journal| journal.key.get().ok_or(Reason::NoMemory));
        entries.push(CardEntry {
            card: of(key),
            recorded: recorded.transpose()?.map(of),
            token: card.token,
        });
    }
    Ok(CardList { entries, asked_at })
}

impl CardList {
    /// The cards under this token.
    pub fn held(&self, token: &str) -> Result<HeldCards, Reason> {
        let mut held = HeldCards::default();
        let add = |cards: &mut Vec<Card>, card: Card| {
            if !cards.contains(&card) {
                cards.try_reserve(1)?;
                cards.push(card);
            }
            Ok::<(), Reason>(())
        };
        for entry in self.entries.iter().filter(|entry| entry.token == token) {
            add(&mut held.cards, entry.card)?;
            if let Some(card) = entry.recorded {
                add(&mut held.recorded, card)?;
            }
        }
        Ok(held)
    }

    /// The first entry of each card among these entries: to whom the choice is given between cards. Where entries
    /// contradict each other they are cards of their own.
    pub fn one_of_each(&self, entries: &[usize]) -> Vec<usize> {
        let known = |at: &usize| self.entries.get(*at).map(|entry| (*at, entry));
        let mut before: Vec<&CardEntry> = Vec::new();
        let mut kept: Vec<(usize, &CardEntry)> = Vec::new();
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
}
