//! Steps 5 and 6 with one call.

use crate::error::Error;
use crate::reason::Reason;
use crate::session::Session;
use crate::wiping::WipingBuffer;

pub fn find(_session: &Session, _traits: &str) -> Result<WipingBuffer, Error> {
    Err(Reason::Panicked.into())
}
