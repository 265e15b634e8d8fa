//! What may happen, with one card and one document.

use crate::error::Outcome;
use crate::guard::card::Card;
use crate::guard::event::PinEnding;

pub const CARD: [Card; 1] = [Card {
    serial: Some([1; 32]),
    holder: None,
}];
/// It may be any card of its holder, so that a success with it ends what its permit was for alone.
pub const WITHOUT_SERIAL: [Card; 1] = [Card {
    serial: None,
    holder: Some([1; 32]),
}];
pub const DOCUMENT: [u8; 32] = [2; 32];

/// What a person says of a PIN that is held back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Word {
    /// About the last presentation that failed, or the one before it.
    pub newest: bool,
    pub again: bool,
}

/// What may happen next. `bool`: the record of the end can be written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    Present(usize, u8),
    /// With the word of a person.
    Insist(usize, u8, Word),
    /// The record of the begin cannot be written, or it is there when that is reported.
    FailToPresent(usize, u8, bool),
    PinEnds(usize, PinEnding, bool),
    PermitPin(usize),
    Send(usize),
    FailToSend(usize, bool),
    SendingEnds(usize, Outcome, bool),
    /// About the doubt that there is now, or the one before it.
    PermitSending(usize, bool),
    Found(usize, bool),
    Kill(usize),
}
