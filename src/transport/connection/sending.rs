//! Sending over a connection, and the response that may come before everything has left.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use ureq::unversioned::transport::Buffers;

use super::{Connection, Framing, Head, Start, Wait};
use crate::page;
use crate::reason::Reason;
use crate::transport::{Response, Sent};

/// How long the rest of a response is waited for that began before the request had left, and a response on a
/// connection that accepts no more bytes.
const GRACE: Duration = Duration::from_secs(2);

impl Connection {
    pub(super) fn send(&mut self, amount: usize, watch: bool) -> Result<(), Reason> {
        self.unsent = amount;
        if self.tls.is_some() {
            return self.send_tls(amount, watch);
        }
        while self.unsent > 0 {
            let whole = self.buffers.outgoing(amount);
            let rest = whole.get(amount - self.unsent..).unwrap_or_default();
            let written = self.socket.waiting(Wait::Slice).write(rest);
            self.unsent -= written
                .as_ref()
                .map_or(0, |written| *written)
                .min(rest.len());
            self.go_on(written, watch)?;
        }
        Ok(())
    }

    /// After a step of sending.
    fn go_on(&mut self, step: io::Result<usize>, watch: bool) -> Result<(), Reason> {
        match step {
            Ok(_) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => match watch {
                true => self.look_for_response(),
                false => Ok(()),
            },
            Err(_) => Err(self.salvage(watch)),
        }
    }

    fn send_tls(&mut self, amount: usize, watch: bool) -> Result<(), Reason> {
        let mut given = 0;
        loop {
            let Some(tls) = self.tls.as_mut() else {
                return Err(Reason::Interrupted);
            };
            if !tls.connection.wants_write() {
                let whole = self.buffers.outgoing(amount);
                let rest = whole.get(given..).unwrap_or_default();
                if rest.is_empty() {
                    self.unsent = 0;
                    return Ok(());
                }
                let encrypted = tls.connection.writer().write(rest);
                given += encrypted.map_err(|_| Reason::Interrupted)?;
                self.unsent = (amount - given).max(1);
            }
            let step = tls.connection.write_tls(self.socket.waiting(Wait::Slice));
            self.go_on(step, watch)?;
        }
    }

    /// Reads what has already arrived. A response ends the sending: it cannot refer to what has not been sent.
    pub(super) fn look_for_response(&mut self) -> Result<(), Reason> {
        while let Some(more) = self.receive(Wait::Not)? {
            // A peer that has closed cannot respond to what is still to be sent.
            if !more {
                return Err(Reason::Interrupted);
            }
            // There may be any number of interim responses.
            self.in_flight.time_left()?;
            if !self.check_input()? {
                self.await_final_response()?;
            }
        }
        Ok(())
    }

    /// Waits for the rest of a response that has begun; after an interim one the sending continues.
    fn await_final_response(&mut self) -> Result<(), Reason> {
        let deadline = self.in_flight.hurry(GRACE);
        loop {
            let received = self.receive(Wait::Call);
            if received == Err(Reason::TimedOut) && Instant::now() < deadline {
                self.in_flight.exchange().reason = None;
                return Err(Reason::Interrupted);
            }
            if received? != Some(true) {
                return Err(Reason::Interrupted);
            }
            if self.check_input()? {
                self.in_flight.exchange().deadline = deadline;
                return Ok(());
            }
        }
    }

    /// Skips interim responses. An error when there is a final response, which begins before the whole request has left;
    /// false when one has begun.
    fn check_input(&mut self) -> Result<bool, Reason> {
        let head = match self.start_of_response() {
            Start::Partial => return Ok(self.buffers.input().is_empty()),
            Start::Head(head) if (200..=599).contains(&head.status) => head,
            Start::Head(_) | Start::Garbage => return Err(Reason::Interrupted),
        };
        // With chunks, the body begins after the line with the length of the first one.
        let body = self.buffers.input().get(head.length..).unwrap_or_default();
        let body = match head.framing {
            Framing::Chunks => body.splitn(2, |byte| *byte == b'\n').nth(1),
            _ => Some(body),
        };
        let page = head.html || page::is_markup(body.unwrap_or_default());
        self.in_flight.exchange().early_response = Some(Response {
            head: Head {
                // The body is not waited for.
                compressed: false,
                ..head
            },
            sent: Sent::Part,
            page,
            body: Err(Reason::ReplyCut),
        });
        Err(Reason::Interrupted)
    }

    /// The server stopped reading: what it sent before is the response, if it can be read. Returns the reason that
    /// ended the sending.
    fn salvage(&mut self, watch: bool) -> Reason {
        // First of all, so that the time that follows is not what ended the call.
        let reason = self.in_flight.fail(Reason::Interrupted);
        if reason == Reason::Interrupted && watch {
            self.in_flight.hurry(GRACE);
            while matches!(self.receive(Wait::Call), Ok(Some(true))) {
                if self.check_input().is_err() {
                    break;
                }
            }
        }
        reason
    }
}
