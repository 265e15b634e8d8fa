//! Any process can listen first at the card client's port and would receive ticket and PIN, so the owner of the other
//! end is looked up before anything is sent.

use std::time::{Duration, Instant};

use super::in_flight::InFlight;
use super::stream::Stream;
use crate::config::CardClientOwners;
use crate::reason::Reason;
use crate::system::owner::{self, ConnectionEnds, Owner, Seen};

/// Milliseconds until the next look when the owner is not settled: a connection may appear in the tables, or be
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
            (Seen::Settled(owner), _) | (Seen::SoFar(owner), None) => return Ok(owner),
            (Seen::SoFar(_), Some(pause)) => wait(in_flight, Duration::from_millis(pause))?,
        }
    }
}

/// Waits, no longer than connecting may last; a cancellation ends it.
fn wait(in_flight: &InFlight, time: Duration) -> Result<(), Reason> {
    let _parking = in_flight.unpark_when_stopped();
    let started = Instant::now();
    loop {
        let left = in_flight.connect_time_left()?;
        let rest = time.saturating_sub(started.elapsed());
        if rest.is_zero() {
            return Ok(());
        }
        std::thread::park_timeout(rest.min(left));
    }
}
