//! Steps 1 to 4 with one call.

use crate::error::Error;
use crate::reason::Reason;
use crate::session::Session;
use crate::wiping::WipingBuffer;

pub fn connect(
    _session: &Session,
    _request: Option<&str>,
    _pin: Option<&str>,
) -> Result<WipingBuffer, Error> {
    Err(Reason::Panicked.into())
}
