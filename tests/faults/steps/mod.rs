//! The calls that make several steps against the faults of the matrix: one fault at each of their requests, then the
//! same call again and again until it is settled. What counts is what the other side received.
//!
//! A share runs always; all of it with `HR_MATRIX=full`. `HR_STEP_RUN=17` runs one.

mod connect;
mod deposit;
mod run;
mod stopped;

use serde_json::Value;
use testkit::threads::for_each;

use crate::matrix::calls::Target::{self, *};
use crate::matrix::fixture::Fixture;
use crate::matrix::pin::CARDS;
use crate::matrix::replies_and_connections;
use crate::matrix::variant::Variant;
use crate::runs::{Found, share};

const THREADS: usize = 6;
/// Of the runs every such one belongs to the share that runs always; no divisor of the other numbers.
const EVERY: usize = 149;

/// A request of one of the calls: the first to its target, the second, and so on.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    target: Target,
    nth: usize,
}

/// What each call sends, in its order.
const CONNECT: [Target; 5] = [Ticket, Ready, Login, ProfilePut, Select];
const DEPOSIT: [Target; 8] = [Search, Get, Update, Get, Open, SendFile, SendFile, SendFile];

pub fn steps() -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for target in CONNECT.into_iter().chain(DEPOSIT) {
        let nth = 1 + steps.iter().filter(|step| step.target == target).count();
        steps.push(Step { target, nth });
    }
    steps
}

/// How the first call is made.
type First<'a> = &'a dyn Fn(&Fixture, &(dyn Fn() -> testkit::Outcome + Sync)) -> testkit::Outcome;

/// Settles one call, of which the first one is made by `first`.
fn settle(step: Step, variant: &Variant, first: First<'_>) -> Found {
    let mut variant = variant.clone();
    variant.prepared = false;
    let of_connect = CONNECT.contains(&step.target);
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

/// Another address of the service, a connection that was used before and another card are no fault of a request; what
/// the buffers between two peers hold is a matter of one upload.
fn variants() -> Vec<Variant> {
    let mut all = replies_and_connections();
    all.retain(|variant| {
        !matches!(variant.row, 2 | 37) && !variant.keep && !variant.tls && !variant.large
    });
    all
}

#[test]
fn every_fault_at_every_request_is_settled_by_the_same_call() {
    testkit::alone!();
    let variants = variants();
    let mut all = Vec::new();
    for variant in &variants {
        let steps = steps().into_iter();
        let met = steps.filter(|step| variant.targets.contains(&step.target));
        all.extend(met.map(|step| (step, variant)));
    }
    let of_all = all.len();
    let mut found = Vec::new();
    for part in share(all, EVERY, "HR_STEP_RUN").chunks(CARDS) {
        // As in a new process.
        hr::ffi::test_hooks::forget();
        found.extend(for_each(THREADS, part, |(number, (step, variant))| {
            let Variant { row, name, .. } = variant;
            Found::by(format_args!("{number}: F{row} {name} x {step:?}"), || {
                settle(*step, variant, &|_, call| call())
            })
        }));
    }
    let sum = Found::sum(&format!("steps and faults of {of_all}"), found);
    assert!(sum.of("HR_OK") > 0);
}
