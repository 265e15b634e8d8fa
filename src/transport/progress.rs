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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_most_a_hundred_steps_where_time_stands_still() {
        for total in [0, 1, 99, 100, 101, 400_000_000, u64::MAX] {
            let mut throttle = ProgressThrottle::new(total);
            let began = Instant::now();
            let step = (total / 5000).max(1);
            let reported = (0..=5000u64)
                .map(|count| count.saturating_mul(step))
                .take_while(|done| *done <= total)
                .filter(|done| throttle.is_due(*done))
                .count();
            let late = began.elapsed().as_millis() as usize / 100;
            assert!(
                reported >= 1 && reported <= 101 + late,
                "{total}: {reported}"
            );
        }
    }

    #[test]
    fn a_slow_transfer_is_reported_by_time() {
        let mut throttle = ProgressThrottle::new(1_000_000);
        assert!(throttle.is_due(0) && !throttle.is_due(1));
        throttle.reported = Instant::now()
            .checked_sub(INTERVAL)
            .map(|long_ago| (1, long_ago));
        assert!(throttle.is_due(1));
    }
}
