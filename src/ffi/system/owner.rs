//! Whose process holds the other end of a connection within this computer.

#[cfg(any(windows, test))]
pub mod room;
#[cfg(any(windows, feature = "test-hooks"))]
pub mod sessions;
#[cfg(target_os = "linux")]
mod sock_diag;
#[cfg(windows)]
mod windows;

use std::net::SocketAddr;

use serde::Serialize;
#[cfg(windows)]
pub use windows::own_session;

/// Both ends of one connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectionEnds {
    pub theirs: SocketAddr,
    pub ours: SocketAddr,
}

impl ConnectionEnds {
    /// An IPv4 address is one, however a socket of IPv6 writes it.
    pub fn new(theirs: SocketAddr, ours: SocketAddr) -> ConnectionEnds {
        let plain = |end: SocketAddr| SocketAddr::new(end.ip().to_canonical(), end.port());
        ConnectionEnds {
            theirs: plain(theirs),
            ours: plain(ours),
        }
    }
}

// Each system reports some of them.
#[allow(dead_code)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Owner {
    /// This process's own session; on Linux its own user.
    Own,
    /// Another session, or another user.
    OtherSession,
    /// The session of services; on Linux root.
    Service,
    /// The system's own HTTP server, which accepts connections for programs that the tables do not name.
    HttpSys,
    Unknown,
    /// The system could not be asked: this process is short of descriptors or memory, or something failed that may pass.
    NotAsked,
}

/// The result of one look for the owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// Another look would give the same.
    Known(Owner),
    /// It counts if it does not change in time.
    SoFar(Owner),
}

/// What each look of a test's thread gives in place of the system's.
#[cfg(feature = "test-hooks")]
pub mod planted {
    use std::cell::RefCell;

    pub use super::sessions::{ConnectionRow, Family, ProcessSession, judge as judge_sessions};
    pub use super::{ConnectionEnds, Owner, Seen};

    type PlantedLook = Box<dyn FnMut(&ConnectionEnds) -> Seen>;

    thread_local! {
        pub static LOOK: RefCell<Option<PlantedLook>> = const { RefCell::new(None) };
    }
}

pub fn look(ends: &ConnectionEnds) -> Seen {
    #[cfg(feature = "test-hooks")]
    if let Some(seen) = planted::LOOK.with_borrow_mut(|look| Some(look.as_mut()?(ends))) {
        return seen;
    }
    system_look(ends)
}

#[cfg(target_os = "linux")]
fn system_look(ends: &ConnectionEnds) -> Seen {
    sock_diag::look(ends)
}

#[cfg(windows)]
fn system_look(ends: &ConnectionEnds) -> Seen {
    sessions::judge(windows::connections, windows::session_of, own_session, ends)
}

#[cfg(not(any(target_os = "linux", windows)))]
fn system_look(_: &ConnectionEnds) -> Seen {
    Seen::Known(Owner::Unknown)
}
