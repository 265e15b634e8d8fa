//! Progress, and stopping from its receiver and from another thread.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use hr::ffi::handle;

use super::*;
use crate::callbacks::with_progress;

/// Uploads; gives what was reported. `stop` says from which report on the upload is to be stopped.
fn watched(
    fixture: &Fixture,
    document: &[u8],
    stop: impl Fn(i32) -> bool,
) -> (Outcome, Vec<(i32, i32)>) {
    let mut steps = Vec::new();
    let report = &mut |done, total| {
        steps.push((done, total));
        i32::from(stop(done))
    };
    let outcome = with_progress(&fixture.host, report, || fixture.send(document));
    (outcome, steps)
}

/// The whole is not reported before the server has answered: a host would show it as done.
#[test]
fn progress_grows_from_nothing_to_the_whole() {
    for way in [Way::Plain, Way::Tls13] {
        for size in [0, 1, 1000, 131_072, 300_000, 5_000_000] {
            let fixture = Fixture::new(way, 20_000, |peer, number| match number {
                0 => accept(peer),
                _ => lose_the_answer(peer),
            });
            let document = content(size);
            let (sent, steps) = watched(&fixture, &document, |_| false);
            sent.ok();
            let whole = size as i32;
            assert!(steps.iter().all(|step| step.1 == whole));
            assert!(steps.is_sorted(), "{steps:?}");
            assert_eq!((steps[0].0, steps.last().unwrap().0), (0, whole));
            assert!(steps.len() >= size / 140_000 && steps.len() <= size / 100_000 + 6);
            let (sent, steps) = watched(&fixture, &document, |_| false);
            sent.fails("HR_E_IN_DOUBT");
            let early = |step: &(i32, i32)| step.0 < step.1 || size == 0;
            assert!(steps.iter().all(early), "{steps:?}");
        }
    }
}

/// 400 MB brought 3,200 reports. Comparing is reported no more often.
#[test]
fn progress_comes_at_most_by_the_hundredth_or_ten_times_a_second() {
    let fixture = Fixture::plain(|peer, _| lose_the_answer(peer));
    let document = vec![66; 64 << 20];
    for (name, done) in [("HR_E_IN_DOUBT", 1..64 << 20), ("HR_E_CONFLICT", 0..1)] {
        let began = Instant::now();
        let mut reports = Vec::new();
        let report = &mut |done, _| {
            reports.push(done);
            0
        };
        let send = || fixture.send_by(&fixture.host, &document);
        with_progress(&fixture.host, report, send).fails(name);
        let allowed = 102 + began.elapsed().as_millis() as usize / 100;
        assert!((2..=allowed).contains(&reports.len()), "{}", reports.len());
        assert_eq!(reports[0], 0);
        assert!(done.contains(reports.last().unwrap()), "{reports:?}");
    }
}

#[test]
fn the_receiver_stops_the_upload() {
    for way in [Way::Plain, Way::Tls13] {
        for at in [0, 1, 1 << 20, 15 << 20] {
            let word = if at == 0 { "not_sent" } else { "incomplete" };
            let fixture = Fixture::new(way, 20_000, |peer, _| accept(peer));
            let (sent, steps) = watched(&fixture, large(), move |done| done >= at);
            sent.fails("HR_E_CANCELLED").outcome(word);
            let mut before = steps.iter().rev().skip(1);
            assert!(before.all(|step| step.0 < at), "called once too often");
            assert_eq!(fixture.whole(), 0);
            fixture.send(large()).ok();
        }
        // After the answer it is too late to change it, though a part of it is still to come.
        let fixture = Fixture::new(way, 20_000, |mut peer, _| {
            peer.request();
            peer.send("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n");
            std::thread::sleep(Duration::from_millis(50));
            peer.send("{}");
            peer.hold();
        });
        let whole = large().len() as i32;
        let (sent, _) = watched(&fixture, large(), move |done| done == whole);
        sent.ok().outcome("accepted");
        let number = fixture.host.0;
        let (sent, _) = watched(&fixture, b"cancelled at once", |_| {
            handle::hr_cancel(number) != 0
        });
        sent.fails("HR_E_CANCELLED").outcome("not_sent");
    }
}

/// At more moments: tests/faults/matrix.
#[test]
fn another_thread_stops_the_upload() {
    let mut times = Vec::new();
    let words: [&[&str]; 3] = [
        &["incomplete"],
        &["unknown"],
        &["accepted_unreadable", "unknown"],
    ];
    for way in WAYS {
        for (moment, words) in words.iter().enumerate() {
            let fixture = Fixture::new(way, 20_000, move |mut peer, _| {
                match moment {
                    0 => drop(peer.read_to(1 << 20)),
                    _ => drop(peer.request()),
                }
                if moment == 2 {
                    peer.send("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{");
                }
                peer.mark("now");
                match moment {
                    0 => peer.freeze(),
                    _ => peer.hold(),
                }
            });
            let sent = std::thread::scope(|threads| {
                let call = threads.spawn(|| fixture.send(large()));
                fixture.server.until("now");
                let begun = Instant::now();
                assert_eq!(handle::hr_cancel(fixture.host.0), 0);
                let sent = call.join().unwrap();
                times.push(begun.elapsed());
                sent
            });
            assert!(words.contains(&&*sent.str("outcome")), "{}", sent.text);
            let in_doubt = sent.json["name"] == "HR_E_IN_DOUBT";
            let cause = if in_doubt { "cause" } else { "name" };
            assert_eq!(sent.json[cause], "HR_E_CANCELLED", "{}", sent.text);
            assert_eq!(fixture.whole(), usize::from(moment > 0));
        }
    }
    times.sort();
    let (quick, slowest) = (times[times.len() / 4], times[times.len() - 1]);
    println!("ended after a cancellation: quick {quick:?}, slowest {slowest:?}");
    assert!(slowest < Duration::from_millis(1500), "{slowest:?}");
    // Woken, and not found out by the next look at the clock: that would be quick by chance alone.
    let woken = quick < Duration::from_millis(20);
    assert!(woken || !cfg!(target_os = "linux"), "{quick:?}");
}

/// As long as a large document was read to see whether it is one in doubt, nothing stopped the call.
#[test]
fn reading_a_document_beforehand_ends_when_the_call_must() {
    let fixture = Fixture::plain(|peer, _| lose_the_answer(peer));
    let document = vec![7; 64 << 20];
    let file = TempFile::new("a.pdf", &document);
    fixture.send(&document).fails("HR_E_IN_DOUBT");
    let (patient, host) = (&fixture.patient, &fixture.host);
    let hasty = fixture.host_with(&json!({"timeouts": {"upload_ms": 1}}));
    let send_bytes = |host: &Host| fixture.send_by(host, &document);
    let send_file = |host: &Host| host.dmp_send(patient, file.path(), None);
    for send in [
        &send_bytes as &(dyn Fn(&Host) -> Outcome + Sync),
        &send_file,
    ] {
        let over = AtomicBool::new(false);
        let stopped = std::thread::scope(|threads| {
            // Over and over, since before the call runs there is nothing to cancel.
            threads.spawn(|| {
                while !over.load(Ordering::SeqCst) {
                    handle::hr_cancel(host.0);
                    std::thread::yield_now();
                }
            });
            let stopped = send(host);
            over.store(true, Ordering::SeqCst);
            stopped
        });
        stopped.fails("HR_E_CANCELLED").outcome("not_sent");
        let mut reports = 0;
        let third = &mut |_, _| {
            reports += 1;
            i32::from(reports == 3)
        };
        let stopped = with_progress(host, third, || send(host));
        stopped.fails("HR_E_CANCELLED").outcome("not_sent");
        assert_eq!(reports, 3);
        send(host).fails("HR_E_CONFLICT").outcome("rejected");
        let late = send(&hasty).fails("HR_E_TIMEOUT").outcome("not_sent");
        late.has(json!({"at": "library"}));
    }
    assert_eq!(fixture.whole(), 1);
}
