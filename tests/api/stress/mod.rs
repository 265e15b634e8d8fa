//! Threads that make every call, on handles of one's own and on shared ones, with cancels and closes at any moment, and on
//! closed ones. A model says of each result whether it may be; the request log of the sandbox says
//! whether anything crossed from one handle to another. Bounded by steps; HR_SEED repeats a run's choices.

mod model;
mod oracle;
mod worker;

use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use model::Fixture;

const THREADS: usize = 8;
/// Steps of the stress test, for each thread.
const STEPS: u32 = if cfg!(debug_assertions) { 250 } else { 1_000 };
/// Far more than either part takes; a thread that is not back by then never will be.
const PATIENCE: Duration = Duration::from_secs(120);

/// Runs eight threads to their ends.
fn together<T: Send + 'static>(run: impl Fn(usize) -> T + Send + Sync + 'static) -> Vec<T> {
    let run = Arc::new(run);
    let threads: Vec<(std::thread::JoinHandle<T>, Receiver<()>)> = (0..THREADS)
        .map(|number| {
            let run = Arc::clone(&run);
            let (over, ended) = channel::<()>();
            let thread = std::thread::spawn(move || {
                let _dropped_at_the_end = over;
                run(number)
            });
            (thread, ended)
        })
        .collect();
    threads
        .into_iter()
        .map(|(thread, ended)| {
            let waited = ended.recv_timeout(PATIENCE);
            let wedged = waited == Err(std::sync::mpsc::RecvTimeoutError::Timeout);
            assert!(!wedged, "a thread is wedged");
            thread
                .join()
                .unwrap_or_else(|p| std::panic::resume_unwind(p))
        })
        .collect()
}

/// Descriptors and threads of this process.
#[cfg(target_os = "linux")]
fn held() -> [usize; 2] {
    ["/proc/self/fd", "/proc/self/task"].map(|folder| std::fs::read_dir(folder).unwrap().count())
}

#[cfg(not(target_os = "linux"))]
fn held() -> [usize; 2] {
    [0; 2]
}

/// A thread that was joined is in the system's list for a moment longer.
fn given_back(before: [usize; 2]) {
    let end = Instant::now() + Duration::from_secs(5);
    while held() != before && Instant::now() < end {
        std::thread::yield_now();
    }
    assert_eq!(held(), before, "descriptors and threads");
}

#[test]
fn threads_use_handles_at_random() {
    testkit::alone!();
    let seed = testkit::random::seed();
    // The first sandbox of a process leaves the signal pipe of its runtime behind.
    drop(Fixture::start());
    let before = held();
    let fixture = Arc::new(Fixture::start());
    let all = Arc::clone(&fixture);
    let counts = together(move |number| worker::Worker::new(&all, number, seed).run(STEPS));
    println!("stress: {}", worker::summary(counts));
    fixture.close_all();
    fixture.whole_chain();
    println!("stress: {}", oracle::check(&fixture));
    drop(fixture);
    given_back(before);
}
