//! Work for several threads, and how long one waits for another.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// No test waits longer than this for something that must happen.
pub const SOON: Duration = Duration::from_secs(20);

/// Calls `each` with every item, in so many threads. What it gave, in the order in which the calls ended.
pub fn for_each<T: Sync, R: Send>(
    threads: usize,
    items: &[T],
    each: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let all = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::SeqCst)) {
                    let given = each(item);
                    all.lock()
                        .unwrap_or_else(PoisonError::into_inner)
                        .push(given);
                }
            });
        }
    });
    all.into_inner().unwrap_or_else(PoisonError::into_inner)
}
