//! The call in flight on a handle: cancellation, deadlines, progress, and how much left the process.
//!
//! There is one for each handle. The thread of the call writes to it; any other may cancel or close through it.

mod sticky_stop;

use std::net::Shutdown;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Weak};
use std::thread::Thread;
use std::time::{Duration, Instant};

use super::exchange::Exchange;
use super::progress::{Progress, ProgressReceiver, ProgressShare, ProgressThrottle};
use super::stream::Stream;
use crate::error::Phase;
use crate::locking::lock;
use crate::operation::Origin;
use crate::per_process::token;
use crate::reason::Reason;
use crate::regular_file::{Watch, Watched};
use crate::time::later;
pub use sticky_stop::StickyStop;

#[derive(Default)]
struct Control {
    running: bool,
    closed: bool,
    socket: Weak<Stream>,
    /// The thread that makes the call, while it waits for something else than a socket.
    waiting: Option<Thread>,
    file: Weak<Watch>,
}

pub struct InFlight {
    control: Mutex<Control>,
    stop: AtomicBool,
    exchange: Mutex<Exchange>,
    progress: Mutex<ProgressReceiver>,
}

impl InFlight {
    pub fn new() -> InFlight {
        let none = Exchange::starting(Origin::Service, 0, Duration::ZERO, Duration::ZERO);
        InFlight {
            control: Mutex::default(),
            stop: AtomicBool::new(false),
            exchange: Mutex::new(none),
            progress: Mutex::default(),
        }
    }

    /// Marks the handle as busy, for a call under this stop; None when it already is.
    pub fn begin(self: &Arc<InFlight>, stop: Option<Arc<StickyStop>>) -> Option<Running> {
        let mut control = lock(&self.control);
        if control.running {
            return None;
        }
        control.running = true;
        if !control.closed {
            self.stop.store(false, Ordering::SeqCst);
        }
        drop(control);
        if let Some(stop) = &stop {
            stop.enter(self);
        }
        Some(Running {
            in_flight: Arc::clone(self),
            stop,
            process: token(),
        })
    }

    pub fn cancel(&self) {
        let control = lock(&self.control);
        if control.running {
            self.stop.store(true, Ordering::SeqCst);
            if let Some(socket) = control.socket.upgrade() {
                // Wakes a thread blocked in a read or a write; an error means that it is gone already.
                let _ = socket.shutdown(Shutdown::Both);
            }
            if let Some(thread) = &control.waiting {
                thread.unpark();
            }
            if let Some(file) = control.file.upgrade() {
                file.stop();
            }
        }
    }

    /// Stops the call in flight and every later one.
    pub fn close(&self) {
        lock(&self.control).closed = true;
        self.stop.store(true, Ordering::SeqCst);
        self.cancel();
    }

    pub fn set_progress(&self, progress: Option<Progress>) {
        lock(&self.progress).function = progress;
    }

    /// Until the guard is dropped, the call sends documents one after the other, with so many bytes in all.
    pub fn share_progress(&self, total: u64) -> SharedProgress<'_> {
        lock(&self.progress).share = Some(ProgressShare::of_all(total));
        SharedProgress {
            in_flight: self,
            process: token(),
        }
    }

    /// The index of the document that has its turn, of several.
    pub fn document(&self) -> Option<usize> {
        lock(&self.progress).share.as_ref()?.index
    }

    pub fn exchange(&self) -> MutexGuard<'_, Exchange> {
        lock(&self.exchange)
    }

    /// What is still to be read cannot make the call succeed: it gets no more time than this. Gives the deadline
    /// that was.
    pub fn hurry(&self, time: Duration) -> Instant {
        let mut exchange = self.exchange();
        let was = exchange.deadline;
        exchange.deadline = later(time).min(was);
        was
    }

    /// Makes `socket` the one that a cancellation shuts down.
    pub fn attach(&self, socket: &Arc<Stream>) {
        lock(&self.control).socket = Arc::downgrade(socket);
    }

    /// Bounds what this thread does with a file for the call in flight.
    pub fn watch_file(&self, deadline: Instant) -> Watched {
        let watched = Watched::until(Some(deadline));
        self.attach_file(&watched.watch());
        watched
    }

    /// Makes `file` the one whose operations a cancellation ends.
    fn attach_file(&self, file: &Arc<Watch>) {
        let mut control = lock(&self.control);
        control.file = Arc::downgrade(file);
        if self.stopped().is_some() {
            file.stop();
        }
    }

    pub fn attached(&self) -> Option<Arc<Stream>> {
        lock(&self.control).socket.upgrade()
    }

    /// Until the guard is dropped, a cancellation wakes the calling thread where it is parked.
    pub fn unpark_when_stopped(&self) -> Parking<'_> {
        lock(&self.control).waiting = Some(std::thread::current());
        Parking(self)
    }

    /// Does nothing until then, or until the call must end: `may` says so.
    pub fn park(&self, until: Instant, may: impl Fn() -> Result<(), Reason>) -> Result<(), Reason> {
        let _woken = self.unpark_when_stopped();
        loop {
            may()?;
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(());
            }
            std::thread::park_timeout(left);
        }
    }

    /// Notes how far the exchange is; talking to a proxy is a part of connecting.
    pub fn enter(&self, phase: Phase) {
        let mut exchange = self.exchange();
        let phase = match exchange.tunnelling {
            true => phase.min(Phase::Connect),
            false => phase,
        };
        exchange.enter(phase);
    }

    /// Records why the exchange ends. The first reason is kept, but a cancellation takes precedence.
    pub fn fail(&self, reason: Reason) -> Reason {
        let stopped = self.stopped().filter(|_| reason != Reason::Forked);
        let mut exchange = self.exchange();
        let reason = match reason {
            Reason::NotReachable | Reason::NameNotFound if exchange.tunnelling => {
                Reason::ProxyAbsent
            }
            Reason::Interrupted | Reason::NotHttp if exchange.tunnelling => Reason::ProxyFailed,
            Reason::TimedOut if exchange.tunnelling => Reason::ProxySilent,
            reason => reason,
        };
        let first = exchange.reason.get_or_insert(stopped.unwrap_or(reason));
        first.clone()
    }

    pub fn stopped(&self) -> Option<Reason> {
        let stopped = self.stop.load(Ordering::SeqCst);
        stopped.then_some(Reason::CancelledByHost)
    }

    /// The time left before `deadline` picks one of the two limits; an error when the call must end.
    fn left(&self, pick: impl Fn(&Exchange) -> Instant) -> Result<Duration, Reason> {
        if let Some(reason) = self.stopped() {
            return Err(self.fail(reason));
        }
        let left = pick(&self.exchange()).saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(self.fail(Reason::TimedOut));
        }
        Ok(left)
    }

    /// Opening a tunnel is a part of connecting.
    pub fn time_left(&self) -> Result<Duration, Reason> {
        self.left(|exchange| match exchange.tunnelling {
            true => exchange.connect_deadline,
            false => exchange.deadline,
        })
    }

    pub fn connect_time_left(&self) -> Result<Duration, Reason> {
        self.left(|exchange| exchange.connect_deadline)
    }

    /// For work on a document before it is sent: reports to the host that nothing of it has left. An error when the
    /// work must end. `done` is the part of the document that the work has covered.
    pub fn may_prepare(
        &self,
        throttle: &mut ProgressThrottle,
        done: u64,
        deadline: Instant,
    ) -> Result<(), Reason> {
        if throttle.is_due(done) {
            self.announce(0, throttle.total)?;
        }
        match self.stopped() {
            Some(reason) => Err(reason),
            None if Instant::now() >= deadline => Err(Reason::TimedOut),
            None => Ok(()),
        }
    }

    /// Reports to the host how much of the document is sent. An error when the call must end; the exchange has no part in it.
    pub fn announce(&self, done: u64, total: u64) -> Result<(), Reason> {
        let Some((progress, done, total)) = lock(&self.progress).due(done, total) else {
            return Ok(());
        };
        let process = token();
        let goes_on = progress(done, total);
        // The receiver forked, and this is the child. The connection is the parent's.
        if token() != process {
            return Err(self.fail(Reason::Forked));
        }
        if goes_on {
            return Ok(());
        }
        if let Some(share) = &mut lock(&self.progress).share {
            share.refused = true;
        }
        Err(Reason::CancelledByProgress)
    }
}

/// The progress of several documents.
pub struct SharedProgress<'a> {
    in_flight: &'a InFlight,
    process: u32,
}

impl SharedProgress<'_> {
    /// A document of this length is next.
    pub fn next(&self, length: u64) {
        if let Some(share) = &mut lock(&self.in_flight.progress).share {
            share.next(length);
        }
    }

    /// The document has had its turn. An error when the call must end.
    pub fn done(&self) -> Result<(), Reason> {
        let announced = self.in_flight.announce(u64::MAX, u64::MAX);
        let refused = |share: &ProgressShare| share.refused;
        let progress = lock(&self.in_flight.progress);
        match progress.share.as_ref().is_some_and(refused) {
            true => Err(Reason::CancelledByProgress),
            false => announced,
        }
    }
}

impl Drop for SharedProgress<'_> {
    fn drop(&mut self) {
        // In a child that a callback forked, another thread's lock may be locked for ever.
        if self.process == token() {
            lock(&self.in_flight.progress).share = None;
        }
    }
}

/// The mark that the thread of the call may be parked.
pub struct Parking<'a>(&'a InFlight);

impl Drop for Parking<'_> {
    fn drop(&mut self) {
        lock(&self.0.control).waiting = None;
    }
}

/// The mark that a call is running on a handle; dropping it ends the call.
pub struct Running {
    in_flight: Arc<InFlight>,
    stop: Option<Arc<StickyStop>>,
    process: u32,
}

impl Running {
    /// Whether this is the process that began the call, not one forked off it.
    pub fn is_ours(&self) -> bool {
        self.process == token()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // In a forked child another thread's lock may be locked for ever, and the handle is the parent's.
        if !self.is_ours() {
            return;
        }
        // First: the stop must not reach the next call on the handle.
        if let Some(stop) = &self.stop {
            stop.leave(&self.in_flight);
        }
        let mut control = lock(&self.in_flight.control);
        control.running = false;
        (control.socket, control.file) = (Weak::new(), Weak::new());
    }
}

#[cfg(test)]
mod tests;
