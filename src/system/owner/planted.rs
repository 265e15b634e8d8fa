//! What a look at the system's tables of connections gives, as a test says it for its thread.

use std::cell::RefCell;

pub use super::proc::judge as judge_users;
pub use super::sessions::{ConnectionRow, ProcessSession, judge as judge_sessions};
pub use super::{ConnectionEnds, Family, Owner, Seen, Unreadable};

type PlantedLook = Box<dyn FnMut(&ConnectionEnds) -> Seen>;

thread_local! {
    static LOOK: RefCell<Option<PlantedLook>> = const { RefCell::new(None) };
}

/// Each look of this thread is made by `look`; None: the system is looked at again.
pub fn plant(look: Option<PlantedLook>) {
    LOOK.set(look);
}

pub fn look(ends: &ConnectionEnds) -> Option<Seen> {
    LOOK.with_borrow_mut(|look| look.as_mut().map(|look| look(ends)))
}
