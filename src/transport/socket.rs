//! A socket with a deadline: every read and write ends when the call must end.

use std::io::{self, Read, Write};
use std::sync::Arc;
use std::time::Duration;

use super::in_flight::InFlight;
use super::stream::Stream;
use crate::reason::Reason;

/// The longest a read or write sleeps before it checks for the end of the call. A cancellation shuts the socket down
/// and does not wait for this; it is the fallback where that does not wake the thread.
const SLICE: Duration = Duration::from_millis(if cfg!(windows) { 50 } else { 200 });

pub struct DeadlineSocket {
    pub stream: Arc<Stream>,
    in_flight: Arc<InFlight>,
}

impl DeadlineSocket {
    pub fn new(stream: Arc<Stream>, in_flight: Arc<InFlight>) -> DeadlineSocket {
        DeadlineSocket { stream, in_flight }
    }

    /// The time one step may sleep. Only the last slice before the deadline is shorter.
    fn slice(&self) -> Result<Duration, Reason> {
        let left = self.in_flight.time_left()?;
        Ok(left.clamp(Duration::from_millis(1), SLICE))
    }

    /// None: nothing came for a slice, and the call may continue.
    fn read_step(&mut self, buffer: &mut [u8]) -> Result<Option<usize>, Reason> {
        let slice = self.slice()?;
        let result = self.stream.read(slice, buffer);
        self.step(result)
    }

    /// None: nothing left for a slice, and the call may continue.
    pub fn write_step(&mut self, bytes: &[u8]) -> Result<Option<usize>, Reason> {
        let slice = self.slice()?;
        let result = self.stream.write(slice, bytes);
        match self.step(result)? {
            Some(0) if !bytes.is_empty() => Err(Reason::Interrupted),
            step => Ok(step),
        }
    }

    /// A lost connection is not recorded here: a response may still be readable from it.
    fn step(&self, result: io::Result<usize>) -> Result<Option<usize>, Reason> {
        match result {
            Ok(amount) => match self.in_flight.stopped() {
                // A cancellation shuts the socket down, which looks like the peer's end.
                Some(reason) if amount == 0 => Err(self.in_flight.fail(reason)),
                _ => Ok(Some(amount)),
            },
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(None),
            Err(error) if is_stall(&error) => Ok(None),
            Err(_) => match self.in_flight.stopped() {
                Some(reason) => Err(self.in_flight.fail(reason)),
                None => Err(Reason::Interrupted),
            },
        }
    }

    /// What can be read at once: None when there is nothing.
    pub fn read_now(&mut self, buffer: &mut [u8]) -> Option<io::Result<usize>> {
        match self.stream.read_now(buffer) {
            Err(error) if is_stall(&error) => None,
            result => Some(result),
        }
    }
}

fn is_stall(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::WouldBlock
}

fn lost(reason: Reason) -> io::Error {
    io::Error::new(io::ErrorKind::ConnectionAborted, reason)
}

/// The blocking view that TLS handshakes and reads use.
impl Read for DeadlineSocket {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if let Some(amount) = self.read_step(buffer).map_err(lost)? {
                return Ok(amount);
            }
        }
    }
}

impl Write for DeadlineSocket {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        loop {
            if let Some(amount) = self.write_step(bytes).map_err(lost)? {
                return Ok(amount);
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The view that returns to its caller after one slice, for uploads over TLS.
pub struct Sliced<'a>(pub &'a mut DeadlineSocket);

impl Write for Sliced<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.0.write_step(bytes).map_err(lost)?;
        written.ok_or_else(|| io::ErrorKind::WouldBlock.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The view that never sleeps.
pub struct Now<'a>(pub &'a mut DeadlineSocket);

impl Read for Now<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0
            .read_now(buffer)
            .unwrap_or_else(|| Err(io::ErrorKind::WouldBlock.into()))
    }
}
