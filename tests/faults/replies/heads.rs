//! Status lines and headers.

use serde_json::json;

use super::steps::*;
use testkit::raw_server::{Peer, answer};

#[test]
fn a_status_line_cut_anywhere_is_no_answer() {
    let line = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n";
    for length in 0..line.len() {
        for end in [Peer::close, Peer::reset] {
            for step in [Step::Ticket, Step::Login, Step::Get, Step::Open] {
                let run = run(step, &json!({}), move |mut peer| {
                    peer.send(&line[..length]);
                    end(peer);
                });
                assert_eq!(run.requests.len(), 1);
                run.unanswered("HR_E_INTERRUPTED");
            }
        }
    }
}

#[test]
fn garbage_is_not_http() {
    for garbage in [
        "hello\r\n\r\n",
        "\0\0\0\0\r\n\r\n",
        "SSH-2.0-OpenSSH_9.2\r\n",
        "HTTP/2.0 200 OK\r\ncontent-length: 2\r\n\r\n{}",
        "HTTP/1.1 2OO OK\r\n\r\n",
        "HTTP/1.1 20 OK\r\n\r\n",
        "HTTP/1.1 2000 OK\r\n\r\n",
        "HTTP/1.1 099 Low\r\n\r\n",
        "HTTP/1.1 -20 OK\r\n\r\n",
        "HTTP 200 OK\r\n\r\n",
        "{\"licenseTicket\":\"x\"}\r\n\r\n",
        "\u{15}\u{3}\u{1}\0\u{2}\u{2}\u{16}",
        "HTTP/1.1 200 OK\r\nno colon\r\n\r\n{}",
        "HTTP/1.1 200 OK\r\nx: a\0b\r\n\r\n{}",
        "HTTP/1.1 200 OK\r\nx y: z\r\n\r\n{}",
        "HTTP/1.1 200 OK\r\nx: a\r\n folded\r\n\r\n{}",
        "HTTP/1.1 200 OK\r\n: nameless\r\n\r\n{}",
    ] {
        each(|_| garbage.into(), |run| run.senseless());
    }
}

#[test]
fn heads_beyond_all_measure_are_given_up() {
    let many: String = (0..200).map(|n| format!("x-{n}: y\r\n")).collect();
    each(
        |step| answer("200 OK", &many, step.body()),
        |run| run.senseless(),
    );
    let long = format!("x: {}\r\n", "y".repeat(2 << 20));
    each(
        |step| answer("200 OK", &long, step.body()),
        |run| run.senseless(),
    );
    let fitting = format!("x: {}\r\n", "y".repeat(60_000));
    each(
        |step| answer("200 OK", &fitting, step.body()),
        |run| run.accepted(),
    );
}

#[test]
fn odd_but_clear_heads_are_read() {
    for headers in [
        "X-Empty:\r\n",
        "x-latin: \u{e9}\r\n",
        "CONTENT-TYPE: APPLICATION/JSON; CHARSET=UTF-8\r\n",
        "content-encoding: identity\r\n",
        "connection: keep-alive\r\nkeep-alive: timeout=5\r\n",
        "set-cookie: a=b\r\nset-cookie: c=d\r\n",
    ] {
        each(
            |step| answer("200 OK", headers, step.body()),
            |run| run.accepted(),
        );
    }
    // Lines that end in LF alone.
    each(
        |step| {
            let body = step.body();
            format!("HTTP/1.1 200 OK\ncontent-length: {}\n\n{body}", body.len())
        },
        |run| run.accepted(),
    );
}

/// R21: a 100 with headers ended the call.
#[test]
fn interim_answers_are_passed_over() {
    for interim in [
        "HTTP/1.1 100 Continue\r\n\r\n".repeat(5000),
        "HTTP/1.1 102 Processing\r\n\r\n".into(),
        "HTTP/1.1 100 Continue\r\nserver: x\r\n\r\n".repeat(2),
        "HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n".repeat(3),
    ] {
        each(
            |step| format!("{interim}{}", answer("200 OK", "", step.body())),
            |run| run.accepted(),
        );
        each(
            |_| interim.clone(),
            |run| run.unanswered("HR_E_INTERRUPTED"),
        );
    }
}

/// Nothing was asked to be switched.
#[test]
fn switching_protocols_is_no_answer() {
    each(
        |_| "HTTP/1.1 101 Switching Protocols\r\nupgrade: h2c\r\n\r\n".into(),
        |run| {
            run.senseless();
            assert_eq!(run.outcome.json["http_status"], 101);
        },
    );
}
