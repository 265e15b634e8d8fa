//! A host with a journal that is killed, or whose system calls fail: what the next process knows, and what the sandbox has
//! in the end. A share of the cases is run; `HR_JOURNAL=full` runs all, and `HR_JOURNAL_MINUTES` says for how long
//! `removal` goes on.
#![cfg(unix)]

#[cfg(target_os = "linux")]
mod compaction;
#[cfg(target_os = "linux")]
mod copies;
mod deposits;
mod logins;
#[cfg(target_os = "linux")]
mod removal;
#[cfg(target_os = "linux")]
mod strace;
#[cfg(target_os = "linux")]
mod system_calls;
mod uploads;

use std::io::{BufRead, BufReader, Read, Write};
use std::ops::AddAssign;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;
use testkit::random::Random;

pub fn is_full() -> bool {
    std::env::var("HR_JOURNAL").as_deref() == Ok("full")
}

/// How many hosts are killed at the same time.
const THREADS: usize = 3;

/// Calls `killed` with the number of each moment, and adds up what it finds. The moments are made of numbers of this run.
fn kill_at_each<M: Copy + Sync, C: AddAssign + Default + Send>(
    kills: usize,
    mut moment: impl FnMut(usize, &mut Random) -> M,
    killed: impl Fn(usize, M) -> C + Sync,
) -> C {
    let mut random = Random::of_stream(testkit::random::seed(), 0);
    let moments: Vec<M> = (0..kills)
        .map(|number| moment(number, &mut random))
        .collect();
    let next = AtomicUsize::new(0);
    let all = Mutex::new(C::default());
    std::thread::scope(|threads| {
        for _ in 0..THREADS {
            threads.spawn(|| {
                while let number = next.fetch_add(1, Ordering::SeqCst)
                    && let Some(moment) = moments.get(number)
                {
                    let found = killed(number, *moment);
                    *all.lock().unwrap() += found;
                }
            });
        }
    });
    all.into_inner().unwrap()
}

/// A host process; it does not outlive the test.
struct Process(Child, BufReader<ChildStdout>);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Process {
    /// The test of that name, in a process of its own.
    fn new(module: &str, test: &str, orders: &Value) -> Process {
        Process::start(&mut testkit::process::again(module, test), orders)
    }

    fn start(command: &mut Command, orders: &Value) -> Process {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        command.stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(orders.to_string().as_bytes()).unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Process(child, output)
    }

    fn until(&mut self, word: &str) {
        let mut line = String::new();
        while !line.contains(word) {
            line.clear();
            assert!(self.1.read_line(&mut line).unwrap() > 0, "no {word}");
        }
    }

    /// What it says until it ends.
    fn rest(mut self) -> String {
        let mut said = String::new();
        self.1.read_to_string(&mut said).unwrap();
        self.0.wait().unwrap();
        said
    }
}

/// What such a process is to do.
fn orders() -> Value {
    let mut orders = String::new();
    std::io::stdin().read_to_string(&mut orders).unwrap();
    serde_json::from_str(&orders).unwrap()
}

/// The records of a file that are as they were written, by whoever reads docs/journal.md; and how many lines are not.
fn records(path: &std::path::Path) -> (Vec<Value>, usize) {
    let text = std::fs::read(path).unwrap_or_default();
    let (mut records, mut wrong) = (Vec::new(), 0);
    for line in text
        .split(|byte| *byte == b'\n')
        .filter(|line| !line.is_empty())
    {
        let json = line.get(9..).unwrap_or_default();
        let prefix = format!("{:08x} ", crc32fast::hash(json));
        match line.starts_with(prefix.as_bytes()) {
            true => records.push(serde_json::from_slice(json).unwrap()),
            false => wrong += 1,
        }
    }
    (records, wrong)
}

/// How many of them are of a kind.
fn count(records: &[Value], kind: &str) -> usize {
    records
        .iter()
        .filter(|record| record["record"] == kind)
        .count()
}
