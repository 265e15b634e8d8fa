//! The commands of a run: shown while they run, timed and counted.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::counts::{Count, Counts};
use crate::{Failure, Outcome};

pub struct Job {
    pub name: String,
    pub command: Command,
    pub count: Count,
}

impl Job {
    pub fn new(name: &str, command: Command, count: Count) -> Job {
        let name = name.to_owned();
        Job {
            name,
            command,
            count,
        }
    }
}

/// Shows what commands write, and counts.
pub struct Log {
    screen: Box<dyn Write + Send>,
    /// What did not run is a failure.
    pub strict: bool,
    began: Instant,
    /// What each stage took, the running one without its end.
    stages: Vec<(String, Instant, Duration)>,
    counts: Counts,
    not_run: BTreeSet<String>,
    /// The lines that say what failed: the last lines of a run are often all that is kept of it.
    failures: Vec<String>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Log {
    pub fn new(strict: bool) -> Log {
        Log::on(Box::new(std::io::stdout()), strict)
    }

    fn on(screen: Box<dyn Write + Send>, strict: bool) -> Log {
        Log {
            screen,
            strict: strict || std::env::var("HR_STRICT").as_deref() == Ok("1"),
            began: Instant::now(),
            stages: Vec::new(),
            counts: Counts::default(),
            not_run: BTreeSet::new(),
            failures: Vec::new(),
        }
    }

    /// That nobody reads it any more stops nothing.
    fn show(&mut self, line: &[u8]) {
        let _ = self.screen.write_all(line);
        let _ = self.screen.flush();
    }

    /// A line of our own, which counts.
    pub fn say(&mut self, line: &str) {
        self.show(format!("{line}\n").as_bytes());
        self.note(line);
        self.counts.add(&Counts::of(line));
    }

    pub fn not_run(&mut self, what: &str) {
        self.say(&format!("NOT RUN: {what}"));
        self.counts.failed += i64::from(self.strict);
    }

    /// Keeps what a line says failed or was not run.
    fn note(&mut self, line: &str) {
        // A test that reports it may have begun the line itself.
        if let Some(at) = line.find("NOT RUN: ") {
            self.not_run.insert(line[at..].to_owned());
        }
        let failed = is_failure(line) || Counts::of(line).failed > 0;
        if failed && self.failures.len() < MOST_FAILURES {
            self.failures.push(line.to_owned());
        }
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

    pub fn run(&mut self, name: &str, command: Command, count: Count) {
        self.side_by_side(vec![Job::new(name, command, count)]);
    }

    /// Runs commands at once, as many as there are processors; the lines of several begin with their names. One that fails
    /// without a count is a failure of its own.
    pub fn side_by_side(&mut self, jobs: Vec<Job>) {
        let at_once = std::thread::available_parallelism().map_or(1, |number| number.get());
        let several = jobs.len() > 1;
        let queue = Mutex::new(jobs.into_iter());
        let log = Mutex::new(self);
        let work = || {
            let next = || locked(&queue).next();
            while let Some(job) = next() {
                one(job, several, &log);
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..at_once {
                scope.spawn(work);
            }
        });
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
        match self.counts.failed {
            0 => Ok(()),
            _ => Err(Failure::Reported(1)),
        }
    }

    /// The counts, and what was not run.
    fn summary(&self) -> String {
        let (passed, failed) = (self.counts.passed, self.counts.failed);
        let skipped = self.counts.skipped;
        let mut text = format!("tests: {passed} passed, {failed} failed, {skipped} skipped");
        for line in &self.not_run {
            text += &format!("\n{line}");
        }
        text
    }
}

/// Runs a command whose standard output and error are one pipe.
fn one(job: Job, several: bool, log: &Mutex<&mut Log>) {
    let (name, count, mut command) = (job.name, job.count, job.command);
    let (began, strict) = (Instant::now(), locked(log).strict);
    let start = several.then(|| format!("{name} | "));
    let start = start.unwrap_or_default();
    if strict {
        command.env("HR_STRICT", "1");
    }
    let mut counts = Counts::default();
    let ran = followed(command, |line| {
        counts.read(line, count);
        let mut log = locked(log);
        log.show(format!("{start}{line}\n").as_bytes());
        log.note(line);
    });
    let counted = counts.failed;
    counts.judge(count, matches!(ran, Ok(true)), strict);
    let mut log = locked(log);
    log.counts.add(&counts);
    let (passed, failed) = (counts.passed, counts.failed);
    let line = match ran {
        Err(error) => format!("FAILED: {name} ({error})"),
        Ok(_) if counted < failed => format!("FAILED: {name} (it counted no failure)"),
        Ok(_) if several => {
            let after = began.elapsed().as_secs();
            format!("{start}{passed} passed, {failed} failed, after {after} s")
        }
        Ok(_) => return,
    };
    log.show(format!("{line}\n").as_bytes());
    if failed > 0 {
        log.failures.push(line);
    }
}

/// Whether the command ended with success.
fn followed(mut command: Command, mut each: impl FnMut(&str)) -> std::io::Result<bool> {
    let (output, input) = std::io::pipe()?;
    command.stdout(input.try_clone()?).stderr(input);
    let mut child = command.spawn()?;
    // The command holds this end of the pipe open.
    command.stdout(Stdio::null()).stderr(Stdio::null());
    for line in BufReader::new(output).split(b'\n') {
        each(String::from_utf8_lossy(&line?).trim_end());
    }
    Ok(child.wait()?.success())
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

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn log() -> Log {
        Log::on(Box::new(std::io::sink()), false)
    }

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn commands_after_each_other_add_up() {
        let mut log = log();
        for (script, summary) in [
            ("exit 0", "tests: 0 passed, 0 failed, 0 skipped"),
            ("exit 2", "tests: 0 passed, 1 failed, 0 skipped"),
            (
                "echo 'budget: 4 passed, 2 failed'; echo 'windows: 1 passed, 0 failed' >&2; exit 1",
                "tests: 5 passed, 3 failed, 0 skipped",
            ),
        ] {
            log.run("a step", shell(script), Count::Sum);
            assert_eq!(log.summary(), summary, "{script}");
        }
        log.run("none", Command::new("/absent/program"), Count::Sum);
        assert!(log.failures[2].starts_with("FAILED: none ("));
        assert!(log.end().is_err());
    }

    #[test]
    fn commands_side_by_side_add_up() {
        let job = |script: &str, count| Job::new("a job", shell(script), count);
        let mut log = log();
        let two = "echo '9 passed, 0 failed'; echo '3 passed, 0 failed'; echo 'NOT RUN: a'";
        let sums = "echo 'budget: 1 passed, 0 failed'; echo 'budget: 2 passed, 0 failed' >&2";
        log.side_by_side(vec![job(two, Count::Last), job(sums, Count::Sum)]);
        assert_eq!(
            log.summary(),
            "tests: 6 passed, 0 failed, 0 skipped\nNOT RUN: a"
        );
        // More than there are processors, and each failure counts.
        let wrong = (0..40).map(|_| job("echo '1 passed, 1 failed'; exit 1", Count::Last));
        log.side_by_side(wrong.collect());
        let summary = log.summary();
        assert!(
            summary.starts_with("tests: 46 passed, 40 failed"),
            "{summary}"
        );
    }

    #[test]
    fn what_failed_and_what_was_not_run_stands_at_the_end() {
        let mut log = log();
        for line in [
            "test a::fails ... FAILED",
            "FAILED tests/test_client.py::test_login - AssertionError",
            "thread 'a::fails' (71) panicked at tests/api/a.rs:3:5:",
            "generated: 0 passed, 8 failed; cargo xtask bindings writes them",
            "Caused by: process didn't exit successfully: `api` (signal: 6, SIGABRT: process abort signal)",
        ] {
            log.say(line);
            log.say("test a::passes ... ok");
            assert_eq!(log.failures.last().map(String::as_str), Some(line));
        }
        log.say("NOT RUN: b (no b)");
        log.say("test something ... NOT RUN: a (no a)");
        log.strict = true;
        log.not_run("b (no b)");
        let wanted = "tests: 0 passed, 9 failed, 0 skipped\nNOT RUN: a (no a)\nNOT RUN: b (no b)";
        assert_eq!(log.summary(), wanted);
    }
}
