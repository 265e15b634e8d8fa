//! The fault matrix: every call of the interface against every way in which the services and the
//! network between can fail, each judged by what really arrived.
//!
//! A fixed part of it runs always, a smaller one with `HR_MATRIX=sample`, all of it with `HR_MATRIX=full`.
//! `HR_MATRIX_ROW=14` runs one row.

mod bodies;
pub mod calls;
mod cards;
pub mod check;
mod connections;
pub mod expect;
pub mod fixture;
mod local;
pub mod pin;
mod replies;
mod statuses;
mod stuck;
mod threads;
mod tls;
pub mod variant;

use std::collections::BTreeMap;

use hr_sandbox::Options;
use testkit::fault_proxy::{Endpoint, FaultProxy};
use testkit::process::{PROXY_VARIABLES, set_environment};
use testkit::threads::for_each;

use crate::runs::{Found, is_full};
use calls::Target;
use variant::Variant;

const THREADS: usize = 6;
/// Of the runs of one kind, the first and every such one belong to the part that runs always.
const EVERY: usize = 13;
/// The same of the sample.
const EVERY_OF_SAMPLE: usize = 78;
/// Cancellation: all of it runs always, but for the sample.
const WHOLE: u32 = 47;
const REDIRECTIONS: u32 = 25;
const PAGES: u32 = 35;
/// What becomes of a request and of its response, and handshakes: each variant always runs once in each column but
/// that of uploads, and there as well if it is a redirection or a page.
const RESPONSES: [std::ops::RangeInclusive<u32>; 3] = [4..=6, 9..=9, 13..=41];

/// Rows that are run elsewhere: names and lengths of documents in tests/api/uploads; hanging names, a library that is
/// unloaded, traps, closed streams and small stacks in tests/host; system calls and kills in tests/faults.
const ELSEWHERE: [u32; 8] = [3, 44, 46, 51, 53, 54, 55, 56];

/// The faults of one connection, and what comes back on it.
pub fn replies_and_connections() -> Vec<Variant> {
    let rows = [
        connections::variants(),
        replies::variants(),
        bodies::variants(),
        statuses::variants(),
        cards::variants(),
    ];
    rows.into_iter().flatten().collect()
}

fn variants() -> Vec<Variant> {
    let mut all = replies_and_connections();
    all.extend(tls::variants());
    all.extend(local::variants());
    all.extend(threads::variants());
    all
}

fn plan(variants: &[Variant], full: bool, sample: bool) -> Vec<(&Variant, Target)> {
    let row: Option<u32> = std::env::var("HR_MATRIX_ROW")
        .ok()
        .and_then(|row| row.parse().ok());
    let mut seen = BTreeMap::new();
    let mut plan = Vec::new();
    for (number, variant) in variants.iter().enumerate() {
        let response = !sample && RESPONSES.iter().any(|rows| rows.contains(&variant.row));
        for &target in &variant.targets {
            let mut kind = variant.kind(target);
            // The sample has each row with whichever document and connection come first.
            (kind.3, kind.4) = (kind.3 && !sample, kind.4 && !sample);
            let count: &mut usize = seen.entry(kind).or_default();
            let chosen = full
                || (variant.row == WHOLE && !sample)
                || count.is_multiple_of(if sample { EVERY_OF_SAMPLE } else { EVERY })
                || (response
                    && (!target.uploads() || [REDIRECTIONS, PAGES].contains(&variant.row))
                    && variant.turn_of(target, number));
            *count += 1;
            if chosen && row.is_none_or(|row| row == variant.row) {
                plan.push((variant, target));
            }
        }
    }
    plan
}

#[test]
fn every_fault_at_every_call() {
    testkit::alone!();
    let (full, sample) = (
        is_full(),
        std::env::var("HR_MATRIX").as_deref() == Ok("sample"),
    );
    // Proxies that the environment names lead to an address where nobody should ever connect.
    let trap = FaultProxy::start(Options::default(), None);
    let address = trap.url(Endpoint::Decoy);
    // SAFETY: this process has one test, and the threads of a sandbox read no environment.
    unsafe { set_environment(&PROXY_VARIABLES.map(|name| (name, Some(&*address)))) };
    let variants = variants();
    let found = for_each(
        THREADS,
        &plan(&variants, full, sample),
        |(variant, target)| {
            let Variant { row, name, .. } = variant;
            Found::by(format_args!("F{row} {name} x {target:?}"), || {
                let mut found = check::run(variant, *target);
                found.count(&format!("F{row}"), 1);
                found
            })
        },
    );
    assert_eq!(trap.counts(), (0, 0), "loopback never goes through a proxy");
    let sum = Found::sum("fault matrix", found);
    let rows = sum.counts.keys().filter(|name| name.starts_with('F'));
    let rows = rows.count() + ELSEWHERE.len();
    let alone = std::env::var("HR_MATRIX_ROW").is_ok();
    assert!(alone || rows == 56, "{rows} rows of 56");
}
