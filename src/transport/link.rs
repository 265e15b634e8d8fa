//! One connection, plain or TLS, as the HTTP client sees it.
//!
//! It differs from the client's own in three ways: reads and writes stop when the call is cancelled
//! or late, an answer that comes while a document is being sent is seen (and found again when the
//! server has already closed), and its buffers are wiped.

use std::fmt;
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustls::ClientConnection;
use ureq::unversioned::transport::{Buffers, NextTimeout, Transport};

use super::buffers::WireBuffers;
use super::early::{self, Peek};
use super::monitor::Monitor;
use super::wire::{Now, Sliced, Step, Wire};
use super::{Fault, Stream};
use crate::error::Phase;
use crate::wiping::wipe;

/// How long an answer is looked for behind a connection that refuses more bytes.
const SALVAGE: Duration = Duration::from_secs(2);

pub struct Link {
    wire: Wire,
    tls: Option<Box<ClientConnection>>,
    buffers: WireBuffers,
    monitor: Arc<Monitor>,
    /// The peer answered with success already, or ended its side: nothing more to look for.
    peeked_enough: bool,
    /// Input was read ahead that the client does not know of.
    read_ahead: bool,
    /// Something was sent since the connection was last looked at.
    used: bool,
}

impl fmt::Debug for Link {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Link")
    }
}

fn ended() -> ureq::Error {
    ureq::Error::Io(io::Error::other("ended"))
}

impl Link {
    pub fn new(stream: Arc<Stream>, monitor: Arc<Monitor>) -> Link {
        Link {
            wire: Wire::new(stream, Arc::clone(&monitor)),
            tls: None,
            buffers: WireBuffers::default(),
            monitor,
            peeked_enough: false,
            read_ahead: false,
            used: false,
        }
    }

    /// Shakes hands; afterwards the connection speaks TLS.
    pub fn start_tls(&mut self, mut tls: ClientConnection) -> Result<(), Fault> {
        self.monitor.enter(Phase::Tls);
        while tls.is_handshaking() || tls.wants_write() {
            if let Err(error) = tls.complete_io(&mut self.wire) {
                return Err(self.monitor.fail(super::tls::classify(&error)));
            }
        }
        self.tls = Some(Box::new(tls));
        Ok(())
    }

    fn send(&mut self, amount: usize, watch: bool) -> Result<(), Fault> {
        let Link { wire, tls, .. } = self;
        let Some(tls) = tls else {
            let mut sent = 0;
            while sent < amount {
                let rest = self
                    .buffers
                    .outgoing(amount)
                    .get(sent..)
                    .unwrap_or_default();
                match self.wire.write_step(rest)? {
                    Step::Done(written) => sent += written,
                    Step::Stalled if watch => self.look_for_answer()?,
                    Step::Stalled => {}
                }
            }
            return Ok(());
        };
        let mut rest = self.buffers.outgoing(amount);
        let mut stalled = false;
        loop {
            while tls.wants_write() && !stalled {
                match tls.write_tls(&mut Sliced(wire)) {
                    Ok(_) => {}
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => stalled = true,
                    Err(_) => return Err(self.monitor.stopped().unwrap_or(Fault::Interrupted)),
                }
            }
            if stalled {
                // The rest of this step goes through the slow path, which may look for an answer.
                let done = amount - rest.len();
                return self.send_stalled(amount, done, watch);
            }
            if rest.is_empty() {
                return Ok(());
            }
            let written = tls.writer().write(rest).map_err(|_| Fault::Interrupted)?;
            rest = rest.get(written..).unwrap_or_default();
        }
    }

    /// Goes on with a TLS write that the peer does not take, looking for its answer in between.
    fn send_stalled(&mut self, amount: usize, mut done: usize, watch: bool) -> Result<(), Fault> {
        loop {
            if watch {
                self.look_for_answer()?;
            }
            let Some(tls) = self.tls.as_mut() else {
                return Err(Fault::Interrupted);
            };
            if !tls.wants_write() {
                let rest = self
                    .buffers
                    .outgoing(amount)
                    .get(done..)
                    .unwrap_or_default();
                if rest.is_empty() {
                    return Ok(());
                }
                done += tls.writer().write(rest).map_err(|_| Fault::Interrupted)?;
            }
            match tls.write_tls(&mut Sliced(&mut self.wire)) {
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(_) => return Err(self.monitor.stopped().unwrap_or(Fault::Interrupted)),
            }
        }
    }

    /// Reads what has already arrived and ends the sending when it is a refusal.
    fn look_for_answer(&mut self) -> Result<(), Fault> {
        if self.peeked_enough {
            return Ok(());
        }
        loop {
            let room = self.buffers.input_append_buf();
            if room.is_empty() {
                self.peeked_enough = true;
                return Ok(());
            }
            let read = match &mut self.tls {
                None => self.wire.read_now(room),
                Some(tls) => read_tls_now(tls, &mut self.wire, room),
            };
            match read {
                None => return Ok(()),
                Some(Ok(0) | Err(_)) => {
                    self.peeked_enough = true;
                    return Ok(());
                }
                Some(Ok(amount)) => {
                    self.buffers.input_appended(amount);
                    self.read_ahead = true;
                    self.judge()?;
                }
            }
        }
    }

    fn judge(&mut self) -> Result<(), Fault> {
        match early::peek(self.buffers.input()) {
            Peek::Undecided => Ok(()),
            Peek::Success | Peek::Garbage => {
                self.peeked_enough = true;
                Ok(())
            }
            Peek::Refusal(answer) => {
                self.monitor.exchange().early = Some(answer);
                Err(self.monitor.fail(Fault::AnsweredEarly))
            }
        }
    }

    /// The server stopped reading: whatever it said before is the answer, if it can be read.
    fn salvage(&mut self) -> Fault {
        let until = Instant::now() + SALVAGE;
        while !self.peeked_enough && Instant::now() < until {
            match self.receive() {
                Ok(true) => {
                    if let Err(fault) = self.judge() {
                        return fault;
                    }
                }
                Ok(false) => break,
                Err(fault) => return self.monitor.fail(fault),
            }
        }
        self.monitor.fail(Fault::Interrupted)
    }

    /// Waits for input and appends it; false at the peer's end.
    fn receive(&mut self) -> Result<bool, Fault> {
        let room = self.buffers.input_append_buf();
        if room.is_empty() {
            return Err(Fault::NotHttp);
        }
        let amount = match &mut self.tls {
            None => loop {
                match self.wire.read_step(room)? {
                    Step::Done(amount) => break amount,
                    Step::Stalled => {}
                }
            },
            Some(tls) => read_tls(tls, &mut self.wire, room)
                .map_err(|_| self.monitor.exchange().fault.unwrap_or(Fault::Interrupted))?,
        };
        self.buffers.input_appended(amount);
        Ok(amount > 0)
    }
}

fn read_tls(tls: &mut ClientConnection, wire: &mut Wire, room: &mut [u8]) -> io::Result<usize> {
    loop {
        match tls.reader().read(room) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            result => return result,
        }
        // A key update of the peer asks for an answer. What cannot be sent any more, such as the rest
        // of a document, is no reason not to read what the peer said before it stopped reading.
        while tls.wants_write() && tls.write_tls(wire).is_ok() {}
        tls.read_tls(wire)?;
        tls.process_new_packets().map_err(io::Error::other)?;
    }
}

fn read_tls_now(
    tls: &mut ClientConnection,
    wire: &mut Wire,
    room: &mut [u8],
) -> Option<io::Result<usize>> {
    loop {
        match tls.reader().read(room) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            result => return Some(result),
        }
        match tls.read_tls(&mut Now(wire)) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return None,
            Err(error) => return Some(Err(error)),
            Ok(_) => {
                if let Err(error) = tls.process_new_packets() {
                    return Some(Err(io::Error::other(error)));
                }
            }
        }
    }
}

impl Transport for Link {
    fn buffers(&mut self) -> &mut dyn Buffers {
        if self.buffers.is_idle() {
            self.buffers.prepare(self.monitor.exchange().step);
        }
        &mut self.buffers
    }

    fn transmit_output(&mut self, amount: usize, _: NextTimeout) -> Result<(), ureq::Error> {
        self.used = true;
        self.monitor.enter(Phase::Send);
        let watch = {
            let exchange = self.monitor.exchange();
            exchange.upload && !exchange.tunnelling
        };
        let result = match watch {
            true => self
                .look_for_answer()
                .and_then(|()| self.send(amount, true)),
            false => self.send(amount, false),
        };
        match result {
            Ok(()) => Ok(()),
            Err(Fault::Interrupted) if watch => {
                self.salvage();
                Err(ended())
            }
            Err(fault) => {
                self.monitor.fail(fault);
                Err(ended())
            }
        }
    }

    fn await_input(&mut self, _: NextTimeout) -> Result<bool, ureq::Error> {
        let waiting = {
            let mut exchange = self.monitor.exchange();
            if exchange.phase == Phase::Send {
                exchange.phase = Phase::Wait;
            }
            exchange.phase == Phase::Wait
        };
        let received = match std::mem::take(&mut self.read_ahead) {
            true => Ok(true),
            false => self.receive(),
        };
        if waiting {
            let passed_over = early::interim(self.buffers.input());
            if passed_over > 0 {
                self.buffers.input_consume(passed_over);
            }
        }
        match received {
            Ok(progress) => Ok(progress),
            // The client turns this into the end of a reply without length, or into an error.
            Err(Fault::Interrupted) => Err(ureq::Error::Io(io::ErrorKind::ConnectionReset.into())),
            Err(fault) => {
                self.monitor.fail(fault);
                Err(ended())
            }
        }
    }

    /// Asked before a connection is kept and before it is used again: the second time it is looked at.
    fn is_open(&mut self) -> bool {
        self.wire.attach();
        self.peeked_enough = false;
        self.buffers.release();
        if std::mem::take(&mut self.used) {
            return true;
        }
        let mut probe = [0; 64];
        let read = match &mut self.tls {
            None => self.wire.read_now(&mut probe),
            Some(tls) => read_tls_now(tls, &mut self.wire, &mut probe),
        };
        wipe(&mut probe);
        let open = read.is_none();
        if open {
            // Used again, it needs no proxy to open it: what is sent from here on has left.
            self.monitor.exchange().tunnelling = false;
        }
        open
    }

    fn is_tls(&self) -> bool {
        self.tls.is_some()
    }
}
