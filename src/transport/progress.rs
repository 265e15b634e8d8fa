//! Progress of a document: the host's callback, and how often it is called.

use std::sync::Arc;
use std::time::{Duration, Instant};

/// Receives the bytes of the document that were sent and its length; returns false to stop the call.
pub type Progress = Arc<dyn Fn(u64, u64) -> bool + Send + Sync>;

/// Told at the start, then with every hundredth of the document, or after a tenth of a second.
pub struct ProgressThrottle {
    pub total: u64,
    reported: Option<(u64, Instant)>,
}

const SOON: Duration = Duration::from_millis(100);

impl ProgressThrottle {
    pub fn new(total: u64) -> ProgressThrottle {
        ProgressThrottle {
            total,
            reported: None,
        }
    }

    /// Whether the host is to be reported now that this much is done.
    pub fn is_due(&mut self, done: u64) -> bool {
        let now = Instant::now();
        let due = self.reported.is_none_or(|(before, when)| {
            let step = self.total.div_ceil(100).max(1);
            done >= before.saturating_add(step) || now.saturating_duration_since(when) >= SOON
        });
        if due {
            self.reported = Some((done, now));
        }
        due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_most_a_hundred_steps_where_time_stands_still() {
        for total in [0, 1, 99, 100, 101, 400_000_000, u64::MAX] {
            let mut pace = ProgressThrottle::new(total);
            let began = Instant::now();
            let step = (total / 5000).max(1);
            let reported = (0..=5000u64)
                .map(|count| count.saturating_mul(step))
                .take_while(|done| *done <= total)
                .filter(|done| pace.is_due(*done))
                .count();
            let late = began.elapsed().as_millis() as usize / 100;
            assert!(
                reported >= 1 && reported <= 101 + late,
                "{total}: {reported}"
            );
        }
    }

    #[test]
    fn what_is_slow_is_told_by_time() {
        let mut pace = ProgressThrottle::new(1_000_000);
        assert!(pace.is_due(0) && !pace.is_due(1));
        pace.reported = Instant::now()
            .checked_sub(SOON)
            .map(|long_ago| (1, long_ago));
        assert!(pace.is_due(1));
    }
}
