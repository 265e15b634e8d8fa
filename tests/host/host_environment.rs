//! Hosts in which something is unusual live on: C programs with the library as it is shipped.
#![cfg(target_os = "linux")]

use std::process::Command;

use hr_sandbox::{Call, Cut, Fault, Options, Sandbox};
use serde_json::{Value, json};
use testkit::c_compiler::{self, C11, Ended, LOADING, PRELOAD};
use testkit::tools::has;
use testkit::{CPS, PIN, TempFile, root_of};

const SOURCE: &str = "tests/c/host_environment.c";
const INTERRUPTED: &str = "-105";

fn start(tls: bool) -> (Sandbox, Option<TempFile>) {
    let options = Options {
        tls,
        ..Options::default()
    };
    let sandbox = Sandbox::start(options).unwrap();
    let ca = root_of(&sandbox);
    (sandbox, ca)
}

pub fn config(sandbox: &Sandbox, ca: &Option<TempFile>) -> Value {
    let mut config = sandbox.config_json();
    config["timeouts"] = json!({"connect_ms": 60_000, "call_ms": 60_000, "upload_ms": 60_000});
    if let Some(ca) = ca {
        config["ca_file"] = ca.path().into();
    }
    config
}

/// Runs a program in one of its ways; None where there is no compiler.
pub fn host(source: &str, arguments: &[&str], config: &Value) -> Option<Ended> {
    if !has(C11.tool, &format!("a host with {arguments:?}")) {
        return None;
    }
    let mut program = Command::new(c_compiler::compile(&C11, source));
    let input = format!("{config}\n{CPS}\n{PIN}\n");
    Some(c_compiler::run(program.args(arguments), &input))
}

/// The same of one that lives on: what it printed.
#[track_caller]
pub fn survives(source: &str, arguments: &[&str], config: &Value) -> Option<String> {
    let ended = host(source, arguments, config)?;
    assert_eq!(ended.code, Some(0), "{arguments:?}: {ended:?}");
    print!("{}", ended.out);
    Some(ended.out)
}

#[test]
fn closed_standard_streams() {
    for tls in [false, true] {
        let (sandbox, ca) = start(tls);
        let journal = TempFile::new("journal.hrj", b"");
        let mut config = config(&sandbox, &ca);
        config["journal"] = journal.path().into();
        if survives(SOURCE, &["closed"], &config).is_some() {
            assert_eq!(sandbox.documents().len(), 6);
        }
    }
}

/// With SIGPIPE as it is by default, and a standard error that nobody reads.
#[test]
fn peers_that_go_away() {
    for tls in [false, true] {
        let (sandbox, ca) = start(tls);
        let config = config(&sandbox, &ca);
        survives(SOURCE, &["pipe", "0"], &config);
        sandbox.set_fault(Fault::on(Call::PatientGet).times(1).cut(Cut::Before));
        survives(SOURCE, &["pipe", INTERRUPTED], &config);
        let cut = Fault::on(Call::DmpSend).cut(Cut::Before);
        sandbox.set_fault(cut.after_bytes(10_000));
        survives(SOURCE, &["pipe", INTERRUPTED], &config);
    }
}

/// The hooks that make a call panic are not in the shipped library, so this one runs the test itself.
#[test]
fn a_panic_while_nobody_reads_standard_error() {
    testkit::alone!();
    let host = testkit::Host::open(&json!({}));
    let mut ends = [0; 2];
    // SAFETY: plain system calls on descriptors that this process owns.
    unsafe {
        assert_eq!(libc::pipe(ends.as_mut_ptr()), 0);
        assert_eq!(libc::dup2(ends[1], 2), 2);
        libc::close(ends[0]);
        libc::close(ends[1]);
        libc::signal(libc::SIGPIPE, libc::SIG_DFL);
    }
    hr::ffi::test_hooks::hr_test_panic_in_next_call();
    host.state().fails("HR_E_PANIC");
    host.state().ok();
}

/// The header promises that 128 KiB are enough, with floating-point traps on as well.
#[test]
fn small_stacks() {
    for (tls, way) in [(false, "http"), (true, "https")] {
        let (sandbox, ca) = start(tls);
        let config = config(&sandbox, &ca);
        let enough =
            |kib: &&str| host(SOURCE, &["stack", kib], &config).map(|it| it.code == Some(0));
        let sizes = ["24", "32", "48", "64", "96", "128"];
        let smallest = sizes.iter().find(|kib| enough(kib) != Some(false));
        println!("smallest stack for the chain over {way}: {smallest:?} KiB");
        assert!(smallest.is_some(), "the chain over {way} needs more");
    }
}

/// R171: on Linux the other threads go on while a process ends, so a handler of its end may call everything.
#[test]
fn a_process_that_ends_in_the_midst_of_calls() {
    for tls in [false, true] {
        for how in ["return", "callback", "logging"] {
            let (sandbox, ca) = start(tls);
            let config = config(&sandbox, &ca);
            if let Some(said) = survives("tests/c/exiting.c", &[how], &config) {
                assert_eq!(said, "called\n");
                assert_eq!(sandbox.documents().len(), 0);
            }
        }
    }
}

#[test]
fn ten_thousand_handles() {
    let (sandbox, ca) = start(false);
    survives(SOURCE, &["many", "10000"], &config(&sandbox, &ca));
}

/// The resolver of this process hangs; a thread that is in it outlives the unloading of the library.
#[test]
fn a_hanging_name_server() {
    if !has(C11.tool, "a host with a hanging name server") {
        return;
    }
    let (sandbox, ca) = start(false);
    let here = config(&sandbox, &ca);
    let (mut name, mut localhost) = (here.clone(), here.clone());
    name["license_url"] = "https://license.example".into();
    name["timeouts"]["connect_ms"] = 400.into();
    let url = sandbox.license_url();
    assert!(url.contains("127.0.0.1"), "{url}");
    localhost["license_url"] = url.replace("127.0.0.1", "localhost").into();
    let preload = c_compiler::compile(&PRELOAD, "tests/c/slow_names.c");
    let mut program = Command::new(c_compiler::compile(&LOADING, "tests/c/names.c"));
    program.arg(testkit::shipped::library().join("libhr.so"));
    program.args([name, here, localhost].map(|config| config.to_string()));
    program.env("LD_PRELOAD", preload).env("NAMES_HANG", "1");
    let ended = c_compiler::run(&mut program, "");
    assert_eq!(ended.code, Some(0), "{ended:?}");
    print!("names: {}", ended.out);
}
