//! The calls that make several steps against the faults of the matrix: one fault at each of their requests, then the
//! same call again and again until it is settled. What counts is what the other side received.
//!
//! A share runs always; all of it with `HR_MATRIX=full`. `HR_STEP_RUN=17` runs one.

mod connect;
mod deposit;
mod run;
mod stopped;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use serde_json::Value;

use crate::matrix::calls::Target;
use crate::matrix::fixture::Fixture;
use crate::matrix::variant::Variant;
use crate::matrix::{bodies, connections, framing, heads, logins, statuses};
use run::{Report, Run};

const THREADS: usize = 6;
/// Of the runs every such one belongs to the share that runs always; no divisor of the other numbers.
const EVERY: usize = 149;
/// The PIN guard remembers more cards than this.
const CARDS: usize = 500;

/// A request of one of the calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    target: Target,
    nth: usize,
}

const fn step(target: Target, nth: usize) -> Step {
    Step { target, nth }
}

pub const CONNECT: [Step; 5] = [
    step(Target::Ticket, 1),
    step(Target::Ready, 1),
    step(Target::Login, 1),
    step(Target::ProfilePut, 1),
    step(Target::Select, 1),
];

pub const DEPOSIT: [Step; 8] = [
    step(Target::Search, 1),
    step(Target::Get, 1),
    step(Target::Update, 1),
    step(Target::Get, 2),
    step(Target::Open, 1),
    step(Target::SendFile, 1),
    step(Target::SendFile, 2),
    step(Target::SendFile, 3),
];

/// How the first call is made.
type First<'a> = &'a dyn Fn(&Fixture, &(dyn Fn() -> testkit::Outcome + Sync)) -> testkit::Outcome;

/// Settles one call, of which the first one is made by `first`.
fn settle(step: Step, variant: &Variant, first: First<'_>) -> Run {
    let mut variant = variant.clone();
    variant.prepared = false;
    let of_connect = CONNECT.contains(&step);
    if of_connect {
        // Then step 4 is what the host asks for.
        variant.config["identified_field"] = Value::Null;
    }
    let mut fixture = Fixture::new(&variant, step.target).unwrap();
    if !of_connect {
        let mut tries = 0;
        // A short deadline and a busy machine: not what is tested.
        while let Err(error) = Target::Search.prepare(&mut fixture) {
            tries += 1;
            assert!(tries < 5, "{error}");
            hr::ffi::handle::hr_cancel(fixture.host.0);
            fixture.host.pin_retry_allow_last();
        }
    }
    fixture.nth = step.nth;
    let presented = fixture.proxy.requests_of(hr_sandbox::Call::Login);
    (variant.before)(&mut fixture);
    match of_connect {
        true => connect::run(fixture, &variant, first),
        false => deposit::run(fixture, &variant, first, presented),
    }
}

fn variants() -> Vec<Variant> {
    let rows = [
        connections::variants(),
        heads::variants(),
        framing::variants(),
        bodies::variants(),
        statuses::variants(),
        logins::variants(),
    ];
    let all = rows.into_iter().flatten();
    // Another address of the service, a connection that was used before and another card are no fault of a request;
    // what the buffers between two peers hold is a matter of one upload.
    all.filter(|variant| {
        !matches!(variant.row, 2 | 37) && !variant.keep && !variant.tls && !variant.large
    })
    .collect()
}

fn all_of(
    runs: &[(usize, Step, &Variant)],
    report: &Mutex<Report>,
    each: impl Fn(Step, &Variant) -> Run + Sync,
) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|threads| {
        for _ in 0..THREADS {
            threads.spawn(|| {
                while let Some((number, step, variant)) =
                    runs.get(next.fetch_add(1, Ordering::SeqCst))
                {
                    let ran = each(*step, variant);
                    let mut report = report.lock().unwrap_or_else(PoisonError::into_inner);
                    let name = format!("{number}: F{} {} x {step:?}", variant.row, variant.name);
                    report.add(&name, ran);
                }
            });
        }
    });
}

#[test]
fn every_fault_at_every_request_is_settled_by_the_same_call() {
    testkit::alone!();
    let full = std::env::var("HR_MATRIX").as_deref() == Ok("full");
    let one: Option<usize> = std::env::var("HR_STEP_RUN")
        .ok()
        .and_then(|number| number.parse().ok());
    let variants = variants();
    let mut plan = Vec::new();
    for variant in &variants {
        for step in CONNECT.into_iter().chain(DEPOSIT) {
            if variant.targets.contains(&step.target) {
                plan.push((plan.len(), step, variant));
            }
        }
    }
    let all = plan.len();
    plan.retain(|(number, ..)| match one {
        Some(one) => *number == one,
        None => full || number % EVERY == 0,
    });
    let started = Instant::now();
    let report = Mutex::new(Report::default());
    for part in plan.chunks(CARDS) {
        // As in a new process.
        hr::ffi::test_hooks::forget();
        all_of(part, &report, |step, variant| {
            settle(step, variant, &|_, call| call())
        });
    }
    let report = report.into_inner().unwrap();
    report.print(
        &format!("steps and faults, {} of {all}", plan.len()),
        started.elapsed(),
    );
    report.check();
}
