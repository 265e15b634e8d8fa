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

#[test]
fn whole_replies_are_read_in_every_framing() {
    each(
        |step| answer("200 OK", "", step.body()),
        |run| run.accepted(),
    );
    each(
        |step| {
            let body = step.body();
            format!(
                "HTTP/1.1 200\r\nCONTENT-LENGTH: {}\r\n\r\n{body}",
                body.len()
            )
        },
        |run| run.accepted(),
    );
    each(
        |step| {
            let body = step.body();
            format!(
                "HTTP/1.0 200 OK\r\ncontent-length:{}\r\n\r\n{body}",
                body.len()
            )
        },
        |run| run.accepted(),
    );
    each(
        |step| format!("HTTP/1.0 200 OK\r\n\r\n{}", step.body()),
        |run| run.accepted(),
    );
    each(
        |step| format!("HTTP/1.1 200 OK\r\n\r\n{}", step.body()),
        |run| run.accepted(),
    );
    each(
        |step| {
            let body = step.body();
            chunked(&format!("{:X}\r\n{body}\r\n0\r\n\r\n", body.len()))
        },
        |run| run.accepted(),
    );
    each(
        |step| chunked(&format!("{}0\r\n\r\n", one_byte_chunks(step.body(), ""))),
        |run| run.accepted(),
    );
    each(
        |step| {
            let chunks = one_byte_chunks(step.body(), ";a=\"b\"");
            chunked(&format!("{chunks}0;last\r\nX-Sum: 1\r\nX-More: 2\r\n\r\n"))
        },
        |run| run.accepted(),
    );
    // The server closes behind its last chunk, without the empty line.
    each(
        |step| chunked(&format!("{}0\r\n", one_byte_chunks(step.body(), ""))),
        |run| run.accepted(),
    );
}

#[test]
fn a_reply_shorter_than_announced_is_cut() {
    for end in [Peer::close, Peer::reset] {
        each_ending(
            |step| {
                let body = step.body();
                format!(
                    "HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n{body}",
                    body.len() + 1
                )
            },
            end,
            |run| run.unreadable(),
        );
        each_ending(
            |step| chunked(&one_byte_chunks(step.body(), "")),
            end,
            |run| run.unreadable(),
        );
        // Neither length nor chunks: it counts only when its JSON is whole.
        each_ending(
            |step| {
                format!(
                    "HTTP/1.1 200 OK\r\n\r\n{}",
                    &step.body()[..step.body().len() - 1]
                )
            },
            end,
            |run| run.unreadable(),
        );
        each_ending(
            |_| "HTTP/1.1 200 OK\r\n\r\n".into(),
            end,
            |run| run.unreadable(),
        );
        each_ending(
            |_| "HTTP/1.1 200 OK\r\n\r\n12".into(),
            end,
            |run| run.unreadable(),
        );
    }
}

#[test]
fn a_reply_longer_than_announced_ends_where_it_says() {
    // What follows is never read: neither as a part of this reply nor as the next one.
    each(
        |step| {
            format!(
                "{}HTTP/1.1 500 No\r\n\r\n",
                answer("200 OK", "", step.body())
            )
        },
        |run| run.accepted(),
    );
    each(
        |step| {
            let body = step.body();
            format!(
                "HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n{body}",
                body.len() - 1
            )
        },
        // JSON by nothing but its look, cut: a text to calls that want no field.
        |run| match run.step {
            Step::Update | Step::Open => run.accepted(),
            _ => run.unreadable(),
        },
    );
    each(
        |step| {
            let body = step.body();
            let length = body.len() - 1;
            format!(
                "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\
                 content-length: {length}\r\n\r\n{body}"
            )
        },
        |run| run.unreadable(),
    );
}

#[test]
fn a_length_that_is_no_length_is_refused() {
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
        each(
            |step| {
                format!(
                    "HTTP/1.1 200 OK\r\ncontent-length: {length}\r\n\r\n{}",
                    step.body()
                )
            },
            |run| run.senseless(),
        );
    }
    for length in ["18446744073709551615", "9223372036854775808", "99999999999"] {
        each(
            |step| {
                format!(
                    "HTTP/1.1 200 OK\r\ncontent-length: {length}\r\n\r\n{}",
                    step.body()
                )
            },
            |run| run.unreadable(),
        );
    }
}

#[test]
fn a_length_stated_twice_is_not_believed() {
    let with = |step: Step, more: fn(usize) -> String| {
        let body = step.body();
        format!("HTTP/1.1 200 OK\r\n{}\r\n{body}", more(body.len()))
    };
    each(
        |step| {
            with(step, |n| {
                format!("content-length: {n}\r\nContent-Length: {}\r\n", n - 1)
            })
        },
        |run| run.senseless(),
    );
    each(
        |step| with(step, |n| format!("content-length: {n}, {}\r\n", n + 1)),
        |run| run.senseless(),
    );
    each(
        |step| {
            with(step, |n| {
                format!("content-length: {n}\r\ncontent-length: {n}\r\n")
            })
        },
        |run| run.unreadable(),
    );
    each(
        |step| with(step, |n| format!("content-length: {n}, {n}\r\n")),
        |run| run.unreadable(),
    );
    each(
        |step| {
            let body = step.body();
            let length = body.len();
            format!(
                "HTTP/1.1 200 OK\r\ncontent-length: {length}\r\ntransfer-encoding: chunked\r\n\r\n\
                 {length:x}\r\n{body}\r\n0\r\n\r\n"
            )
        },
        |run| run.unreadable(),
    );
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
