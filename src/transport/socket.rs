//! A socket with a deadline: every read and write ends when the call must end.

use std::io::ErrorKind::{Interrupted, WouldBlock};
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::time::Duration;

use super::in_flight::InFlight;
use super::stream::Stream;
use crate::reason::Reason;

/// The longest a read or write sleeps before it checks for the end of the call. A cancellation shuts the socket down
/// and does not wait for this; it is the fallback where that does not wake the thread.
const SLICE: Duration = Duration::from_millis(if cfg!(windows) { 50 } else { 200 });

/// How long a read or a write may sleep. One that gives up with nothing moved fails with `WouldBlock`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Wait {
    /// As long as the call may go on.
    Call,
    /// For one slice, for uploads: what comes meanwhile is looked at in between.
    Slice,
    Not,
}

pub struct DeadlineSocket {
    pub stream: Arc<Stream>,
    in_flight: Arc<InFlight>,
    wait: Wait,
}

impl DeadlineSocket {
    pub fn new(stream: Arc<Stream>, in_flight: Arc<InFlight>) -> DeadlineSocket {
        DeadlineSocket {
            stream,
            in_flight,
            wait: Wait::Call,
        }
    }

    /// From now on its reads and writes sleep so long.
    pub fn waiting(&mut self, wait: Wait) -> &mut DeadlineSocket {
        self.wait = wait;
        self
    }

    pub fn may_wait(&self) -> bool {
        self.wait != Wait::Not
    }

    /// The time one step may sleep. Only the last slice before the deadline is shorter.
    fn slice(&self) -> Result<Duration, Reason> {
        match self.wait {
            Wait::Not => Ok(Duration::ZERO),
            Wait::Call | Wait::Slice => {
                let left = self.in_flight.time_left()?;
                Ok(left.clamp(Duration::from_millis(1), SLICE))
            }
        }
    }

    /// A lost connection is not recorded here: a response may still be readable from it.
    fn steps(
        &self,
        mut step: impl FnMut(&Stream, Duration) -> io::Result<usize>,
    ) -> io::Result<usize> {
        loop {
            let stepped = step(&self.stream, self.slice().map_err(lost)?);
            if let Err(error) = &stepped
                && matches!(error.kind(), Interrupted | WouldBlock)
            {
                match self.wait {
                    Wait::Call => continue,
                    Wait::Slice | Wait::Not => return Err(WouldBlock.into()),
                }
            }
            return match (stepped, self.in_flight.stopped()) {
                // A cancellation shuts the socket down, which looks like the peer's end.
                (Ok(0) | Err(_), Some(reason)) => Err(lost(self.in_flight.fail(reason))),
                (Ok(amount), _) => Ok(amount),
                (Err(_), None) => Err(lost(Reason::Interrupted)),
            };
        }
    }
}

fn lost(reason: Reason) -> io::Error {
    io::Error::new(io::ErrorKind::ConnectionAborted, reason)
}

impl Read for DeadlineSocket {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.steps(|stream, most| stream.read(most, buffer))
    }
}

impl Write for DeadlineSocket {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.steps(|stream, most| stream.write(most, bytes))? {
            0 if !bytes.is_empty() => Err(lost(Reason::Interrupted)),
            written => Ok(written),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
