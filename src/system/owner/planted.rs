//! The system's tables of connections, as a test writes them for its thread.

use std::cell::RefCell;
use std::io;

pub use super::sessions::{ConnectionRow, ProcessSession};
pub use super::{ConnectionEnds, Family, Owner, Seen};

use super::sessions::{SessionFunctions, judge};
use super::{Unreadable, proc};

/// What one look finds.
#[derive(Clone, Debug)]
pub enum Planted {
    /// On Windows. No rows: the table cannot be read.
    Sessions {
        rows: Option<Vec<(Family, ConnectionRow)>>,
        sessions: Vec<(u32, ProcessSession)>,
        own: Option<u32>,
    },
    /// On Linux. No text: there is no such file.
    Proc {
        tcp: Option<String>,
        tcp6: Option<String>,
        user: u32,
    },
}

type Plan = Box<dyn FnMut(&ConnectionEnds) -> Planted>;

thread_local! {
    static PLAN: RefCell<Option<Plan>> = const { RefCell::new(None) };
    static NOW: RefCell<Option<Planted>> = const { RefCell::new(None) };
}

/// Each look of this thread finds what `plan` gives.
pub fn plant(plan: impl FnMut(&ConnectionEnds) -> Planted + 'static) {
    PLAN.set(Some(Box::new(plan)));
}

/// The system is looked at again.
pub fn clear() {
    PLAN.set(None);
}

pub fn look(ends: &ConnectionEnds) -> Option<Seen> {
    let mut plan = PLAN.take()?;
    let planted = plan(ends);
    PLAN.set(Some(plan));
    Some(match planted {
        Planted::Proc { tcp, tcp6, user } => {
            let text = |family| match family {
                Family::V4 => tcp.as_ref(),
                Family::V6 => tcp6.as_ref(),
            };
            let open = |family| {
                let text = text(family).ok_or(io::ErrorKind::NotFound)?;
                Ok(text.as_bytes())
            };
            proc::judge(open, ends, user)
        }
        sessions => {
            NOW.set(Some(sessions));
            judge(&TABLE, ends)
        }
    })
}

static TABLE: SessionFunctions = SessionFunctions {
    connections: |family, visit| {
        let rows = now(|rows, _, _| rows.map(<[_]>::to_vec));
        let rows = rows.flatten().ok_or(Unreadable)?;
        let of_family = rows.iter().filter(|(kind, _)| *kind == family);
        for (_, row) in of_family {
            if !visit(row) {
                break;
            }
        }
        Ok(())
    },
    session_of: |process| {
        let known = now(|_, sessions, _| sessions.iter().find(|(id, _)| *id == process).copied());
        known
            .flatten()
            .map_or(ProcessSession::Gone, |(_, session)| session)
    },
    own_session: || now(|_, _, own| own).flatten(),
};

type Rows<'a> = Option<&'a [(Family, ConnectionRow)]>;

fn now<T>(ask: impl FnOnce(Rows<'_>, &[(u32, ProcessSession)], Option<u32>) -> T) -> Option<T> {
    NOW.with_borrow(|now| match now {
        Some(Planted::Sessions {
            rows,
            sessions,
            own,
        }) => Some(ask(rows.as_deref(), sessions, *own)),
        _ => None,
    })
}
