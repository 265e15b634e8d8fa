//! What may happen.

use crate::error::Outcome;
use crate::guard::event::PinEnding;

/// What may happen next. `bool`: the record of the end can be written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    Present(usize, u8),
    PinEnds(usize, PinEnding, bool),
    PermitPin(usize),
    Send(usize),
    SendingEnds(usize, Outcome, bool),
    /// About the doubt that there is now, or the one before it.
    PermitSending(usize, bool),
    Found(usize, bool),
    Kill(usize),
}
