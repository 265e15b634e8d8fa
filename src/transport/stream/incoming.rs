//! Takes data from the system as it arrives. When a connection is reset, Windows drops what it has received and
//! nobody has read. Without this module a response followed by a reset would be lost: a login would end without an
//! answer, and the refusal of a document would go unnoticed.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::time::Duration;

use crate::system::receive::{End, Receive};

/// Receives that go on at a time: one gets what arrives at once, and a head and its body may arrive apart.
const AT_A_TIME: usize = 4;
/// The memory of each.
pub(super) const SIZE: usize = 8 * 1024;
/// What the end of a cancelled one may take. It comes at once, where cancelling is possible.
const CANCELLED: Duration = Duration::from_millis(20);

/// The connection's own part.
pub trait ReceiveSource {
    /// Begins a receive of `SIZE` bytes; None when memory is short, or when the connection cannot give anything any more.
    fn receive(&self) -> Option<Box<dyn Receive>>;
    /// Ends all that go on.
    fn cancel(&self);
    /// Reads what the system still has, without a wait.
    fn read(&self, room: &mut [u8]) -> io::Result<usize>;
}

/// The receives of one connection, in the order in which they get what arrives.
#[derive(Default)]
pub struct Incoming {
    begun: VecDeque<Box<dyn Receive>>,
    /// So many bytes of the first one were given.
    given: usize,
    /// How the connection ended: it is closed, or lost.
    over: Option<End>,
}

impl Incoming {
    /// Begins what may be begun, so that nothing arrives that no receive waits for.
    pub fn arm(&mut self, source: &dyn ReceiveSource) {
        while self.over.is_none() && self.begun.len() < AT_A_TIME {
            match source.receive() {
                Some(receive) => self.begun.push_back(receive),
                // The other reads report how the connection ended.
                None if !self.begun.is_empty() => return,
                None => self.over = Some(End::Lost),
            }
        }
    }

    /// Gives what came first, and waits for it, so long at most. The end comes behind all bytes.
    pub fn read(
        &mut self,
        source: &dyn ReceiveSource,
        most: Duration,
        room: &mut [u8],
    ) -> io::Result<usize> {
        let mut cancelled = 0;
        while cancelled <= AT_A_TIME {
            self.arm(source);
            let Some(first) = self.begun.front_mut() else {
                return match (self.over, source.read(room)) {
                    (Some(End::Closed), _) => Ok(0),
                    // Not on Windows: Wine gives a receive the reset, and keeps the bytes before it.
                    (_, Ok(amount)) if amount > 0 => Ok(amount),
                    _ => Err(io::ErrorKind::ConnectionReset.into()),
                };
            };
            match first.end(most) {
                None => return Err(io::ErrorKind::WouldBlock.into()),
                Some(End::Got) => {
                    let mut rest = first.bytes().get(self.given..).unwrap_or_default();
                    let amount = rest.read(room)?;
                    self.given += amount;
                    if rest.is_empty() {
                        self.retire();
                    }
                    return Ok(amount);
                }
                Some(End::Cancelled) => cancelled += 1,
                Some(end) => self.close(end),
            }
            self.retire();
        }
        Err(io::ErrorKind::ConnectionAborted.into())
    }

    /// Whether a read would give something, or the end.
    pub fn has_news(&mut self) -> bool {
        let first = self.begun.front_mut();
        first.is_none_or(|first| first.end(Duration::ZERO).is_some())
    }

    fn retire(&mut self) {
        self.given = 0;
        self.begun.pop_front();
    }

    fn close(&mut self, over: End) {
        self.over.get_or_insert(over);
    }

    /// For a connection that is not used for a while: gives the memory back. What has arrived stays.
    pub fn rest(&mut self, source: &dyn ReceiveSource) {
        if !self.begun.is_empty() {
            source.cancel();
        }
        let mut patience = CANCELLED;
        for mut receive in std::mem::take(&mut self.begun) {
            match receive.end(patience) {
                Some(End::Got) => self.begun.push_back(receive),
                Some(End::Cancelled) => {}
                Some(end) => self.close(end),
                // Where it cannot be cancelled it goes on.
                None => {
                    patience = Duration::ZERO;
                    self.begun.push_back(receive);
                }
            }
        }
    }
}

#[cfg(test)]
#[path = "incoming/tests.rs"]
mod tests;
