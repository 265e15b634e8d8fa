//! One document on two handles: of two that are on their way one arrives.

use testkit::digests::sha256;

use super::*;

/// Whichever comes second does not come to its end, however the first ends, and whether it has ended by then.
#[test]
fn of_two_on_their_way_one_arrives() {
    for (is_lost, is_over) in [(false, false), (true, false), (false, true)] {
        let fixture = Fixture::plain(move |mut peer, number| {
            let [begun, go, whole] = [
                ["a", "go a", "whole a"],
                ["b", "go b", "whole b"],
                ["c", "end", "c"],
            ][number];
            peer.read_to(100_000);
            peer.mark(begun);
            peer.wait_for(go);
            let all = peer.request().is_some();
            peer.mark(whole);
            if number == 0 && !is_over {
                peer.wait_for("end");
            }
            if all && (number > 0 || !is_lost) {
                peer.send(answer("200 OK", "connection: close\r\n", "{}"));
            }
            peer.close();
        });
        let (server, other) = (&fixture.server, fixture.other_host());
        let ends = |first: Outcome| match is_lost {
            true => drop(entry(&first.fails("HR_E_IN_DOUBT"))),
            false => drop(first.ok()),
        };
        std::thread::scope(|threads| {
            let first = threads.spawn(|| fixture.send_by(&fixture.host, large()));
            server.until("a");
            let second = threads.spawn(|| fixture.send_by(&other, large()));
            server.until("b");
            server.mark("go a");
            server.until("whole a");
            let mut first = Some(first);
            if is_over {
                ends(first.take().unwrap().join().unwrap());
            }
            server.mark("go b");
            server.until("whole b");
            server.mark("end");
            let second = second.join().unwrap();
            let second = second.fails("HR_E_CONFLICT").outcome("rejected");
            second.has(json!({"reason": "document_in_use"}));
            if let Some(first) = first {
                ends(first.join().unwrap());
            }
        });
        assert_eq!(fixture.whole(), 1);
        if is_over {
            // One after the other they are two intentions.
            fixture.send_by(&other, large()).ok();
            assert_eq!(fixture.whole(), 2);
        }
    }
}

/// The second one would have begun when the first had arrived.
#[test]
fn one_document_is_on_its_way_once() {
    let fixture = Fixture::plain(|mut peer, number| match number {
        0 => {
            peer.request();
            peer.mark("first");
            peer.wait_for("go");
            peer.send(answer("200 OK", "connection: close\r\n", "{}"));
            peer.close();
        }
        _ => lose_the_answer(peer),
    });
    let (server, other) = (&fixture.server, fixture.other_host());
    let send = |host: &Host| fixture.send_by(host, b"one document");
    std::thread::scope(|threads| {
        let first = threads.spawn(|| send(&fixture.host));
        server.until("first");
        let second = send(&other).fails("HR_E_CONFLICT").outcome("rejected");
        second.has(json!({"at": "library", "reason": "document_in_use", "entry": null}));
        server.mark("go");
        first.join().unwrap().ok();
    });
    assert_eq!(fixture.whole(), 1);
    // Known to be accepted: whoever sends it again wants it twice, and now that is in doubt.
    let lost = entry(&send(&fixture.host).fails("HR_E_IN_DOUBT"));
    assert_eq!(entry(&send(&other).fails("HR_E_CONFLICT")), lost);
    assert_eq!(fixture.whole(), 2);
}

#[test]
fn a_doubt_that_arises_meanwhile_counts() {
    let fixture = Fixture::plain(|mut peer, number| match number {
        0 => {
            peer.read_to(100_000);
            peer.mark("begun");
            peer.wait_for("go");
            accept(peer);
        }
        _ => lose_the_answer(peer),
    });
    let (server, quick) = (&fixture.server, fixture.other_host());
    std::thread::scope(|threads| {
        let first = threads.spawn(|| fixture.send_by(&fixture.host, large()));
        server.until("begun");
        let lost = fixture.send_by(&quick, large());
        server.mark("go");
        let doubt = entry(&lost.fails("HR_E_IN_DOUBT"));
        let refused = first.join().unwrap().fails("HR_E_CONFLICT");
        let refused = refused.outcome("rejected");
        refused.has(json!({"entry": doubt, "at": "library", "sha256": sha256(large())}));
    });
    assert_eq!(fixture.whole(), 1);
}
