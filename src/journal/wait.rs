//! How long a call waits for the journal.

use std::io;
use std::time::{Duration, Instant};

use crate::reason::Reason;
use crate::regular_file::is_busy;
use crate::time::later;

/// The longest time that another process' lock is waited for.
const LONGEST: Duration = Duration::from_secs(5);
/// How long a file that another program holds is tried again (antivirus, backup).
const PATIENCE: Duration = Duration::from_secs(2);
/// What has happened is recorded even when the call's time is over, or its host has ended it: others need the lock for
/// less.
const GRACE: Duration = Duration::from_millis(50);
const AGAIN: Duration = Duration::from_millis(2);

type Stopped<'a> = &'a dyn Fn() -> Result<(), Reason>;

/// Until when, and who may end it before.
#[derive(Clone, Copy)]
pub struct Wait<'a> {
    began: Instant,
    until: Instant,
    stopped: Stopped<'a>,
    /// To record what has happened: it is tried at least so long, whatever the time of the call is.
    grace: Option<Duration>,
}

impl<'a> Wait<'a> {
    /// For a call that ends then.
    pub fn within(until: Instant, stopped: Stopped<'a>) -> Wait<'a> {
        Wait {
            began: Instant::now(),
            until,
            stopped,
            grace: None,
        }
    }

    /// The same for the record of what has happened in the call.
    pub fn for_an_end(self) -> Wait<'a> {
        Wait {
            began: Instant::now(),
            grace: Some(GRACE),
            ..self
        }
    }

    /// For what may take half of the time that is left.
    pub fn half(self) -> Wait<'a> {
        let left = self.until.saturating_duration_since(Instant::now());
        Wait {
            until: later(left / 2),
            ..self
        }
    }

    /// For what has happened, where no call waits.
    pub fn briefly() -> Wait<'static> {
        Wait {
            grace: Some(Duration::from_millis(5)),
            ..Wait::within(Instant::now(), &|| Ok(()))
        }
    }

    fn is_graced(&self) -> bool {
        let waited = self.began.elapsed();
        self.grace.is_some_and(|grace| waited < grace)
    }

    fn is_over(&self, longest: Duration) -> bool {
        let over = Instant::now() >= self.until || self.began.elapsed() >= longest;
        over && !self.is_graced()
    }

    /// An error where the host has stopped the call.
    fn check(&self) -> Result<(), Reason> {
        match self.is_graced() {
            true => Ok(()),
            false => (self.stopped)(),
        }
    }

    /// An error where the time of the call is over, or its host has stopped it.
    pub fn go_on(&self) -> Result<(), Reason> {
        self.check()?;
        match Instant::now() < self.until || self.is_graced() {
            true => Ok(()),
            false => Err(Reason::JournalSlow),
        }
    }

    /// Tries until something is there.
    pub fn until_some<T>(
        &self,
        mut attempt: impl FnMut() -> Result<Option<T>, Reason>,
    ) -> Result<T, Reason> {
        loop {
            self.check()?;
            if let Some(got) = attempt()? {
                return Ok(got);
            }
            if self.is_over(LONGEST) {
                return Err(Reason::JournalLocked);
            }
            std::thread::sleep(AGAIN);
        }
    }

    /// Tries again while a signal interrupts it, and for a while where another program holds the file.
    pub fn patiently<T>(&self, mut operation: impl FnMut() -> io::Result<T>) -> io::Result<T> {
        let patience = later(PATIENCE);
        loop {
            match operation() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if is_busy(&error) => {
                    let over = Instant::now() >= patience || self.is_over(PATIENCE);
                    if over || self.check().is_err() {
                        return Err(error);
                    }
                    std::thread::sleep(AGAIN);
                }
                result => return result,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_end_is_tried_for_a_moment_in_any_case() {
        let stopped = || Err(Reason::CancelledByHost);
        let ended = Wait::within(Instant::now(), &stopped).for_an_end();
        // On a busy machine the moment may be over before the second try.
        let is_tried_again = (0..100).any(|_| {
            let mut tries = 0;
            let second = ended.for_an_end().until_some(|| {
                tries += 1;
                Ok((tries == 2).then_some(()))
            });
            second == Ok(())
        });
        assert!(is_tried_again);
        let never = ended.until_some(|| Ok(None::<()>));
        assert_eq!(never, Err(Reason::CancelledByHost));
    }
}
