//! The text of the last ended call that changes something, for a host that lost it on its way.

use std::sync::Mutex;

use crate::locking::lock;
use crate::reason::Reason;
use crate::wiping::WipingBuffer;

#[derive(Default)]
pub struct LastText(Mutex<Kept>);

#[derive(Default)]
enum Kept {
    /// No such call has ended.
    #[default]
    Nothing,
    Text(WipingBuffer),
    /// One has, and there was no memory for its text.
    Lost,
}

impl LastText {
    /// A call has ended, with this text.
    pub fn keep(&self, text: Option<WipingBuffer>) {
        let kept = text.map_or(Kept::Lost, Kept::Text);
        *lock(&self.0) = kept;
    }

    pub fn wipe(&self) {
        *lock(&self.0) = Kept::Nothing;
    }

    pub fn text(&self) -> Result<WipingBuffer, Reason> {
        match &*lock(&self.0) {
            Kept::Nothing => Err(Reason::NothingEnded),
            Kept::Lost => Err(Reason::NoMemory),
            Kept::Text(text) => {
                let mut copy = WipingBuffer::default();
                copy.push(text)?;
                Ok(copy)
            }
        }
    }
}
