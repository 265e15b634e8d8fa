//! Work of the operating system that hangs: it holds up nobody but who waits for it.

mod certificates;
mod names;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex};
use std::time::{Duration, Instant};

use hr::ffi::test_hooks::workers;

/// In one process.
const MOST: usize = 8;

fn at_rest() -> bool {
    matches!(workers(), [0, 0, 0] | [1, 1, 0])
}

/// How many workers work, and how much work waits for one. One more may wait for work.
fn busy() -> (usize, usize) {
    let [all, idle, queued] = workers();
    assert!(all <= MOST && idle <= 1, "{all} {idle}");
    (all - idle, queued)
}

fn until(fact: impl Fn() -> bool) {
    let start = Instant::now();
    while !fact() {
        assert!(start.elapsed() < Duration::from_secs(20), "{:?}", workers());
        std::thread::yield_now();
    }
}

/// What hangs until it is released; how often it was begun.
#[derive(Default)]
struct Gate {
    begun: AtomicUsize,
    open: Mutex<bool>,
    opened: Condvar,
}

impl Gate {
    fn begun(&self) -> usize {
        self.begun.load(Ordering::SeqCst)
    }

    fn pass(&self) {
        self.begun.fetch_add(1, Ordering::SeqCst);
        let open = self.open.lock().unwrap();
        drop(self.opened.wait_while(open, |open| !*open).unwrap());
    }

    fn release(&self) {
        *self.open.lock().unwrap() = true;
        self.opened.notify_all();
    }
}
