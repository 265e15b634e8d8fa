//! The two buffers of a connection. They held credentials and documents, so they are wiped.

use ureq::unversioned::transport::Buffers;
use zeroize::Zeroizing;

/// Holds the largest reply header accepted (64 KiB) and the largest request header sent.
const INPUT: usize = 64 * 1024;
/// The step in which a document leaves; larger steps gained nothing measurable.
const OUTPUT: usize = 128 * 1024;
/// What is left of the input buffer for scratch space when a reply came early.
const SCRATCH: usize = 10 * 1024;

#[derive(Default)]
pub struct WireBuffers {
    input: Zeroizing<Vec<u8>>,
    consumed: usize,
    filled: usize,
    progress: bool,
    output: Zeroizing<Vec<u8>>,
}

impl WireBuffers {
    fn allocate(&mut self) {
        if self.output.is_empty() {
            self.output = Zeroizing::new(vec![0; OUTPUT]);
        }
        if self.input.is_empty() {
            self.input = Zeroizing::new(vec![0; INPUT]);
        }
        if self.consumed == self.filled {
            (self.consumed, self.filled) = (0, 0);
        }
    }

    fn compact(&mut self) {
        self.input.copy_within(self.consumed..self.filled, 0);
        self.filled -= self.consumed;
        self.consumed = 0;
    }

    /// The bytes to send next, as ureq laid them down.
    pub fn outgoing(&self, amount: usize) -> &[u8] {
        self.output.get(..amount).unwrap_or_default()
    }

    /// Gives the memory back; an idle connection needs none.
    pub fn release(&mut self) {
        if self.consumed == self.filled {
            *self = WireBuffers::default();
        }
    }
}

impl Buffers for WireBuffers {
    fn output(&mut self) -> &mut [u8] {
        self.allocate();
        &mut self.output
    }

    fn input(&self) -> &[u8] {
        self.input
            .get(self.consumed..self.filled)
            .unwrap_or_default()
    }

    fn input_append_buf(&mut self) -> &mut [u8] {
        self.allocate();
        if self.filled == self.input.len() {
            self.compact();
        }
        self.input.get_mut(self.filled..).unwrap_or_default()
    }

    fn input_appended(&mut self, amount: usize) {
        self.filled = (self.filled + amount).min(self.input.len());
    }

    fn input_consume(&mut self, amount: usize) {
        self.progress = amount > 0;
        self.consumed = (self.consumed + amount).min(self.filled);
    }

    fn tmp_and_output(&mut self) -> (&mut [u8], &mut [u8]) {
        self.allocate();
        if self.input.len() - self.filled < SCRATCH {
            self.compact();
        }
        let scratch = self.input.get_mut(self.filled..).unwrap_or_default();
        (scratch, &mut self.output)
    }

    fn can_use_input(&self) -> bool {
        self.consumed < self.filled && self.progress
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unread_input_survives_appending_and_release() {
        let mut buffers = WireBuffers::default();
        buffers.input_append_buf()[..3].copy_from_slice(b"abc");
        buffers.input_appended(3);
        buffers.input_consume(1);
        assert_eq!(
            (buffers.input(), buffers.can_use_input()),
            (&b"bc"[..], true)
        );
        let free = buffers.input_append_buf().len();
        buffers.input_appended(free);
        assert_eq!(
            buffers.input_append_buf().len(),
            1,
            "the consumed byte is reclaimed"
        );
        buffers.release();
        assert_eq!(&buffers.input()[..2], b"bc");
        let all = buffers.input().len();
        buffers.input_consume(all);
        buffers.release();
        assert!(buffers.input().is_empty() && buffers.outgoing(1).is_empty());
    }
}
