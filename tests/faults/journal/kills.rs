//! A host that is killed in a login, an upload or a deposit: what the next process finds.

use hr_sandbox::{Call, Fault};
use std::time::Duration;
use testkit::PIN;
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
}

/// When a host is killed: so many microseconds behind an event.
struct Kill {
    event: Event,
    later: u64,
    pin: &'static str,
    documents: usize,
    length: usize,
}

/// Killed while it sends one document.
fn at(event: Event) -> Kill {
    Kill {
        event,
        later: 0,
        pin: PIN,
        documents: 1,
        length: LARGE,
    }
}

fn killed(kill: &Kill) -> Found {
    let desk = Desk::new(kill.pin, kill.documents, kill.length);
    let sandbox = desk.proxy.sandbox();
    if kill.pin == WRONG {
        sandbox.set_fault(Fault::on(Call::Login).times(1).act().delay_ms(20));
    }
    let mut host = desk.host();
    let came = match kill.event {
        Event::Said(what) => host.said(&format!("now {what}")).is_some(),
        Event::Bytes(call, behind, bytes) => {
            let requests = desk.proxy.wait_for_requests(call, behind + 1, PATIENCE);
            requests && desk.proxy.wait_for_bytes(call, bytes, PATIENCE)
        }
        Event::Arrived(call) => sandbox.wait_for(call, 1, PATIENCE),
    };
    std::thread::sleep(Duration::from_micros(kill.later));
    drop(host);
    let mut found = desk.next();
    found.must(came, "the event came");
    found
}

fn kill_at_each(what: &str, kills: &[Kill]) -> Found {
    let found = for_each(THREADS, kills, |kill| {
        let Kill { event, later, .. } = kill;
        Found::by(format_args!("{event:?} and {later} us"), || killed(kill))
    });
    Found::sum(&format!("killed in {what}"), found)
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
    let inside = all.of("in doubt");
    assert!(inside > kills.len() / 3, "few are inside an upload");
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
    let inside = all.of("in doubt");
    assert!(inside > kills.len() / 4, "few are inside an upload");
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
