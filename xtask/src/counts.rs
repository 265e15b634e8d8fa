//! What the output of a command adds to the counts of passed, failed and skipped tests.

/// The commands that end with a line `NAME: N passed, N failed`, perhaps with `, N not run`. Node's runner has a line
/// for each number instead.
const SUMS: [&str; 5] = ["sanitizers", "windows", "budget", "benches", "generated"];

/// What the lines of a command add to the counts.
#[derive(Clone, Copy)]
pub enum Count {
    /// Every line that counts.
    Sum,
    /// The last `N passed, N failed` alone, which is the sum of the command's own. Where nothing may be left out, a
    /// command that passed nothing failed.
    Last { strict: bool },
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counts {
    pub passed: i64,
    pub failed: i64,
    pub skipped: i64,
}

impl Counts {
    pub fn add(&mut self, more: &Counts) {
        self.passed += more.passed;
        self.failed += more.failed;
        self.skipped += more.skipped;
    }

    /// What one line of output adds.
    pub fn of(line: &str) -> Counts {
        let mut counts = Counts::default();
        let of_node = line.strip_prefix("\u{2139} ");
        if let Some((name, number)) = of_node.and_then(|line| line.split_once(' ')) {
            let number = number.parse().unwrap_or_default();
            match name {
                "pass" => counts.passed = number,
                "fail" | "cancelled" => counts.failed = number,
                "skipped" | "todo" => counts.skipped = number,
                _ => {}
            }
            return counts;
        }
        let sums = line
            .split_once(": ")
            .filter(|(name, _)| SUMS.contains(name) || *name == "test result")
            .map(|(_, rest)| rest);
        let words: Vec<&str> = sums.unwrap_or_default().split_whitespace().collect();
        for pair in words.windows(2) {
            let Ok(number) = pair[0].parse::<i64>() else {
                continue;
            };
            match pair[1].trim_end_matches([',', ';']) {
                "passed" => counts.passed += number,
                "failed" => counts.failed += number,
                "ignored" | "not" => counts.skipped += number,
                _ => {}
            }
        }
        // Parts of tests that another one runs in a process of its own.
        if line.contains("... ignored, run by ") {
            counts.skipped -= 1;
        }
        counts
    }
}

/// The counts in a line: "12 passed, 0 failed" of the scripts, "12 passed in 3s" of pytest.
pub fn own_counts(line: &str) -> Option<Counts> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let number = |what: &str| {
        let pair = words
            .windows(2)
            .find(|pair| pair[1].trim_end_matches([',', ';']) == what)?;
        pair[0].parse::<i64>().ok()
    };
    let (passed, failed) = (number("passed"), number("failed"));
    (passed.is_some() || failed.is_some()).then(|| Counts {
        passed: passed.unwrap_or(0),
        failed: failed.unwrap_or(0),
        skipped: 0,
    })
}

/// What a job of a count of its own adds, from its last counts and from whether it ended with success.
pub fn judged(own: &Counts, fine: bool, strict: bool) -> Counts {
    let mut counts = own.clone();
    if counts.failed == 0 && (!fine || strict && counts.passed == 0) {
        counts.failed = 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(passed: i64, failed: i64, skipped: i64) -> Counts {
        Counts {
            passed,
            failed,
            skipped,
        }
    }

    #[test]
    fn the_lines_that_count() {
        let cargo = "test result: ok. 12 passed; 1 failed; 3 ignored; 0 measured; 9 filtered out; finished in 0.00s";
        assert_eq!(Counts::of(cargo), counts(12, 1, 3));
        let part = "test a_child_process ... ignored, run by another_test";
        assert_eq!(Counts::of(part), counts(0, 0, -1));
        for (line, expected) in [
            (
                "sanitizers: 10 passed, 1 failed, 2 not run",
                counts(10, 1, 2),
            ),
            ("windows: 60 passed, 0 failed, 4 not run", counts(60, 0, 4)),
            ("budget: 5 passed, 1 failed", counts(5, 1, 0)),
            ("benches: 130 passed, 2 failed", counts(130, 2, 0)),
            ("generated: 1 passed, 0 failed", counts(1, 0, 0)),
            ("\u{2139} pass 40", counts(40, 0, 0)),
            ("\u{2139} fail 2", counts(0, 2, 0)),
            ("\u{2139} cancelled 1", counts(0, 1, 0)),
            ("\u{2139} skipped 3", counts(0, 0, 3)),
        ] {
            assert_eq!(Counts::of(line), expected, "{line}");
        }
    }

    #[test]
    fn the_lines_that_do_not() {
        for line in [
            "",
            "12 passed, 3 failed",
            "python | 12 passed, 3 failed",
            "  windows: 3 passed, 0 failed",
            "test a_test ... ignored, needs a card",
            "running 3 tests",
            "pass 3",
            "\u{2139} tests 12",
            "\u{2139} duration_ms 431.5",
        ] {
            assert_eq!(Counts::of(line), counts(0, 0, 0), "{line}");
        }
    }

    #[test]
    fn counts_of_scripts_and_of_pytest() {
        let some = |passed, failed| Some(counts(passed, failed, 0));
        assert_eq!(own_counts("12 passed, 3 failed"), some(12, 3));
        assert_eq!(own_counts("1 failed, 140 passed in 12.31s"), some(140, 1));
        assert_eq!(own_counts("== 140 passed in 12.31s =="), some(140, 0));
        assert_eq!(own_counts("12 tests"), None);
        assert_eq!(own_counts("all passed"), None);
    }

    #[test]
    fn what_ends_badly_or_did_not_run_is_a_failure() {
        let judged = |(passed, failed), fine, strict| {
            let own = judged(&counts(passed, failed, 0), fine, strict);
            (own.passed, own.failed)
        };
        assert_eq!(judged((12, 0), true, true), (12, 0));
        assert_eq!(judged((12, 3), false, false), (12, 3));
        assert_eq!(judged((12, 0), false, false), (12, 1));
        assert_eq!(judged((0, 0), false, false), (0, 1));
        assert_eq!(judged((0, 0), true, false), (0, 0));
        assert_eq!(judged((0, 0), true, true), (0, 1));
    }
}
