//! Owners on Windows: the table of connections names a process, and each process belongs to a session.

use std::net::SocketAddr;

use super::{ConnectionEnds, Family, Owner, Seen, Unreadable};

/// One end of a connection, and the process that holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectionRow {
    pub local: SocketAddr,
    pub remote: SocketAddr,
    pub process: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProcessSession {
    Number(u32),
    /// The process exists, and this process may not query it.
    Withheld,
    /// There is no such process.
    Gone,
}

/// Called once for each row, until it returns false.
type Visit<'a> = &'a mut dyn FnMut(&ConnectionRow) -> bool;

#[cfg(windows)]
pub struct SessionFunctions {
    pub connections: fn(Family, Visit<'_>) -> Result<(), Unreadable>,
    pub session_of: fn(process: u32) -> ProcessSession,
    pub own_session: fn() -> Option<u32>,
}

#[cfg(windows)]
pub static TABLE: crate::system::Slot<SessionFunctions> = crate::system::Slot::new();

/// The process of connections that the kernel holds, which are those of HTTP.SYS.
const KERNEL: u32 = 4;
/// The session of services.
const SERVICES: u32 = 0;

/// As the fields of [`SessionFunctions`] are the first three.
pub fn judge(
    connections: impl Fn(Family, Visit<'_>) -> Result<(), Unreadable>,
    session_of: impl Fn(u32) -> ProcessSession,
    own_session: impl Fn() -> Option<u32>,
    ends: &ConnectionEnds,
) -> Seen {
    let families = match ends.family() {
        Family::V4 => [Some(Family::V4), Some(Family::V6)],
        Family::V6 => [Some(Family::V6), None],
    };
    let mut process = None;
    for family in families.into_iter().flatten() {
        let looked = connections(family, &mut |row| {
            if ConnectionEnds::new(row.local, row.remote) == *ends {
                process = Some(row.process);
            }
            process.is_none()
        });
        if process.is_some() {
            break;
        }
        if looked.is_err() {
            return Seen::settled(Owner::Unknown);
        }
    }
    match process {
        // A row without a process may get one when the connection is accepted.
        None | Some(0) => Seen::so_far(Owner::Unknown),
        Some(KERNEL) => Seen::settled(Owner::HttpSys),
        Some(process) => match own_session() {
            Some(own) => of_session(session_of(process), own),
            None => Seen::settled(Owner::Unknown),
        },
    }
}

fn of_session(session: ProcessSession, own: u32) -> Seen {
    match session {
        ProcessSession::Number(session) if session == own => Seen::settled(Owner::Own),
        ProcessSession::Number(SERVICES) => Seen::settled(Owner::Service),
        // One's own processes may be asked.
        ProcessSession::Number(_) | ProcessSession::Withheld => Seen::settled(Owner::OtherSession),
        ProcessSession::Gone => Seen::so_far(Owner::Unknown),
    }
}

/// The number of a port, from the lower half of a field in the order of the network.
#[cfg(any(windows, test))]
pub fn number_of(port: u32) -> u16 {
    let [high, low, ..] = port.to_ne_bytes();
    u16::from_be_bytes([high, low])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ports_are_in_the_order_of_the_network_and_what_is_above_is_no_part_of_them() {
        assert_eq!(number_of(u32::from_ne_bytes([0xbc, 0xef, 0, 0])), 48367);
        assert_eq!(number_of(u32::from_ne_bytes([0, 80, 0xff, 0xff])), 80);
    }
}
