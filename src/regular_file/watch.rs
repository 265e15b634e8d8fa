//! Operations on files that may hang: on a network drive whose server is gone, or on a file that is fetched from
//! elsewhere when it is read.
//!
//! Where the system can end the operation that a thread is in, another thread watches: it does so when the call's
//! time is over or the call is cancelled. Elsewhere nothing can, and the operation takes as long as it takes.

use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use crate::locking::{lock, unpoisoned};
use crate::reason::Reason;

/// How long what another program holds is tried again, and how often.
const PATIENCE: Duration = Duration::from_millis(500);
const AGAIN: Duration = Duration::from_millis(20);
/// How often the system is asked to end an operation: it may not have begun, and may consist of several.
const INSIST: Duration = Duration::from_millis(10);
/// On Windows each DLL of the host hears of a new thread on that thread's stack.
const STACK: usize = 256 * 1024;

#[derive(Default)]
struct WatchState {
    stopped: bool,
    /// The thread is in an operation.
    inside: bool,
    /// There will be none any more.
    over: bool,
}

/// Asks the system to end the operation that a thread is in now, if it is in one.
type EndOperation = Box<dyn Fn() + Send + Sync>;

/// Bounds the operations of one thread on one file.
pub struct Watch {
    deadline: Option<Instant>,
    /// None where the system cannot do that.
    end_operation: Option<EndOperation>,
    state: Mutex<WatchState>,
    changed: Condvar,
}

impl Watch {
    /// Makes all operations fail from now on, the one under way included.
    pub fn stop(&self) {
        let mut state = self.state();
        state.stopped = true;
        self.end_operation(&state);
        drop(state);
        self.changed.notify_all();
    }

    fn state(&self) -> MutexGuard<'_, WatchState> {
        lock(&self.state)
    }

    /// While the state is locked the thread does not leave the operation: no other one can be hit.
    fn end_operation(&self, state: &WatchState) {
        if let Some(end_operation) = self.end_operation.as_ref().filter(|_| state.inside) {
            end_operation();
        }
    }

    fn ended(&self, state: &WatchState) -> Option<Reason> {
        match self.deadline {
            _ if state.stopped => Some(Reason::CancelledByHost),
            Some(deadline) if Instant::now() >= deadline => Some(Reason::DocumentSlow),
            _ => None,
        }
    }

    fn enter(&self) -> Result<(), Reason> {
        let mut state = self.state();
        if let Some(reason) = self.ended(&state) {
            return Err(reason);
        }
        state.inside = true;
        Ok(())
    }

    fn run<T>(&self, operation: &mut dyn FnMut() -> io::Result<T>) -> io::Result<T> {
        if self.end_operation.is_none() {
            return operation();
        }
        self.enter()?;
        let result = operation();
        self.state().inside = false;
        // It failed because it was asked to end.
        result.map_err(|error| match self.ended(&self.state()) {
            Some(reason) if !is_busy(&error) => reason.into(),
            _ => error,
        })
    }

    /// Does something that may hang, or find the file held by another program: then it is tried again for a while.
    pub fn patiently<T>(&self, mut operation: impl FnMut() -> io::Result<T>) -> io::Result<T> {
        let mut end = None;
        loop {
            match self.run(&mut operation) {
                // A signal of the host's may interrupt it; it is no reason to fail.
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // The time went by in waiting for the program that holds the file, not in reading.
                Err(error)
                    if end.is_some() && Reason::within(&error) == Some(&Reason::DocumentSlow) =>
                {
                    return Err(Reason::FileBusy.into());
                }
                Err(error) if is_busy(&error) => {
                    let now = Instant::now();
                    let patience = *end.get_or_insert(now + PATIENCE);
                    let end = self.deadline.map_or(patience, |end| end.min(patience));
                    match end.checked_duration_since(now) {
                        Some(left) if !left.is_zero() => self.pause(left.min(AGAIN))?,
                        _ => return Err(Reason::FileBusy.into()),
                    }
                }
                result => return result,
            }
        }
    }

    fn pause(&self, time: Duration) -> Result<(), Reason> {
        let goes_on = |state: &mut WatchState| !state.stopped;
        let state = self.changed.wait_timeout_while(self.state(), time, goes_on);
        match unpoisoned(state).0.stopped {
            true => Err(Reason::CancelledByHost),
            false => Ok(()),
        }
    }

    /// What the watching thread does.
    fn keep(&self) {
        let mut state = self.state();
        while !state.over {
            let time = match self.ended(&state) {
                Some(_) => {
                    self.end_operation(&state);
                    // None begins any more.
                    state.inside.then_some(INSIST)
                }
                None => self
                    .deadline
                    .map(|end| end.saturating_duration_since(Instant::now())),
            };
            let time = time.unwrap_or(Duration::MAX);
            let woken = self.changed.wait_timeout(state, time);
            state = unpoisoned(woken).0;
        }
    }
}

/// Sharing violations, and bytes that another program has locked.
pub fn is_busy(error: &io::Error) -> bool {
    cfg!(any(windows, test)) && matches!(error.raw_os_error(), Some(32 | 33))
}

/// A watch, and the end of it when this is dropped.
pub struct Watched(Arc<Watch>);

impl Watched {
    /// For files that the calling thread opens and reads; without a deadline nothing bounds that.
    pub fn until(deadline: Option<Instant>) -> Watched {
        #[cfg(windows)]
        let end_operation = deadline.and_then(|_| crate::system::files::end_of_operation());
        #[cfg(not(windows))]
        let end_operation = None;
        Watched::by(deadline, end_operation)
    }

    fn by(deadline: Option<Instant>, end_operation: Option<EndOperation>) -> Watched {
        let watched = Watched(Arc::new(Watch {
            deadline,
            end_operation,
            state: Mutex::default(),
            changed: Condvar::new(),
        }));
        if watched.0.end_operation.is_some() {
            let watch = watched.watch();
            // Without it a cancellation reaches the system once, and a deadline ends nothing that hangs. It is not
            // waited for: a thread cannot end while another is loading a library.
            let _ = std::thread::Builder::new()
                .name("hr-files".into())
                .stack_size(STACK)
                .spawn(move || watch.keep());
        }
        watched
    }

    pub fn watch(&self) -> Arc<Watch> {
        Arc::clone(&self.0)
    }

    pub fn patiently<T>(&self, operation: impl FnMut() -> io::Result<T>) -> io::Result<T> {
        self.0.patiently(operation)
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        if self.0.end_operation.is_some() {
            self.0.state().over = true;
            self.0.changed.notify_all();
        }
    }
}

#[cfg(test)]
mod tests;
