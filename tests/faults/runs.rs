//! What the matrices and the kills share: which of their runs are made, and what these found.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// Whether all runs are made, and not a share of them.
pub fn is_full() -> bool {
    std::env::var("HR_MATRIX").as_deref() == Ok("full")
}

/// The share of the runs that is made, with their numbers: all, each of `every`, or the one of the number in a
/// variable.
pub fn share<T>(all: Vec<T>, every: usize, variable: &str) -> Vec<(usize, T)> {
    let one: Option<usize> = std::env::var(variable)
        .ok()
        .map(|text| text.parse().expect("a number"));
    let mut share: Vec<_> = all.into_iter().enumerate().collect();
    share.retain(|(number, _)| match one {
        Some(one) => *number == one,
        None => is_full() || number % every == 0,
    });
    share
}

/// What runs brought: counts by name, the longest times, and what was wrong.
#[derive(Default)]
pub struct Found {
    pub counts: BTreeMap<String, usize>,
    times: BTreeMap<&'static str, Duration>,
    pub wrong: Vec<String>,
}

impl Found {
    /// What a run of this name found; a panic in it is wrong as well.
    pub fn by(name: impl Display, run: impl FnOnce() -> Found) -> Found {
        let mut found = catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| {
            let mut found = Found::default();
            found.must(false, "it panicked");
            found
        });
        for wrong in &mut found.wrong {
            *wrong = format!("{name}: {wrong}");
        }
        found
    }

    pub fn must(&mut self, fact: bool, what: impl Display) {
        if !fact {
            self.wrong.push(what.to_string());
        }
    }

    pub fn count(&mut self, name: &str, number: usize) {
        *self.counts.entry(name.to_owned()).or_default() += number;
    }

    pub fn of(&self, name: &str) -> usize {
        self.counts.get(name).copied().unwrap_or(0)
    }

    pub fn time(&mut self, name: &'static str, time: Duration) {
        let longest = self.times.entry(name).or_default();
        *longest = time.max(*longest);
    }

    /// The sum of all, which is printed; what was wrong fails the test.
    pub fn sum(what: &str, all: Vec<Found>) -> Found {
        let runs = all.len();
        let mut sum = Found::default();
        for found in all {
            for (name, number) in found.counts {
                sum.count(&name, number);
            }
            for (name, time) in found.times {
                sum.time(name, time);
            }
            sum.wrong.extend(found.wrong);
        }
        let (counts, times, wrong) = (&sum.counts, &sum.times, &sum.wrong);
        let many = wrong.len();
        let text = format!("{what}: {runs} runs, {counts:?}, longest {times:?}, wrong {many}\n");
        // Past the capture of a test that passes.
        std::io::stderr().write_all(text.as_bytes()).unwrap();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        sum
    }
}
