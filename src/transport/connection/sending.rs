//! Sending over a connection, and the response that may come before everything has left.

use std::io;
use std::time::{Duration, Instant};

use ureq::unversioned::transport::Buffers;

use super::Connection;
use crate::reason::Reason;
use crate::transport::early_response::{self, Received};

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
            match self.socket.write_step(rest) {
                Ok(Some(written)) => self.unsent = self.unsent.saturating_sub(written),
                Ok(None) if watch => self.look_for_response()?,
                Ok(None) => {}
                Err(reason) => return Err(self.salvage(reason, watch)),
            }
        }
        Ok(())
    }

    fn send_tls(&mut self, amount: usize, watch: bool) -> Result<(), Reason> {
        let mut given = 0;
        loop {
            let Some(tls) = self.tls.as_mut() else {
                return Err(Reason::Interrupted);
            };
            if !tls.wants_write() {
                let whole = self.buffers.outgoing(amount);
                let rest = whole.get(given..).unwrap_or_default();
                if rest.is_empty() {
                    self.unsent = 0;
                    return Ok(());
                }
                given += tls.encrypt(rest).map_err(|_| Reason::Interrupted)?;
                self.unsent = (amount - given).max(1);
            }
            match tls.write(&mut self.socket) {
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    if watch {
                        self.look_for_response()?;
                    }
                }
                Err(_) => return Err(self.salvage(Reason::Interrupted, watch)),
            }
        }
    }

    /// Reads what has already arrived. A response ends the sending: it cannot refer to what has not been sent.
    pub(super) fn look_for_response(&mut self) -> Result<(), Reason> {
        loop {
            let room = self.buffers.input_append_buf();
            let read = match &mut self.tls {
                _ if room.is_empty() => return Err(Reason::NotHttp),
                None => self.socket.read_now(room),
                Some(tls) => tls.read_now(&mut self.socket, room),
            };
            match read {
                None => return Ok(()),
                Some(Err(error)) => return Err(self.ended_by(&error)),
                // A peer that has closed cannot respond to what is still to be sent.
                Some(Ok(0)) => {
                    return Err(self.in_flight.stopped().unwrap_or(Reason::Interrupted));
                }
                Some(Ok(amount)) => {
                    self.buffers.input_appended(amount);
                    // There may be any number of interim responses.
                    self.in_flight.time_left()?;
                    if !self.check_input()? {
                        self.await_final_response()?;
                    }
                }
            }
        }
    }

    /// Waits for the rest of a response that has begun; after an interim one the sending continues.
    fn await_final_response(&mut self) -> Result<(), Reason> {
        let deadline = self.in_flight.hurry(GRACE);
        loop {
            match self.receive() {
                Ok(true) => {}
                Err(Reason::TimedOut) if Instant::now() < deadline => {
                    self.in_flight.exchange().reason = None;
                    return Err(Reason::Interrupted);
                }
                Ok(false) => return Err(Reason::Interrupted),
                Err(reason) => return Err(reason),
            }
            if self.check_input()? {
                self.in_flight.exchange().deadline = deadline;
                return Ok(());
            }
        }
    }

    /// Skips interim responses. An error when there is a final response; false when one has begun.
    fn check_input(&mut self) -> Result<bool, Reason> {
        let skipped = early_response::interim(self.buffers.input());
        self.buffers.input_consume(skipped);
        if self.buffers.input().is_empty() {
            return Ok(true);
        }
        match early_response::classify(self.buffers.input()) {
            Received::Undecided => Ok(false),
            Received::Garbage => Err(Reason::Interrupted),
            Received::Response(response) => {
                self.in_flight.exchange().early_response = Some(response);
                Err(Reason::Interrupted)
            }
        }
    }

    /// The server stopped reading: what it sent before is the response, if it can be read. Returns the reason that
    /// ended the sending.
    fn salvage(&mut self, reason: Reason, watch: bool) -> Reason {
        // First of all, so that the time that follows is not what ended the call.
        let reason = self.in_flight.fail(reason);
        if reason == Reason::Interrupted && watch {
            self.in_flight.hurry(GRACE);
            while matches!(self.receive(), Ok(true)) {
                if self.check_input().is_err() {
                    break;
                }
            }
        }
        reason
    }
}
