//! One connection, plain or TLS, as the HTTP client sees it.
//!
//! It differs from the client's own in four ways: reads and writes stop when the call is cancelled or its time is
//! over; a response that arrives before the whole request has left is detected and ends the sending, also when the
//! server has already closed the connection; a connection is reused only if the end of the last response is certain;
//! and its buffers are wiped.

use std::fmt;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustls::ClientConnection;
use ureq::unversioned::transport::{Buffers, NextTimeout, Transport};

use super::buffers::ConnectionBuffers;
use super::certificate_check::{BOUNDED, HandshakeScope};
use super::early_response::{self, Received};
use super::in_flight::InFlight;
use super::socket::{DeadlineSocket, IoStep, Sliced};
use super::stream::Stream;
use super::tls_io;
use crate::error::Phase;
use crate::reason::Reason;
use crate::wiping::wipe;

/// How long the rest of a response is waited for that began before the request had left, and a response on a
/// connection that accepts no more bytes.
const GRACE: Duration = Duration::from_secs(2);

pub struct Connection {
    socket: DeadlineSocket,
    tls: Option<Box<ClientConnection>>,
    buffers: ConnectionBuffers,
    in_flight: Arc<InFlight>,
    /// Something was sent since `is_open` was last called.
    used: bool,
    /// Checked for input, and nothing was sent since.
    looked_at: bool,
    /// The head of the last response states its end unambiguously.
    reusable: bool,
    /// Of what was to leave in the step under way, what has not left; over TLS at least one byte as long as the
    /// last record has not left whole.
    unsent: usize,
}

impl fmt::Debug for Connection {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Connection")
    }
}

fn ended() -> ureq::Error {
    ureq::Error::Io(io::Error::other("ended"))
}

impl Connection {
    pub fn new(stream: Arc<Stream>, in_flight: Arc<InFlight>) -> Connection {
        Connection {
            socket: DeadlineSocket::new(stream, Arc::clone(&in_flight)),
            tls: None,
            buffers: ConnectionBuffers::default(),
            in_flight,
            used: false,
            looked_at: false,
            reusable: false,
            unsent: 0,
        }
    }

    /// Makes the handshake; afterwards the connection uses TLS.
    pub fn start_tls(&mut self, mut tls: ClientConnection) -> Result<(), Reason> {
        self.in_flight.enter(Phase::Tls);
        let _during = BOUNDED.then(|| HandshakeScope::call(&self.in_flight));
        while tls.is_handshaking() || tls.wants_write() {
            if let Err(error) = tls.complete_io(&mut self.socket) {
                return Err(self.in_flight.fail(super::tls::classify(&error)));
            }
        }
        self.tls = Some(Box::new(tls));
        Ok(())
    }

    fn send(&mut self, amount: usize, watch: bool) -> Result<(), Reason> {
        self.unsent = amount;
        if self.tls.is_some() {
            return self.send_tls(amount, watch);
        }
        while self.unsent > 0 {
            let whole = self.buffers.outgoing(amount);
            let rest = whole.get(amount - self.unsent..).unwrap_or_default();
            match self.socket.write_step(rest) {
                Ok(IoStep::Done(written)) => self.unsent = self.unsent.saturating_sub(written),
                Ok(IoStep::Stalled) if watch => self.look_for_response()?,
                Ok(IoStep::Stalled) => {}
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
                given += tls.writer().write(rest).map_err(|_| Reason::Interrupted)?;
                self.unsent = (amount - given).max(1);
            }
            match tls.write_tls(&mut Sliced(&mut self.socket)) {
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
    fn look_for_response(&mut self) -> Result<(), Reason> {
        loop {
            let room = self.buffers.input_append_buf();
            let read = match &mut self.tls {
                _ if room.is_empty() => return Err(Reason::NotHttp),
                None => self.socket.read_now(room),
                Some(tls) => tls_io::read_now(tls, &mut self.socket, room),
            };
            match read {
                None => return Ok(()),
                // A peer that has closed cannot respond to what is still to be sent.
                Some(Ok(0) | Err(_)) => {
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

    /// Waits for input and appends it; false at the peer's end.
    fn receive(&mut self) -> Result<bool, Reason> {
        let room = self.buffers.input_append_buf();
        if room.is_empty() {
            return Err(self.buffers.no_room());
        }
        let amount = match &mut self.tls {
            None => loop {
                match self.socket.read_step(room)? {
                    IoStep::Done(amount) => break amount,
                    IoStep::Stalled => {}
                }
            },
            Some(tls) => tls_io::read(tls, &mut self.socket, room).map_err(|_| {
                self.in_flight
                    .exchange()
                    .reason
                    .clone()
                    .unwrap_or(Reason::Interrupted)
            })?,
        };
        self.buffers.input_appended(amount);
        Ok(amount > 0)
    }
}

impl Transport for Connection {
    fn buffers(&mut self) -> &mut dyn Buffers {
        if self.buffers.is_idle() {
            let mut exchange = self.in_flight.exchange();
            exchange.starved = self.buffers.prepare(exchange.step);
        }
        &mut self.buffers
    }

    fn transmit_output(&mut self, amount: usize, _: NextTimeout) -> Result<(), ureq::Error> {
        self.used = true;
        self.reusable = false;
        self.in_flight.enter(Phase::Send);
        // A proxy that opens a tunnel does not send the response.
        let watch = !self.in_flight.exchange().tunnelling;
        self.unsent = amount;
        let looked_at = std::mem::take(&mut self.looked_at);
        let result = match watch && !looked_at {
            true => self.look_for_response(),
            false => Ok(()),
        };
        let Err(reason) = result.and_then(|()| self.send(amount, watch)) else {
            return Ok(());
        };
        self.in_flight.exchange().unsent = self.unsent as u64;
        self.in_flight.fail(reason);
        Err(ended())
    }

    fn await_input(&mut self, _: NextTimeout) -> Result<bool, ureq::Error> {
        let waiting = {
            let mut exchange = self.in_flight.exchange();
            if exchange.phase == Phase::Send {
                exchange.phase = Phase::Wait;
            }
            exchange.phase == Phase::Wait
        };
        let received = self.receive();
        if waiting {
            let (skipped, certain) = early_response::heads(self.buffers.input());
            if skipped > 0 {
                self.buffers.input_consume(skipped);
            }
            self.reusable = certain;
        }
        match received {
            Ok(progress) => Ok(progress),
            // The client takes this for the end of a response without length, or for an error.
            Err(Reason::Interrupted) => Err(ureq::Error::Io(io::ErrorKind::ConnectionReset.into())),
            Err(reason) => {
                self.in_flight.fail(reason);
                Err(ended())
            }
        }
    }

    /// Called before a connection is kept and before it is reused: the second time it is checked for input.
    fn is_open(&mut self) -> bool {
        self.socket.attach();
        let read_up = self.buffers.input().is_empty();
        self.buffers.release();
        if std::mem::take(&mut self.used) {
            self.socket.rest();
            return self.reusable && read_up;
        }
        let mut probe = [0; 64];
        let read = match &mut self.tls {
            None => self.socket.read_now(&mut probe),
            Some(tls) => tls_io::read_now(tls, &mut self.socket, &mut probe),
        };
        wipe(&mut probe);
        let open = read.is_none();
        self.looked_at = open;
        if open {
            // Used again, it needs no proxy to open it: what is sent from here on has left.
            self.in_flight.exchange().tunnelling = false;
        }
        open
    }

    fn is_tls(&self) -> bool {
        self.tls.is_some()
    }
}
