//! F47, F49, F50: another thread cancels, closes, or calls at the same time.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use hr::ffi::handle::{hr_cancel, hr_close};
use testkit::fault_proxy::{End, Reads, Script, Sends, Share};

use super::calls::*;
use super::expect::*;
use super::fixture::{Fixture, LARGE};
use super::stuck::Stuck;
use super::variant::{Variant, lost, sending};
use testkit::Outcome;

/// When the other thread steps in.
#[derive(Clone, Copy, Debug)]
enum When {
    /// The connection was asked for, and nobody answers.
    Connecting,
    /// The connection is accepted.
    Connected,
    /// The head of the request has arrived, and so many bytes in all.
    Arrived(usize),
    /// Some time later, when the peer has nothing more to say.
    Later,
}

type Stop = extern "C" fn(i32) -> i32;

const PATIENCE: Duration = Duration::from_secs(10);

/// Calls, and has another thread stop the call; the fixture learns how long it went on then.
fn stopped(fixture: &Fixture, when: When, stop: Stop) -> Outcome {
    let (before, _) = fixture.proxy.counts();
    let asked = Mutex::new(None);
    let outcome = std::thread::scope(|threads| {
        threads.spawn(|| {
            let call = fixture.target.call();
            match when {
                When::Connecting => fixture.stuck.as_ref().is_some_and(Stuck::wait_for_a_caller),
                When::Connected => fixture.proxy.wait_for_connection(before, PATIENCE),
                When::Arrived(bytes) => fixture.proxy.wait_for_bytes(call, bytes, PATIENCE),
                When::Later => {
                    fixture.proxy.wait_for_bytes(call, 0, PATIENCE);
                    std::thread::sleep(Duration::from_millis(150));
                    true
                }
            };
            *asked.lock().unwrap() = Some(Instant::now());
            stop(fixture.host.0)
        });
        fixture.target.run(fixture)
    });
    let asked = asked.into_inner().unwrap();
    let _ = fixture
        .went_on
        .set(asked.map_or(Duration::ZERO, |asked| asked.elapsed()));
    outcome
}

const STOPPED: Expect = Expect {
    login: &["unknown"],
    change: &["unknown", "accepted_unreadable"],
    reads: false,
};

pub fn variants() -> Vec<Variant> {
    let mut all = Vec::new();
    for (row, name, stop) in [
        (47, "cancelled", hr_cancel as Stop),
        (49, "closed", hr_close),
    ] {
        let at = |what: &str, when: When, expect: Expect, script: Script| {
            let variant = Variant::scripted(row, format!("{name} {what}"), expect, script);
            variant
                .calling(move |fixture| stopped(fixture, when, stop))
                .long()
        };
        if Stuck::CAN_BE_MADE {
            let name = format!("{name} while connecting");
            let variant = Variant::new(row, name, NOT_SENT).before(|fixture| {
                let endpoint = fixture.target.endpoint();
                fixture.proxy.close_listener(endpoint);
                fixture.stuck = Some(Stuck::at(fixture.proxy.address(endpoint)));
            });
            all.push(variant.calling(move |fixture| stopped(fixture, When::Connecting, stop)));
        }
        let nothing = lost(Reads::Nothing, false, End::Freeze);
        all.push(at("when connected", When::Connected, PART, nothing.clone()));
        all.push(at("in the handshake", When::Connected, NOT_SENT, nothing).tls());
        let head = lost(Reads::Head, false, End::Freeze);
        all.push(at("behind the head", When::Arrived(1), PART, head.clone()));
        all.push(at("behind the head, large", When::Later, INCOMPLETE, head).large());
        for (share, large) in [
            (Share::Bytes(1), INCOMPLETE),
            (Share::Half, INCOMPLETE),
            (Share::AllBut(1), PART),
        ] {
            let script = lost(Reads::Body(share), false, End::Freeze);
            let at = |expect| {
                at(
                    &format!("at {share:?}"),
                    When::Later,
                    expect,
                    script.clone(),
                )
            };
            all.extend([at(large).large(), at(PART).to(&WITH_BODY)]);
        }
        let at_byte = |bytes: u64, expect| {
            let script = lost(Reads::Body(Share::Bytes(bytes)), false, End::Freeze);
            let name = format!("at byte {bytes}");
            at(&name, When::Arrived(bytes as usize), expect, script)
        };
        all.extend([10, 30, 100, 200].map(|bytes| at_byte(bytes, PART).to(&WITH_BODY)));
        // As far as what was sent cannot hold the whole.
        for bytes in (0..16).map(|number| 1 + (LARGE as u64 / 2) * number / 15) {
            let expect = if bytes == 1 { NOT_WHOLE } else { INCOMPLETE };
            let variant = at_byte(bytes, expect).large();
            all.extend([variant.clone(), variant.tls()]);
        }
        let silent = lost(Reads::All, true, End::Silence);
        all.push(at("waiting", When::Later, UNKNOWN, silent.clone()));
        all.push(at("waiting", When::Later, UNKNOWN, silent).tls());
        for cut in [1, 9, 17, 40] {
            let reply = Sends::made(move |answer| answer.with("")[..cut].into());
            let what = format!("behind {cut} bytes of the reply");
            let script = sending(reply, End::Silence);
            all.push(at(&what, When::Later, UNKNOWN, script));
        }
        let cut = "HTTP/1.1 200 OK\r\ncontent-length: 90\r\n\r\n{";
        let script = sending(Sends::made(|_| cut.into()), End::Silence);
        all.push(at("reading", When::Later, STOPPED, script));
    }
    let reply = Sends::made(|answer| {
        std::thread::sleep(Duration::from_millis(200));
        answer.with("")
    });
    let script = sending(reply, End::Close);
    let twice = Variant::scripted(50, "the same call twice at once", ACCEPTED, script);
    all.push(twice.calling(|fixture| {
        std::thread::scope(|threads| {
            let first = threads.spawn(|| fixture.target.run(fixture));
            let call = fixture.target.call();
            assert!(fixture.proxy.wait_for_bytes(call, 1, PATIENCE));
            let second = fixture.target.run(fixture);
            assert_eq!(second.json["name"], "HR_E_BUSY", "{}", second.text);
            first.join().unwrap()
        })
    }));
    all
}
