//! Work of the operating system that hangs: the look-up of a name, reading the system's roots, and a check of a
//! certificate, as one does that asks a silent server about revocation. It holds up nobody but who waits for it.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::Scope;
use std::time::{Duration, Instant};

use hr::ffi::handle;
use hr::ffi::test_hooks::{HOLD, HeldWork, RESOLVER, waiting, workers};
use hr_sandbox::{Options, Sandbox};
use serde_json::json;
use testkit::*;

/// In one process.
const MOST: usize = 8;

fn at_rest() -> bool {
    matches!(workers(), [0, 0, 0] | [1, 1, 0])
}

/// How many workers work, and how much work waits for one. One more may wait for work.
fn busy() -> (usize, usize) {
    let [all, idle, queued] = workers();
    assert!(all <= MOST && idle <= 1, "{all} {idle}");
    (all - idle, queued)
}

fn until(fact: impl Fn() -> bool) {
    let start = Instant::now();
    while !fact() {
        assert!(start.elapsed() < SOON, "{:?}", workers());
        std::thread::yield_now();
    }
}

/// What hangs until it is released; how often it was begun.
#[derive(Default)]
struct Gate {
    begun: AtomicUsize,
    open: Mutex<bool>,
    opened: Condvar,
}

impl Gate {
    fn begun(&self) -> usize {
        self.begun.load(Ordering::SeqCst)
    }

    fn pass(&self) {
        self.begun.fetch_add(1, Ordering::SeqCst);
        let open = self.open.lock().unwrap();
        drop(self.opened.wait_while(open, |open| !*open).unwrap());
    }

    fn release(&self) {
        *self.open.lock().unwrap() = true;
        self.opened.notify_all();
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Work {
    Name,
    Roots,
    Certificate,
}

const EACH: [Work; 3] = [Work::Name, Work::Roots, Work::Certificate];

impl Work {
    fn phase(self) -> &'static str {
        match self {
            Work::Name => "resolve",
            Work::Roots | Work::Certificate => "tls",
        }
    }

    /// In this thread such work waits at the gate. Names do that begin with `dead`; then, as all others, they are this
    /// computer's.
    fn waits_at(self, gate: &Arc<Gate>) {
        let gate = Arc::clone(gate);
        let held = match self {
            Work::Name => {
                return RESOLVER.set(Some(Arc::new(move |host: &str, port| {
                    if host.to_lowercase().starts_with("dead") {
                        gate.pass();
                    }
                    vec![SocketAddr::new(Ipv4Addr::LOCALHOST.into(), port)]
                })));
            }
            Work::Roots => HeldWork::Roots,
            Work::Certificate => HeldWork::Certificate,
        };
        HOLD.set(Some(Arc::new(move |what| {
            if what == held {
                gate.pass();
            }
        })));
    }

    /// A sandbox that is reached by such work.
    fn place(self) -> Place {
        let tls = self != Work::Name;
        let sandbox = start(Options {
            tls,
            ..Options::default()
        });
        let ca = root_of(&sandbox);
        Place { sandbox, ca }
    }
}

struct Place {
    sandbox: Sandbox,
    ca: Option<TempFile>,
}

impl Place {
    fn host(&self, name: &str, connect_ms: u32) -> Host {
        let limits = json!({"connect_ms": connect_ms, "call_ms": 60_000});
        let more = match &self.ca {
            Some(ca) => json!({"ca_file": ca.path(), "timeouts": limits}),
            None => {
                let url = self.sandbox.license_url().replace("127.0.0.1", name);
                assert!(url.contains(name), "{url}");
                json!({"license_url": url, "allow_plain_http": true, "timeouts": limits})
            }
        };
        Host::with(&self.sandbox, more)
    }

    /// Asks by this name in a thread of its own, in which such work waits at the gate.
    fn asks<'a>(
        &'a self,
        threads: &'a Scope<'a, '_>,
        work: Work,
        gate: &'a Arc<Gate>,
        name: String,
    ) {
        threads.spawn(move || {
            work.waits_at(gate);
            self.host(&name, 60_000).ticket().ok();
        });
    }
}

/// One worker looked up all names, so that a dead one held up every handle.
#[test]
fn r140_a_dead_name_holds_up_no_other() {
    testkit::alone!();
    let (place, gate) = (Work::Name.place(), Arc::new(Gate::default()));
    let good = place.host("good.example", 20_000);
    let ask_good = || {
        Work::Name.waits_at(&gate);
        let start = Instant::now();
        (good.ticket(), start.elapsed())
    };
    std::thread::scope(|scope| {
        let ask = |name| place.asks(scope, Work::Name, &gate, name);
        let dead = |number| ask(format!("dead{number}.example"));
        (1..MOST).for_each(dead);
        until(|| gate.begun() == MOST - 1);
        let (ticket, took) = ask_good();
        ticket.ok();
        assert!(took < Duration::from_secs(5), "{took:?}");

        // All workers hang: what comes now waits as long as its call may, and is then gone.
        dead(MOST);
        until(|| gate.begun() == MOST);
        let impatient = place.host("good.example", 200);
        Work::Name.waits_at(&gate);
        for _ in 0..3 {
            let late = impatient.ticket().fails("HR_E_TIMEOUT");
            assert_eq!(late.json["phase"], "resolve");
            assert_eq!(busy(), (MOST, 0));
        }
        (0..20).for_each(|number| ask(format!("good{number}.example")));
        until(|| busy() == (MOST, 20));
        gate.release();
    });
    until(at_rest);
    ask_good().0.ok();
    until(at_rest);
}

/// Whoever asks for a dead name, or for a server whose check hangs, it takes one worker; all have its answer.
/// R147: each connection to a server had a check of its own.
#[test]
fn r141_equal_work_is_done_once() {
    testkit::alone!();
    for work in EACH {
        let (place, gate) = (work.place(), Arc::new(Gate::default()));
        std::thread::scope(|scope| {
            for number in 0..20 {
                let name = ["dead.example", "DEAD.example"][number % 2];
                place.asks(scope, work, &gate, name.to_owned());
            }
            // A worker that has just read the roots may not be back yet.
            until(|| (gate.begun(), waiting(), busy()) == (1, 20, (1, 0)));
            // Those that come now give up, and the work still hangs.
            work.waits_at(&gate);
            for _ in 0..5 {
                let late = place.host("dead.example", 50).ticket();
                late.fails("HR_E_TIMEOUT");
            }
            assert_eq!((gate.begun(), busy()), (1, (1, 0)), "{work:?}");
            gate.release();
        });
        until(at_rest);
        assert_eq!(gate.begun(), 1, "{work:?}");
        // A name that was found is not an answer for later.
        if work == Work::Name {
            place.host("dead.example", 20_000).ticket().ok();
            assert_eq!(gate.begun(), 2);
        }
    }
}

/// A call that waits for a worker, or for what one does, ends at once when it is cancelled.
/// R146: a check of a certificate did not.
#[test]
fn r142_a_cancelled_call_leaves_its_worker() {
    testkit::alone!();
    for work in EACH {
        let gate = Arc::new(Gate::default());
        let mut best = Duration::MAX;
        for number in 0..MOST + 4 {
            let place = work.place();
            let host = place.host(&format!("dead{number}.example"), 60_000);
            let (gate_of_call, number_of) = (Arc::clone(&gate), host.0);
            let call = std::thread::spawn(move || {
                work.waits_at(&gate_of_call);
                let ended = host.ticket().fails("HR_E_CANCELLED");
                assert_eq!(ended.json["phase"], work.phase());
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
            assert!(place.sandbox.requests().is_empty());
        }
        // The best of several: the machine may be busy.
        assert!(best < Duration::from_millis(50), "{work:?}: {best:?}");
        assert_eq!(busy(), (MOST, 0), "{work:?}");
        gate.release();
        until(at_rest);
    }
}

/// A panic on a worker ends the look-up and nothing is printed.
#[test]
fn r143_a_panic_on_a_worker_is_silent() {
    testkit::alone!(silent);
    let place = Work::Name.place();
    let host = place.host("planted.example", 20_000);
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
    let (place, gate) = (Work::Name.place(), Arc::new(Gate::default()));
    let child = std::thread::scope(|scope| {
        for number in 0..MOST {
            place.asks(scope, Work::Name, &gate, format!("dead{number}.example"));
        }
        until(|| gate.begun() == MOST && waiting() == MOST);
        Work::Name.waits_at(&gate);
        // SAFETY: the child uses the library which permits it, and ends without the rest of this program.
        let child = unsafe { libc::fork() };
        if child == 0 {
            let answers = || place.host("good.example", 20_000).ticket().code == 0;
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

/// The check ran on the caller's thread: neither the limit of time nor `hr_cancel` ended it.
#[test]
fn r145_a_check_that_hangs_ends_in_time() {
    testkit::alone!();
    let (place, gate) = (Work::Certificate.place(), Arc::new(Gate::default()));
    let sandbox = &place.sandbox;
    HOLD.set(None);
    let (url, bearer) = {
        let host = place.host("", 20_000);
        let login = host.log_in(CPS, PIN);
        (login.str("serviceUrl"), login.str("bearer"))
    };
    sandbox.reset();
    Work::Certificate.waits_at(&gate);
    let late = place.host("", 1000);
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
    let other = Work::Certificate.place();
    let none = Arc::new(Gate::default());
    none.release();
    Work::Certificate.waits_at(&none);
    other.host("", 20_000).ticket().ok();
    Host::of(&testkit::sandbox()).ticket().ok();
    assert_eq!(none.begun(), 1);

    // Too late for those who asked, the success counts for who asks next.
    gate.release();
    until(at_rest);
    Work::Certificate.waits_at(&gate);
    late.ticket().ok();
    place.host("", 20_000).ticket().ok();
    assert_eq!(gate.begun(), 1);
}

/// What a worker finds is what the caller learns; a panic there is no acceptance.
#[test]
fn r148_a_refusal_by_a_worker_is_one() {
    testkit::alone!();
    let mut place = Work::Certificate.place();
    let other = Work::Certificate.place();
    HOLD.set(Some(Arc::new(|_| {})));
    let own = std::mem::replace(&mut place.ca, other.ca);
    for _ in 0..2 {
        let refused = place.host("", 20_000).ticket();
        let refused = refused.fails("HR_E_TLS");
        assert_eq!(refused.json["phase"], "tls");
        assert!(refused.str("remedy").contains("certificate"), "{refused:?}");
    }
    place.ca = own;
    for what in [HeldWork::Roots, HeldWork::Certificate] {
        HOLD.set(Some(Arc::new(move |held| {
            assert!(held != what, "planted");
        })));
        let failed = place.host("", 20_000).ticket().fails("HR_E_TLS");
        assert_eq!(failed.json["phase"], "tls");
    }
    assert!(place.sandbox.requests().is_empty());
    HOLD.set(Some(Arc::new(|_| {})));
    place.host("", 20_000).ticket().ok();
}
