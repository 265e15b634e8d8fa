//! A host with a journal that is killed, or whose system calls fail: what the next process knows, and what the sandbox
//! has in the end. A share of the cases is run; `HR_JOURNAL=full` runs all, and `HR_JOURNAL_MINUTES` says for how long
//! `removal` goes on.
#![cfg(unix)]

#[cfg(target_os = "linux")]
mod copies;
mod desk;
#[cfg(target_os = "linux")]
mod failing_calls;
mod kills;
#[cfg(target_os = "linux")]
mod removal;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdout, Command, Stdio};

use serde_json::Value;

pub fn is_full() -> bool {
    std::env::var("HR_JOURNAL").as_deref() == Ok("full")
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
    fn start(command: &mut Command, orders: &Value) -> Process {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        command.stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(orders.to_string().as_bytes()).unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Process(child, output)
    }

    /// Reads on until it says this; false at its end.
    fn until(&mut self, words: &str) -> bool {
        let mut line = String::new();
        while !line.contains(words) {
            line.clear();
            if self.1.read_line(&mut line).unwrap() == 0 {
                return false;
            }
        }
        true
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
