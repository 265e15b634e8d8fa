//! The order of events, and how much of them is kept.

/// A moment in the order of the events of one log.
pub type Moment = u64;

/// How much a log keeps.
pub struct Bounds {
    /// Presentations that hold a PIN, and permits. Beyond it every PIN of every card is held, and permits help.
    pub holds: usize,
    /// Documents with an upload in doubt or in flight. Beyond it no other document is sent.
    pub open: usize,
    /// Documents that were accepted: at least so many are remembered, at most twice as many.
    pub accepted: usize,
}
