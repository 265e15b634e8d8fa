//! Every call ends by its deadline.

use std::time::{Duration, Instant};

use serde_json::json;

use super::steps::*;
use testkit::raw_server::Peer;

const LIMIT: Duration = Duration::from_millis(250);
/// What a busy machine may add; the library's own share is milliseconds.
const GRACE: Duration = Duration::from_millis(1500);

/// Runs the call against a peer that never comes to an end; gives the run and how late it ended.
fn late(step: Step, script: impl Fn(Peer) + Send + Sync + 'static) -> (Run, Duration) {
    let limit = LIMIT.as_millis() as u64;
    let config = json!({"timeouts": {"call_ms": limit, "login_ms": limit}});
    let (sender, begun) = std::sync::mpsc::channel();
    let run = run_with(step, &config, move |peer| {
        sender.send(Instant::now()).unwrap();
        script(peer);
    });
    // Measured from the connection, which the call opens at once.
    let over = begun.recv().unwrap().elapsed().saturating_sub(LIMIT);
    assert!(over < GRACE, "{over:?} late: {}", run.text());
    (run, over)
}

fn dribble(mut peer: Peer, head: &str, byte: &str) {
    peer.request();
    peer.send(head);
    while peer.send(byte) {
        // The pace is the fault here: bytes keep coming, each alone.
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn every_call_ends_by_its_deadline() {
    let worst = std::thread::scope(|threads| {
        let steps: Vec<_> = STEPS.map(|step| threads.spawn(move || latest(step))).into();
        steps.into_iter().map(|thread| thread.join().unwrap()).max()
    });
    println!("latest end after the deadline: {:?}", worst.unwrap());
}

/// Every kind of delay for one operation; gives the latest end.
fn latest(step: Step) -> Duration {
    let mut worst = Duration::ZERO;
    let mut note = |run: (Run, Duration)| {
        worst = worst.max(run.1);
        assert_eq!(run.0.requests.len(), 1);
        run.0
    };
    // Accepts, reads, never answers.
    let silent = note(late(step, |mut peer| {
        peer.request();
        peer.hold();
    }));
    silent.unanswered("HR_E_TIMEOUT");
    assert_eq!(silent.outcome.json["phase"], "wait");
    // Half a status line, then nothing.
    let half = note(late(step, |mut peer| {
        peer.request();
        peer.send("HTTP/1.1 20");
        peer.hold();
    }));
    half.unanswered("HR_E_TIMEOUT");
    // Byte by byte: the head, interim answers, the body.
    note(late(step, |peer| {
        dribble(peer, "HTTP/1.1 200 OK\r\nx:", "y")
    }))
    .unanswered("HR_E_TIMEOUT");
    note(late(step, |peer| {
        dribble(peer, "", "HTTP/1.1 100 Continue\r\n\r\n")
    }))
    .unanswered("HR_E_TIMEOUT");
    for framing in ["content-length: 100000\r\n", ""] {
        let head = format!("HTTP/1.1 200 OK\r\n{framing}\r\n");
        let body = note(late(step, move |peer| dribble(peer, &head, "1")));
        body.ends("HR_E_TIMEOUT", "accepted_unreadable", "unknown");
        assert_eq!(body.outcome.json["http_status"], 200);
        assert_eq!(body.outcome.json["phase"], "read");
    }
    let chunks = note(late(step, |peer| {
        let head = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
        dribble(peer, head, "1\r\n1\r\n")
    }));
    chunks.ends("HR_E_TIMEOUT", "accepted_unreadable", "unknown");
    // A refusal is one as soon as its head is there, also when its body never ends, but for a login's.
    let refusal = note(late(step, |peer| {
        dribble(peer, "HTTP/1.1 422 No\r\ncontent-length: 1000\r\n\r\n", "1")
    }));
    refusal.ends("HR_E_REFUSED", "rejected", "unknown");
    worst
}

/// Not even the request is read.
#[test]
fn a_peer_that_only_accepts() {
    for step in STEPS {
        let (run, _) = late(step, Peer::freeze);
        run.unanswered("HR_E_TIMEOUT");
        assert_eq!(run.outcome.json["phase"], "wait");
    }
}

/// The status decides: its body is not waited for until the end of the call's time.
#[test]
fn a_refusal_whose_body_never_ends_is_told_early() {
    let started = Instant::now();
    let run = run_with(
        Step::Get,
        &json!({"timeouts": {"call_ms": 60_000}}),
        |mut peer| {
            peer.request();
            peer.send("HTTP/1.1 403 Forbidden\r\ncontent-length: 10\r\n\r\n{");
            peer.hold();
        },
    );
    assert_eq!(run.outcome.json["name"], "HR_E_UNAUTHORIZED");
    assert!(
        started.elapsed() < Duration::from_secs(20),
        "{:?}",
        started.elapsed()
    );
}
