//! The card's side of the fault matrix: every way in which a login can end, every list that may come later, and
//! whoever tries the same PIN again. What may go out is said by a table of its own (`rule`).
//!
//! A fixed part runs always; all of it with `HR_MATRIX=full`. `HR_CARD_RUN=17` runs one.
// Most of it is the fault matrix, of which this takes the faults.
#![allow(dead_code)]

#[path = "../matrix/bodies.rs"]
mod bodies;
#[path = "../matrix/calls.rs"]
mod calls;
#[path = "../matrix/connections.rs"]
mod connections;
#[path = "../matrix/expect.rs"]
mod expect;
#[path = "../matrix/heads.rs"]
mod heads;
#[path = "../matrix/local.rs"]
mod local;
#[path = "../matrix/logins.rs"]
mod logins;
#[path = "../matrix/scene.rs"]
mod scene;
#[path = "../matrix/statuses.rs"]
mod statuses;
#[path = "../matrix/stuck.rs"]
mod stuck;
#[path = "../support/mod.rs"]
mod support;
#[path = "../matrix/threads.rs"]
mod threads;
#[path = "../matrix/variant.rs"]
mod variant;

mod later;
mod rule;
mod run;

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, RwLock};
use std::time::Instant;

use calls::Target;
use later::{LATER, Later};
use run::{WHO, Who};
use variant::Variant;

const THREADS: usize = 12;
/// Every such run belongs to the part that runs always; no divisor of the other numbers.
const EVERY: usize = 251;
/// The guard remembers more cards than this, and what it does beyond is tested elsewhere.
const CARDS: usize = 500;

/// The faults of the matrix that a login can meet.
fn variants() -> Vec<Variant> {
    let rows = [
        connections::variants(),
        heads::variants(),
        bodies::variants(),
        statuses::variants(),
        logins::variants(),
        local::variants(),
        threads::variants(),
    ];
    let all = rows.into_iter().flatten();
    let with_login = all.filter(|variant| variant.targets.contains(&Target::Login));
    // That one gives the card another holder, which makes it another card; here it is a list (`Later::Reinserted`).
    with_login
        .filter(|variant| variant.name != "put in again")
        .collect()
}

#[test]
fn no_login_goes_out_that_the_table_does_not_allow() {
    let full = std::env::var("HR_MATRIX").as_deref() == Ok("full");
    let one: Option<usize> = std::env::var("HR_CARD_RUN")
        .ok()
        .and_then(|number| number.parse().ok());
    let variants = variants();
    let mut plan: Vec<(usize, &Variant, Later, Who)> = Vec::new();
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
    let next = AtomicUsize::new(0);
    let report = Mutex::new((BTreeMap::<&str, usize>::new(), Vec::new(), 0));
    // Runs that speak of a card with one identifier may mean each other's cards, and one without any means all.
    let (alone, partly) = (RwLock::new(()), Mutex::new(()));
    std::thread::scope(|threads| {
        for _ in 0..THREADS {
            threads.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::SeqCst);
                    let Some((number, variant, later, who)) = plan.get(at) else {
                        break;
                    };
                    let ran = if at.is_multiple_of(CARDS) || later.means_every_card() {
                        let _alone = alone.write().unwrap_or_else(PoisonError::into_inner);
                        if at.is_multiple_of(CARDS) {
                            hr::fuzzing::forget();
                        }
                        run::run(variant, *later, *who)
                    } else {
                        let _shared = alone.read().unwrap_or_else(PoisonError::into_inner);
                        let _partly = later
                            .means_several_cards()
                            .then(|| partly.lock().unwrap_or_else(PoisonError::into_inner));
                        run::run(variant, *later, *who)
                    };
                    let mut report = report.lock().unwrap_or_else(PoisonError::into_inner);
                    match ran {
                        Ok(ran) => {
                            *report.0.entry(ran.end).or_default() += 1;
                            report.2 += ran.presented;
                        }
                        Err(error) => report.1.push(format!(
                            "{number}: F{} {} x {later:?} x {who:?}: {error}",
                            variant.row, variant.name
                        )),
                    }
                }
            });
        }
    });
    let (ends, wrong, presented) = report.into_inner().unwrap();
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
