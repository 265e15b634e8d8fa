//! Process-wide state that a forked child does not share with its parent.
//!
//! After a fork the child holds a copy of the parent's memory: locks that another thread held at that moment stay
//! locked for ever and worker threads are gone. The child therefore gets fresh state, and gets it without a lock:
//! what two threads make at the same time is made twice, and one of the two is dropped.
//!
//! Processes are distinguished by a number in memory that a fork sets to 0 (see `ffi::process`). The number of the
//! operating system does not do: in a new pid namespace a child may have that of its parent.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use once_cell::race::{OnceBox, OnceRef};

/// What a fork sets to zeros, all of it.
pub struct Mark {
    token: AtomicU32,
    preparing: AtomicU32,
    /// Forks under way in this process.
    forking: AtomicU32,
    /// Those that began, which a child need not know.
    forks: AtomicU32,
}

const NEW: u32 = 0;
const RUNNING: u32 = 1;
const DONE: u32 = 2;

static MARK: OnceRef<'static, Mark> = OnceRef::new();
/// Where nothing better was installed.
static PLAIN: Mark = Mark {
    token: AtomicU32::new(0),
    preparing: AtomicU32::new(NEW),
    forking: AtomicU32::new(0),
    forks: AtomicU32::new(0),
};
/// Never set back, so that a child's number differs from those of all its ancestors.
static LAST: AtomicU32 = AtomicU32::new(0);

/// The mark in use. The first caller may give a better one than a variable, which only [`Mark::reset`] resets.
pub fn mark_or(make: impl FnOnce() -> Option<&'static Mark>) -> &'static Mark {
    MARK.get_or_init(|| make().unwrap_or(&PLAIN))
}

pub fn mark() -> &'static Mark {
    MARK.get().unwrap_or(&PLAIN)
}

/// The number of the calling process among those that use this memory image: a child's differs from its parent's.
pub fn token() -> u32 {
    let mark = mark();
    match mark.token.load(Ordering::Acquire) {
        0 => mark.begin(),
        token => token,
    }
}

impl Mark {
    /// How many forks have begun; None while one is under way. What happens between two equal answers is in no child.
    pub fn forks(&self) -> Option<u32> {
        let forks = self.forks.load(Ordering::SeqCst);
        (self.forking.load(Ordering::SeqCst) == 0).then_some(forks)
    }

    #[cold]
    fn begin(&self) -> u32 {
        let own = LAST.fetch_add(1, Ordering::SeqCst) + 1;
        let order = Ordering::SeqCst;
        let first = self.token.compare_exchange(0, own, order, order);
        first.map_or_else(|earlier| earlier, |_| own)
    }

    /// Runs `work` before anything else, once in a process, and never while the process forks: what it does with
    /// locks that are not ours ends before, or begins after.
    #[cold]
    pub fn prepare(&self, work: impl FnOnce()) {
        loop {
            let first =
                self.preparing
                    .compare_exchange(NEW, RUNNING, Ordering::SeqCst, Ordering::SeqCst);
            match first {
                Ok(_) if self.forking.load(Ordering::SeqCst) == 0 => {
                    work();
                    self.preparing.store(DONE, Ordering::SeqCst);
                    return;
                }
                Ok(_) => self.preparing.store(NEW, Ordering::SeqCst),
                Err(DONE) => return,
                Err(_) => {}
            }
            pause();
        }
    }

    pub fn is_prepared(&self) -> bool {
        self.preparing.load(Ordering::Acquire) == DONE
    }

    /// Before a fork: waits for what [`Mark::prepare`] does.
    #[cfg(unix)]
    pub fn fork_begins(&self) {
        self.forking.fetch_add(1, Ordering::SeqCst);
        self.forks.fetch_add(1, Ordering::SeqCst);
        while self.preparing.load(Ordering::SeqCst) == RUNNING {
            pause();
        }
    }

    /// After a fork, in the parent.
    #[cfg(unix)]
    pub fn fork_ended(&self) {
        self.forking.fetch_sub(1, Ordering::SeqCst);
    }

    /// After a fork, in the child: where the system has not done it already.
    #[cfg(unix)]
    pub fn reset(&self) {
        self.token.store(0, Ordering::SeqCst);
        self.preparing.store(NEW, Ordering::SeqCst);
        self.forking.store(0, Ordering::SeqCst);
    }
}

/// Nothing that is waited for here takes longer than a millisecond. To yield would not do for a thread of a
/// higher priority than the one it waits for.
fn pause() {
    std::thread::sleep(Duration::from_micros(50));
}

struct Node<T> {
    token: u32,
    value: T,
    next: OnceBox<Node<T>>,
}

/// One value for each process that uses this memory image.
pub struct PerProcess<T> {
    first: OnceBox<Node<T>>,
    make: fn() -> T,
}

impl<T> PerProcess<T> {
    pub const fn new(make: fn() -> T) -> PerProcess<T> {
        PerProcess {
            first: OnceBox::new(),
            make,
        }
    }

    pub fn get(&self) -> &T {
        let token = token();
        let mut slot = &self.first;
        loop {
            let node = slot.get_or_init(|| {
                Box::new(Node {
                    token,
                    value: (self.make)(),
                    next: OnceBox::new(),
                })
            });
            if node.token == token {
                return &node.value;
            }
            slot = &node.next;
        }
    }
}
