//! Progress of a document: the host's callback, and how often it is called.

use std::sync::Arc;
use std::time::{Duration, Instant};

/// Receives the bytes of the document that were sent and its length; returns false to stop the call.
pub type Progress = Arc<dyn Fn(u64, u64) -> bool + Send + Sync>;

/// Limits the calls of the callback: one at the start, then one for each hundredth of the document or tenth of a second,
/// whichever comes first.
pub struct ProgressThrottle {
    pub total: u64,
    reported: Option<(u64, Instant)>,
}

const INTERVAL: Duration = Duration::from_millis(100);

impl ProgressThrottle {
    pub fn new(total: u64) -> ProgressThrottle {
        ProgressThrottle {
            total,
            reported: None,
        }
    }

    /// Whether a call of the callback is due, now that `done` bytes were sent.
    pub fn is_due(&mut self, done: u64) -> bool {
        let now = Instant::now();
        let due = self.reported.is_none_or(|(before, when)| {
            let step = self.total.div_ceil(100).max(1);
            done >= before.saturating_add(step) || now.saturating_duration_since(when) >= INTERVAL
        });
        if due {
            self.reported = Some((done, now));
        }
        due
    }
}

/// What one document has of the progress of several.
pub struct ProgressShare {
    /// Which of them it is.
    pub index: Option<usize>,
    before: u64,
    own: u64,
    throttle: ProgressThrottle,
    last: Option<u64>,
    /// The host has stopped the call, be it too late for the document.
    pub refused: bool,
}

impl ProgressShare {
    /// Of documents with so many bytes in all.
    pub fn of_all(total: u64) -> ProgressShare {
        ProgressShare {
            index: None,
            before: 0,
            own: 0,
            throttle: ProgressThrottle::new(total),
            last: None,
            refused: false,
        }
    }

    /// The next document begins; the one before counts as done, however it ended.
    pub fn next(&mut self, own: u64) {
        self.index = Some(self.index.map_or(0, |index| index + 1));
        self.before = self.before.saturating_add(self.own);
        self.own = own;
    }

    /// What is to be reported, if anything, when so much of the document is done: never less than before, and never
    /// more than all, also where its length is not what it was.
    fn report(&mut self, done: u64) -> Option<(u64, u64)> {
        let total = self.throttle.total;
        let done = self.before.saturating_add(done.min(self.own)).min(total);
        let done = done.max(self.last.unwrap_or(0));
        if self.last == Some(total) {
            return None;
        }
        let due = self.throttle.is_due(done);
        (due || done == total).then(|| {
            self.last = Some(done);
            (done, total)
        })
    }
}

/// Whom progress is reported to, and as a part of what.
#[derive(Default)]
pub struct ProgressReceiver {
    pub function: Option<Progress>,
    pub share: Option<ProgressShare>,
}

impl ProgressReceiver {
    /// The call that is due, if any.
    pub fn due(&mut self, done: u64, total: u64) -> Option<(Progress, u64, u64)> {
        let function = self.function.clone()?;
        let (done, total) = match &mut self.share {
            Some(share) => share.report(done)?,
            None => (done, total),
        };
        Some((function, done, total))
    }
}
