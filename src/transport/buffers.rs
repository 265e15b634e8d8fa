//! The two buffers of a connection. They held credentials and documents, so they are wiped.

use std::mem::take;

use ureq::unversioned::transport::Buffers;

use crate::reason::Reason;
use crate::wiping::{WipingBuffer, wipe};

/// The largest response head accepted, and the largest step in which a response is read.
const INPUT: usize = 64 * 1024;
/// Enough for most responses. A response that fills it gets more: zeroing and wiping unused memory took longer
/// than everything else in a call.
const FIRST_INPUT: usize = 2 * 1024;
/// The step in which a document leaves; larger steps gained nothing measurable.
const OUTPUT: usize = 128 * 1024;
const SMALLEST_OUTPUT: usize = 1024;
/// What an idle connection keeps of each, wiped.
const KEPT: usize = 2 * 1024;

#[derive(Default)]
pub struct ConnectionBuffers {
    input: WipingBuffer,
    consumed: usize,
    filled: usize,
    progress: bool,
    /// The last read left no room.
    crowded: bool,
    output: WipingBuffer,
    /// It was not used since the last request.
    idle: bool,
    /// There was no memory for more room.
    starved: bool,
}

impl ConnectionBuffers {
    /// Whether the next use is the first of a request, so that `prepare` has to come before.
    pub fn is_idle(&self) -> bool {
        self.idle || self.output.is_empty()
    }

    /// Makes room for what leaves in one step: a request whose head is longer cannot be sent. Where there is no
    /// memory for it, less has to do: then it gives true.
    pub fn prepare(&mut self, step: usize) -> bool {
        self.idle = false;
        let mut step = step.clamp(SMALLEST_OUTPUT, OUTPUT);
        while self.output.len() < step {
            match WipingBuffer::zeroed(step) {
                Some(room) => self.output = room,
                None => {
                    self.starved = true;
                    step /= 2;
                }
            }
        }
        self.starved
    }

    /// Why there is no room for more input.
    pub fn no_room(&self) -> Reason {
        match self.starved {
            true => Reason::NoMemory,
            false => Reason::NotHttp,
        }
    }

    /// Makes room for input: consumed bytes are dropped, and a buffer that was full once is replaced.
    fn make_room(&mut self) {
        self.input.copy_within(self.consumed..self.filled, 0);
        (self.consumed, self.filled) = (0, self.filled - self.consumed);
        let full = self.filled == self.input.len() || self.crowded;
        if full && self.input.len() < INPUT {
            let larger = (4 * self.input.len()).clamp(FIRST_INPUT, INPUT);
            let Some(mut larger) = WipingBuffer::zeroed(larger) else {
                // The present buffer stays in use as long as some of it is free.
                self.starved = true;
                return;
            };
            for (to, from) in larger.iter_mut().zip(self.input.iter()) {
                *to = *from;
            }
            self.input = larger;
        }
        self.crowded = false;
    }

    /// The last bytes that came.
    pub fn newest(&mut self, amount: usize) -> &mut [u8] {
        let from = self.filled.saturating_sub(amount).max(self.consumed);
        self.input.get_mut(from..self.filled).unwrap_or_default()
    }

    /// Takes back the last bytes that came.
    pub fn drop_newest(&mut self, amount: usize) {
        self.filled = self.filled.saturating_sub(amount).max(self.consumed);
    }

    /// The bytes to send next, as ureq laid them down.
    pub fn outgoing(&self, amount: usize) -> &[u8] {
        self.output.get(..amount).unwrap_or_default()
    }

    /// Wipes, and gives memory back: an idle connection needs little.
    pub fn release(&mut self) {
        if self.consumed == self.filled {
            let kept = |buffer: &mut WipingBuffer| {
                let mut buffer = take(buffer);
                match buffer.len() {
                    0..=KEPT => wipe(&mut buffer),
                    _ => buffer = WipingBuffer::default(),
                }
                buffer
            };
            *self = ConnectionBuffers {
                input: kept(&mut self.input),
                output: kept(&mut self.output),
                idle: true,
                ..ConnectionBuffers::default()
            };
        }
    }
}

impl Buffers for ConnectionBuffers {
    fn output(&mut self) -> &mut [u8] {
        &mut self.output
    }

    fn input(&self) -> &[u8] {
        let pending = self.input.get(self.consumed..self.filled);
        pending.unwrap_or_default()
    }

    fn input_append_buf(&mut self) -> &mut [u8] {
        self.make_room();
        self.input.get_mut(self.filled..).unwrap_or_default()
    }

    fn input_appended(&mut self, amount: usize) {
        self.filled = (self.filled + amount).min(self.input.len());
        self.crowded = self.filled == self.input.len();
    }

    fn input_consume(&mut self, amount: usize) {
        self.progress = amount > 0;
        self.consumed = (self.consumed + amount).min(self.filled);
    }

    /// Scratch space is for bodies sent in chunks: ours have a length.
    fn tmp_and_output(&mut self) -> (&mut [u8], &mut [u8]) {
        (&mut [], &mut self.output)
    }

    fn can_use_input(&self) -> bool {
        self.consumed < self.filled && self.progress
    }
}
