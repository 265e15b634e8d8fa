//! The commands of a run: shown while they run, and timed. What they counted, what failed and what was not run stands at the
//! end.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use crate::{Outcome, reported};

pub struct Job {
    pub name: String,
    pub command: Command,
}

pub struct Log {
    shows: Box<dyn Write + Send>,
    /// What did not run is a failure.
    pub strict: bool,
    began: Instant,
    /// What each stage took, in seconds.
    stages: Vec<(String, u64)>,
    /// The lines of the end: it is often all that is kept of a run.
    kept: Vec<String>,
    /// The lines with which the runners of tests end, and what they count.
    closing: Vec<(String, [u64; 2])>,
    failed: usize,
}

const MOST_KEPT: usize = 40;

/// Whether a line names what was not run, a test that failed, the place where it did, or a suite that ended otherwise than
/// by its tests.
fn is_kept(line: &str) -> bool {
    line.contains("NOT RUN: ")
        || line.starts_with("test ") && line.ends_with("... FAILED")
        || line.starts_with("FAILED")
        || line.starts_with("\u{2716} ")
        || line.starts_with("thread '") && line.contains(" panicked at ")
        || line.contains("process didn't exit successfully")
}

/// How many passed and failed, by a line with which a runner of tests ends: `test result: ok. 12 passed; 0 failed; ...` of
/// cargo, `12 passed, 0 failed` of the scripts, `12 passed in 3s` of pytest. Node's has one for each number.
fn counts(line: &str) -> Option<[u64; 2]> {
    let words: Vec<&str> = line.split([' ', ',', ';']).collect();
    let before = |word| {
        let pair = words.windows(2).find(|pair| pair[1] == word)?;
        pair[0].parse().ok()
    };
    match words[..] {
        [NODE, "pass", number] => Some([number.parse().ok()?, 0]),
        [NODE, "fail", number] => Some([0, number.parse().ok()?]),
        _ => Some([before("passed")?, before("failed").unwrap_or(0)]),
    }
}

const NODE: &str = "\u{2139}";

impl Log {
    pub fn new(strict: bool) -> Log {
        Log {
            shows: Box::new(std::io::stdout()),
            strict: strict || std::env::var("HR_STRICT").as_deref() == Ok("1"),
            began: Instant::now(),
            stages: Vec::new(),
            kept: Vec::new(),
            closing: Vec::new(),
            failed: 0,
        }
    }

    fn show(&mut self, start: &str, line: &str) {
        // That nobody reads it any more stops nothing.
        let _ = writeln!(self.shows, "{start}{line}");
        if is_kept(line) && self.kept.len() < MOST_KEPT && !self.kept.iter().any(|one| one == line)
        {
            self.kept.push(line.to_owned());
        }
    }

    pub fn not_run(&mut self, what: &str) {
        self.show("", &format!("NOT RUN: {what}"));
        self.failed += usize::from(self.strict);
    }

    /// Shows which of how many stages it is, and how long the run has taken.
    pub fn stage(&mut self, title: &str, of: usize, work: impl FnOnce(&mut Log)) {
        let (number, began) = (self.stages.len() + 1, Instant::now());
        let minutes = self.began.elapsed().as_secs_f64() / 60.0;
        let line = format!("== {number}/{of} {title} (after {minutes:.1} min)");
        self.show("", &line);
        work(self);
        let took = began.elapsed().as_secs();
        self.stages.push((title.to_owned(), took));
    }

    /// Runs commands at once, as many as there are processors; the lines of several begin with their names.
    pub fn run(&mut self, jobs: Vec<Job>) {
        let at_once = std::thread::available_parallelism().map_or(1, |number| number.get());
        let several = jobs.len() > 1;
        let queue = Mutex::new(jobs.into_iter());
        let log = Mutex::new(self);
        let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
        let work = || {
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
        let stages = self.stages.iter();
        let stages = stages.map(|(title, took)| format!("{took:>5} s  {title}"));
        let [passed, failed]: [u64; 2] = [0, 1].map(|at| {
            let counts = self.closing.iter().map(|(_, counts)| counts[at]);
            counts.sum()
        });
        let sums = format!("{passed} passed, {failed} failed");
        let sums = (!self.closing.is_empty()).then_some(sums);
        let failed = (self.failed > 0).then(|| format!("FAILED: {} of what was run", self.failed));
        let closing = self.closing.into_iter().map(|(line, _)| line);
        let lines = stages.chain(closing).chain(self.kept);
        for line in lines.chain(sums).chain(failed) {
            let _ = writeln!(self.shows, "{line}");
        }
        reported(self.failed == 0)
    }
}

/// Runs a command whose standard output and error are one pipe; it fails by its exit status.
fn one(job: Job, several: bool, log: &Mutex<&mut Log>) {
    let log = || log.lock().unwrap_or_else(PoisonError::into_inner);
    let (name, mut command, began) = (job.name, job.command, Instant::now());
    let start = match several {
        true => format!("{name} | "),
        false => String::new(),
    };
    if log().strict {
        command.env("HR_STRICT", "1");
    }
    let mut closing = Vec::new();
    let ran = followed(command, |line| {
        log().show(&start, line);
        if let Some(counts) = counts(line) {
            // Of cargo's each is of another suite, of node's of another number; of the others the last one counts all.
            if !line.starts_with("test result:") && !line.starts_with(NODE) {
                closing.clear();
            }
            closing.push((format!("{start}{line}"), counts));
        }
    });
    let mut log = log();
    log.closing.append(&mut closing);
    if !matches!(ran, Ok(true)) {
        log.failed += 1;
        let why = ran.err().map(|error| format!(" ({error})"));
        log.show("", &format!("FAILED: {name}{}", why.unwrap_or_default()));
    } else if several {
        let line = format!("ended after {} s", began.elapsed().as_secs());
        log.show(&start, &line);
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

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn what_runners_count_is_read() {
        for (line, wanted) in [
            ("test result: ok. 12 passed; 1 failed", Some([12, 1])),
            ("budget: 3 passed, 0 failed, 0 not run", Some([3, 0])),
            ("4 passed in 3.1s", Some([4, 0])),
            ("\u{2139} pass 5", Some([5, 0])),
            ("\u{2139} fail 6", Some([0, 6])),
            ("the test passed", None),
        ] {
            assert_eq!(counts(line), wanted, "{line}");
        }
    }

    #[test]
    fn what_ends_badly_or_did_not_run_is_kept() {
        let job = |script: &str| {
            let mut command = Command::new("sh");
            command.args(["-c", script]);
            let name = script.to_owned();
            Job { name, command }
        };
        let mut log = Log::new(true);
        log.shows = Box::new(std::io::sink());
        let wrong = (0..40).map(|number| job(&format!("exit {}", number % 2)));
        log.run(wrong.collect());
        assert_eq!(log.failed, 20);
        log.run(vec![job(
            "echo 'test a ... NOT RUN: b'; test $HR_STRICT = 1",
        )]);
        assert_eq!(log.failed, 20);
        log.not_run("c");
        assert_eq!(log.failed, 21);
        let kept = ["FAILED: exit 1", "test a ... NOT RUN: b", "NOT RUN: c"];
        assert_eq!(log.kept, kept);
        assert!(log.end().is_err());
    }
}
