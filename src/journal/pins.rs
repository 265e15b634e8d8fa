//! Presentations of PINs: begun, ended, permitted, lifted.

use std::cell::Cell;

use super::cards::JournalCard;
use super::record::{JournalRecord, PinBegin, PinEnd, PinEnding};
use super::{Journal, Wait, time};
use crate::reason::Reason;
use crate::system::processes;

/// How a presentation ended.
pub struct PinEnded<'a> {
    pub ending: PinEnding,
    /// The name of an error's code.
    pub code: Option<&'a str>,
    pub status: Option<u16>,
}

impl Journal {
    /// A card as the file knows it.
    pub fn card(&self, serial: Option<&str>, holder: Option<&str>) -> Option<JournalCard> {
        Some(JournalCard::new(self.key.get()?, serial, holder))
    }

    /// Records that a PIN is presented to one of these cards, unless the file holds it back. `is_own`: a presentation
    /// that this process made and judges by itself.
    pub fn begin_pin(
        &self,
        wait: &Wait<'_>,
        entry: u128,
        cards: &[JournalCard],
        is_own: &dyn Fn(u128) -> bool,
    ) -> Result<(), Reason> {
        let own = processes::own();
        let pushed = Cell::new(false);
        let begun = self.transaction(wait, |transaction| {
            transaction.contents.pins.judge(cards, is_own)?;
            transaction.push(&JournalRecord::Pin(PinBegin {
                entry,
                cards: cards.to_vec(),
                process: (own.number, &own.start),
            }))?;
            pushed.set(true);
            Ok(())
        });
        if begun.is_err() && pushed.get() {
            // It may stand in the file nevertheless.
            let ended = PinEnded {
                ending: PinEnding::NotSent,
                code: None,
                status: None,
            };
            self.postpone(&end_of(entry, &ended));
        }
        begun
    }

    /// Records how a presentation ended. False where it could not be written: others see the card held back.
    pub fn end_pin(&self, entry: u128, ended: &PinEnded<'_>) -> bool {
        self.complete(&end_of(entry, ended))
    }

    /// Records that a person permits one more presentation to these cards. False where the file holds none back.
    pub fn permit_pin(&self, wait: &Wait<'_>, cards: &[JournalCard]) -> Result<bool, Reason> {
        self.transaction(wait, |transaction| {
            let held = transaction.contents.pins.is_held(cards);
            if held {
                transaction.push(&JournalRecord::PinPermit {
                    cards: cards.to_vec(),
                })?;
            }
            Ok(held)
        })
    }

    /// Records that an unchanged counter showed that the card did not see the PIN of this presentation.
    pub fn lift_pin(&self, entry: u128) {
        self.complete(&JournalRecord::PinLift { entry });
    }
}

fn end_of<'a>(entry: u128, ended: &PinEnded<'a>) -> JournalRecord<'a> {
    JournalRecord::PinEnd(PinEnd {
        entry,
        time: time::now(),
        ending: ended.ending,
        code: ended.code,
        status: ended.status,
    })
}
