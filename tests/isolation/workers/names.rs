//! Names whose look-up hangs.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use hr::ffi::handle;
use hr::ffi::test_hooks::{RESOLVER, waiting, workers};
use hr_sandbox::Sandbox;
use serde_json::json;

use super::{Gate, MOST, at_rest, busy, until};
use testkit::*;

/// In this thread names that begin with `dead` hang at the gate; then, as all others, they are this computer's.
fn names(gate: &Arc<Gate>) {
    let gate = Arc::clone(gate);
    RESOLVER.set(Some(Arc::new(move |host: &str, port| {
        if host.starts_with("dead") {
            gate.pass();
        }
        vec![SocketAddr::new(Ipv4Addr::LOCALHOST.into(), port)]
    })));
}

fn host_at(sandbox: &Sandbox, name: &str, connect_ms: u32) -> Host {
    let url = sandbox.license_url().replace("127.0.0.1", name);
    assert!(url.contains(name), "{url}");
    let limits = json!({"connect_ms": connect_ms, "call_ms": 60_000});
    Host::with(
        sandbox,
        json!({"license_url": url, "allow_plain_http": true, "timeouts": limits}),
    )
}

/// One worker looked up all names, so that a dead one held up every handle.
#[test]
fn r140_a_dead_name_holds_up_no_other() {
    testkit::alone!();
    let (sandbox, gate) = (sandbox(), Arc::new(Gate::default()));
    let good = host_at(&sandbox, "good.example", 20_000);
    let ask_good = || {
        names(&gate);
        let start = Instant::now();
        (good.ticket(), start.elapsed())
    };
    std::thread::scope(|scope| {
        let dead = |number| {
            let (gate, sandbox) = (&gate, &sandbox);
            scope.spawn(move || {
                names(gate);
                let host = host_at(sandbox, &format!("dead{number}.example"), 60_000);
                host.ticket().ok();
            });
        };
        (1..MOST).for_each(dead);
        until(|| gate.begun() == MOST - 1);
        let (ticket, took) = ask_good();
        ticket.ok();
        assert!(took < Duration::from_secs(5), "{took:?}");

        // All workers hang: what comes now waits as long as its call may, and is then gone.
        dead(MOST);
        until(|| gate.begun() == MOST);
        let impatient = host_at(&sandbox, "good.example", 200);
        names(&gate);
        for _ in 0..3 {
            let late = impatient.ticket().fails("HR_E_TIMEOUT");
            assert_eq!(late.json["phase"], "resolve");
            assert_eq!(busy(), (MOST, 0));
        }
        let mut waiting = Vec::new();
        for number in 0..20 {
            let (gate, sandbox) = (&gate, &sandbox);
            waiting.push(scope.spawn(move || {
                names(gate);
                let host = host_at(sandbox, &format!("good{number}.example"), 60_000);
                host.ticket().ok();
            }));
        }
        until(|| busy() == (MOST, 20));
        gate.release();
    });
    until(at_rest);
    ask_good().0.ok();
    until(at_rest);
}

/// Whoever asks for a dead name, it takes one worker; all have its answer.
#[test]
fn r141_equal_names_are_looked_up_once() {
    testkit::alone!();
    let (sandbox, gate) = (sandbox(), Arc::new(Gate::default()));
    std::thread::scope(|scope| {
        for number in 0..20 {
            let (gate, sandbox) = (&gate, &sandbox);
            scope.spawn(move || {
                names(gate);
                let name = ["dead.example", "DEAD.example"][number % 2];
                host_at(sandbox, name, 60_000).ticket().ok();
            });
        }
        until(|| gate.begun() == 1 && waiting() == 20);
        // Those that were there before have given up, and the name still hangs.
        names(&gate);
        for _ in 0..5 {
            let host = host_at(&sandbox, "dead.example", 50);
            host.ticket().fails("HR_E_TIMEOUT");
        }
        assert_eq!(gate.begun(), 1);
        assert_eq!(busy(), (1, 0));
        gate.release();
    });
    assert_eq!(gate.begun(), 1);
    // What is over is not an answer for later.
    names(&gate);
    host_at(&sandbox, "dead.example", 20_000).ticket().ok();
    assert_eq!(gate.begun(), 2);
}

/// A call that waits for a worker, or for what one does, ends at once when it is cancelled.
#[test]
fn r142_a_cancelled_call_leaves_its_worker() {
    testkit::alone!();
    let (sandbox, gate) = (sandbox(), Arc::new(Gate::default()));
    let mut best = Duration::MAX;
    std::thread::scope(|scope| {
        for number in 0..MOST + 4 {
            let host = host_at(&sandbox, &format!("dead{number}.example"), 60_000);
            let (gate, number_of) = (&gate, host.0);
            let call = scope.spawn(move || {
                names(gate);
                let ended = host.ticket().fails("HR_E_CANCELLED");
                assert_eq!(ended.json["phase"], "resolve");
                Instant::now()
            });
            match number < MOST {
                true => until(|| gate.begun() == number + 1),
                false => until(|| busy().1 == 1),
            }
            let cancelled = Instant::now();
            assert_eq!(handle::hr_cancel(number_of), 0);
            best = best.min(call.join().unwrap() - cancelled);
            assert_eq!(busy().1, 0);
        }
    });
    // The best of several: the machine may be busy.
    assert!(best < Duration::from_millis(50), "{best:?}");
    assert_eq!(busy(), (MOST, 0));
    gate.release();
    until(at_rest);
}

/// A panic on a worker ends the look-up and nothing is printed.
#[test]
fn r143_a_panic_on_a_worker_is_silent() {
    const CHILD: &str = "HR_TEST_PANICS";
    if std::env::var_os(CHILD).is_none() {
        let mut again =
            testkit::process::again(module_path!(), "r143_a_panic_on_a_worker_is_silent");
        let ended = again.env(CHILD, "1").output().unwrap();
        let output = String::from_utf8_lossy(&ended.stderr);
        assert!(ended.status.success() && output.is_empty(), "{output}");
        return;
    }
    let sandbox = sandbox();
    let host = host_at(&sandbox, "planted.example", 20_000);
    for _ in 0..3 {
        RESOLVER.set(Some(Arc::new(|_, _| panic!("planted"))));
        let failed = host.ticket().fails("HR_E_CONNECT");
        assert_eq!(failed.json["phase"], "resolve");
        RESOLVER.set(Some(Arc::new(|_, port| {
            vec![SocketAddr::new(Ipv4Addr::LOCALHOST.into(), port)]
        })));
        host.ticket().ok();
    }
    until(at_rest);
}

/// A child of a process whose workers all hang has workers of its own.
#[cfg(unix)]
#[test]
fn r144_a_forked_child_has_its_own_workers() {
    testkit::alone!();
    let (sandbox, gate) = (sandbox(), Arc::new(Gate::default()));
    let child = std::thread::scope(|scope| {
        for number in 0..MOST {
            let (gate, sandbox) = (&gate, &sandbox);
            scope.spawn(move || {
                names(gate);
                let host = host_at(sandbox, &format!("dead{number}.example"), 60_000);
                host.ticket().ok();
            });
        }
        until(|| gate.begun() == MOST && waiting() == MOST);
        names(&gate);
        // SAFETY: the child uses the library which permits it, and ends without the rest of this program.
        let child = unsafe { libc::fork() };
        if child == 0 {
            let answers = || host_at(&sandbox, "good.example", 20_000).ticket().code == 0;
            let whole = workers() == [0, 0, 0] && answers() && workers()[0] == 1;
            // SAFETY: ends this process.
            unsafe { libc::_exit(if whole { 7 } else { 1 }) }
        }
        gate.release();
        child
    });
    let mut status = 0;
    // SAFETY: a child of ours and a variable.
    assert_eq!(unsafe { libc::waitpid(child, &mut status, 0) }, child);
    assert_eq!(libc::WEXITSTATUS(status), 7, "{status}");
    until(at_rest);
}
