//! The figures of all runs.

use std::collections::BTreeMap;
use std::io::Write;
use std::time::Duration;

use super::calls::Target;
use super::check::{Findings, Wrong};
use super::variant::Variant;

/// Rows that this matrix does not run, and why.
const ELSEWHERE: [(u32, &str); 6] = [
    (
        3,
        "tests/host/host_environment.rs, where a cancelled look-up is timed, too",
    ),
    (51, "tests/faults/syscall_faults.rs"),
    (53, "tests/faults/journal/kills.rs"),
    (54, "tests/host/host_environment.rs"),
    (55, "tests/host/process.rs"),
    (56, "tests/host/host_environment.rs"),
];

#[derive(Default)]
struct Row {
    runs: usize,
    words: BTreeMap<String, usize>,
    groups: BTreeMap<char, usize>,
}

#[derive(Default)]
pub struct Report {
    runs: usize,
    rows: BTreeMap<u32, Row>,
    /// Changing calls that met a fault, and those among them whose outcome is unknown.
    faults: usize,
    unknown: usize,
    repeated: usize,
    bytes: usize,
    over: Duration,
    went_on: Vec<Duration>,
    wrong: BTreeMap<Wrong, Vec<String>>,
}

const COUNTED: [Wrong; 7] = [
    Wrong::Crash,
    Wrong::PastItsDeadline,
    Wrong::MisclassifiedOutcome,
    Wrong::FalseSuccess,
    Wrong::Duplicate,
    Wrong::SecondPresentationOfAPin,
    Wrong::SecretWhereItDoesNotBelong,
];

impl Report {
    pub fn add(&mut self, variant: &Variant, target: Target, findings: &Findings) {
        self.runs += 1;
        let row = self.rows.entry(variant.row).or_default();
        row.runs += 1;
        *row.words.entry(findings.word.clone()).or_default() += 1;
        *row.groups.entry(target.group()).or_default() += 1;
        if target.changes() && variant.expect.change != ["accepted"] {
            self.faults += 1;
            self.unknown += usize::from(findings.word == "unknown");
        }
        self.repeated += findings.repeated;
        self.bytes += findings.bytes;
        self.over = self.over.max(findings.over);
        self.went_on.extend(findings.went_on);
        for (wrong, text) in &findings.wrong {
            let case = format!("F{} {} x {target:?}: {text}", variant.row, variant.name);
            self.wrong.entry(*wrong).or_default().push(case);
        }
    }

    pub fn print(&mut self, full: bool, time: Duration) {
        self.went_on.sort_unstable();
        let (stops, median) = (self.went_on.len(), self.went_on.len() / 2);
        let mut text = format!(
            "fault matrix, {}: {:.0} s\n{:>40}  {}\n",
            if full { "all of it" } else { "its fixed part" },
            time.as_secs_f32(),
            "runs",
            self.runs
        );
        let counts = COUNTED.map(|wrong| (wrong, self.wrong.get(&wrong).map_or(0, Vec::len)));
        for (wrong, count) in counts {
            text += &format!("{:>40}  {count}\n", format!("{wrong:?}"));
        }
        let share = 100.0 * self.unknown as f32 / self.faults.max(1) as f32;
        text += &format!(
            "{:>40}  {} of {} ({share:.0} %)\n{:>40}  {:.1} MB\n{:>40}  {:?}\n{:>40}  {}\n\
             {:>40}  {stops}: median {:?}, longest {:?}\n",
            "outcome unknown, of faults in changes",
            self.unknown,
            self.faults,
            "bytes searched for secrets",
            self.bytes as f32 / 1e6,
            "latest end after a deadline",
            self.over,
            "runs begun again (steps before failed)",
            self.repeated,
            "calls stopped, and how long they went on",
            self.went_on.get(median).copied().unwrap_or_default(),
            self.went_on.last().copied().unwrap_or_default(),
        );
        for (number, row) in &self.rows {
            let groups: Vec<_> = row.groups.iter().map(|(g, n)| format!("{g} {n}")).collect();
            let words: Vec<_> = row.words.iter().map(|(w, n)| format!("{w} {n}")).collect();
            let (groups, words) = (groups.join(", "), words.join(", "));
            text += &format!("F{number:<3}{:>5} runs  {groups:<45}  {words}\n", row.runs);
        }
        for (number, reason) in ELSEWHERE {
            text += &format!("F{number:<3}    not here: {reason}\n");
        }
        for (wrong, cases) in &self.wrong {
            for case in cases {
                text += &format!("WRONG ({wrong:?}): {case}\n");
            }
        }
        // Past the capture of a test that passes.
        std::io::stderr().write_all(text.as_bytes()).unwrap();
    }

    pub fn check(&self) {
        assert!(self.wrong.is_empty(), "the table lists what is wrong");
        let rows = self.rows.len() + ELSEWHERE.len();
        let alone = std::env::var("HR_MATRIX_ROW").is_ok();
        assert!(alone || rows == 56, "{rows} rows of 56");
    }
}
