//! One request and its response: how far they are, and how much time is left for them.

use std::time::{Duration, Instant};

use super::framing::Head;
use super::{Response, Sent};
use crate::error::Phase;
use crate::operation::Origin;
use crate::reason::Reason;
use crate::time::later;

pub struct Exchange {
    pub origin: Origin,
    /// A proxy was asked for a tunnel and has not opened it yet.
    pub tunnelling: bool,
    /// In the handshake the server asked for a certificate of the client, which there is none of.
    pub certificate_asked: bool,
    /// How much leaves in one step: the head at once, a body in as many as it takes.
    pub step: usize,
    /// There was no memory for so much: a head may not fit.
    pub starved: bool,
    pub deadline: Instant,
    pub connect_deadline: Instant,
    /// How long connecting may take.
    connect: Duration,
    pub phase: Phase,
    started: Instant,
    /// How long after the start each phase began for the first time.
    begun: [Option<Duration>; Phase::ALL.len()],
    /// By how many seconds the license server's clock is ahead of this computer's.
    pub ahead: Option<i64>,
    /// Bytes of the body handed over, and how many there are.
    pub handed: u64,
    pub total: u64,
    /// Of what was handed over, the bytes known not to have left; the head may be among them.
    pub unsent: u64,
    pub reason: Option<Reason>,
    /// A response that came before the whole request had left.
    pub early_response: Option<Response>,
    /// Of the response, once it is read.
    pub head: Option<Head>,
}

impl Exchange {
    /// How much of the body left the process.
    pub fn sent(&self) -> Sent {
        match self.handed.saturating_sub(self.unsent) {
            _ if self.phase < Phase::Send => Sent::Nothing,
            _ if self.unsent == 0 && self.handed >= self.total => Sent::All,
            0 => Sent::Nothing,
            _ => Sent::Part,
        }
    }

    pub fn starting(origin: Origin, step: usize, connect: Duration, whole: Duration) -> Exchange {
        let deadline = later(whole);
        Exchange {
            origin,
            tunnelling: false,
            certificate_asked: false,
            step,
            starved: false,
            deadline,
            connect_deadline: later(connect).min(deadline),
            connect,
            phase: Phase::Resolve,
            started: Instant::now(),
            begun: Default::default(),
            ahead: None,
            handed: 0,
            total: 0,
            unsent: 0,
            reason: None,
            early_response: None,
            head: None,
        }
    }

    pub fn enter(&mut self, phase: Phase) {
        self.phase = phase;
        if let Some(begun) = self.begun.get_mut(phase as usize) {
            begun.get_or_insert_with(|| self.started.elapsed());
        }
    }

    /// The phases that there were, and how long after the start each began.
    pub fn phases(&self) -> impl Iterator<Item = (Phase, Duration)> {
        let phases = Phase::ALL.iter().zip(&self.begun);
        phases.filter_map(|(phase, begun)| begun.map(|begun| (*phase, begun)))
    }

    /// From now on there is as much time as for connecting, if the deadline leaves it.
    pub fn connect_again(&mut self) {
        self.connect_deadline = later(self.connect).min(self.deadline);
    }
}
