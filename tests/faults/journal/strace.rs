//! A test of this program that runs under strace, which makes system calls on some paths fail.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::Process;

/// Gives what it said, a JSON object in each line behind "said ", and the trace. The first of the paths has the trace
/// beside it.
pub fn run(
    module: &str,
    test: &str,
    paths: &[&Path],
    options: &[&str],
    orders: &Value,
) -> (Vec<Value>, String) {
    let trace = paths[0].with_file_name("trace.txt");
    let again = testkit::process::again(module, test);
    let mut strace = Command::new("strace");
    strace.args(["-f", "-qq", "-e", "signal=none", "-o"]);
    strace.arg(&trace);
    for path in paths {
        strace.arg("-P").arg(path);
    }
    strace.args(options);
    strace.arg(again.get_program()).args(again.get_args());
    let said = Process::start(&mut strace, orders).rest();
    let lines = said.lines().filter_map(|line| line.split_once("said "));
    let said = lines
        .map(|(_, json)| serde_json::from_str(json).unwrap())
        .collect();
    (said, std::fs::read_to_string(trace).unwrap())
}

/// Makes the call of that number fail, or kills the process at it.
pub fn inject(call: &str, fault: &str, number: usize) -> String {
    let fault = match fault {
        KILL => "signal=KILL".to_owned(),
        error => format!("error={error}"),
    };
    format!("inject={call}:{fault}:when={number}")
}

/// What a call on the journal may fail with, and that the process is killed at it.
pub fn faults(call: &str) -> Vec<&'static str> {
    let errors: &[&str] = match call {
        "close" => &[],
        "flock" => &["ENOLCK", "EINTR"],
        "openat" => &["EMFILE", "EACCES", "EINTR"],
        "statfs" => &["ENOSYS"],
        "statx" => &["EACCES", "ENOMEM"],
        "write" => &["ENOSPC", "EIO", "EINTR"],
        _ => &["EIO"],
    };
    errors.iter().copied().chain([KILL]).collect()
}

pub const KILL: &str = "KILL";

/// How often a trace has each call.
pub fn places(trace: &str) -> BTreeMap<String, usize> {
    let mut places = BTreeMap::new();
    for line in trace.lines() {
        let call = line
            .split_once(' ')
            .and_then(|(_, call)| call.trim_start().split_once('('));
        if let Some((call, _)) = call {
            *places.entry(call.to_owned()).or_default() += 1;
        }
    }
    places
}
