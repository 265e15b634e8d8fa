//! How long a call may wait for something here, and what ends the wait before.

use std::time::Instant;

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

/// Does nothing until then, or until the host stops the call.
pub fn pause(session: &Session, until: Instant) {
    let in_flight = &session.transport.in_flight;
    let _woken = in_flight.unpark_when_stopped();
    while in_flight.stopped().is_none() {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return;
        }
        std::thread::park_timeout(left);
    }
}
