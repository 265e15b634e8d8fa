//! What ends a call before anything is sent.

use crate::error::{Error, Outcome};
use crate::reason::Reason;
use crate::session::Session;

/// Whether the host has stopped the call.
pub fn stopped(session: &Session) -> Result<(), Reason> {
    session.transport.in_flight.stopped().map_or(Ok(()), Err)
}

/// The error of what failed before anything was sent.
pub fn not_sent(reason: Reason) -> Error {
    let mut error = Error::local(reason);
    error.outcome = Some(Outcome::NotSent);
    error
}
