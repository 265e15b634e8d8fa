//! `hr_stop` and its kin: what is stopped for good, and what is not.

use std::ffi::c_void;
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

const SOON: Duration = Duration::from_secs(20);

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
    let host = Host::open(&serde_json::from_str(PATIENT).unwrap());
    assert_eq!(host.session_set(&server.url(), "bearer"), 0);
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

#[test]
fn a_call_that_begins_after_the_stop_sends_nothing() {
    let sandbox = sandbox();
    let folder = TempFile::new("folder", b"");
    let journal = folder.0.with_file_name("records.hrj");
    let host = Host::with(&sandbox, json!({"journal": journal}));
    host.log_in(CPS, PIN);
    host.patient_search(NOT_QUALIFIED).ok();
    let id = host.patient_get().ok().str("patient_id");
    let stop = Stop::stopped();
    stop.set(&host);
    // It changes nothing.
    assert_eq!(hr_set_stop(host.0, -1), HR_E_HANDLE);
    let before = sandbox.requests().len();
    let stopped = |outcome: Outcome, changes: bool| {
        let ended = outcome.fails("HR_E_CANCELLED");
        let word = changes.then_some("not_sent");
        assert_eq!(ended.json["outcome"], json!(word), "{}", ended.text);
        assert_eq!(sandbox.requests().len(), before, "{}", ended.text);
    };
    for _ in 0..2 {
        stopped(host.ticket(), false);
        stopped(host.ready(), false);
        stopped(host.wait_card(None, 60_000), false);
        stopped(host.patient_get(), false);
        stopped(host.profile_put("{}"), true);
        stopped(host.profile_select("1"), true);
        stopped(host.patient_update(r#"{"insQualified":true}"#), true);
        stopped(host.request("GET", "/patient", None), false);
        stopped(host.request("POST", "/echo", None), true);
    }
    stopped(host.patient_search(QUALIFIED), false);
    stopped(host.patient_find(r#"{"patient":{"nom":"EXEMPLE"}}"#), false);
    stopped(
        host.deposit_bytes(
            &json!({"patient": {"nom": "EXEMPLE"}, "documents":
                [{"filename": "a.pdf", "activity_type": "10", "type_code": "11503-0"}]}),
            b"bytes",
        ),
        false,
    );
    // What sends nothing goes on.
    host.state().ok();
    host.last().ok();
    host.journal(&json!({})).ok();
    assert_eq!(host.ticket_set("a-ticket"), HR_OK);
    assert_eq!(host.pin_retry_allow_last(), HR_E_ARGUMENT);
    host.set_progress(None, null_mut());
    // Another handle, another thread, and this one without it.
    Host::of(&sandbox).ticket().ok();
    std::thread::scope(|scope| {
        scope
            .spawn(|| host.patient_search(NOT_QUALIFIED).ok())
            .join()
            .unwrap();
    });
    assert_eq!(hr_set_stop(host.0, 0), HR_OK);
    assert_eq!(host.patient_get().ok().str("patient_id"), id);
}

/// No PIN is presented, no record opened, no document sent, and none of it counts as tried.
#[test]
fn a_stopped_login_or_upload_may_be_made_again() {
    let sandbox = sandbox();
    let host = patient(&sandbox);
    host.ticket().ok();
    let token = host.token(CPS);
    let serial = serial_of(&host.ready().ok(), CPS);
    let stop = Stop::stopped();
    let card = json!({"card": {"serial": serial}}).to_string();
    let stopped = |outcome: Outcome| {
        outcome.fails("HR_E_CANCELLED").outcome("not_sent");
        assert_eq!(hr_set_stop(host.0, 0), HR_OK);
    };
    stop.set(&host);
    stopped(host.login(&token, PIN));
    stop.set(&host);
    let connect = host.connect(Some(&card), Some(PIN)).fails("HR_E_CANCELLED");
    assert_eq!(connect.json["session"], false);
    assert_eq!(hr_set_stop(host.0, 0), HR_OK);
    assert!(sandbox.requests_of(Call::Login).is_empty());
    host.login(&token, PIN).ok();
    host.patient_search(QUALIFIED).ok();
    let id = host.patient_get().ok().str("patient_id");
    stop.set(&host);
    stopped(host.dmp_open(&id, None));
    host.dmp_open(&id, None).ok();
    stop.set(&host);
    stopped(host.dmp_send_bytes(&id, b"bytes", "a.pdf"));
    host.dmp_send_bytes(&id, b"bytes", "a.pdf").ok();
    // Each call speaks of itself: a stopped one says nothing of what was sent before.
    let sent = json!({"filename": "a.pdf", "activity_type": "10", "type_code": "11503-0"});
    let sent = json!({"patient": {"nom": "EXEMPLE"}, "documents": [sent]});
    for (stop, outcome) in [(stop.0, "not_sent"), (0, "accepted")] {
        assert_eq!(hr_set_stop(host.0, stop), HR_OK);
        let ended = host.deposit_bytes(&sent, b"bytes");
        ended.json["documents"][0].has(json!({"outcome": outcome, "already": stop == 0}));
    }
    assert_eq!(sandbox.documents().len(), 1);
}

#[test]
fn calls_that_run_under_it_end_as_if_they_were_cancelled() {
    let sandbox = sandbox();
    let [host, other, third] = [(); 3].map(|()| patient(&sandbox));
    for host in [&host, &other, &third] {
        host.log_in(CPS, PIN);
    }
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
        let free = scope.spawn(|| third.patient_search(QUALIFIED));
        assert!(sandbox.wait_for(Call::PatientSearch, 2, SOON));
        assert!(sandbox.wait_for(Call::Other, 1, SOON));
        let begun = Instant::now();
        stop.stop();
        reads.join().unwrap().fails("HR_E_CANCELLED");
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
fn a_wait_for_a_card_ends() {
    let sandbox = sandbox();
    let host = patient(&sandbox);
    let stop = Stop::new();
    let absent = Some(r#"{"serial":"nobody's"}"#);
    std::thread::scope(|scope| {
        let waits = scope.spawn(|| {
            stop.set(&host);
            host.wait_card(absent, 60_000)
        });
        assert!(sandbox.wait_for_end(Call::Ready, 1, SOON));
        stop.stop();
        waits.join().unwrap().fails("HR_E_CANCELLED");
    });
}

#[test]
fn a_progress_callback_stops_its_own_call() {
    unsafe extern "C" fn stop_it(user: *mut c_void, _done: i32, _total: i32) -> i32 {
        // SAFETY: the number outlives the call.
        assert_eq!(hr_stop(unsafe { *user.cast::<i32>() }), HR_OK);
        0
    }
    let sandbox = sandbox();
    let host = Host::of(&sandbox);
    let id = host.open_record();
    let mut stop = Stop::new();
    stop.set(&host);
    let user = (&raw mut stop.0).cast();
    host.set_progress(Some(stop_it), user);
    let sent = host.dmp_send_bytes(&id, b"bytes", "a.pdf");
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
    let server = Server::start(|mut peer| {
        while peer.request().is_some() {
            peer.send(answer("200 OK", "", "{}"));
        }
    });
    let host = Host::open(&serde_json::from_str(PATIENT).unwrap());
    assert_eq!(host.session_set(&server.url(), "bearer"), 0);
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

/// What a thread set goes with it: it neither stays in memory nor counts for a thread that comes after it.
#[test]
#[cfg(target_os = "linux")]
fn threads_that_ended_leave_nothing_behind() {
    testkit::alone!();
    let resident = || {
        let pages = std::fs::read_to_string("/proc/self/statm").unwrap();
        let pages = pages.split(' ').nth(1).unwrap().parse::<i64>().unwrap();
        pages * 4
    };
    let sandbox = sandbox();
    let host = Host::of(&sandbox);
    let in_turn = |threads: u32| {
        for _ in 0..threads {
            let thread = std::thread::scope(|scope| {
                let set = scope.spawn(|| {
                    let stop = Stop::stopped();
                    stop.set(&host);
                    host.ticket().code
                });
                set.join().unwrap()
            });
            assert_eq!(thread, HR_E_CANCELLED);
        }
    };
    in_turn(1_000);
    let before = resident();
    in_turn(20_000);
    let grown = resident() - before;
    println!("20,000 threads: {grown} KB");
    assert!(grown < 1_000, "{grown} KB");
    assert!(sandbox.requests().is_empty());
    std::thread::scope(|scope| {
        scope.spawn(|| host.ticket().ok()).join().unwrap();
    });
    host.ticket().ok();
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

/// Each function that works on a handle is in the list, so that none is forgotten here.
#[test]
fn every_function_that_sends_has_it() {
    let sandbox = sandbox();
    let stop = Stop::stopped();
    for function in FUNCTIONS {
        let host = Host::of(&sandbox);
        host.open_record();
        stop.set(&host);
        let before = sandbox.requests().len();
        function.call(host.0, None);
        assert_eq!(sandbox.requests().len(), before, "{}", function.name);
    }
}
