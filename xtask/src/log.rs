//! The output of commands: shown while they run, and counted.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::process::Command;

use crate::Result;

/// The commands that end with a line `NAME: N passed, N failed`, perhaps with `, N not run`. Node's runner has a line
/// for each number instead.
const SUMS: [&str; 6] = [
    "sanitizers",
    "windows",
    "budget",
    "benches",
    "bindings",
    "generated",
];

#[derive(Debug, Default, PartialEq)]
pub struct Counts {
    pub passed: i64,
    pub failed: i64,
    pub skipped: i64,
}

impl Counts {
    /// What one line of output adds.
    fn of(line: &str) -> Counts {
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

/// Shows what commands write, and counts.
pub struct Log {
    screen: Box<dyn Write>,
    pub counts: Counts,
    not_run: BTreeSet<String>,
    /// Whether a command did not end with success.
    pub broken: bool,
}

impl Log {
    pub fn new() -> Log {
        Log::on(Box::new(std::io::stdout()))
    }

    pub fn on(screen: Box<dyn Write>) -> Log {
        Log {
            screen,
            counts: Counts::default(),
            not_run: BTreeSet::new(),
            broken: false,
        }
    }

    fn show(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        self.screen.write_all(bytes)?;
        self.screen.flush()
    }

    /// A line of our own. That nobody reads it any more stops nothing.
    pub fn say(&mut self, line: &str) {
        let _ = self.show(format!("{line}\n").as_bytes());
        self.read(line);
    }

    fn read(&mut self, line: &str) {
        let more = Counts::of(line);
        self.counts.passed += more.passed;
        self.counts.failed += more.failed;
        self.counts.skipped += more.skipped;
        self.note(line);
    }

    /// Runs a command, and gives `each` every line of its output.
    pub fn follow(
        &mut self,
        command: &mut Command,
        mut each: impl FnMut(&mut Log, &str),
    ) -> Result<bool> {
        let name = command.get_program().to_string_lossy().into_owned();
        let wrong = |error: std::io::Error| format!("{name}: {error}");
        let (output, input) = std::io::pipe().map_err(wrong)?;
        command.stdout(input.try_clone().map_err(wrong)?);
        command.stderr(input);
        let mut child = command.spawn().map_err(wrong)?;
        // The command holds this end of the pipe open.
        command.stdout(std::process::Stdio::null());
        command.stderr(std::process::Stdio::null());
        let mut output = BufReader::new(output);
        let mut line = Vec::new();
        while output.read_until(b'\n', &mut line).map_err(wrong)? > 0 {
            self.show(&line).map_err(wrong)?;
            each(self, String::from_utf8_lossy(&line).trim_end());
            line.clear();
        }
        let status = child.wait().map_err(wrong)?;
        Ok(status.success())
    }

    /// Keeps what a line says was not run; its counts are not those of this log.
    pub fn note(&mut self, line: &str) {
        // A test that reports it may have begun the line itself.
        if let Some(at) = line.find("NOT RUN: ") {
            self.not_run.insert(line[at..].to_owned());
        }
    }

    /// Runs a command whose lines count. One that fails without a count is a failure of its own.
    pub fn run(&mut self, title: &str, command: &mut Command) -> Result<()> {
        let before = self.counts.failed;
        if !self.follow(command, Log::read)? {
            self.broken = true;
            if self.counts.failed == before {
                self.counts.failed += 1;
                self.say(&format!("FAILED: {title} (it counted no failure)"));
            }
        }
        Ok(())
    }

    /// The last lines: the counts, and what was not run.
    pub fn summary(&self) -> String {
        let Counts {
            passed,
            failed,
            skipped,
        } = self.counts;
        // What failed without a count is one failure.
        let failed = match failed {
            0 if self.broken => 1,
            _ => failed,
        };
        let mut text = format!("tests: {passed} passed, {failed} failed, {skipped} skipped");
        for line in &self.not_run {
            text += &format!("\n{line}");
        }
        text
    }
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
            ("bindings: 400 passed, 3 failed", counts(400, 3, 0)),
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
            "binding python: 12 passed, 3 failed",
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
    #[cfg(unix)]
    fn a_command_that_fails_without_a_count_is_one_failure() {
        let mut log = Log::on(Box::new(std::io::sink()));
        let mut shell = |script| {
            let ran = log.run("a step", Command::new("sh").args(["-c", script]));
            (ran.is_ok(), log.summary())
        };
        for (script, summary) in [
            ("exit 0", "tests: 0 passed, 0 failed, 0 skipped"),
            ("exit 2", "tests: 0 passed, 1 failed, 0 skipped"),
            (
                "echo 'budget: 4 passed, 2 failed'; exit 1",
                "tests: 4 passed, 3 failed, 0 skipped",
            ),
            ("exit 2", "tests: 4 passed, 4 failed, 0 skipped"),
        ] {
            assert_eq!(shell(script), (true, summary.to_owned()), "{script}");
        }
    }

    #[test]
    fn what_was_not_run_is_listed_once_and_sorted() {
        let mut log = Log::on(Box::new(std::io::sink()));
        log.read("NOT RUN: b (no b)");
        log.read("test something ... NOT RUN: a (no a)");
        log.read("NOT RUN: b (no b)");
        let wanted = "tests: 0 passed, 0 failed, 0 skipped\nNOT RUN: a (no a)\nNOT RUN: b (no b)";
        assert_eq!(log.summary(), wanted);
    }

    #[test]
    #[cfg(unix)]
    fn both_outputs_of_a_command_count_and_its_status_too() {
        let mut log = Log::on(Box::new(std::io::sink()));
        let script = "echo 'budget: 1 passed, 0 failed'; echo 'benches: 2 passed, 0 failed' >&2";
        log.run("a step", Command::new("sh").args(["-c", script]))
            .unwrap();
        assert_eq!((log.counts.passed, log.broken), (3, false));
        log.run("a step", Command::new("sh").args(["-c", "exit 3"]))
            .unwrap();
        assert!(log.broken);
        assert!(
            log.run("a step", &mut Command::new("/absent/program"))
                .is_err()
        );
    }
}
