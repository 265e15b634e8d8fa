//! A host that is killed in a login, an upload or a deposit: what the next process finds, with a journal and without
//! one.

use hr_sandbox::{Call, Fault};
use std::time::Duration;
use testkit::PIN;
use testkit::fault_proxy::{End, Reads, SandboxResponse, Script, Sends, Share};
use testkit::random::Random;
use testkit::threads::for_each;

use super::desk::{Desk, PATIENCE, WRONG};
use super::is_full;
use crate::runs::Found;

/// How many hosts are killed at the same time.
const THREADS: usize = 3;
/// More than the buffers between two processes hold.
const LARGE: usize = 4 << 20;

/// What is waited for before the process is killed.
#[derive(Clone, Copy, Debug)]
enum Event {
    /// The host says that its login comes, or its documents.
    Said(&'static str),
    /// So many bytes of the last request of a call have arrived, head included, behind so many requests of it.
    Bytes(Call, usize, usize),
    /// The sandbox has got the call.
    Arrived(Call),
    /// The sandbox has done what was asked.
    Done(Call),
}

/// When a host is killed: so many microseconds behind an event.
#[derive(Clone)]
struct Kill {
    event: Event,
    later: u64,
    /// What the proxy does to a request.
    script: Option<(Call, Script)>,
    pin: &'static str,
    documents: usize,
    length: usize,
    has_journal: bool,
}

/// Killed while it sends one document, with a journal.
fn at(event: Event) -> Kill {
    Kill {
        event,
        later: 0,
        script: None,
        pin: PIN,
        documents: 1,
        length: LARGE,
        has_journal: true,
    }
}

fn scripted(event: Event, call: Call, reads: Reads, sends: Sends, end: End) -> Kill {
    let forward = true;
    let script = Script {
        reads,
        forward,
        sends,
        end,
    };
    Kill {
        script: Some((call, script)),
        ..at(event)
    }
}

/// No more than this is read.
fn cut(call: Call, reads: Reads, bytes: usize) -> Kill {
    scripted(
        Event::Bytes(call, 0, bytes),
        call,
        reads,
        Sends::Nothing,
        End::Freeze,
    )
}

/// The sandbox acts, and so much of its answer comes, and no more.
fn half_answered(call: Call, bytes: usize) -> Kill {
    let sends = Sends::made(move |answer: &SandboxResponse| answer.with("")[..bytes].to_vec());
    scripted(Event::Done(call), call, Reads::All, sends, End::Silence)
}

fn killed(kill: &Kill) -> Found {
    let desk = Desk::new(kill.pin, kill.documents, kill.length, kill.has_journal);
    let sandbox = desk.proxy.sandbox();
    if let Some((call, script)) = &kill.script {
        desk.proxy.arm(*call, 1, script.clone());
    }
    if kill.pin == WRONG {
        let late = Duration::from_millis(20);
        sandbox.set_fault(Fault::on(Call::Login).times(1).act().delay(late));
    }
    let mut host = desk.host();
    let came = match kill.event {
        Event::Said(what) => host.until(&format!("now {what}")),
        Event::Bytes(call, behind, bytes) => {
            let requests = desk.proxy.wait_for_requests(call, behind + 1, PATIENCE);
            requests && desk.proxy.wait_for_bytes(call, bytes, PATIENCE)
        }
        Event::Arrived(call) => sandbox.wait_for(call, 1, PATIENCE),
        Event::Done(call) => sandbox.wait_for_end(call, 1, PATIENCE),
    };
    std::thread::sleep(Duration::from_micros(kill.later));
    drop(host);
    let mut found = desk.next();
    found.must(came, "the event came");
    found.named(format!("{:?} and {} us", kill.event, kill.later))
}

fn kill_at_each(what: &str, kills: &[Kill]) -> Found {
    Found::sum(
        &format!("killed in {what}"),
        for_each(THREADS, kills, killed),
    )
}

/// So many, made of random numbers.
fn random(kills: usize, kill: impl Fn(usize, &mut Random) -> Kill) -> Vec<Kill> {
    let mut random = Random::of_stream(testkit::random::seed(), 0);
    (0..kills).map(|number| kill(number, &mut random)).collect()
}

#[test]
fn a_killed_upload_is_known_to_the_next_process_and_stored_once() {
    let kills = random(if is_full() { 500 } else { 200 }, |number, random| {
        let bytes = 1 + random.below(LARGE as u64 + 1000) as usize;
        match number % 3 {
            0 => Kill {
                later: random.below(120_000),
                ..at(Event::Said("the documents"))
            },
            _ => at(Event::Bytes(Call::DmpSend, 0, bytes)),
        }
    });
    let all = kill_at_each("an upload", &kills);
    assert!(
        all.of("in doubt") > kills.len() / 3,
        "few are inside an upload"
    );
}

#[test]
fn a_killed_deposit_is_finished_by_the_next_process() {
    const DOCUMENTS: usize = 4;
    const LENGTH: usize = 300_000;
    let kills = random(if is_full() { 200 } else { 9 }, |number, random| {
        let behind = random.below(DOCUMENTS as u64) as usize;
        let bytes = 1 + random.below(LENGTH as u64 + 1000) as usize;
        let (event, later) = match number % 3 {
            0 => (Event::Said("the documents"), random.below(250_000)),
            _ => (Event::Bytes(Call::DmpSend, behind, bytes), 0),
        };
        let (documents, length) = (DOCUMENTS, LENGTH);
        Kill {
            later,
            documents,
            length,
            ..at(event)
        }
    });
    let all = kill_at_each("a deposit", &kills);
    assert!(
        all.of("in doubt") > kills.len() / 4,
        "few are inside an upload"
    );
}

#[test]
fn a_stored_wrong_pin_is_presented_once_however_often_the_host_is_killed() {
    let kills = random(if is_full() { 500 } else { 40 }, |number, random| {
        let (event, later) = match number % 3 {
            0 => (Event::Arrived(Call::Login), random.below(30_000)),
            _ => (Event::Said("hr_login"), random.below(60_000)),
        };
        let (pin, length) = (WRONG, 0);
        Kill {
            later,
            pin,
            length,
            ..at(event)
        }
    });
    let all = kill_at_each("a login", &kills);
    let inside = all.of("presentations begun") - all.of("presentations ended");
    assert!(inside > kills.len() / 5, "few are inside a login");
}

#[test]
fn a_host_without_a_journal_leaves_nothing_partial_wherever_it_is_killed() {
    let mut kills = Vec::new();
    for number in 0..45 {
        let bytes = LARGE / 45 * number;
        // Every other one is read to exactly this byte; the others are read as fast as they come.
        kills.push(match number % 2 {
            0 => cut(
                Call::DmpSend,
                Reads::Body(Share::Bytes(bytes as u64)),
                bytes,
            ),
            _ => at(Event::Bytes(Call::DmpSend, 0, bytes)),
        });
    }
    for call in [Call::DmpSend, Call::Login] {
        kills.push(cut(call, Reads::Head, 1));
        kills.push(cut(call, Reads::Body(Share::Half), 1));
        kills.push(cut(call, Reads::Body(Share::AllBut(1)), 1));
        kills.extend([0, 20, 60].map(|bytes| half_answered(call, bytes)));
        kills.push(at(Event::Done(call)));
    }
    kills.extend([1, 300].map(|bytes| at(Event::Bytes(Call::Login, 0, bytes))));
    kills.extend([Event::Said("hr_login"), Event::Arrived(Call::Login)].map(at));
    kills.push(Kill {
        pin: WRONG,
        ..half_answered(Call::Login, 0)
    });
    for kill in &mut kills {
        kill.has_journal = false;
    }
    let all = kill_at_each("a chain without a journal", &kills);
    assert!(
        all.of("stored") < 2 * kills.len() - 30,
        "few are inside the document"
    );
}
