//! How long a call waits for the journal.

use std::time::{Duration, Instant};

use crate::reason::{JournalRefusal, Reason};

/// The longest time that another process' lock is waited for.
const LONGEST: Duration = Duration::from_secs(5);
/// The same for the record of an end, which neither the call's time nor its cancellation cuts short.
const FOR_AN_END: Duration = Duration::from_secs(2);
const AGAIN: Duration = Duration::from_millis(2);

/// Until when, and who may end it before.
pub struct Wait<'a> {
    until: Instant,
    stopped: &'a dyn Fn() -> Result<(), Reason>,
}

impl<'a> Wait<'a> {
    /// For a call that ends then.
    pub fn within(deadline: Instant, stopped: &'a dyn Fn() -> Result<(), Reason>) -> Wait<'a> {
        let now = Instant::now();
        let longest = now.checked_add(LONGEST).unwrap_or(now);
        Wait {
            until: deadline.min(longest),
            stopped,
        }
    }

    /// For what has happened and is to be recorded.
    pub fn for_an_end() -> Wait<'static> {
        let now = Instant::now();
        Wait {
            until: now.checked_add(FOR_AN_END).unwrap_or(now),
            stopped: &|| Ok(()),
        }
    }

    /// Tries until something is there.
    pub fn until_some<T>(
        &self,
        mut attempt: impl FnMut() -> Result<Option<T>, Reason>,
    ) -> Result<T, Reason> {
        loop {
            (self.stopped)()?;
            if let Some(got) = attempt()? {
                return Ok(got);
            }
            if Instant::now() >= self.until {
                return Err(JournalRefusal::Locked.into());
            }
            std::thread::sleep(AGAIN);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_ends_with_the_time_or_when_it_is_stopped() {
        let never = || Ok(None::<()>);
        let now = Wait::within(Instant::now(), &|| Ok(()));
        let locked = Err(Reason::Journal(JournalRefusal::Locked));
        assert_eq!(now.until_some(never), locked);
        assert_eq!(now.until_some(|| Ok(Some(7))), Ok(7));
        let later = Instant::now() + Duration::from_secs(3600);
        let stopped = Wait::within(later, &|| Err(Reason::CancelledByHost));
        assert_eq!(stopped.until_some(never), Err(Reason::CancelledByHost));
        assert!(stopped.until <= Instant::now() + LONGEST);
    }
}
