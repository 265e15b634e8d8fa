//! What the matrices and the kills share: which of their runs are made, and what these found.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::Write;

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

/// What runs brought: counts by name, and what was wrong.
#[derive(Default)]
pub struct Found {
    pub counts: BTreeMap<String, usize>,
    pub wrong: Vec<String>,
}

impl Found {
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

    /// With the name of the run before all that was wrong.
    pub fn named(mut self, run: impl Display) -> Found {
        for wrong in &mut self.wrong {
            *wrong = format!("{run}: {wrong}");
        }
        self
    }

    /// The sum of all, which is printed; what was wrong fails the test.
    pub fn sum(what: &str, all: Vec<Found>) -> Found {
        let runs = all.len();
        let mut sum = Found::default();
        for found in all {
            for (name, number) in found.counts {
                sum.count(&name, number);
            }
            sum.wrong.extend(found.wrong);
        }
        let (counts, wrong) = (&sum.counts, &sum.wrong);
        let text = format!("{what}: {runs} runs, {counts:?}, wrong {}\n", wrong.len());
        // Past the capture of a test that passes.
        std::io::stderr().write_all(text.as_bytes()).unwrap();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        sum
    }
}
