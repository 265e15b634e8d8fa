//! System calls that fail, one at a time, while a host walks the chain: whatever fails, the host lives on and
//! gets a code. strace makes the calls fail. A part of the places is tried; `HR_SYSCALL_FAULTS=full` tries all.
#![cfg(target_os = "linux")]

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;

use hr_sandbox::{Options, Sandbox};
use serde_json::json;
use testkit::c_compiler::{self, C11, Ended, PRELOAD};
use testkit::tools::has;
use testkit::{CPS, PIN, TempFile};

/// Each call with the errors that it may give. For futex only those that glibc itself survives; brk is not here,
/// since the kernel reports its failure by an address, which strace cannot know.
const FAULTS: &[(&str, &[&str])] = &[
    ("clone3", &["EAGAIN", "ENOMEM", "ENOSYS"]),
    ("clone", &["EAGAIN", "ENOMEM"]),
    ("close", &["EIO", "EINTR"]),
    (
        "connect",
        &["ECONNREFUSED", "EADDRNOTAVAIL", "ENETUNREACH", "EINTR"],
    ),
    ("fcntl", &["EINVAL", "ENOMEM"]),
    ("fstat", &["EIO", "ENOMEM"]),
    ("futex", &["EAGAIN", "EINTR"]),
    ("getpeername", &["ENOBUFS"]),
    ("getrandom", &["EINTR", "ENOSYS", "EAGAIN"]),
    ("getsockopt", &["ENOMEM", "EINVAL"]),
    ("ioctl", &["EINVAL", "ENOMEM"]),
    ("lseek", &["EINVAL"]),
    ("mmap", &["ENOMEM", "EAGAIN"]),
    ("mprotect", &["ENOMEM"]),
    ("munmap", &["EINVAL", "ENOMEM"]),
    ("openat", &["EMFILE", "ENFILE", "ENOENT", "EINTR"]),
    ("read", &["EIO", "EINTR"]),
    ("recvfrom", &["ECONNRESET", "EINTR", "ENOMEM", "EAGAIN"]),
    ("sendto", &["EPIPE", "ECONNRESET", "EINTR", "ENOBUFS"]),
    ("setsockopt", &["ENOMEM", "EINVAL"]),
    ("socket", &["EMFILE", "ENFILE", "ENOBUFS", "EACCES"]),
    ("statx", &["EACCES", "EIO", "ENOSYS"]),
];

struct Rack {
    program: PathBuf,
    preload: PathBuf,
    sandbox: Sandbox,
    document: TempFile,
    trace: TempFile,
}

impl Rack {
    fn new() -> Rack {
        Rack {
            program: c_compiler::compile(&C11, "tests/c/syscall_faults.c"),
            preload: c_compiler::compile(&PRELOAD, "tests/c/slow_names.c"),
            sandbox: Sandbox::start(Options::default()).unwrap(),
            document: TempFile::new("a.pdf", &[7; 300_000]),
            trace: TempFile::new("trace.txt", b""),
        }
    }

    /// Runs the host under strace, with these options.
    fn run(&self, options: &[String]) -> (Ended, String) {
        let limits =
            json!({"connect_ms": 3000, "call_ms": 3000, "login_ms": 3000, "upload_ms": 3000});
        let mut here = self.sandbox.config_json();
        here["timeouts"] = limits;
        let mut name = here.clone();
        name["license_url"] = "https://license.example".into();
        let mut strace = Command::new("strace");
        strace
            .args(["-f", "-qq", "-o", self.trace.path()])
            .args(options);
        strace.args(["-E", &format!("LD_PRELOAD={}", self.preload.display())]);
        strace.arg(&self.program);
        self.sandbox.reset();
        let document = self.document.path();
        let ended = c_compiler::run(
            &mut strace,
            &format!("{here}\n{name}\n{CPS}\n{PIN}\n{document}\n"),
        );
        (ended, std::fs::read_to_string(&self.trace.0).unwrap())
    }

    /// Makes this call fail at its `number`-th time: what was asked of strace, how the host ended, and whether the
    /// call failed. A run may have fewer calls than those that were counted, so the times before are tried as well.
    fn fail(&self, call: &str, error: &str, before: usize, number: usize) -> (String, Ended, bool) {
        let mut number = number;
        loop {
            let inject = format!("inject={call}:error={error}:when={number}");
            let trace = format!("trace={call}");
            let (ended, trace) = self.run(&["-e".into(), trace, "-e".into(), inject.clone()]);
            let took_place = trace.contains("(INJECTED)");
            if took_place || ended.code != Some(0) || number == before + 1 {
                return (inject, ended, took_place);
            }
            number -= 1;
        }
    }
}

/// For each call, how often the main thread makes it before the first marker and before the second.
fn places(trace: &str) -> BTreeMap<&str, [usize; 2]> {
    let main = trace.split(' ').next().unwrap();
    let mut places: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    let mut markers = 0;
    for line in trace.lines() {
        let Some((call, _)) = line
            .strip_prefix(main)
            .and_then(|line| line.trim_start().split_once('('))
        else {
            continue;
        };
        markers += usize::from(call == "getppid");
        let counts = places.entry(call).or_default();
        for count in counts.iter_mut().skip(markers) {
            *count += 1;
        }
    }
    assert_eq!(markers, 2, "{trace}");
    places
}

/// What each run has: how often a lock, or a connection that is not accepted yet, is looked at differs.
fn in_every<'a>(runs: &[BTreeMap<&'a str, [usize; 2]>]) -> BTreeMap<&'a str, [usize; 2]> {
    let mut common = runs[0].clone();
    for run in runs {
        common.retain(|call, _| run.contains_key(call));
        for (call, counts) in &mut common {
            let other = run[call];
            *counts = [counts[0].max(other[0]), counts[1].min(other[1])];
        }
    }
    common.retain(|_, [before, after]| before <= after);
    common
}

/// Which of the numbers after `from` up to `to` are tried.
fn tried(from: usize, to: usize, full: bool) -> Vec<usize> {
    let count = to - from;
    let all = (from + 1..=to).enumerate();
    let few = 3;
    all.filter(|(i, _)| full || count <= few || [0, count / 2, count - 1].contains(i))
        .map(|(_, number)| number)
        .collect()
}

/// R24: a look-up worker that could not start panicked. R25: one failure of the random source left the PIN
/// guard without a key for ever.
#[test]
fn every_system_call_may_fail() {
    let full = std::env::var("HR_SYSCALL_FAULTS").as_deref() == Ok("full");
    let what = "system calls that fail";
    if !has("strace", what) || !has(C11.tool, what) {
        return;
    }
    let rack = Rack::new();
    let fine_runs = [(); 3].map(|()| {
        let (ended, trace) = rack.run(&[]);
        assert_eq!(ended.code, Some(0), "{ended:?}");
        (ended.out, trace)
    });
    let fine = fine_runs[0].0.clone();
    assert_eq!(fine.matches(" HR_OK\n").count(), 12, "{fine}");
    assert!(fine.contains("hr_ticket HR_E_CONNECT"), "{fine}");
    let places = in_every(&fine_runs.each_ref().map(|(_, trace)| places(trace)));

    let (mut runs, mut injected, mut unlike) = (0, 0, 0);
    let (mut abnormal, mut panics) = (Vec::new(), Vec::new());
    for (call, errors) in FAULTS {
        let Some([before, after]) = places.get(call) else {
            continue;
        };
        for number in tried(*before, *after, full) {
            for error in *errors {
                let (inject, ended, took_place) = rack.fail(call, error, *before, number);
                runs += 1;
                injected += usize::from(took_place);
                unlike += usize::from(ended.out != fine);
                if ended.code != Some(0) {
                    abnormal.push(format!("{inject}: {ended:?}"));
                }
                if *call == "clone3" {
                    // A thread that could not be started is started for the next name.
                    let last = "hr_ticket HR_E_CONNECT\nhr_close HR_OK\n";
                    assert!(ended.out.ends_with(last), "{inject}: {ended:?}");
                }
                if ended.out.contains("HR_E_PANIC") {
                    panics.push(format!("{inject}: {}", ended.out));
                }
            }
        }
    }
    println!(
        "syscall faults: {runs} runs, {injected} injected, {unlike} with other codes, {} abnormal exits, {} panics",
        abnormal.len(),
        panics.len()
    );
    assert!(injected * 10 >= runs * 9, "{injected} of {runs} took place");
    assert!(abnormal.is_empty(), "{abnormal:#?}");
    assert!(panics.is_empty(), "{panics:#?}");
}
