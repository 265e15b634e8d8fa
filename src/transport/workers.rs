//! Worker threads for calls of the operating system that cannot be stopped.
//!
//! A caller waits no longer than its call may last. Work that no worker has begun is then dropped; otherwise the worker
//! finishes it and takes the next. There are as many workers as there is work, up to a bound; one of them stays when
//! there is none.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, Weak};
use std::thread::{self, Thread};

use super::in_flight::InFlight;
use crate::locking::{lock, unpoisoned};
use crate::per_process::PerProcess;
use crate::reason::Reason;
use crate::weak_map::WeakMap;

/// The name of each, by which a panic in it is known.
pub const NAME: &str = "hr-worker";
/// In one process.
const MOST: usize = 8;
/// Enough for the system's resolver with its plug-ins.
const STACK: usize = 512 * 1024;

trait Job: Send + Sync {
    fn run(&self);
}

#[derive(Default)]
struct PoolState {
    /// Weak: work without a caller that waits for it is dropped.
    queue: VecDeque<Weak<dyn Job>>,
    workers: usize,
    idle: usize,
}

#[derive(Default)]
struct Pool {
    state: Mutex<PoolState>,
    work: Condvar,
}

static POOL: PerProcess<Pool> = PerProcess::new(Pool::default);

/// A worker is counted as long as it has this, from before its thread begins.
struct Seat(&'static Pool);

impl Drop for Seat {
    fn drop(&mut self) {
        lock(&self.0.state).workers -= 1;
    }
}

impl Pool {
    fn hand_over(&'static self, job: Weak<dyn Job>) -> Result<(), Reason> {
        let mut state = lock(&self.state);
        state.queue.retain(|job| job.strong_count() > 0);
        state.queue.try_reserve(1).map_err(|_| Reason::NoMemory)?;
        state.queue.push_back(job);
        let short = state.queue.len() > state.idle;
        if short && state.workers < MOST {
            state.workers += 1;
            drop(state);
            let started = self.start_worker();
            // One that works comes back for it.
            if lock(&self.state).workers == 0 {
                started?;
            }
        }
        self.work.notify_one();
        Ok(())
    }

    fn start_worker(&'static self) -> Result<(), Reason> {
        let seat = Seat(self);
        let worker = thread::Builder::new().name(NAME.into()).stack_size(STACK);
        let started = worker.spawn(move || {
            let mut seat = seat;
            while let Some((job, kept)) = self.next(seat) {
                seat = kept;
                // Its result may be dropped with it.
                let _ = catch_unwind(AssertUnwindSafe(|| drop(job))).map_err(std::mem::forget);
            }
        });
        started.map(drop).map_err(|_| Reason::NoMemory)
    }

    /// Waits for work and does it; None when a worker is to end.
    fn next(&self, seat: Seat) -> Option<(Arc<dyn Job>, Seat)> {
        let mut state = lock(&self.state);
        loop {
            while let Some(job) = state.queue.pop_front() {
                if let Some(job) = job.upgrade() {
                    drop(state);
                    job.run();
                    return Some((job, seat));
                }
            }
            if state.idle > 0 {
                // Subtracted at once: the next caller may need another worker.
                state.workers -= 1;
                std::mem::forget(seat);
                return None;
            }
            state.idle += 1;
            state = unpoisoned(self.work.wait(state));
            state.idle -= 1;
        }
    }
}

type WorkFn<T> = Box<dyn FnOnce() -> T + Send>;

struct WorkState<T> {
    work: Option<WorkFn<T>>,
    /// None in it when the work panicked.
    result: Option<Option<T>>,
    waiting: Vec<Thread>,
}

/// A piece of work, and who waits for what it gives.
pub struct WorkItem<T>(Mutex<WorkState<T>>);

impl<T: Clone + Send> Job for WorkItem<T> {
    fn run(&self) {
        let Some(work) = lock(&self.0).work.take() else {
            return;
        };
        let result = catch_unwind(AssertUnwindSafe(work));
        let mut state = lock(&self.0);
        // What a panic carries may panic when it is dropped.
        state.result = Some(result.map_err(std::mem::forget).ok());
        let waiting = std::mem::take(&mut state.waiting);
        drop(state);
        for thread in waiting {
            thread.unpark();
        }
    }
}

impl<T: Clone + Send + 'static> WorkItem<T> {
    fn begin(work: impl FnOnce() -> T + Send + 'static) -> Result<Arc<WorkItem<T>>, Reason> {
        let task = Arc::new(WorkItem(Mutex::new(WorkState {
            work: Some(Box::new(work)),
            result: None,
            waiting: Vec::new(),
        })));
        let job: Arc<dyn Job> = Arc::<WorkItem<T>>::clone(&task);
        POOL.get().hand_over(Arc::downgrade(&job))?;
        Ok(task)
    }

    /// What the work gives, None when it panicked; an error when there is no time left or the call is stopped.
    fn wait(&self, in_flight: &InFlight) -> Result<Option<T>, Reason> {
        let own = thread::current();
        let mut state = lock(&self.0);
        state.waiting.try_reserve(1).map_err(|_| Reason::NoMemory)?;
        state.waiting.push(own.clone());
        drop(state);
        let _woken = in_flight.unpark_when_stopped();
        #[cfg(feature = "test-hooks")]
        let _counted = Arc::clone(&crate::test_hooks::WAITING);
        loop {
            if let Some(result) = &lock(&self.0).result {
                return Ok(result.clone());
            }
            match in_flight.connect_time_left() {
                Ok(left) => thread::park_timeout(left),
                Err(reason) => {
                    let waiting = &mut lock(&self.0).waiting;
                    waiting.retain(|thread| thread.id() != own.id());
                    return Err(reason);
                }
            }
        }
    }
}

/// Work that may be wanted by several callers at the same time is done once for all of them.
pub struct SingleFlight<K, T>(PerProcess<Mutex<WeakMap<K, WorkItem<T>>>>);

impl<K: PartialEq, T: Clone + Send + 'static> SingleFlight<K, T> {
    pub const fn new() -> SingleFlight<K, T> {
        SingleFlight(PerProcess::new(Mutex::default))
    }

    /// What the work of this key gives, None when it panicked. It is waited for no longer than connecting may last, and
    /// until a cancellation.
    pub fn ask(
        &self,
        key: K,
        in_flight: &InFlight,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<Option<T>, Reason> {
        let mut under_way = lock(self.0.get());
        let same = under_way.get(&key);
        // A finished result is not reused for a later caller.
        let task = match same.filter(|task| lock(&task.0).result.is_none()) {
            Some(task) => task,
            None => {
                let task = WorkItem::begin(work)?;
                under_way.insert(key, &task)?;
                task
            }
        };
        drop(under_way);
        task.wait(in_flight)
    }
}

/// How many workers there are, how many of them have nothing to do, and how much work waits for one.
#[cfg(feature = "test-hooks")]
pub fn count() -> [usize; 3] {
    let state = lock(&POOL.get().state);
    let wanted = state.queue.iter().filter(|job| job.strong_count() > 0);
    [state.workers, state.idle, wanted.count()]
}
