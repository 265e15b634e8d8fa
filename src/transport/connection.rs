//! One connection, plain or TLS, as the HTTP client sees it.
//!
//! It differs from the client's own in four ways: reads and writes stop when the call is cancelled or its time is
//! over; a response that arrives before the whole request has left is detected and ends the sending, also when the
//! server has already closed the connection; a connection is reused only if the end of the last response is certain
//! and nothing has come behind it; and its buffers are wiped.

mod sending;

use std::io::{self, Read};
use std::sync::Arc;

use ureq::unversioned::transport::{Buffers, NextTimeout, Transport};

use super::buffers::ConnectionBuffers;
use super::framing::{ChunkedBody, Framing, Head, Start};
use super::in_flight::InFlight;
use super::socket::{DeadlineSocket, Wait};
use super::stream::Stream;
use super::tls;
use super::tls_io::Tls;
use crate::error::Phase;
use crate::opaque::opaque;
use crate::operation::Origin;
use crate::reason::Reason;
use crate::wiping::wipe;

pub struct Connection {
    socket: DeadlineSocket,
    tls: Option<Tls>,
    buffers: ConnectionBuffers,
    in_flight: Arc<InFlight>,
    /// Something was sent since `is_open` was last called.
    used: bool,
    /// Checked for input, and nothing was sent since.
    looked_at: bool,
    /// The head of the last response states its end unambiguously.
    reusable: bool,
    /// The body that is being read has chunks.
    chunks: Option<ChunkedBody>,
    /// Bytes of the step under way that have not left; over TLS at least one until the last record has left whole.
    unsent: usize,
}

opaque!(Connection);

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
            chunks: None,
            unsent: 0,
        }
    }

    /// Makes the handshake; afterwards the connection uses TLS.
    pub fn start_tls(&mut self, mut tls: Tls) -> Result<(), Reason> {
        self.in_flight.enter(Phase::Tls);
        if let Err(error) = tls.make_handshake(&mut self.socket) {
            return Err(self.in_flight.fail(tls::classify(&error)));
        }
        self.tls = Some(tls);
        Ok(())
    }

    /// Appends the input that comes; false at the peer's end. None: it was not waited for, and there is none.
    fn receive(&mut self, wait: Wait) -> Result<Option<bool>, Reason> {
        let room = self.buffers.input_append_buf();
        if room.is_empty() {
            return Err(self.buffers.no_room());
        }
        let socket = self.socket.waiting(wait);
        let read = match &mut self.tls {
            None => socket.read(room),
            Some(tls) => tls.read(socket, room, self.unsent == 0),
        };
        match read {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(None),
            Err(error) => Err(self.ended_by(&error)),
            Ok(amount) => {
                self.buffers.input_appended(amount);
                Ok(Some(amount > 0))
            }
        }
    }

    /// Why nothing more can be read.
    fn ended_by(&self, error: &io::Error) -> Reason {
        let mut exchange = self.in_flight.exchange();
        let refused = |tls: &Tls| tls.refuses_handshake(error);
        // Whatever a card client says, a PIN that left may have been presented.
        let might_refuse = exchange.origin != Origin::Card && exchange.certificate_asked;
        if might_refuse && self.tls.as_ref().is_some_and(refused) {
            // The handshake is not over, and nothing of the request was read.
            exchange.enter(Phase::Tls);
            let reason = tls::classify(error);
            // It says why the sending failed, too.
            exchange.reason = Some(reason.clone());
            return reason;
        }
        let known = exchange.reason.clone();
        drop(exchange);
        let known = known.or_else(|| self.in_flight.stopped());
        known.unwrap_or(Reason::Interrupted)
    }

    /// What the input begins with, behind the interim responses, which are taken away: the HTTP client skips them as well,
    /// but fails at one with status 100 that has headers.
    fn start_of_response(&mut self) -> Start {
        loop {
            match Head::read(self.buffers.input()) {
                Start::Head(head) if head.is_interim() => self.buffers.input_consume(head.length),
                start => return start,
            }
        }
    }

    /// Looks whether the head of the response has come, which decides how its body is read.
    fn look_at_head(&mut self) {
        let Start::Head(head) = self.start_of_response() else {
            return;
        };
        let body = self.buffers.input().len() - head.length;
        self.reusable = head.reusable;
        if head.framing == Framing::Chunks {
            self.chunks = Some(ChunkedBody::new());
            self.follow_chunks(body);
        }
        self.in_flight.exchange().head = Some(head);
    }

    /// Keeps of the newest bytes of the body what the HTTP client is to see; gives how much that is.
    fn follow_chunks(&mut self, newest: usize) -> usize {
        let Some(chunks) = &mut self.chunks else {
            return newest;
        };
        let kept = chunks.pass(self.buffers.newest(newest));
        self.buffers.drop_newest(newest - kept);
        kept
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
        self.chunks = None;
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
                exchange.enter(Phase::Wait);
            }
            exchange.phase == Phase::Wait
        };
        let received = loop {
            if self.chunks.as_ref().is_some_and(ChunkedBody::is_broken) {
                break Err(Reason::ReplyCut);
            }
            let before = self.buffers.input().len();
            let received = self.receive(Wait::Call);
            if waiting {
                self.look_at_head();
                break received;
            }
            let newest = self.buffers.input().len() - before;
            // Lengths of chunks came, and no data: read on.
            if newest == 0 || self.follow_chunks(newest) > 0 {
                break received;
            }
        };
        match received {
            Ok(progress) => Ok(progress == Some(true)),
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
        self.in_flight.attach(&self.socket.stream);
        let read_up = self.buffers.input().is_empty();
        self.buffers.release();
        if std::mem::take(&mut self.used) {
            self.socket.stream.rest();
            let read_up = read_up && self.tls.as_mut().is_none_or(Tls::is_read_up);
            let whole = self.chunks.take().is_none_or(|chunks| chunks.is_over());
            return self.reusable && read_up && whole;
        }
        // Whatever has come, be it a part of a record of TLS, is not the answer to what is sent next.
        let mut probe = [0; 64];
        let read = self.socket.waiting(Wait::Not).read(&mut probe);
        wipe(&mut probe);
        let open = read.is_err_and(|error| error.kind() == io::ErrorKind::WouldBlock);
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
