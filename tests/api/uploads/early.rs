//! A server that answers before it has read everything.

use std::time::{Duration, Instant};

use super::*;

/// How much a server reads before it answers.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Reads {
    Nothing,
    Head,
    Megabyte,
}

/// What it does then.
#[derive(Clone, Copy, Debug)]
enum Then {
    /// Closes with bytes unread, which the kernel turns into a reset.
    Close,
    Reset,
    /// Keeps the connection and never reads again.
    Freeze,
}

use Reads::{Head, Megabyte, Nothing};
use Then::{Close, Freeze, Reset};

const TWO_WAYS: &[Way] = &[Way::Plain, Way::Tls13];

/// What an upload becomes; it is over long before its time.
fn early(way: Way, reads: Reads, then: Then, reply: &str) -> Outcome {
    let reply = reply.to_owned();
    let fixture = Fixture::new(way, 20_000, move |mut peer, _| {
        match reads {
            Nothing => peer.wait_readable(),
            Head => drop(peer.head()),
            Megabyte => drop(peer.read_to(1 << 20)),
        }
        peer.send(&reply);
        match then {
            Close => peer.close(),
            Reset => peer.reset(),
            Freeze => peer.freeze(),
        }
    });
    let begun = Instant::now();
    let sent = fixture.send(large());
    let time = begun.elapsed();
    assert!(time < Duration::from_secs(10), "{time:?}: {}", sent.text);
    assert_eq!(fixture.whole(), 0);
    if sent.json["http_status"] == 413 {
        // Refused is not in doubt: the next sending is let through.
        let again = fixture.send(large());
        assert_ne!(again.json["name"], "HR_E_CONFLICT");
    }
    sent
}

/// Each reply in each of these ways, and how the upload ends: code, outcome, and, in some rows, status and wait. Where
/// nothing but the head was read, `incomplete` may be `not_sent`.
fn check(ways: &[Way], reads: &[Reads], thens: &[Then], rows: &[(String, &str)]) {
    for (reply, ended) in rows {
        let words: Vec<&str> = ended.split(' ').collect();
        let cases = ways.iter().flat_map(|way| {
            let each = move |reads| thens.iter().map(move |then| (*way, reads, *then));
            reads.iter().flat_map(each)
        });
        for (way, reads, then) in cases {
            let sent = early(way, *reads, then, reply).fails(words[0]);
            let seen = sent.str("outcome");
            let unsent = seen == "not_sent" && words[1] == "incomplete" && *reads != Megabyte;
            let case = format!("{way:?} {reads:?} {then:?}: {}", sent.text);
            assert!(seen == words[1] || unsent, "{case}");
            for (member, wanted) in ["http_status", "retry_after_s"].iter().zip(&words[2..]) {
                assert_eq!(sent.json[member].to_string(), **wanted, "{case}");
            }
        }
    }
}

#[test]
fn an_early_refusal_is_reported() {
    let refused = |status: &str| answer(status, "", "{\"status\":{\"code\":1}}");
    let rows = [
        (refused("413 X"), "HR_E_REFUSED rejected 413"),
        (refused("401 X"), "HR_E_UNAUTHORIZED rejected 401"),
        (
            answer("429 X", "Retry-After: 7\r\n", "{}"),
            "HR_E_RATE_LIMITED rejected 429 7",
        ),
    ];
    let all = [Nothing, Head, Megabyte];
    check(&WAYS, &all, &[Close, Reset, Freeze], &rows);
    // Behind interim answers, in pieces, and with more headers than anyone needs.
    let many: String = (0..100).map(|n| format!("x-{n}: y\r\n")).collect();
    let refusal = answer("413 X", "", "");
    let shapes = [
        format!("HTTP/1.1 100 Continue\r\n\r\n{refusal}"),
        format!("HTTP/1.1 103 E\r\nlink: <x>\r\n\r\n{refusal}"),
        "HTTP/1.0 413 X\r\n\r\nfull".into(),
        answer("413 X", "connection: close\r\n", &"x".repeat(100_000)),
        answer("413 X", &many, ""),
    ];
    let rows = shapes.map(|shape| (shape, "HR_E_REFUSED rejected 413"));
    check(TWO_WAYS, &[Head], &[Close, Reset, Freeze], &rows);
}

/// A page only shows that the server cannot hold it whole, and so does a failure: no doubt is left.
#[test]
fn an_early_page_or_failure_is_no_refusal() {
    let html = "content-type: text/html\r\n";
    let two = "content-type: text/plain\r\ncontent-type: Text/HTML\r\n";
    let chunked = "HTTP/1.1 413 X\r\ntransfer-encoding: chunked\r\n\r\n6\r\n<html>\r\n0\r\n\r\n";
    let pages = [
        answer("413 X", html, "no"),
        answer("413 X", "", " \r\n<!-- proxy -->"),
        answer("413 X", two, "{}"),
        chunked.into(),
    ];
    let rows = pages.map(|page| (page, "HR_E_REFUSED incomplete 413"));
    check(TWO_WAYS, &[Megabyte], &[Freeze], &rows);
    let failures = [
        ("500 Oops", "HR_E_SERVER incomplete 500"),
        ("503 Busy", "HR_E_SERVER incomplete 503"),
        ("408 Slow", "HR_E_REFUSED incomplete 408"),
        ("304 X", "HR_E_REPLY incomplete 304"),
    ];
    let rows = failures.map(|(status, ended)| (answer(status, "", ""), ended));
    check(&[Way::Plain], &[Megabyte], &[Close, Freeze], &rows);
}

/// A part of an answer, or none, is no refusal, and how it goes on is not waited for without end. A server that says yes
/// before it can know does not hold the document, whatever it does then.
#[test]
fn an_early_success_or_a_part_of_an_answer_is_none() {
    let interrupted = |reply: &str| (reply.to_owned(), "HR_E_INTERRUPTED incomplete");
    let parts = [
        "HTTP/1.1 413",
        "HTTP/1.1 413 X\r\n",
        "HTTP/1.1 100 Continue\r\n\r\n",
        "garbage\r\n\r\n",
    ];
    check(TWO_WAYS, &[Head], &[Close, Reset], &parts.map(interrupted));
    let begun = ["HTTP/1.1 201 Created\r\nx:", "HTTP/1.1 103", "\r\n"];
    check(TWO_WAYS, &[Head], &[Freeze], &begun.map(interrupted));
    let yes = answer("200 OK", "", "{}");
    let all = [Nothing, Head, Megabyte];
    check(&WAYS, &all, &[Close, Reset, Freeze], &[interrupted(&yes)]);
    // Also when it reads on: the sending ends, so that the rest never arrives.
    for way in WAYS {
        let yes = yes.clone();
        let fixture = Fixture::new(way, 20_000, move |mut peer, _| {
            peer.head();
            peer.send(&yes);
            peer.request();
            peer.hold();
        });
        let sent = fixture.send(large()).fails("HR_E_INTERRUPTED");
        assert!(["not_sent", "incomplete"].contains(&&*sent.str("outcome")));
        fixture.server.until_gone();
        assert_eq!(fixture.whole(), 0);
    }
}

#[test]
fn an_interim_answer_in_two_parts_lets_the_upload_go_on() {
    let fixture = Fixture::plain(|mut peer, _| {
        peer.head();
        peer.send("HTTP/1.1 103 Early");
        peer.send(" Hints\r\n\r\n");
        accept(peer);
    });
    fixture.send(large()).ok().outcome("accepted");
}
