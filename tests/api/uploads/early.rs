//! A server that answers before it has read everything.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::fixture::*;
use testkit::Outcome;
use testkit::raw_server::{Peer, answer};

/// How much a server reads before it answers.
#[derive(Clone, Copy, Debug)]
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

fn early(way: Way, reads: Reads, then: Then, reply: &str) -> (Outcome, Duration) {
    let reply = reply.to_owned();
    let fixture = Fixture::new(way, &json!({}), move |mut peer| {
        match reads {
            Reads::Nothing => peer.wait_readable(),
            Reads::Head => drop(peer.head()),
            Reads::Megabyte => drop(peer.read_to(1 << 20)),
        }
        peer.send(&reply);
        match then {
            Then::Close => peer.close(),
            Then::Reset => peer.reset(),
            Then::Freeze => peer.freeze(),
        }
    });
    let begun = Instant::now();
    let sent = fixture.send(large());
    let time = begun.elapsed();
    assert!(fixture.uploads().iter().all(|request| !request.whole));
    if sent.json["http_status"] == 413 {
        // Refused is not in doubt: the next sending is let through.
        let again = fixture.send(large());
        assert_ne!(again.json["name"], "HR_E_CONFLICT");
    }
    (sent, time)
}

/// In each way that it may come.
/// R14: a refusal was lost when the connection broke under the writing.
#[test]
fn an_early_refusal_is_reported() {
    let mut slowest = Duration::ZERO;
    for (status, headers, code, wait) in [
        ("413 X", "", "HR_E_REFUSED", Value::Null),
        ("401 X", "", "HR_E_UNAUTHORIZED", Value::Null),
        ("429 X", "Retry-After: 7\r\n", "HR_E_RATE_LIMITED", 7.into()),
    ] {
        for (way, reads, then) in ways() {
            let reply = answer(status, headers, "{\"status\":{\"code\":1}}");
            let (sent, time) = early(way, reads, then, &reply);
            let sent = sent.fails(code).outcome("rejected");
            let number: u16 = status[..3].parse().unwrap();
            sent.has(json!({"http_status": number, "retry_after_s": wait}));
            slowest = slowest.max(time);
        }
    }
    println!("the slowest early refusal took {slowest:?} of 20 s");
    assert!(slowest < Duration::from_secs(10), "{slowest:?}");
}

fn ways() -> impl Iterator<Item = (Way, Reads, Then)> {
    let reads = [Reads::Nothing, Reads::Head, Reads::Megabyte];
    let thens = [Then::Close, Then::Reset, Then::Freeze];
    let of = move |way| {
        let each = move |reads| thens.map(move |then| (way, reads, then));
        reads.into_iter().flat_map(each)
    };
    WAYS.into_iter().flat_map(of)
}

/// Behind interim answers, in pieces, and with more headers than anyone needs.
/// R20: a refusal with more than 64 headers was not heard.
#[test]
fn an_early_refusal_is_reported_in_any_shape() {
    let many: String = (0..100).map(|n| format!("x-{n}: y\r\n")).collect();
    for reply in [
        format!("HTTP/1.1 100 Continue\r\n\r\n{}", answer("413 X", "", "")),
        "HTTP/1.1 103 E\r\nlink: <x>\r\n\r\n".to_owned() + &answer("413 X", "", ""),
        "HTTP/1.0 413 X\r\n\r\nfull".into(),
        answer("413 X", "connection: close\r\n", &"x".repeat(100_000)),
        answer("413 X", &many, ""),
    ] {
        for then in [Then::Close, Then::Reset, Then::Freeze] {
            for way in [Way::Plain, Way::Tls13] {
                let (sent, _) = early(way, Reads::Head, then, &reply);
                sent.fails("HR_E_REFUSED").outcome("rejected");
            }
        }
    }
}

/// A page only shows that the server cannot hold it whole.
#[test]
fn an_early_page_is_no_refusal() {
    let html = "content-type: text/html\r\n";
    let two = "content-type: text/plain\r\ncontent-type: Text/HTML\r\n";
    let comment = " \r\n<!-- proxy -->";
    for (headers, body) in [(html, "no"), ("", comment), (two, "{}")] {
        let page = answer("413 X", headers, body);
        let (sent, _) = early(Way::Plain, Reads::Megabyte, Then::Freeze, &page);
        sent.fails("HR_E_REFUSED").outcome("incomplete");
    }
    let chunked = "HTTP/1.1 413 X\r\ntransfer-encoding: chunked\r\n\r\n6\r\n<html>\r\n0\r\n\r\n";
    let (sent, _) = early(Way::Tls13, Reads::Megabyte, Then::Freeze, chunked);
    sent.fails("HR_E_REFUSED").outcome("incomplete");
}

/// A failure before everything was read: the server cannot hold the document.
/// R16: a 5xx before the last byte was called unknown.
#[test]
fn an_early_failure_leaves_no_doubt() {
    for (status, code) in [
        ("500 Oops", "HR_E_SERVER"),
        ("503 Busy", "HR_E_SERVER"),
        ("408 Slow", "HR_E_REFUSED"),
        ("304 X", "HR_E_REPLY"),
    ] {
        for then in [Then::Close, Then::Freeze] {
            let failure = answer(status, "", "");
            let (sent, _) = early(Way::Plain, Reads::Megabyte, then, &failure);
            let number: u16 = status[..3].parse().unwrap();
            let sent = sent.fails(code).outcome("incomplete");
            sent.has(json!({ "http_status": number }));
        }
    }
}

/// A part of an answer, or none, is no refusal.
#[test]
fn an_early_answer_that_is_cut_is_none() {
    for reply in [
        "HTTP/1.1 413",
        "HTTP/1.1 413 X\r\n",
        "HTTP/1.1 100 Continue\r\n\r\n",
        "garbage\r\n\r\n",
    ] {
        for then in [Then::Close, Then::Reset] {
            for way in [Way::Plain, Way::Tls13] {
                let (sent, _) = early(way, Reads::Megabyte, then, reply);
                sent.fails("HR_E_INTERRUPTED").outcome("incomplete");
            }
        }
    }
}

/// A server that says yes before it can know does not hold the document, whatever it does then.
#[test]
fn an_early_success_is_none() {
    let yes = answer("200 OK", "", "{}");
    for (way, reads, then) in ways() {
        let (sent, _) = early(way, reads, then, &yes);
        let word = sent.fails("HR_E_INTERRUPTED").str("outcome");
        let nothing = word == "not_sent" && !matches!(reads, Reads::Megabyte);
        assert!(nothing || word == "incomplete", "{word}");
    }
    // Also when it reads on: the sending ends, so that the rest never arrives.
    for way in WAYS {
        let yes = yes.clone();
        let fixture = Fixture::new(way, &json!({}), move |mut peer: Peer| {
            peer.head();
            peer.send(&yes);
            peer.request();
            peer.hold();
        });
        let sent = fixture.send(large()).fails("HR_E_INTERRUPTED");
        assert_eq!(sent.json["http_status"], 200);
        assert!(["not_sent", "incomplete"].contains(&&*sent.str("outcome")));
        fixture.server.until_gone();
        assert!(!fixture.uploads()[0].whole);
    }
}

/// The beginning of an answer stops the sending; how it goes on is not waited for without end.
#[test]
fn an_early_answer_that_goes_on_late_ends_the_upload_soon() {
    for begun in ["HTTP/1.1 201 Created\r\nx:", "HTTP/1.1 103", "\r\n"] {
        for way in [Way::Plain, Way::Tls13] {
            let (sent, time) = early(way, Reads::Head, Then::Freeze, begun);
            let sent = sent.fails("HR_E_INTERRUPTED");
            assert!(["not_sent", "incomplete"].contains(&&*sent.str("outcome")));
            assert!(time < Duration::from_secs(10), "{time:?}");
        }
    }
    // An interim answer in two parts lets it go on.
    let fixture = Fixture::plain(|mut peer: Peer| {
        peer.head();
        peer.send("HTTP/1.1 103 Early");
        peer.send(" Hints\r\n\r\n");
        peer.request();
        peer.send(answer("200 OK", "", "{}"));
        peer.close();
    });
    fixture.send(large()).ok().outcome("accepted");
}
