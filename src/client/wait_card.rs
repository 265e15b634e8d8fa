//! Waiting for a card.

use crate::error::Error;
use crate::reason::Reason;
use crate::session::Session;
use crate::wiping::WipingBuffer;

pub fn wait_card(
    _session: &Session,
    _card: Option<&str>,
    _timeout_ms: i32,
) -> Result<WipingBuffer, Error> {
    Err(Reason::Panicked.into())
}
