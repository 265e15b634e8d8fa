//! Two documents, sent again and again from several handles, from memory and from a file that is replaced by the
//! one and the other, to a server that accepts, refuses, cuts and stays silent. Each id of a doubt that was allowed
//! justifies one more copy, and nothing else does. HR_SEED repeats a run's choices.

use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::json;

use super::fixture::{Fixture, Way};
use testkit::digests::sha256;
use testkit::random::Random;
use testkit::raw_server::{Peer, answer};
use testkit::record;
use testkit::{Host, TempFile};

const THREADS: usize = 4;
const ROUNDS: usize = if cfg!(debug_assertions) { 150 } else { 1000 };
const LENGTH: usize = 300_000;

/// What happened to one of the documents.
#[derive(Default)]
struct Reported {
    accepted: AtomicUsize,
    unknown: AtomicUsize,
    /// By the server, after all of it.
    refused: AtomicUsize,
    allowed: Mutex<HashSet<String>>,
}

/// Lets the server think, so that handles overlap.
fn serve(mut peer: Peer, choice: u64) {
    let head = peer.head().map(|request| request.head.len());
    let Some(head) = head else {
        return;
    };
    if choice % 8 == 6 {
        peer.read_to(head + LENGTH / 2);
        return peer.close();
    }
    if peer.request().is_none() {
        return;
    }
    std::thread::sleep(Duration::from_millis(choice / 8 % 4));
    match choice % 8 {
        0..=2 => drop(peer.send(answer("200 OK", "connection: close\r\n", "{}"))),
        3 => drop(peer.send(answer("413 X", "connection: close\r\n", ""))),
        4 => drop(peer.send(answer("500 X", "connection: close\r\n", ""))),
        _ => {}
    }
    peer.close();
}

#[test]
fn no_document_is_doubled_without_a_persons_decision() {
    let seed = testkit::random::seed();
    let choices = Mutex::new(Random::of_stream(seed, 100));
    let fixture = Fixture::new(Way::Plain, &json!({}), move |mut peer| {
        if peer.head().is_some_and(|request| request.starts("POST ")) {
            let choice = choices.lock().unwrap().below(64);
            serve(peer, choice);
        } else {
            record::opens(&mut peer, "doubling");
            peer.close();
        }
    });
    let contents = [vec![b'A'; LENGTH], vec![b'B'; LENGTH]];
    let digests = [sha256(&contents[0]), sha256(&contents[1])];
    let reported: [Reported; 2] = Default::default();
    let file = TempFile::new("scan.pdf", &contents[0]);
    let changes = AtomicU64::new(0);
    std::thread::scope(|threads| {
        for thread in 0..THREADS {
            let (fixture, contents, digests) = (&fixture, &contents, &digests);
            let (reported, file, changes) = (&reported, &file, &changes);
            threads.spawn(move || {
                let mut random = Random::of_stream(seed, thread as u64);
                let host = Host::open(&json!({"timeouts": {"upload_ms": 20_000}}));
                assert_eq!(host.session_set(&fixture.server.url(), "bearer"), 0);
                host.read_and_open("doubling");
                for _ in 0..ROUNDS {
                    let which = random.below(2) as usize;
                    if random.below(3) == 0 {
                        let fresh = file.0.with_extension(thread.to_string());
                        std::fs::write(&fresh, &contents[which]).unwrap();
                        std::fs::rename(fresh, &file.0).unwrap();
                        changes.fetch_add(1, Ordering::SeqCst);
                    }
                    let sent = match random.below(2) {
                        0 => host.dmp_send_bytes("doubling", &contents[which], "a.pdf"),
                        _ => host.dmp_send("doubling", file.path(), None),
                    };
                    let of = digests
                        .iter()
                        .position(|digest| sent.json["sha256"] == digest.as_str());
                    match (sent.str("outcome").as_str(), of) {
                        ("accepted", Some(of)) => {
                            reported[of].accepted.fetch_add(1, Ordering::SeqCst)
                        }
                        ("unknown", Some(of)) => {
                            reported[of].unknown.fetch_add(1, Ordering::SeqCst)
                        }
                        ("rejected", Some(of)) if sent.json["http_status"] == 413 => {
                            reported[of].refused.fetch_add(1, Ordering::SeqCst)
                        }
                        ("accepted" | "unknown" | "accepted_unreadable", _) => {
                            panic!("{}", sent.text)
                        }
                        _ => 0,
                    };
                    let doubt = (sent.str("name") == "HR_E_CONFLICT" && random.below(2) == 0)
                        .then(|| sent.json["entry"].as_str().map(str::to_owned))
                        .flatten();
                    if let (Some(doubt), Some(of)) = (doubt, of) {
                        // Noted first: whoever sends may be quicker.
                        reported[of].allowed.lock().unwrap().insert(doubt.clone());
                        host.dmp_resend_allow(&doubt);
                    }
                }
            });
        }
    });
    let held: Vec<_> = fixture
        .server
        .requests()
        .into_iter()
        .filter(|request| request.starts("POST ") && request.whole)
        .map(|request| sha256(&super::form::parts(&request)[0].content))
        .collect();
    for (digest, reported) in digests.iter().zip(&reported) {
        let copies = held.iter().filter(|held| *held == digest).count();
        let [accepted, unknown, refused] =
            [&reported.accepted, &reported.unknown, &reported.refused]
                .map(|count| count.load(Ordering::SeqCst));
        let allowed = reported.allowed.lock().unwrap().len();
        println!(
            "doubling: {copies} copies, {accepted} accepted, {unknown} unknown, {refused} refused, {allowed} allowed"
        );
        assert!(accepted <= copies, "a word without a copy");
        // What was cut may count as sent, since the system had taken all of it.
        assert!(
            copies <= accepted + unknown + refused,
            "a copy without a word"
        );
        assert!(unknown <= 1 + allowed, "a doubt was passed by");
        assert!(unknown > 0 && accepted > 0, "too little happened");
    }
    let known = |held: &String| digests.contains(held);
    assert!(held.iter().all(known), "a mixture arrived");
    println!(
        "doubling: {} connections, {} changes",
        fixture.server.connections(),
        changes.load(Ordering::SeqCst)
    );
}
