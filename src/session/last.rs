//! The text of the last ended call that changes something, for a host that lost it on its way.

use std::sync::Mutex;

use crate::locking::lock;
use crate::reason::Reason;
use crate::wiping::WipingBuffer;

/// None: no such call has ended. An error: one has, and there was no memory for its text.
#[derive(Default)]
pub struct LastText(Mutex<Option<Result<WipingBuffer, Reason>>>);

impl LastText {
    /// A call has ended, with this text.
    pub fn keep(&self, text: Option<WipingBuffer>) {
        *lock(&self.0) = Some(text.ok_or(Reason::NoMemory));
    }

    pub fn wipe(&self) {
        *lock(&self.0) = None;
    }

    pub fn text(&self) -> Result<WipingBuffer, Reason> {
        let kept = lock(&self.0);
        let text = kept.as_ref().ok_or(Reason::NothingEnded)?;
        let mut copy = WipingBuffer::default();
        copy.push(text.as_ref().map_err(Reason::clone)?)?;
        Ok(copy)
    }
}
