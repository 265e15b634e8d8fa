//! Tests that need a process of their own: they change the environment, replace what is one for the process, count
//! its threads or descriptors, fork, or search its memory.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::{Mutex, PoisonError};

use crate::temp_file::TempFile;

/// Set in a process that runs one test.
const ALONE: &str = "HR_TEST_ALONE";

/// This program once more, for one test. `module` is the test's `module_path!()`.
pub fn again(module: &str, test: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    let name = match module.split_once("::") {
        Some((_, inner)) => format!("{inner}::{test}"),
        None => test.to_owned(),
    };
    command.args(["--exact", &name, "--include-ignored", "--nocapture"]);
    command
}

/// Whether this process was made for one test. If not, the test `module::name` is run in such a process: see `alone!`. One
/// that is to be silent writes nothing to its standard error.
pub fn alone(test: &str, silent: bool) -> bool {
    let (module, name) = test.rsplit_once("::").unwrap();
    if std::env::var(ALONE).as_deref() == Ok(test) {
        return true;
    }
    // One at a time: each of them may use all of the machine.
    static ONE: Mutex<()> = Mutex::new(());
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let mut command = again(module, name);
    command.env(ALONE, test).stdout(Stdio::piped());
    let errors = TempFile::new("stderr", b"");
    if silent {
        command.stderr(File::create(&errors.0).unwrap());
    }
    let mut child = command.spawn().unwrap();
    let output = BufReader::new(child.stdout.take().unwrap());
    let mut passed = false;
    for line in output.lines().map_while(Result::ok) {
        // Whoever adds up the results of tests counts this one once.
        match line.starts_with("test result: ") {
            true => passed = line.contains(" 1 passed;"),
            false => println!("{line}"),
        }
    }
    let status = child.wait().unwrap();
    let said = std::fs::read_to_string(&errors.0).unwrap();
    let silent = said.is_empty();
    assert!(
        status.success() && passed && silent,
        "{test}: {status} {said}"
    );
    false
}

/// The rest of this test runs in a process of its own; `alone!(silent)` in one that says nothing on standard error.
#[macro_export]
macro_rules! alone {
    ($($silent:ident)?) => {{
        fn here() {}
        let here = std::any::type_name_of_val(&here);
        let test = here.strip_suffix("::here").unwrap();
        if !$crate::process::alone(test, stringify!($($silent)?) == "silent") {
            return;
        }
    }};
}

/// A child that does not outlive the test.
pub struct Running(pub Child);

impl Running {
    pub fn kill(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.kill();
    }
}

/// One whose lines are read.
pub struct Speaking {
    pub running: Running,
    output: BufReader<ChildStdout>,
}

impl Speaking {
    pub fn start(command: &mut Command) -> Speaking {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::null()).spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let running = Running(child);
        Speaking { running, output }
    }

    pub fn write(&mut self, text: &str) {
        let stdin = self.running.0.stdin.as_mut().unwrap();
        stdin.write_all(text.as_bytes()).unwrap();
    }

    /// Writes this to its standard input, and closes it.
    pub fn with_input(mut self, text: &str) -> Speaking {
        self.write(text);
        drop(self.running.0.stdin.take());
        self
    }

    /// Reads on until a line has these words: what stands behind them; None at the end.
    pub fn said(&mut self, words: &str) -> Option<String> {
        let lines = self.output.by_ref().lines().map(Result::unwrap);
        let mut behind = lines.filter_map(|line| Some(line.split_once(words)?.1.trim().to_owned()));
        behind.next()
    }

    /// What it says until it ends.
    pub fn rest(mut self) -> String {
        let mut said = String::new();
        self.output.read_to_string(&mut said).unwrap();
        self.running.0.wait().unwrap();
        said
    }
}

/// The variables that may name a proxy.
pub const PROXY_VARIABLES: [&str; 6] = [
    "HTTP_PROXY",
    "http_proxy",
    "HTTPS_PROXY",
    "https_proxy",
    "ALL_PROXY",
    "all_proxy",
];

/// Sets variables of the environment, or removes them.
///
/// # Safety
/// No other thread of this process reads the environment now.
pub unsafe fn set_environment(variables: &[(&str, Option<&str>)]) {
    for (name, value) in variables {
        // SAFETY: the caller's.
        unsafe {
            match value {
                Some(value) => std::env::set_var(name, value),
                None => std::env::remove_var(name),
            }
        }
    }
}
