//! Which records of PINs are settled: those after which nothing holds back any of the cards that they may concern.

use std::collections::{HashMap, HashSet};

use super::super::cards::JournalCard;
use super::super::pin_index::PinIndex;
use super::super::record::{JournalRecord, PinBegin, PinEnding};
use crate::reason::Reason;

enum PinEvent {
    Begin {
        entry: u128,
        cards: Vec<JournalCard>,
        process: (u32, String),
    },
    End {
        entry: u128,
        ending: PinEnding,
    },
    Permit {
        cards: Vec<JournalCard>,
    },
    Lift {
        entry: u128,
    },
}

#[derive(Default)]
pub struct PinRecords {
    /// With the places of their lines.
    events: Vec<(PinEvent, u64)>,
    /// Cards that may be one card, directly or by way of another one. No card of one group may be one of another group.
    groups: Vec<Vec<JournalCard>>,
}

/// What the records of a group of cards say so far.
#[derive(Default)]
struct CardGroup {
    index: PinIndex,
    /// Records since the last time that nothing was held.
    unsettled: Vec<u64>,
}

impl PinRecords {
    /// Takes the next record of the file, of whatever kind.
    pub fn add(&mut self, record: &JournalRecord<'_>, place: u64) -> Result<(), Reason> {
        let event = match record {
            JournalRecord::Pin(begin) => PinEvent::Begin {
                entry: begin.entry,
                cards: begin.cards.clone(),
                process: (begin.process.0, begin.process.1.to_owned()),
            },
            JournalRecord::PinEnd(end) => PinEvent::End {
                entry: end.entry,
                ending: end.ending,
            },
            JournalRecord::PinPermit { cards } => PinEvent::Permit {
                cards: cards.clone(),
            },
            JournalRecord::PinLift { entry } => PinEvent::Lift { entry: *entry },
            _ => return Ok(()),
        };
        if let PinEvent::Begin { cards, .. } | PinEvent::Permit { cards } = &event {
            self.group(cards)?;
        }
        self.events.try_reserve(1).map_err(|_| Reason::NoMemory)?;
        self.events.push((event, place));
        Ok(())
    }

    /// The group that a card is in.
    fn group_of(groups: &[Vec<JournalCard>], card: &JournalCard) -> Option<u32> {
        let group = groups.iter().position(|group| group.contains(card));
        group.and_then(|number| u32::try_from(number).ok())
    }

    /// Puts cards that one record names into one group, with all that may be one of them.
    fn group(&mut self, cards: &[JournalCard]) -> Result<(), Reason> {
        if let [card] = cards
            && PinRecords::group_of(&self.groups, card).is_some()
        {
            return Ok(());
        }
        let room = self.groups.try_reserve(1);
        room.map_err(|_| Reason::NoMemory)?;
        let concerns = |group: &mut Vec<JournalCard>| {
            let mut grouped = group.iter();
            grouped.any(|one| cards.iter().any(|card| card.may_be(one)))
        };
        let mut joined = cards.to_vec();
        let more = self.groups.extract_if(.., concerns).flatten();
        joined.extend(more.filter(|one| !cards.contains(one)));
        self.groups.push(joined);
        Ok(())
    }

    /// The places of the settled records.
    pub fn settled(self) -> Result<HashSet<u64>, Reason> {
        let mut groups: Vec<CardGroup> = Vec::new();
        groups.resize_with(self.groups.len(), CardGroup::default);
        let mut group_of_entry: HashMap<u128, u32> = HashMap::new();
        let mut settled = HashSet::new();
        for (event, place) in self.events {
            let number = match &event {
                PinEvent::Begin { cards, .. } | PinEvent::Permit { cards } => {
                    let card = cards.first();
                    card.and_then(|card| PinRecords::group_of(&self.groups, card))
                }
                PinEvent::End { entry, .. } | PinEvent::Lift { entry } => {
                    group_of_entry.get(entry).copied()
                }
            };
            let Some(number) = number else {
                continue;
            };
            if let PinEvent::Begin { entry, .. } = &event {
                group_of_entry.insert(*entry, number);
            }
            let Some(group) = groups.get_mut(number as usize) else {
                continue;
            };
            group.unsettled.push(place);
            event.apply(&mut group.index)?;
            if group.index.is_empty() {
                settled.extend(group.unsettled.drain(..));
            }
        }
        Ok(settled)
    }
}

impl PinEvent {
    fn apply(self, index: &mut PinIndex) -> Result<(), Reason> {
        match self {
            PinEvent::Begin {
                entry,
                cards,
                process: (number, start),
            } => index.begin(&PinBegin {
                entry,
                cards,
                process: (number, &start),
            })?,
            PinEvent::End { entry, ending } => index.end(entry, ending),
            PinEvent::Permit { cards } => index.permit(&cards),
            PinEvent::Lift { entry } => index.lift(entry),
        }
        Ok(())
    }
}
