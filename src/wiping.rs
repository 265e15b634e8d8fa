//! Bytes that are wiped when they are given up, fast: `zeroize` writes one byte a step, which took a third of
//! the time of a call.

use std::collections::TryReserveError;
use std::io::{self, Read, Write};
use std::ops::{Deref, DerefMut, Range};

/// Writes zeros that are not optimised away, though nobody reads them.
pub fn wipe(bytes: &mut [u8]) {
    bytes.fill(0);
    zeroize::optimization_barrier(bytes);
}

/// Bytes that are wiped when dropped, also where the buffer had to move to grow.
#[derive(Default)]
pub struct WipingBuffer(Vec<u8>);

impl WipingBuffer {
    pub fn with_capacity(bytes: usize) -> WipingBuffer {
        let mut buffer = Vec::new();
        // Without memory for it the first push will say so.
        let _ = buffer.try_reserve_exact(bytes);
        WipingBuffer(buffer)
    }

    /// So many zeros; None when there is no memory for them.
    pub fn zeroed(bytes: usize) -> Option<WipingBuffer> {
        let mut buffer = Vec::new();
        buffer.try_reserve_exact(bytes).ok()?;
        buffer.resize(bytes, 0);
        Some(WipingBuffer(buffer))
    }

    pub fn as_slice(&self) -> &[u8] {
        &self.0
    }

    /// Makes room for more, or reports that there is no memory for it.
    pub fn reserve(&mut self, more: usize) -> Result<(), TryReserveError> {
        let needed = self.0.len().saturating_add(more);
        if needed > self.0.capacity() {
            let mut larger = Vec::new();
            let doubled = self.0.capacity().saturating_mul(2);
            larger.try_reserve_exact(needed.max(doubled).max(64))?;
            larger.extend_from_slice(&self.0);
            *self = WipingBuffer(larger);
        }
        Ok(())
    }

    /// Appends, or reports that there is no memory for it.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), TryReserveError> {
        self.reserve(bytes.len())?;
        self.0.extend_from_slice(bytes);
        Ok(())
    }

    /// Takes a part out, without memory for it.
    pub fn remove(&mut self, part: Range<usize>) {
        let shorter = self.0.len().saturating_sub(part.len());
        self.0.copy_within(part.end.., part.start);
        wipe(self.0.get_mut(shorter..).unwrap_or_default());
        self.0.truncate(shorter);
    }

    /// The same bytes with little room behind them, where there is memory for a copy.
    pub fn fitted(self) -> WipingBuffer {
        let mut copy = WipingBuffer::default();
        match self.0.capacity() / 2 > self.0.len() && copy.push(&self.0).is_ok() {
            true => copy,
            false => self,
        }
    }

    /// Wipes what is in it and the room behind it, where something may have been.
    fn wipe_all(&mut self) {
        self.0.resize(self.0.capacity(), 0);
        wipe(&mut self.0);
    }

    /// Appends what one read of `source` gives into the room that was reserved, `most` bytes of it.
    pub fn read_from(&mut self, source: &mut impl Read, most: usize) -> io::Result<usize> {
        let filled = self.0.len();
        let room = most.min(self.0.capacity() - filled);
        self.0.resize(filled + room, 0);
        let read = source.read(self.0.get_mut(filled..).unwrap_or_default());
        let kept = read.as_ref().map_or(0, |read| room.min(*read));
        self.0.truncate(filled + kept);
        read
    }
}

impl From<Vec<u8>> for WipingBuffer {
    fn from(bytes: Vec<u8>) -> WipingBuffer {
        WipingBuffer(bytes)
    }
}

impl AsRef<[u8]> for WipingBuffer {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl Deref for WipingBuffer {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl DerefMut for WipingBuffer {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }
}

impl Drop for WipingBuffer {
    fn drop(&mut self) {
        // The allocator does it, for this memory and all other.
        if cfg!(feature = "wiping-allocator") {
            return;
        }
        self.wipe_all();
    }
}

impl Write for WipingBuffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.push(bytes).map_err(|_| io::ErrorKind::OutOfMemory)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_of_it_is_wiped_and_the_room_behind_it() {
        let mut buffer = WipingBuffer::with_capacity(40);
        buffer.push(b"a secret").unwrap();
        buffer.0.truncate(3);
        buffer.wipe_all();
        assert!(buffer.len() >= 40 && buffer.iter().all(|byte| *byte == 0));
    }
}
