//! A check of a certificate that hangs, as one does that asks a silent server about revocation.

use std::sync::Arc;
use std::time::{Duration, Instant};

use hr::ffi::handle;
use hr::ffi::test_hooks::{HOLD, HeldWork, waiting};
use hr_sandbox::{Options, Sandbox};
use serde_json::json;

use super::{Gate, at_rest, busy, until};
use testkit::*;

fn secure() -> (Sandbox, TempFile) {
    let sandbox = start(Options {
        tls: true,
        ..Options::default()
    });
    let pem = sandbox.ca_pem().unwrap();
    let file = TempFile::new("ca.pem", pem.as_bytes());
    (sandbox, file)
}

fn host(sandbox: &Sandbox, ca: &TempFile, connect_ms: u32) -> Host {
    let limits = json!({"connect_ms": connect_ms, "call_ms": 60_000});
    Host::with(sandbox, json!({"ca_file": ca.path(), "timeouts": limits}))
}

/// In this thread what is held waits at the gate.
fn held(gate: &Arc<Gate>, held: HeldWork) {
    let gate = Arc::clone(gate);
    HOLD.set(Some(Arc::new(move |what| {
        if what == held {
            gate.pass();
        }
    })));
}

/// The check ran on the caller's thread: neither the limit of time nor `hr_cancel` ended it.
#[test]
fn r145_a_check_that_hangs_ends_in_time() {
    testkit::alone!();
    let ((sandbox, ca), gate) = (secure(), Arc::new(Gate::default()));
    HOLD.set(None);
    let (url, bearer) = {
        let host = host(&sandbox, &ca, 20_000);
        let login = host.log_in(CPS, PIN);
        (login.str("serviceUrl"), login.str("bearer"))
    };
    sandbox.reset();
    held(&gate, HeldWork::Certificate);
    let late = host(&sandbox, &ca, 1000);
    assert_eq!(late.session_set(&url, &bearer), 0);
    let start = Instant::now();
    let put = late.profile_put("{}");
    let took = start.elapsed();
    let put = put.fails("HR_E_TIMEOUT").outcome("not_sent");
    assert_eq!(put.json["phase"], "tls");
    assert!(took >= Duration::from_millis(1000), "{took:?}");
    assert!(took < Duration::from_secs(10), "{took:?}");
    assert_eq!((gate.begun(), busy()), (1, (1, 0)));
    // Asked again, the same check goes on.
    late.ticket().fails("HR_E_TIMEOUT");
    assert_eq!((gate.begun(), busy()), (1, (1, 0)));
    assert!(sandbox.requests().is_empty());

    // Other handles go on, over TLS as well.
    let (other, other_ca) = secure();
    let none = Arc::new(Gate::default());
    none.release();
    held(&none, HeldWork::Certificate);
    host(&other, &other_ca, 20_000).ticket().ok();
    Host::of(&self::sandbox()).ticket().ok();
    assert_eq!(none.begun(), 1);

    // Too late for those who asked, the success counts for who asks next.
    gate.release();
    until(at_rest);
    held(&gate, HeldWork::Certificate);
    late.ticket().ok();
    host(&sandbox, &ca, 20_000).ticket().ok();
    assert_eq!(gate.begun(), 1);
}

#[test]
fn r146_a_cancelled_call_leaves_its_check() {
    testkit::alone!();
    for what in [HeldWork::Certificate, HeldWork::Roots] {
        let mut best = Duration::MAX;
        for _ in 0..5 {
            let ((sandbox, ca), gate) = (secure(), Arc::new(Gate::default()));
            let host = host(&sandbox, &ca, 60_000);
            let number = host.0;
            let call = std::thread::spawn({
                let gate = Arc::clone(&gate);
                move || {
                    held(&gate, what);
                    let ended = host.ticket().fails("HR_E_CANCELLED");
                    assert_eq!(ended.json["phase"], "tls");
                    Instant::now()
                }
            });
            until(|| gate.begun() == 1 && waiting() == 1);
            let cancelled = Instant::now();
            assert_eq!(handle::hr_cancel(number), 0);
            best = best.min(call.join().unwrap() - cancelled);
            gate.release();
            until(at_rest);
            assert!(sandbox.requests().is_empty());
        }
        // The best of several: the machine may be busy.
        assert!(best < Duration::from_millis(50), "{best:?}");
    }
}

#[test]
fn r147_connections_to_one_server_wait_for_one_check() {
    testkit::alone!();
    let ((sandbox, ca), gate) = (secure(), Arc::new(Gate::default()));
    for what in [HeldWork::Roots, HeldWork::Certificate] {
        let gate = match what {
            HeldWork::Roots => &gate,
            HeldWork::Certificate => &Arc::new(Gate::default()),
        };
        std::thread::scope(|scope| {
            for _ in 0..20 {
                let (gate, sandbox, ca) = (gate, &sandbox, &ca);
                scope.spawn(move || {
                    held(gate, what);
                    host(sandbox, ca, 60_000).ticket().ok();
                });
            }
            // A worker that has just read the roots may not be back yet.
            until(|| (gate.begun(), waiting(), busy()) == (1, 20, (1, 0)));
            gate.release();
        });
        until(at_rest);
    }
}

/// What a worker finds is what the caller learns; a panic there is no acceptance.
#[test]
fn r148_a_refusal_by_a_worker_is_one() {
    testkit::alone!();
    let ((sandbox, ca), (_other, other_ca)) = (secure(), secure());
    HOLD.set(Some(Arc::new(|_| {})));
    for _ in 0..2 {
        let refused = host(&sandbox, &other_ca, 20_000).ticket();
        let refused = refused.fails("HR_E_TLS");
        assert_eq!(refused.json["phase"], "tls");
        assert!(refused.str("remedy").contains("certificate"), "{refused:?}");
    }
    for what in [HeldWork::Roots, HeldWork::Certificate] {
        HOLD.set(Some(Arc::new(move |held| {
            assert!(held != what, "planted");
        })));
        let failed = host(&sandbox, &ca, 20_000).ticket().fails("HR_E_TLS");
        assert_eq!(failed.json["phase"], "tls");
    }
    assert!(sandbox.requests().is_empty());
    HOLD.set(Some(Arc::new(|_| {})));
    host(&sandbox, &ca, 20_000).ticket().ok();
}
