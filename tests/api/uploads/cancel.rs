//! Progress, and stopping from the callback and from another thread.

use std::ffi::c_void;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use hr::ffi::handle;
use serde_json::json;

use super::fixture::*;
use testkit::raw_server::{Peer, answer};

/// The calls of the callback, and when it stops the upload.
struct Watch {
    steps: Mutex<Vec<(i32, i32)>>,
    stop: Box<dyn Fn(i32) -> bool + Sync>,
}

unsafe extern "C" fn on_progress(user: *mut c_void, done: i32, total: i32) -> i32 {
    // SAFETY: `watched` passes a Watch that outlives the call.
    let watch = unsafe { &*user.cast::<Watch>() };
    watch.steps.lock().unwrap().push((done, total));
    i32::from((watch.stop)(done))
}

fn watched(
    fixture: &Fixture,
    document: &[u8],
    stop: impl Fn(i32) -> bool + Sync + 'static,
) -> (testkit::Outcome, Vec<(i32, i32)>) {
    let watch = Box::new(Watch {
        steps: Mutex::default(),
        stop: Box::new(stop),
    });
    let user = std::ptr::from_ref(&*watch).cast_mut().cast();
    fixture.host.set_progress(Some(on_progress), user);
    let outcome = fixture.send(document);
    fixture.host.set_progress(None, std::ptr::null_mut());
    (outcome, watch.steps.into_inner().unwrap())
}

fn accept(mut peer: Peer) {
    if peer.request().is_some() {
        peer.mark("read");
        peer.send(answer("200 OK", "", "{}"));
    }
    peer.hold();
}

#[test]
fn progress_grows_from_nothing_to_the_whole() {
    for way in [Way::Plain, Way::Tls13] {
        for size in [0, 1, 1000, 131_072, 300_000, 5_000_000] {
            let fixture = Fixture::new(way, &json!({}), accept);
            let document = content(size);
            let (sent, steps) = watched(&fixture, &document, |_| false);
            sent.ok();
            let whole = size as i32;
            assert!(steps.iter().all(|step| step.1 == whole));
            assert!(steps.is_sorted(), "{steps:?}");
            assert_eq!((steps[0].0, steps.last().unwrap().0), (0, whole));
            assert!(steps.len() >= size / 140_000 && steps.len() <= size / 100_000 + 6);
        }
    }
}

/// The whole is not reported before the server has answered: a host would show it as done.
/// R19: it was reported with the last byte.
#[test]
fn the_whole_is_reported_when_the_server_has_answered() {
    for size in [1, 1000, 300_000] {
        let fixture = Fixture::plain(|mut peer| {
            peer.request();
            peer.close();
        });
        let document = content(size);
        let (sent, steps) = watched(&fixture, &document, |_| false);
        sent.fails("HR_E_IN_DOUBT");
        assert!(steps.iter().all(|step| step.0 < step.1), "{steps:?}");
    }
}

#[test]
fn the_callback_stops_the_upload() {
    for way in [Way::Plain, Way::Tls13] {
        for (at, word) in [
            (0, "not_sent"),
            (1, "incomplete"),
            (1 << 20, "incomplete"),
            (15 << 20, "incomplete"),
        ] {
            let fixture = Fixture::new(way, &json!({}), accept);
            let (sent, steps) = watched(&fixture, large(), move |done| done >= at);
            sent.fails("HR_E_CANCELLED").outcome(word);
            let mut before = steps.iter().rev().skip(1);
            assert!(before.all(|step| step.0 < at), "called once too often");
            assert!(fixture.uploads().iter().all(|request| !request.whole));
            fixture.send(large()).ok();
        }
        // After the answer it is too late to change it.
        let fixture = Fixture::new(way, &json!({}), accept);
        let whole = large().len() as i32;
        let (sent, _) = watched(&fixture, large(), move |done| done == whole);
        sent.ok().outcome("accepted");
    }
}

/// Cancels or closes when the script has come to its mark; gives the outcome and how long it took.
fn stopped(
    fixture: &Fixture,
    stop: unsafe extern "C" fn(i32) -> i32,
) -> (testkit::Outcome, Duration) {
    std::thread::scope(|threads| {
        let call = threads.spawn(|| fixture.send(large()));
        fixture.server.until("now");
        let begun = Instant::now();
        // SAFETY: the functions take a number and nothing else.
        assert_eq!(unsafe { stop(fixture.host.0) }, 0);
        let outcome = call.join().unwrap();
        (outcome, begun.elapsed())
    })
}

unsafe extern "C" fn cancel(handle: i32) -> i32 {
    handle::hr_cancel(handle)
}

unsafe extern "C" fn close(handle: i32) -> i32 {
    handle::hr_close(handle)
}

#[test]
fn another_thread_stops_the_upload() {
    let mut times = Vec::new();
    for way in WAYS {
        for stop in [cancel as unsafe extern "C" fn(i32) -> i32, close] {
            // While it is being sent, at several points.
            for bytes in [1, 1000, 1 << 20, 8 << 20] {
                let fixture = Fixture::new(way, &json!({}), move |mut peer| {
                    peer.read_to(bytes);
                    peer.mark("now");
                    peer.freeze();
                });
                let (sent, time) = stopped(&fixture, stop);
                let sent = sent.fails("HR_E_CANCELLED");
                let word = sent.str("outcome");
                // One byte is of the head: the body may not have begun.
                assert!(
                    word == "incomplete" || bytes == 1 && word == "not_sent",
                    "{}",
                    sent.text
                );
                times.push(time);
                assert!(fixture.uploads().iter().all(|request| !request.whole));
            }
            // When all of it has arrived.
            let fixture = Fixture::new(way, &json!({}), |mut peer| {
                peer.request();
                peer.mark("now");
                peer.hold();
            });
            let (sent, time) = stopped(&fixture, stop);
            let sent = sent.fails("HR_E_IN_DOUBT").outcome("unknown");
            assert_eq!(sent.json["cause"], "HR_E_CANCELLED");
            times.push(time);
            // While the reply is being read.
            let fixture = Fixture::new(way, &json!({}), |mut peer| {
                peer.request();
                peer.send("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{");
                peer.mark("now");
                peer.hold();
            });
            let (sent, time) = stopped(&fixture, stop);
            let word = sent.str("outcome");
            assert!(
                word == "accepted_unreadable" || word == "unknown",
                "{}",
                sent.text
            );
            times.push(time);
        }
    }
    times.sort();
    let (median, quick) = (times[times.len() / 2], times[times.len() / 4]);
    let slowest = times[times.len() - 1];
    println!("ended after a cancellation: median {median:?}, slowest {slowest:?}");
    assert!(slowest < Duration::from_millis(1500), "{slowest:?}");
    // Woken, and not found out by the next look at the clock: that would be quick by chance alone.
    assert!(
        !cfg!(target_os = "linux") || quick < Duration::from_millis(20),
        "{quick:?}"
    );
}
