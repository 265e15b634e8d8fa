//! The card's side of the fault matrix: every way in which a login can end, every list that may come later, and
//! whoever tries the same PIN again. What may go out is said by a table of its own (`rule`).
//!
//! A fixed part runs always; all of it with `HR_MATRIX=full`. `HR_CARD_RUN=17` runs one.

mod later;
pub mod rule;
mod run;

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use crate::matrix::calls::Target;
use crate::matrix::variant::Variant;
use crate::matrix::{bodies, connections, framing, heads, local, logins, statuses, threads};
use later::{LATER, Later};
use run::{WHO, Who};

const THREADS: usize = 12;
/// Every such run belongs to the part that runs always; no divisor of the other numbers.
const EVERY: usize = 401;
/// The guard remembers more cards than this, and what it does beyond is tested elsewhere.
const CARDS: usize = 500;

/// The faults of the matrix that a login can meet.
fn variants() -> Vec<Variant> {
    let rows = [
        connections::variants(),
        heads::variants(),
        framing::variants(),
        bodies::variants(),
        statuses::variants(),
        logins::variants(),
        local::variants(),
        threads::variants(),
    ];
    let all = rows.into_iter().flatten();
    let with_login = all.filter(|variant| variant.targets.contains(&Target::Login));
    // That one gives the card another holder, which makes it another card; here it is a list (`Later::Reinserted`).
    // Row 50 is about a second call on the handle, which is no end of a login.
    with_login
        .filter(|variant| variant.name != "put in again" && variant.row != 50)
        .collect()
}

type Planned<'a> = (usize, &'a Variant, Later, Who);

#[derive(Default)]
struct Report {
    ends: BTreeMap<&'static str, usize>,
    wrong: Vec<String>,
    presented: usize,
}

#[derive(Clone, Copy)]
enum Phase {
    Complete,
    WithoutHolder,
    WithoutBoth,
}

impl Phase {
    fn has(self, later: Later) -> bool {
        match self {
            Phase::Complete => !matches!(later, Later::WithoutHolder | Later::WithoutBoth),
            Phase::WithoutHolder => later == Later::WithoutHolder,
            Phase::WithoutBoth => later == Later::WithoutBoth,
        }
    }
}

fn all_of(runs: &[&Planned<'_>], threads: usize, report: &Mutex<Report>) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(planned) = runs.get(next.fetch_add(1, Ordering::SeqCst)) {
                    let (number, variant, later, who) = planned;
                    let ran = run::run(variant, *later, *who);
                    let mut report = report.lock().unwrap_or_else(PoisonError::into_inner);
                    match ran {
                        Ok(ran) => {
                            *report.ends.entry(ran.end).or_default() += 1;
                            report.presented += ran.presented;
                        }
                        Err(error) => report.wrong.push(format!(
                            "{number}: F{} {} x {later:?} x {who:?}: {error}",
                            variant.row, variant.name
                        )),
                    }
                }
            });
        }
    });
}

#[test]
fn no_login_goes_out_that_the_table_does_not_allow() {
    testkit::alone!();
    let full = std::env::var("HR_MATRIX").as_deref() == Ok("full");
    let one: Option<usize> = std::env::var("HR_CARD_RUN")
        .ok()
        .and_then(|number| number.parse().ok());
    let variants = variants();
    let mut plan: Vec<Planned<'_>> = Vec::new();
    for variant in &variants {
        for later in LATER {
            for who in WHO {
                plan.push((plan.len(), variant, later, who));
            }
        }
    }
    plan.retain(|(number, ..)| match one {
        Some(one) => *number == one,
        None => full || number % EVERY == 0,
    });
    let started = Instant::now();
    let report = Mutex::new(Report::default());
    // A card of which a list leaves out the serial may be one of which another leaves out the holder; one of
    // which it leaves out both may be every card, so that these runs are alone.
    for phase in [Phase::Complete, Phase::WithoutHolder, Phase::WithoutBoth] {
        let mut runs: Vec<_> = plan.iter().filter(|run| phase.has(run.2)).collect();
        let threads = match (phase, full) {
            (Phase::WithoutBoth, _) => 1,
            (_, true) => 2 * THREADS,
            (_, false) => THREADS,
        };
        while !runs.is_empty() {
            // As in a new process.
            hr::ffi::test_hooks::forget();
            let rest = runs.split_off(runs.len().min(CARDS));
            all_of(&runs, threads, &report);
            runs = rest;
        }
    }
    let Report {
        ends,
        wrong,
        presented,
    } = report.into_inner().unwrap();
    let text = format!(
        "card matrix, {}: {} faults, {} runs, {presented} logins arrived, {ends:?}, {} wrong, {:.0} s\n{}\n",
        if full { "all of it" } else { "its fixed part" },
        variants.len(),
        plan.len(),
        wrong.len(),
        started.elapsed().as_secs_f32(),
        wrong.join("\n")
    );
    // Past the capture of a test that passes.
    std::io::stderr().write_all(text.as_bytes()).unwrap();
    assert!(wrong.is_empty());
    assert!(one.is_some() || ends.len() >= 3, "{ends:?}");
}
