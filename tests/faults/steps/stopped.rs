//! Another thread stops the call in each of its requests, or between them; then the same call again.

use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use hr::ffi::handle::{hr_cancel, hr_close};
use testkit::fault_proxy::{End, Reads, Script, Sends};
use testkit::random::Random;
use testkit::threads::for_each;
use testkit::{Outcome, SOON};

use super::{Step, THREADS, settle, steps};
use crate::matrix::expect::DOUBT;
use crate::matrix::fixture::Fixture;
use crate::matrix::variant::Variant;
use crate::runs::{Found, is_full};

/// A call that was stopped must be over by then, on a busy machine.
const STOPPED: Duration = Duration::from_secs(2);

#[derive(Clone, Copy, Debug)]
enum Moment {
    Connected,
    Head,
    /// All has arrived, and the service has not acted.
    Arrived,
    /// The service has acted; its answer comes later.
    Acted,
    /// The answer is on its way: in this request, between it and the next, or in that.
    Answered,
    /// So long after the call began.
    Microseconds(u64),
}

const MOMENTS: [Moment; 5] = [
    Moment::Connected,
    Moment::Head,
    Moment::Arrived,
    Moment::Acted,
    Moment::Answered,
];

impl Moment {
    /// What the proxy does with the request; the sender hears of it.
    fn script(self, there: Sender<Sender<()>>) -> Option<Script> {
        let (reads, forward) = match self {
            Moment::Connected => (Reads::Nothing, false),
            Moment::Head => (Reads::Head, false),
            Moment::Arrived => (Reads::All, false),
            Moment::Acted | Moment::Answered => (Reads::All, true),
            Moment::Microseconds(_) => return None,
        };
        let waits = !matches!(self, Moment::Answered);
        let there = Mutex::new(there);
        let sends = Sends::made(move |answer| {
            let (stopped, wait) = channel();
            let there = there.lock().unwrap_or_else(PoisonError::into_inner);
            let _ = there.send(stopped);
            if waits {
                let _ = wait.recv_timeout(SOON);
            }
            match forward {
                true => answer.with("connection: close\r\n"),
                false => Vec::new(),
            }
        });
        let end = End::Close;
        Some(Script {
            reads,
            forward,
            sends,
            end,
        })
    }
}

fn stopped(step: Step, moment: Moment, stop: extern "C" fn(i32) -> i32) -> Found {
    let (there, arrived) = channel();
    let script = moment.script(there);
    let variant = Variant::new(47, format!("{moment:?}"), DOUBT).before(move |fixture| {
        if let Some(script) = &script {
            fixture.arm(script.clone());
        }
    });
    let arrived = Mutex::new(arrived);
    let late = Mutex::new(None);
    let first = |fixture: &Fixture, call: &(dyn Fn() -> Outcome + Sync)| {
        let asked = Mutex::new(None);
        let (outcome, ended) = std::thread::scope(|threads| {
            threads.spawn(|| {
                let heard = match moment {
                    Moment::Microseconds(time) => {
                        std::thread::sleep(Duration::from_micros(time));
                        None
                    }
                    _ => {
                        let heard = arrived.lock().unwrap().recv_timeout(SOON);
                        Some(heard.expect("the request comes"))
                    }
                };
                stop(fixture.host.0);
                *asked.lock().unwrap() = Some(Instant::now());
                if let Some(heard) = heard {
                    let _ = heard.send(());
                }
            });
            (call(), Instant::now())
        });
        let asked: Option<Instant> = *asked.lock().unwrap();
        *late.lock().unwrap() = asked.map(|asked| ended.saturating_duration_since(asked));
        outcome
    };
    let mut found = settle(step, &variant, &first);
    let late = *late.lock().unwrap();
    let soon = late.is_none_or(|late| late <= STOPPED);
    found.must(soon, format_args!("went on for {late:?}"));
    found
}

#[test]
fn a_call_stopped_anywhere_is_settled_by_the_next() {
    testkit::alone!();
    let full = is_full();
    let seed = testkit::random::seed();
    let mut random = Random::of_stream(seed, 0);
    let mut plan = Vec::new();
    for (way, stop) in [
        ("cancelled", hr_cancel as extern "C" fn(i32) -> i32),
        ("closed", hr_close),
    ] {
        for step in steps() {
            let moments = match full || way == "cancelled" {
                true => &MOMENTS[..],
                false => &MOMENTS[3..],
            };
            for moment in moments {
                plan.push((way, stop, step, *moment));
            }
            for _ in 0..if full { 40 } else { 1 } {
                let moment = Moment::Microseconds(random.below(60_000));
                plan.push((way, stop, step, moment));
            }
        }
    }
    let found = for_each(THREADS, &plan, |(way, stop, step, moment)| {
        Found::by(format_args!("{way}: {moment:?} x {step:?}"), || {
            stopped(*step, *moment, *stop)
        })
    });
    Found::sum(&format!("steps stopped, seed {seed}"), found);
}
