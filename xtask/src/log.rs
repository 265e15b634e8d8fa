//! The output of commands: shown while they run, and counted.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use crate::counts::{Count, Counts, judged, own_counts};
use crate::{Failure, Outcome, Result};

/// A command that runs beside others.
pub struct Job {
    pub name: String,
    pub command: Command,
    pub count: Count,
}

/// A command whose standard output and error are one pipe.
fn piped(command: &mut Command) -> std::io::Result<(Child, BufReader<std::io::PipeReader>)> {
    let (output, input) = std::io::pipe()?;
    command.stdout(input.try_clone()?).stderr(input);
    let child = command.spawn()?;
    // The command holds this end of the pipe open.
    command.stdout(Stdio::null()).stderr(Stdio::null());
    Ok((child, BufReader::new(output)))
}

/// What a running job has to report: a line, or whether it ended with success.
type Report = (usize, std::result::Result<Vec<u8>, bool>);

fn start(number: usize, command: &mut Command, reports: Sender<Report>) -> std::io::Result<()> {
    let (mut child, output) = piped(command)?;
    std::thread::spawn(move || {
        for line in output.split(b'\n').map_while(std::io::Result::ok) {
            let _ = reports.send((number, Ok(line)));
        }
        let fine = child.wait().is_ok_and(|status| status.success());
        let _ = reports.send((number, Err(fine)));
    });
    Ok(())
}

/// Shows what commands write, and counts.
pub struct Log {
    screen: Box<dyn Write>,
    began: Instant,
    /// What each stage took, the running one without its end.
    stages: Vec<(String, Instant, Duration)>,
    pub counts: Counts,
    not_run: BTreeSet<String>,
    /// The lines that say what failed: the last lines of a run are often all that is kept of it.
    failures: Vec<String>,
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
            began: Instant::now(),
            stages: Vec::new(),
            counts: Counts::default(),
            not_run: BTreeSet::new(),
            failures: Vec::new(),
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
        let counts = Counts::of(line);
        self.counts.add(&counts);
        self.note(line);
        if counts.failed > 0 {
            self.failures.push(line.to_owned());
        }
    }

    /// Runs a command, and gives `each` every line of its output.
    pub fn follow(
        &mut self,
        command: &mut Command,
        mut each: impl FnMut(&mut Log, &str),
    ) -> Result<bool> {
        let name = command.get_program().to_string_lossy().into_owned();
        let wrong = |error: std::io::Error| format!("{name}: {error}");
        let (mut child, mut output) = piped(command).map_err(wrong)?;
        let mut line = Vec::new();
        while output.read_until(b'\n', &mut line).map_err(wrong)? > 0 {
            self.show(&line).map_err(wrong)?;
            each(self, String::from_utf8_lossy(&line).trim_end());
            line.clear();
        }
        let status = child.wait().map_err(wrong)?;
        Ok(status.success())
    }

    /// Begins a stage: shows which of how many it is, and how long the run has taken.
    pub fn stage(&mut self, title: &str, of: usize) {
        self.stage_ends();
        let minutes = self.began.elapsed().as_secs_f64() / 60.0;
        let number = self.stages.len() + 1;
        self.say(&format!(
            "== {number}/{of} {title} (after {minutes:.1} min)"
        ));
        let now = Instant::now();
        self.stages.push((title.to_owned(), now, Duration::ZERO));
    }

    fn stage_ends(&mut self) {
        if let Some((_, began, took)) = self.stages.last_mut() {
            *took = began.elapsed();
        }
    }

    /// Runs commands at once, as many as there are processors; their lines begin with their names.
    pub fn side_by_side(&mut self, mut jobs: Vec<Job>) -> Result<()> {
        let at_once = std::thread::available_parallelism().map_or(1, |number| number.get());
        let (sender, reports) = channel();
        let mut own = vec![Counts::default(); jobs.len()];
        let began = Instant::now();
        let begin = |jobs: &mut Vec<Job>, number: usize| match jobs.get_mut(number) {
            Some(Job { name, command, .. }) => {
                start(number, command, sender.clone()).map_err(|error| format!("{name}: {error}"))
            }
            None => Ok(()),
        };
        let mut begun = at_once.min(jobs.len());
        for number in 0..begun {
            begin(&mut jobs, number)?;
        }
        let mut ended = 0;
        while ended < jobs.len() {
            let (number, report) = reports.recv().map_err(|error| error.to_string())?;
            let Job { name, count, .. } = &jobs[number];
            let (line, is_end) = match report {
                Ok(line) => {
                    let line = String::from_utf8_lossy(&line).trim_end().to_owned();
                    self.note(&line);
                    match count {
                        Count::Sum => own[number].add(&Counts::of(&line)),
                        Count::Last { .. } => {
                            own[number] = own_counts(&line).unwrap_or(own[number].clone());
                        }
                    }
                    (line, false)
                }
                Err(fine) => {
                    let strict = matches!(count, Count::Last { strict: true });
                    let counts = judged(&own[number], fine, strict);
                    self.broken |= counts.failed > 0;
                    self.counts.add(&counts);
                    let (passed, failed) = (counts.passed, counts.failed);
                    let after = began.elapsed().as_secs();
                    ended += 1;
                    let line = format!("{passed} passed, {failed} failed, after {after} s");
                    if failed > 0 {
                        self.failures.push(format!("{name}: {line}"));
                    }
                    (line, true)
                }
            };
            let shown = format!("{name} | {line}\n");
            self.show(shown.as_bytes())
                .map_err(|error| error.to_string())?;
            if is_end {
                begin(&mut jobs, begun)?;
                begun += 1;
            }
        }
        Ok(())
    }

    /// Keeps what a line says failed or was not run; its counts are not those of this log.
    pub fn note(&mut self, line: &str) {
        // A test that reports it may have begun the line itself.
        if let Some(at) = line.find("NOT RUN: ") {
            self.not_run.insert(line[at..].to_owned());
        }
        if is_failure(line) && self.failures.len() < MOST_FAILURES {
            self.failures.push(line.to_owned());
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

    /// The last lines, and the end of the command.
    pub fn end(mut self) -> Outcome {
        self.stage_ends();
        for (title, _, took) in &self.stages {
            println!("{:>5} s  {title}", took.as_secs());
        }
        for line in &self.failures {
            println!("{line}");
        }
        println!("{}", self.summary());
        match self.broken {
            false => Ok(()),
            true => Err(Failure::Reported(1)),
        }
    }

    /// The counts, and what was not run.
    fn summary(&self) -> String {
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

const MOST_FAILURES: usize = 40;

/// Whether a line names a test that failed, the place where it did, or a suite that ended otherwise than by its tests.
fn is_failure(line: &str) -> bool {
    line.starts_with("test ") && line.ends_with("... FAILED")
        || line.starts_with("FAILED")
        || line.starts_with("\u{2716} ")
        || line.starts_with("thread '") && line.contains(" panicked at ")
        || line.contains("process didn't exit successfully")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_named_at_the_end() {
        let mut log = Log::on(Box::new(std::io::sink()));
        for line in [
            "test a::fails ... FAILED",
            "FAILED tests/test_client.py::test_login - AssertionError",
            "thread 'a::fails' (71) panicked at tests/api/a.rs:3:5:",
            "generated: 0 passed, 8 failed; cargo xtask bindings writes them",
            "Caused by: process didn't exit successfully: `api` (signal: 6, SIGABRT: process abort signal)",
        ] {
            log.read(line);
            log.read("test a::passes ... ok");
            assert_eq!(log.failures.last().map(String::as_str), Some(line));
        }
        assert_eq!(log.failures.len(), 5);
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
    fn commands_side_by_side_add_up() {
        let job = |script: &str, count| {
            let mut command = Command::new("sh");
            command.args(["-c", script]);
            let name = "a job".to_owned();
            Job {
                name,
                command,
                count,
            }
        };
        let last = Count::Last { strict: false };
        let mut log = Log::on(Box::new(std::io::sink()));
        let two = "echo '9 passed, 0 failed'; echo '3 passed, 0 failed'; echo 'NOT RUN: a'";
        let sums = "echo 'budget: 1 passed, 0 failed'; echo 'budget: 2 passed, 0 failed' >&2";
        log.side_by_side(vec![job(two, last), job(sums, Count::Sum)])
            .unwrap();
        let fine = "tests: 6 passed, 0 failed, 0 skipped\nNOT RUN: a";
        assert_eq!((log.broken, log.summary().as_str()), (false, fine));
        // More than there are processors, and each failure counts.
        let wrong = (0..40).map(|_| job("echo '1 passed, 1 failed'; exit 1", last));
        log.side_by_side(wrong.collect()).unwrap();
        let summary = log.summary();
        assert!(
            summary.starts_with("tests: 46 passed, 40 failed"),
            "{summary}"
        );
        assert!(log.broken);
        let absent = Job {
            command: Command::new("/absent/program"),
            ..job("", last)
        };
        assert!(log.side_by_side(vec![absent]).is_err());
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
