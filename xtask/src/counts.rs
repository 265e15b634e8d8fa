//! What the output of a command adds to the counts of passed, failed and skipped tests.

/// The modules of tools/hr_tools end with a line `NAME: N passed, N failed, N not run`, and the comparison of the generated
/// files with one that is like it. Node's runner has a line for each number instead.
const SUMS: [&str; 5] = ["sanitizers", "windows", "budget", "fuzzing", "generated"];

/// Which lines of a command add to the counts.
#[derive(Clone, Copy, PartialEq)]
pub enum Count {
    /// Those of cargo's and of node's tests, and of [`SUMS`].
    Sum,
    /// The same of a module of tools/hr_tools. Where nothing may be left out, what it did not run failed.
    Tools,
    /// The last `N passed, N failed` alone, which is the sum of the command's own. Where nothing may be left out, a
    /// command that passed nothing failed.
    Last,
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

    pub fn read(&mut self, line: &str, count: Count) {
        match count {
            Count::Sum | Count::Tools => self.add(&Counts::of(line)),
            Count::Last => {
                let mut found = Counts::in_words(line);
                if found.passed + found.failed > 0 {
                    found.skipped = 0;
                    *self = found;
                }
            }
        }
    }

    /// What one line of output adds.
    pub fn of(line: &str) -> Counts {
        if let Some((name, number)) = line
            .strip_prefix("\u{2139} ")
            .and_then(|line| line.split_once(' '))
        {
            let mut counts = Counts::default();
            let number = number.parse().unwrap_or_default();
            match name {
                "pass" => counts.passed = number,
                "fail" | "cancelled" => counts.failed = number,
                "skipped" | "todo" => counts.skipped = number,
                _ => {}
            }
            return counts;
        }
        let mut counts = match line.split_once(": ") {
            Some((name, rest)) if SUMS.contains(&name) || name == "test result" => {
                Counts::in_words(rest)
            }
            _ => Counts::default(),
        };
        // Parts of tests that another one runs in a process of its own.
        if line.contains("... ignored, run by ") {
            counts.skipped -= 1;
        }
        counts
    }

    /// `12 passed; 1 failed; 3 ignored` of cargo, `12 passed, 0 failed` of scripts, `12 passed in 3s` of pytest.
    fn in_words(text: &str) -> Counts {
        let mut counts = Counts::default();
        let words: Vec<&str> = text.split_whitespace().collect();
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
        counts
    }

    /// Adds what a command failed at without counting it.
    pub fn judge(&mut self, count: Count, fine: bool, strict: bool) {
        let left_out = strict
            && match count {
                Count::Sum => false,
                Count::Tools => self.skipped > 0,
                Count::Last => self.passed == 0,
            };
        if self.failed == 0 && (!fine || left_out) {
            self.failed = 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_count_and_lines_that_do_not() {
        let result = "test result: ok. 12 passed; 1 failed; 3 ignored; 0 measured; 9 filtered out";
        for (line, passed, failed, skipped) in [
            (result, 12, 1, 3),
            ("test a_child ... ignored, run by another_test", 0, 0, -1),
            ("sanitizers: 10 passed, 1 failed, 2 not run", 10, 1, 2),
            ("generated: 1 passed, 0 failed", 1, 0, 0),
            ("\u{2139} pass 40", 40, 0, 0),
            ("\u{2139} cancelled 1", 0, 1, 0),
            ("\u{2139} tests 12", 0, 0, 0),
            ("12 passed, 3 failed", 0, 0, 0),
            ("python | 12 passed, 3 failed", 0, 0, 0),
            ("test a_test ... ignored, needs a card", 0, 0, 0),
        ] {
            let found = Counts::of(line);
            let found = (found.passed, found.failed, found.skipped);
            assert_eq!(found, (passed, failed, skipped), "{line}");
        }
    }

    /// The lines of a command, whether it ended with success, whether the run is strict; what passed and failed.
    #[test]
    fn what_ends_badly_or_did_not_run_is_a_failure() {
        let two = "9 passed, 0 failed\n3 passed, 0 failed";
        let skipped = "windows: 3 passed, 0 failed, 4 not run";
        for (count, lines, fine, strict, passed, failed) in [
            (Count::Last, two, true, true, 3, 0),
            (
                Count::Last,
                "1 failed, 14 passed in 1.31s",
                false,
                false,
                14,
                1,
            ),
            (Count::Last, two, false, false, 3, 1),
            (Count::Last, "all passed", true, false, 0, 0),
            (Count::Last, "all passed", true, true, 0, 1),
            (Count::Sum, "", true, true, 0, 0),
            (Count::Sum, "", false, false, 0, 1),
            (Count::Tools, skipped, true, false, 3, 0),
            (Count::Tools, skipped, true, true, 3, 1),
        ] {
            let mut counts = Counts::default();
            lines.lines().for_each(|line| counts.read(line, count));
            counts.judge(count, fine, strict);
            assert_eq!((counts.passed, counts.failed), (passed, failed), "{lines}");
        }
    }
}
