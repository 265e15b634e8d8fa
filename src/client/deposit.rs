//! Steps 5 to 9 with one call.

use crate::error::Error;
use crate::reason::Reason;
use crate::session::Session;
use crate::wiping::WipingBuffer;

pub fn deposit(_session: &Session, _request: &str) -> Result<WipingBuffer, Error> {
    Err(Reason::Panicked.into())
}
