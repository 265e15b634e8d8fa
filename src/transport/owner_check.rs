//! Any process can listen first at the card client's port and would receive ticket and PIN, so the owner of the other
//! end is looked up before anything is sent.

use std::time::Duration;

use super::in_flight::InFlight;
use super::stream::Stream;
use crate::config::CardClientOwners;
use crate::reason::Reason;
use crate::system::owner::{self, ConnectionEnds, Owner, Seen};
use crate::time::later;

/// Milliseconds until the next look when the owner is not known yet: a connection may become visible, or be
/// accepted, a moment after it is open.
const PAUSES: [u64; 5] = [1, 2, 5, 15, 30];

/// An error unless the process at the other end may be given ticket and PIN.
pub fn check(
    stream: &Stream,
    in_flight: &InFlight,
    accepted: &CardClientOwners,
) -> Result<(), Reason> {
    let owner = match (stream.peer_addr(), stream.local_addr()) {
        (Ok(theirs), Ok(ours)) => owner_of(&ConnectionEnds::new(theirs, ours), in_flight)?,
        _ => Owner::Unknown,
    };
    accepted.check(owner)
}

fn owner_of(ends: &ConnectionEnds, in_flight: &InFlight) -> Result<Owner, Reason> {
    let mut pauses = PAUSES.into_iter();
    loop {
        match (owner::look(ends), pauses.next()) {
            (Seen::Known(owner), _) | (Seen::SoFar(owner), None) => return Ok(owner),
            (Seen::SoFar(_), Some(pause)) => {
                let end = in_flight.exchange().connect_deadline;
                let until = later(Duration::from_millis(pause)).min(end);
                in_flight.park(until, || in_flight.connect_time_left().map(drop))?;
            }
        }
    }
}
