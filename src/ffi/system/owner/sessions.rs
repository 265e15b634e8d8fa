//! Owners on Windows: the table of connections names a process, and each process belongs to a session.

use std::net::SocketAddr;

use super::{ConnectionEnds, Owner, Seen};

/// A table of the system's connections. That of IPv6 may have some of IPv4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    V4,
    V6,
}

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

/// Called once for each row.
type Visit<'a> = &'a mut dyn FnMut(&ConnectionRow);

/// The process of connections that the kernel holds, which are those of HTTP.SYS.
const KERNEL: u32 = 4;
/// The session of services.
pub(crate) const SERVICES: u32 = 0;

/// The first three are functions as the system has them.
pub fn judge(
    connections: impl Fn(Family, Visit<'_>) -> Option<()>,
    session_of: impl Fn(u32) -> ProcessSession,
    own_session: impl Fn() -> Option<u32>,
    ends: &ConnectionEnds,
) -> Seen {
    let families: &[Family] = match ends.theirs.is_ipv4() {
        true => &[Family::V4, Family::V6],
        false => &[Family::V6],
    };
    let mut process = None;
    for &family in families {
        let looked = connections(family, &mut |row| {
            if ConnectionEnds::new(row.local, row.remote) == *ends {
                process.get_or_insert(row.process);
            }
        });
        if process.is_some() {
            break;
        }
        if looked.is_none() {
            return Seen::Known(Owner::Unknown);
        }
    }
    match process {
        // A row without a process may get one when the connection is accepted.
        None | Some(0) => Seen::SoFar(Owner::Unknown),
        Some(KERNEL) => Seen::Known(Owner::HttpSys),
        Some(process) => match own_session() {
            Some(own) => of_session(session_of(process), own),
            None => Seen::Known(Owner::Unknown),
        },
    }
}

fn of_session(session: ProcessSession, own: u32) -> Seen {
    match session {
        ProcessSession::Number(session) if session == own => Seen::Known(Owner::Own),
        ProcessSession::Number(SERVICES) => Seen::Known(Owner::Service),
        // One's own processes may be asked.
        ProcessSession::Number(_) | ProcessSession::Withheld => Seen::Known(Owner::OtherSession),
        ProcessSession::Gone => Seen::SoFar(Owner::Unknown),
    }
}
