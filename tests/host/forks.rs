//! Regressions that need a process of their own: hosts that fork, or cancel threads, while the library works.
#![cfg(target_os = "linux")]

use hr_sandbox::{Call, Fault, Sandbox};
use serde_json::json;
use testkit::TempFile;

use super::host_environment::{config, host, survives};

/// Ends the host where the system does not permit what is tested.
const NOT_PERMITTED: i32 = 77;

const SOURCE: &str = "tests/c/forks.c";

#[track_caller]
fn lives(arguments: &[&str], sandbox: &Sandbox) {
    let mut config = config(sandbox, &None);
    let folder = TempFile::new("folder", b"");
    if arguments[0] == "log" {
        config["journal"] = json!(folder.0.with_file_name("records.hrj"));
    }
    survives(SOURCE, arguments, &config);
}

/// A child waited for ever for the lock of the log, or of the journal, which another thread held at the fork.
#[test]
fn r82_children_of_a_process_that_logs() {
    lives(&["log", "400"], &testkit::sandbox());
}

/// And for what the first call does once for the process.
#[test]
fn r83_a_fork_during_the_first_call() {
    lives(&["first", "400"], &testkit::sandbox());
}

/// A child in a new pid namespace may have its parent's number, and could use its handles.
#[test]
fn r84_a_child_with_the_pid_of_its_parent() {
    let sandbox = testkit::sandbox();
    let Some(ended) = host(SOURCE, &["namespace"], &config(&sandbox, &None)) else {
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
    lives(&["session", &url, &bearer, &config], &sandbox);
}

/// A cancellation unwound the stack of a call, which ended the process.
#[test]
fn r85_a_cancelled_thread_ends_after_its_call() {
    for kind in ["deferred", "asynchronous"] {
        let sandbox = testkit::sandbox();
        sandbox.set_fault(Fault::on(Call::Ticket).delay_ms(60_000));
        lives(&[kind], &sandbox);
    }
}
