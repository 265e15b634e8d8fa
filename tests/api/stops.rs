//! `hr_stop` and its kin: what is stopped for good, and what is not.

use std::ptr::null_mut;
use std::sync::Barrier;
use std::time::{Duration, Instant};

use hr::code::{HR_E_ARGUMENT, HR_E_BUSY, HR_E_CANCELLED, HR_E_HANDLE, HR_OK};
use hr::ffi::handle;
use hr::ffi::stop::{hr_set_stop, hr_stop, hr_stop_free, hr_stop_new};
use hr_sandbox::Call;
use serde_json::json;
use testkit::functions::FUNCTIONS;
use testkit::raw_server::{Server, answer};
use testkit::*;

use super::callbacks::with_progress;

/// Nothing that a test stops takes so long by itself.
const PATIENT: &str = r#"{"timeouts":{"call_ms":60000,"upload_ms":60000,"login_ms":60000}}"#;

/// A stop that is freed in the end, if the test has not done it.
struct Stop(i32);

impl Stop {
    fn new() -> Stop {
        let mut stop = -1;
        assert_eq!(unsafe { hr_stop_new(&mut stop) }, HR_OK);
        assert!(stop > 0);
        Stop(stop)
    }

    fn stopped() -> Stop {
        let stop = Stop::new();
        stop.stop();
        stop
    }

    #[track_caller]
    fn stop(&self) {
        assert_eq!(hr_stop(self.0), HR_OK);
    }

    #[track_caller]
    fn set(&self, host: &Host) {
        assert_eq!(hr_set_stop(host.0, self.0), HR_OK);
    }

    #[track_caller]
    fn under<T>(&self, host: &Host, call: impl FnOnce() -> T) -> T {
        self.set(host);
        let ended = call();
        assert_eq!(hr_set_stop(host.0, 0), HR_OK);
        ended
    }
}

impl Drop for Stop {
    fn drop(&mut self) {
        hr_stop_free(self.0);
    }
}

fn patient(sandbox: &hr_sandbox::Sandbox) -> Host {
    Host::with(sandbox, serde_json::from_str(PATIENT).unwrap())
}

/// A service that reads requests and never answers, and a host with a session at it.
fn silent() -> (Server, Host) {
    let server = Server::start(|mut peer| {
        peer.request();
        peer.mark("read");
        peer.hold();
    });
    let host = Host::at(&server.url(), &serde_json::from_str(PATIENT).unwrap());
    (server, host)
}

#[test]
fn numbers_are_those_of_stops_that_are_there() {
    assert_eq!(unsafe { hr_stop_new(null_mut()) }, HR_E_ARGUMENT);
    let host = Host::open(&json!({}));
    let freed = Stop::new();
    let other = Stop::new();
    assert!(other.0 != freed.0 && freed.0 != host.0);
    assert_eq!(hr_stop_free(freed.0), HR_OK);
    for number in [freed.0, host.0, -1, i32::MIN, i32::MAX] {
        assert_eq!(hr_stop(number), HR_E_HANDLE, "{number}");
        assert_eq!(hr_stop_free(number), HR_E_HANDLE, "{number}");
        assert_eq!(hr_set_stop(host.0, number), HR_E_HANDLE, "{number}");
    }
    for number in [other.0, 0, -1] {
        assert_eq!(hr_set_stop(number, other.0), HR_E_HANDLE, "{number}");
        assert_eq!(hr_set_stop(number, 0), HR_E_HANDLE, "{number}");
    }
    assert_eq!((hr_stop(0), hr_stop_free(0)), (HR_E_HANDLE, HR_OK));
    assert_eq!(hr_set_stop(host.0, 0), HR_OK);
    // A number is never a handle's as well.
    assert_eq!(handle::hr_cancel(other.0), HR_E_HANDLE);
    assert_eq!(handle::hr_close(other.0), HR_E_HANDLE);
}

/// The calls that send something, from the list of those that work on a handle.
#[test]
fn a_call_that_begins_after_the_stop_sends_nothing() {
    let sandbox = sandbox();
    let stop = Stop::stopped();
    for function in FUNCTIONS {
        let host = Host::of(&sandbox);
        host.open_record();
        // Whose parameters ask for an update.
        host.patient_search(NOT_QUALIFIED).ok();
        host.patient_get().ok();
        stop.set(&host);
        // It changes nothing.
        assert_eq!(hr_set_stop(host.0, -1), HR_E_HANDLE);
        let before = sandbox.requests().len();
        for _ in 0..2 {
            let ran = function.call(host.0, None);
            assert_eq!(sandbox.requests().len(), before, "{}", function.name);
            // Its card is in no list, and its file is none.
            let is_refused = ["hr_login", "hr_dmp_send"].contains(&function.name);
            if function.sends.is_some() && !is_refused {
                assert_eq!(ran.code, HR_E_CANCELLED, "{}", function.name);
                let outcome = function.local_outcome("not_sent");
                ran.text.unwrap().has(json!({ "outcome": outcome }));
            }
        }
    }
}

#[test]
fn what_sends_nothing_goes_on_and_so_do_another_thread_and_handle() {
    let sandbox = sandbox();
    let folder = TempFile::new("folder", b"");
    let journal = folder.0.with_file_name("records.hrj");
    let host = Host::with(&sandbox, json!({ "journal": journal }));
    host.log_in(CPS, PIN);
    let stop = Stop::stopped();
    stop.set(&host);
    host.ticket().fails("HR_E_CANCELLED");
    host.wait_card(None, 60_000).fails("HR_E_CANCELLED");
    host.connect(None, None)
        .fails("HR_E_CANCELLED")
        .outcome("not_sent");
    host.connect(None, Some(PIN)).fails("HR_E_CANCELLED");
    host.state().ok();
    host.journal(&json!({})).ok();
    assert_eq!(host.ticket_set("a-ticket"), HR_OK);
    assert_eq!(host.pin_retry_allow_last(), HR_E_ARGUMENT);
    Host::of(&sandbox).ticket().ok();
    std::thread::scope(|scope| {
        let other = scope.spawn(|| host.ticket());
        other.join().unwrap().ok();
    });
    assert_eq!(hr_set_stop(host.0, 0), HR_OK);
    host.ticket().ok();
}

/// The session goes on with an update: no search is left that the service could carry out later.
#[test]
fn a_search_that_was_not_sent_ends_nothing() {
    let sandbox = sandbox();
    let host = Host::of(&sandbox);
    host.ticket().ok();
    host.log_in(CPS, PIN);
    host.patient_search(QUALIFIED).ok();
    let stopped = Stop::stopped().under(&host, || host.patient_search(QUALIFIED));
    stopped.fails("HR_E_CANCELLED");
    host.patient_search(NOT_QUALIFIED).ok();
    host.patient_get().ok().next("hr_patient_update");
    host.patient_update(r#"{"alimentationConsent":true}"#).ok();
}

/// No PIN is presented, no record opened, no document sent, and none of it counts as tried.
#[test]
fn a_stopped_login_or_upload_may_be_made_again() {
    let sandbox = sandbox();
    let host = patient(&sandbox);
    host.ticket().ok();
    let token = host.token(CPS);
    let stop = Stop::stopped();
    let twice = |call: &dyn Fn() -> Outcome| {
        let stopped = stop.under(&host, call).fails("HR_E_CANCELLED");
        stopped.outcome("not_sent");
        call().ok();
    };
    let connect = || host.connect(None, Some(PIN));
    let connect = stop.under(&host, connect).fails("HR_E_CANCELLED");
    connect.has(json!({"session": false}));
    twice(&|| host.login(&token, PIN));
    assert_eq!(sandbox.requests_of(Call::Login).len(), 1);
    host.patient_search(QUALIFIED).ok();
    let id = host.patient_get().ok().str("patient_id");
    twice(&|| host.dmp_open(&id, None));
    twice(&|| host.dmp_send_bytes(&id, b"bytes", "a.pdf"));
    // Each call speaks of itself: a stopped one says nothing of what was sent before.
    let sent = json!({"filename": "a.pdf", "activity_type": "10", "type_code": "11503-0"});
    let sent = json!({"patient": {"nom": "EXEMPLE"}, "documents": [sent]});
    let deposit = || host.deposit_bytes(&sent, b"bytes").json["documents"][0].take();
    let stopped = stop.under(&host, deposit);
    stopped.has(json!({"outcome": "not_sent", "already": false}));
    deposit().has(json!({"outcome": "accepted", "already": true}));
    assert_eq!(sandbox.documents().len(), 1);
}

#[test]
fn calls_that_run_under_it_end_as_if_they_were_cancelled() {
    let sandbox = sandbox();
    let [host, other, third, waiting] = [(); 4].map(|()| patient(&sandbox));
    for host in [&host, &other, &third, &waiting] {
        host.log_in(CPS, PIN);
    }
    let lists = sandbox.requests_of(Call::Ready).len();
    let stop = Stop::new();
    let hold = sandbox.hold(Call::PatientSearch);
    let echo = sandbox.hold(Call::Other);
    std::thread::scope(|scope| {
        let reads = scope.spawn(|| {
            stop.set(&host);
            host.patient_search(QUALIFIED)
        });
        let changes = scope.spawn(|| {
            stop.set(&other);
            other.request("POST", "/echo", None)
        });
        let waits = scope.spawn(|| {
            let absent = Some(r#"{"serial":"nobody's"}"#);
            stop.under(&waiting, || waiting.wait_card(absent, 60_000))
        });
        let free = scope.spawn(|| third.patient_search(QUALIFIED));
        assert!(sandbox.wait_for(Call::PatientSearch, 2, SOON));
        assert!(sandbox.wait_for(Call::Other, 1, SOON));
        assert!(sandbox.wait_for_end(Call::Ready, lists + 1, SOON));
        let begun = Instant::now();
        stop.stop();
        reads.join().unwrap().fails("HR_E_CANCELLED");
        waits.join().unwrap().fails("HR_E_CANCELLED");
        let changed = changes.join().unwrap().fails("HR_E_IN_DOUBT");
        assert_eq!(changed.outcome("unknown").json["cause"], "HR_E_CANCELLED");
        assert!(begun.elapsed() < Duration::from_millis(1500));
        drop((hold, echo));
        free.join().unwrap().ok();
    });
    // The threads that had it are gone, and the handles are as they were.
    host.patient_search(QUALIFIED).ok();
    other.request("POST", "/echo", None).ok();
}

#[test]
fn a_receiver_of_progress_stops_its_own_call() {
    let sandbox = sandbox();
    let host = Host::of(&sandbox);
    let id = host.open_record();
    let stop = Stop::new();
    stop.set(&host);
    let stop_it = &mut |_, _| hr_stop(stop.0);
    let sent = with_progress(&host, stop_it, || {
        host.dmp_send_bytes(&id, b"bytes", "a.pdf")
    });
    sent.fails("HR_E_CANCELLED").outcome("not_sent");
    assert!(sandbox.documents().is_empty());
}

#[test]
fn a_stop_that_was_freed_is_what_it_was() {
    let (server, host) = silent();
    // Not stopped: the call that runs goes on, and those that follow have none.
    let stop = Stop::new();
    std::thread::scope(|scope| {
        let runs = scope.spawn(|| {
            stop.set(&host);
            let first = host.request("GET", "/a", None);
            (first, host.request("GET", "/b", None))
        });
        server.until("read");
        assert_eq!(hr_stop_free(stop.0), HR_OK);
        assert_eq!(hr_stop(stop.0), HR_E_HANDLE);
        assert!(!runs.is_finished());
        assert_eq!(handle::hr_cancel(host.0), HR_OK);
        while server.requests().len() < 2 {
            std::thread::yield_now();
        }
        assert_eq!(handle::hr_cancel(host.0), HR_OK);
        let (first, second) = runs.join().unwrap();
        first.fails("HR_E_CANCELLED");
        second.fails("HR_E_CANCELLED");
    });
    // Stopped: whoever stops and frees at once stops the call that has not begun.
    let stop = Stop::new();
    stop.set(&host);
    stop.stop();
    assert_eq!(hr_stop_free(stop.0), HR_OK);
    host.request("GET", "/c", None).fails("HR_E_CANCELLED");
    assert_eq!(server.requests().len(), 2);
    let other = Stop::new();
    other.set(&host);
    std::thread::scope(|scope| {
        let runs = scope.spawn(|| host.request("GET", "/d", None));
        while server.requests().len() < 3 {
            std::thread::yield_now();
        }
        other.stop();
        assert!(!runs.is_finished(), "it is another thread's call");
        assert_eq!(handle::hr_close(host.0), HR_OK);
        runs.join().unwrap().fails("HR_E_CANCELLED");
    });
}

/// Wherever it comes between the beginning of the call and the wait for the answer.
#[test]
fn a_stop_at_any_moment_ends_the_call() {
    let (_server, host) = silent();
    let mut before_it_began = 0;
    for round in 0..600_u32 {
        let stop = Stop::new();
        let both = Barrier::new(2);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                both.wait();
                for _ in 0..(round % 60) * 400 {
                    std::hint::spin_loop();
                }
                stop.stop();
            });
            stop.set(&host);
            both.wait();
            let ended = host.request("GET", "/a", None).fails("HR_E_CANCELLED");
            let early = matches!(ended.str("phase").as_str(), "resolve" | "connect");
            before_it_began += u32::from(early);
        });
    }
    println!("{before_it_began} of 600 calls ended before they were sent");
    assert!(before_it_began > 0);
}

/// A stop that comes when its call has ended must not end the call that another thread has begun meanwhile.
#[test]
fn a_late_stop_leaves_the_next_call_alone() {
    let server = Server::saying(answer("200 OK", "", "{}"));
    let host = Host::at(&server.url(), &serde_json::from_str(PATIENT).unwrap());
    let not_busy = |path: &str| loop {
        let code = host.request("GET", path, None).code;
        if code != HR_E_BUSY {
            return code;
        }
    };
    // Twice the time that two calls take one after the other.
    let begun = Instant::now();
    (0..100).for_each(|_| assert_eq!(not_busy("/theirs"), HR_OK));
    let most = begun.elapsed() / 25;
    let mut ended = 0;
    for round in 0..1_000_u32 {
        let stop = Stop::new();
        stop.set(&host);
        let all = Barrier::new(3);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                all.wait();
                let begun = Instant::now();
                while begun.elapsed() < most * (round % 50) / 50 {
                    std::hint::spin_loop();
                }
                stop.stop();
            });
            scope.spawn(|| {
                all.wait();
                assert_eq!(not_busy("/mine"), HR_OK, "in round {round}");
            });
            all.wait();
            ended += i32::from(not_busy("/theirs") == HR_OK);
        });
    }
    println!("{ended} of 1,000 ended before their stop");
    assert!(ended > 0 && ended < 1_000);
}

#[test]
#[cfg(target_os = "linux")]
fn a_child_has_no_stops() {
    testkit::alone!();
    let host = Host::open(&json!({}));
    let stop = Stop::new();
    stop.set(&host);
    // SAFETY: the child ends with _exit.
    let child = unsafe { libc::fork() };
    if child == 0 {
        let mut made = -1;
        let new = unsafe { hr_stop_new(&mut made) };
        let own = Host::open(&json!({}));
        let codes = [
            hr_stop(stop.0) == HR_E_HANDLE,
            hr_stop_free(stop.0) == HR_E_HANDLE,
            hr_set_stop(host.0, 0) == HR_E_HANDLE,
            hr_set_stop(own.0, stop.0) == HR_E_HANDLE,
            new == HR_OK && made > stop.0,
            hr_set_stop(own.0, made) == HR_OK && hr_stop(made) == HR_OK,
        ];
        let status = codes.iter().position(|fits| !fits).map_or(0, |at| at + 1);
        // SAFETY: nothing of the parent's is run in the child.
        unsafe { libc::_exit(status as i32) }
    }
    let mut status = -1;
    // SAFETY: an own child.
    assert_eq!(unsafe { libc::waitpid(child, &mut status, 0) }, child);
    assert_eq!(status, 0, "{}", status >> 8);
    stop.stop();
}
