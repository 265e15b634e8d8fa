//! Work that may not end: done on a thread, and left when its time is over.

use super::report::ms_of;
use crate::host::{Host, Reply};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// Why nothing came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Left {
    Overdue,
    Died,
}

/// Runs `work` on a thread. One that is overdue is left behind: the end of the program ends it.
pub(super) fn within<T: Send + 'static>(
    limit: Duration,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Left> {
    let (sender, receiver) = mpsc::channel();
    let started = thread::Builder::new().spawn(move || {
        let _ = sender.send(work());
    });
    if started.is_err() {
        return Err(Left::Died);
    }
    receiver.recv_timeout(limit).map_err(|why| match why {
        RecvTimeoutError::Timeout => Left::Overdue,
        RecvTimeoutError::Disconnected => Left::Died,
    })
}

/// How a call ended that was to be cancelled.
pub(super) struct Ended {
    /// None: it did not end.
    pub reply: Option<Reply>,
    /// It ended by itself, before the cancellation.
    pub before: bool,
    /// From the cancellation to the return; from the start where it ended before.
    pub ms: f64,
}

/// When to cancel.
pub(super) enum Moment<'a> {
    /// So long after its begin.
    After(Duration),
    /// When this has returned.
    When(&'a dyn Fn()),
}

/// A call that was seen by its peer may have to return from sending.
const SETTLED: Duration = Duration::from_millis(20);

/// Starts a call, cancels it at the moment given and waits for its return, at most `limit`.
pub(super) fn cancelled(
    host: &Arc<Host>,
    moment: Moment<'_>,
    limit: Duration,
    call: impl FnOnce(&Host) -> Reply + Send + 'static,
) -> Ended {
    let (sender, receiver) = mpsc::channel();
    let (begin, begun) = mpsc::channel();
    let own = Arc::clone(host);
    let started = thread::Builder::new().spawn(move || {
        let _ = begin.send(Instant::now());
        let reply = call(&own);
        let _ = sender.send((reply, Instant::now()));
    });
    let never = Ended {
        reply: None,
        before: false,
        ms: ms_of(limit),
    };
    if started.is_err() {
        return never;
    }
    let start = begun.recv().unwrap_or_else(|_| Instant::now());
    let patience = match moment {
        Moment::After(patience) => patience,
        Moment::When(ready) => {
            ready();
            SETTLED
        }
    };
    if let Ok((reply, end)) = receiver.recv_timeout(patience) {
        return Ended {
            reply: Some(reply),
            before: true,
            ms: ms_of(end - start),
        };
    }
    let cancel = Instant::now();
    host.cancel();
    match receiver.recv_timeout(limit) {
        Ok((reply, end)) => Ended {
            // It may have ended between the two.
            before: end < cancel,
            ms: ms_of(end.saturating_duration_since(cancel)),
            reply: Some(reply),
        },
        Err(_) => never,
    }
}
