//! How the end of a reply is known, and what happens when it is not.

use serde_json::json;

use super::steps::*;
use testkit::raw_server::{Peer, answer};

fn chunked(chunks: &str) -> String {
    format!("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n{chunks}")
}

fn one_byte_chunks(body: &str, extension: &str) -> String {
    body.chars()
        .map(|c| format!("1{extension}\r\n{c}\r\n"))
        .collect()
}

/// What becomes of a body on its way.
type Framed = fn(&str) -> String;

const OK: &str = "HTTP/1.1 200 OK\r\n";

#[test]
fn whole_replies_are_read_in_every_framing() {
    let framings: [Framed; 9] = [
        |body| answer("200 OK", "", body),
        |body| {
            format!(
                "HTTP/1.1 200\r\nCONTENT-LENGTH: {}\r\n\r\n{body}",
                body.len()
            )
        },
        |body| {
            format!(
                "HTTP/1.0 200 OK\r\ncontent-length:{}\r\n\r\n{body}",
                body.len()
            )
        },
        |body| format!("HTTP/1.0 200 OK\r\n\r\n{body}"),
        |body| format!("{OK}\r\n{body}"),
        |body| chunked(&format!("{:X}\r\n{body}\r\n0\r\n\r\n", body.len())),
        |body| chunked(&format!("{}0\r\n\r\n", one_byte_chunks(body, ""))),
        |body| {
            let chunks = one_byte_chunks(body, ";a=\"b\"");
            chunked(&format!("{chunks}0;last\r\nX-Sum: 1\r\nX-More: 2\r\n\r\n"))
        },
        // The server closes behind its last chunk, without the empty line.
        |body| chunked(&format!("{}0\r\n", one_byte_chunks(body, ""))),
    ];
    for framed in framings {
        each(|step| framed(step.body()), Run::accepted);
    }
}

#[test]
fn a_reply_shorter_than_announced_is_cut() {
    let cuts: [Framed; 5] = [
        |body| format!("{OK}content-length: {}\r\n\r\n{body}", body.len() + 1),
        |body| chunked(&one_byte_chunks(body, "")),
        // Neither length nor chunks: it counts only when its JSON is whole.
        |body| format!("{OK}\r\n{}", &body[..body.len() - 1]),
        |_| format!("{OK}\r\n"),
        |_| format!("{OK}\r\n12"),
    ];
    for cut in cuts {
        for end in [Peer::close, Peer::reset] {
            each_ending(|step| cut(step.body()), end, Run::unreadable);
        }
    }
}

#[test]
fn a_reply_longer_than_announced_ends_where_it_says() {
    // What follows is never read: neither as a part of this reply nor as the next one.
    let next = "HTTP/1.1 500 No\r\n\r\n";
    each(
        |step| answer("200 OK", "", step.body()) + next,
        Run::accepted,
    );
    let short = |step: Step, headers: &str| {
        let body = step.body();
        format!(
            "{OK}{headers}content-length: {}\r\n\r\n{body}",
            body.len() - 1
        )
    };
    // JSON by nothing but its look, cut: a text to calls that want no field.
    each(
        |step| short(step, ""),
        |run| match run.step {
            Step::Update | Step::Open => run.accepted(),
            _ => run.unreadable(),
        },
    );
    each(
        |step| short(step, "content-type: application/json\r\n"),
        Run::unreadable,
    );
}

#[test]
fn a_length_that_is_no_length_is_refused() {
    let with = |length: &str, check: fn(&Run)| {
        each(
            |step| format!("{OK}content-length: {length}\r\n\r\n{}", step.body()),
            check,
        );
    };
    for length in [
        "-1",
        "+5",
        "0x5",
        "5 5",
        "",
        "18446744073709551616",
        "5;",
        "five",
    ] {
        with(length, Run::senseless);
    }
    for length in ["18446744073709551615", "9223372036854775808", "99999999999"] {
        with(length, Run::unreadable);
    }
}

#[test]
fn a_length_stated_twice_is_not_believed() {
    type Lengths = (fn(usize) -> String, fn(&Run));
    let lengths: [Lengths; 4] = [
        (
            |n| format!("content-length: {n}\r\nContent-Length: {}\r\n", n - 1),
            Run::senseless,
        ),
        (
            |n| format!("content-length: {n}, {}\r\n", n + 1),
            Run::senseless,
        ),
        (
            |n| format!("content-length: {n}\r\ncontent-length: {n}\r\n"),
            Run::unreadable,
        ),
        (|n| format!("content-length: {n}, {n}\r\n"), Run::unreadable),
    ];
    for (lengths, check) in lengths {
        each(
            |step| format!("{OK}{}\r\n{}", lengths(step.body().len()), step.body()),
            check,
        );
    }
    let both: Framed = |body| {
        let length = body.len();
        format!(
            "{OK}content-length: {length}\r\ntransfer-encoding: chunked\r\n\r\n\
             {length:x}\r\n{body}\r\n0\r\n\r\n"
        )
    };
    each(|step| both(step.body()), Run::unreadable);
}

#[test]
fn chunks_that_are_none_are_refused() {
    for chunks in [
        "zz\r\n{}\r\n0\r\n\r\n",
        "-1\r\n{}\r\n0\r\n\r\n",
        "ffffffffffffffffff\r\n{}\r\n0\r\n\r\n",
        "2\r\n{}X\r\n0\r\n\r\n",
        "2\n{}\n0\n\n",
        "",
        "0",
        "7fffffffffffffff\r\n{}",
    ] {
        each(|_| chunked(chunks), |run| run.unreadable());
    }
}

/// HTTP/1.0 knows no chunks, and other codings are not undone: what such a body holds is not known.
/// R17: such a body was taken as it stood.
#[test]
fn a_transfer_coding_that_is_not_understood_is_not_believed() {
    each(
        |step| {
            let body = step.body();
            let length = body.len();
            format!(
                "HTTP/1.0 200 OK\r\ntransfer-encoding: chunked\r\n\r\n{length:x}\r\n{body}\r\n0\r\n\r\n"
            )
        },
        |run| run.unreadable(),
    );
    for coding in [
        "gzip",
        "xchunked",
        "identity, x",
        "chunked, gzip",
        "gzip, chunked",
    ] {
        each(
            |_| format!("HTTP/1.1 200 OK\r\ntransfer-encoding: {coding}\r\n\r\nhalf of a te"),
            |run| run.unreadable(),
        );
    }
}

#[test]
fn a_reply_without_a_body_is_empty() {
    let empty = |run: &Run| match run.step {
        Step::Update | Step::Open => {
            run.accepted();
            assert!(run.outcome.json["raw"].is_null());
        }
        _ => run.unreadable(),
    };
    each(|_| "HTTP/1.1 204 No Content\r\n\r\n".into(), empty);
    each(|_| answer("200 OK", "", ""), empty);
    each(|_| chunked("0\r\n\r\n"), empty);
}

/// A reply to HEAD never has a body, whatever it announces.
/// R18: an answer to HEAD was waited for to its announced end.
#[test]
fn a_head_request_needs_no_length() {
    for headers in [
        "",
        "content-length: 12\r\n",
        "content-length: 99999999999\r\n",
        "transfer-encoding: chunked\r\n",
    ] {
        let head = format!("HTTP/1.1 200 OK\r\n{headers}\r\n");
        let server = testkit::raw_server::Server::start(move |mut peer| {
            peer.request();
            peer.send(&head);
            peer.close();
        });
        let host = testkit::Host::open(&json!({}));
        assert_eq!(host.session_set(&server.url(), "b"), 0);
        let head = host.request("HEAD", "/x", None);
        assert_eq!(head.code, 0, "{headers:?}: {}", head.text);
        assert!(head.json["raw"].is_null());
        assert_eq!(server.requests().len(), 1);
    }
}

#[test]
fn an_oversized_reply_is_given_up() {
    let limit = json!({"max_reply_bytes": 1000});
    for step in STEPS {
        for framing in ["length", "chunks", "close"] {
            let run = run(step, &limit, move |mut peer| {
                let big = "x".repeat(1001);
                match framing {
                    "length" => peer.send(answer("200 OK", "", &big)),
                    "chunks" => peer.send(chunked(&format!("3e9\r\n{big}\r\n0\r\n\r\n"))),
                    _ => peer.send(format!("HTTP/1.1 200 OK\r\n\r\n{big}")),
                };
                peer.hold();
            });
            run.unreadable();
        }
        let endless = run(step, &limit, |mut peer| {
            peer.send(chunked(""));
            while peer.send("a\r\n0123456789\r\n") {}
        });
        endless.unreadable();
        let refused = run(step, &limit, |mut peer| {
            peer.send(answer("400 Bad", "", &"x".repeat(2000)));
            peer.hold();
        });
        refused.ends("HR_E_REFUSED", "rejected", "unknown");
    }
}
