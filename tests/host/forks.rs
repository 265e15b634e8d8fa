//! Regressions that need a process of their own: hosts that fork, or cancel threads, while the library works.
#![cfg(target_os = "linux")]

use std::process::Command;

use hr_sandbox::{Call, Fault, Sandbox};
use serde_json::json;
use testkit::TempFile;
use testkit::c_compiler::{self, C11, Ended};
use testkit::tools::has;

/// Ends the host where the system does not permit what is tested.
const NOT_PERMITTED: i32 = 77;

/// Runs the program in one of its ways; None where there is no compiler.
fn run(arguments: &[&str], sandbox: &Sandbox) -> Option<Ended> {
    if !has(C11.tool, &format!("a host with {arguments:?}")) {
        return None;
    }
    let mut config = sandbox.config_json();
    let folder = TempFile::new("folder", b"");
    if arguments[0] == "log" {
        config["journal"] = json!(folder.0.with_file_name("records.hrj"));
    }
    config["timeouts"] = json!({"connect_ms": 60_000, "call_ms": 60_000});
    let mut program = Command::new(c_compiler::compile(&C11, "tests/c/forks.c"));
    Some(c_compiler::run(
        program.args(arguments),
        &format!("{config}\n"),
    ))
}

#[track_caller]
fn lives(arguments: &[&str]) {
    if let Some(ended) = run(arguments, &testkit::sandbox()) {
        assert_eq!(ended.code, Some(0), "{ended:?}");
        print!("{}", ended.out);
    }
}

/// A child waited for ever for the lock of the log, or of the journal, which another thread held at the fork.
#[test]
fn r82_children_of_a_process_that_logs() {
    lives(&["log", "400"]);
}

/// And for what the first call does once for the process.
#[test]
fn r83_a_fork_during_the_first_call() {
    lives(&["first", "400"]);
}

/// A child in a new pid namespace may have its parent's number, and could use its handles.
#[test]
fn r84_a_child_with_the_pid_of_its_parent() {
    let Some(ended) = run(&["namespace"], &testkit::sandbox()) else {
        return;
    };
    if ended.code == Some(NOT_PERMITTED) {
        let text = "NOT RUN: a child with the pid of its parent (pid namespaces are not permitted)";
        assert!(std::env::var("HR_STRICT").as_deref() != Ok("1"), "{text}");
        eprintln!("{text}");
        return;
    }
    assert_eq!(ended.code, Some(0), "{ended:?}");
}

/// What another thread of the parent has at the fork, nobody in the child would ever give back.
#[test]
fn a_child_does_not_wait_for_a_call_of_its_parent() {
    let sandbox = testkit::sandbox();
    let login = testkit::Host::of(&sandbox).log_in(testkit::CPS, testkit::PIN);
    sandbox.set_fault(Fault::on(Call::PatientGet).delay_ms(60_000));
    let (url, bearer) = (login.str("serviceUrl"), login.str("bearer"));
    let config = json!({"timeouts": {"call_ms": 300}}).to_string();
    if let Some(ended) = run(&["session", &url, &bearer, &config], &sandbox) {
        assert_eq!(ended.code, Some(0), "{ended:?}");
    }
}

/// A cancellation unwound the stack of a call, which ended the process.
#[test]
fn r85_a_cancelled_thread_ends_after_its_call() {
    for kind in ["deferred", "asynchronous"] {
        let sandbox = testkit::sandbox();
        sandbox.set_fault(Fault::on(Call::Ticket).delay_ms(60_000));
        if let Some(ended) = run(&[kind], &sandbox) {
            assert_eq!(ended.code, Some(0), "{kind}: {ended:?}");
        }
    }
}
