//! What a connection brings before its time, behind its end, or by another route.

use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use hr::fuzzing::{self, Move};
use serde_json::json;

use super::{record, service};
use testkit::raw_server::{Peer, Request, answer};
use testkit::*;

/// Takes bytes up to a limit, behind which the connection is lost or nothing is taken; gives its answer as soon
/// as so many bytes came.
struct Player {
    taken: Arc<Mutex<Vec<u8>>>,
    limit: usize,
    answers_at: usize,
    answer: Vec<u8>,
    /// The bytes given at once.
    piece: usize,
}

impl fuzzing::Peer for Player {
    fn resolve(&mut self, _: &str) -> Vec<IpAddr> {
        Vec::new()
    }

    fn connect(&mut self, _: u32, _: SocketAddr) -> bool {
        true
    }

    fn take(&mut self, _: u32, bytes: &[u8]) -> Move {
        let mut taken = self.taken.lock().unwrap();
        let room = self.limit.saturating_sub(taken.len()).min(bytes.len());
        taken.extend_from_slice(&bytes[..room]);
        match room {
            0 => Move::Lost,
            room => Move::Done(room),
        }
    }

    fn give(&mut self, _: u32, room: &mut [u8], _: bool) -> Move {
        let due = self.taken.lock().unwrap().len() >= self.answers_at;
        let amount = self.answer.len().min(room.len()).min(self.piece);
        if !due || amount == 0 {
            return Move::Stalled;
        }
        for (to, from) in room.iter_mut().zip(self.answer.drain(..amount)) {
            *to = from;
        }
        Move::Done(amount)
    }
}

/// Makes a call with a player in place of the network; gives what arrived there as well.
fn played(
    limit: usize,
    answers_at: usize,
    answer: &str,
    call: impl FnOnce() -> Outcome,
) -> (Outcome, Vec<u8>) {
    let taken = Arc::new(Mutex::new(Vec::new()));
    fuzzing::set_peer(Some(Box::new(Player {
        taken: Arc::clone(&taken),
        limit,
        answers_at,
        answer: answer.as_bytes().to_vec(),
        piece: usize::MAX,
    })));
    let outcome = call();
    fuzzing::set_peer(None);
    let taken = taken.lock().unwrap().clone();
    (outcome, taken)
}

/// A 201 in the middle of a document was an acceptance, if the server only read on.
#[test]
fn r73_a_success_in_the_middle_of_a_document_is_none() {
    let (_server, host) = record("r73", |peer| peer.hold());
    let content = vec![7; 1 << 20];
    let yes = answer("201 Created", "", "{}");
    let send = || host.dmp_send_bytes("r73", &content, "a.pdf");
    let mut whole = 0;
    for answers_at in [300_000, 1 << 20] {
        let (sent, taken) = played(usize::MAX, answers_at, &yes, send);
        let sent = sent.fails("HR_E_INTERRUPTED").outcome("incomplete");
        assert_eq!(sent.json["http_status"], 201);
        let (request, _) = Request::parse(&taken).unwrap();
        let length: usize = request.header("content-length").unwrap().parse().unwrap();
        whole = request.head.len() + length;
        assert!(taken.len() < whole, "{}", taken.len());
    }
    let (sent, taken) = played(usize::MAX, whole, &yes, send);
    sent.ok().outcome("accepted");
    assert_eq!(taken.len(), whole);
}

/// A 200 that lay there before anything had been asked was taken for the answer.
#[test]
fn r74_an_answer_before_the_question_is_none() {
    let (_server, host) = record("r74", |peer| peer.hold());
    let yes = answer("200 OK", "", "{}");
    let calls: [&dyn Fn() -> Outcome; 4] = [
        &|| host.dmp_send_bytes("r74", b"small", "a.pdf"),
        &|| host.request("POST", "/x", Some("{}")),
        &|| host.request("DELETE", "/x", None),
        &|| host.dmp_open("r74", None),
    ];
    for call in calls {
        let (done, taken) = played(usize::MAX, 0, &yes, call);
        done.fails("HR_E_INTERRUPTED").outcome("not_sent");
        assert!(taken.is_empty());
    }
    // Behind the head, before the body.
    let (done, taken) = played(usize::MAX, 1, &yes, calls[1]);
    done.fails("HR_E_INTERRUPTED").outcome("not_sent");
    assert!(taken.ends_with(b"\r\n\r\n"));
    let (read, taken) = played(usize::MAX, 0, &yes, || host.request("GET", "/x", None));
    read.fails("HR_E_INTERRUPTED");
    assert!(taken.is_empty());
}

/// R75 is in tests/isolation/proxy.rs, since it changes the environment.
///
/// A connection was used again although bytes were still to come on it, which the next call took for its answer.
#[test]
fn r76_a_connection_with_an_uncertain_end_is_not_used_again() {
    for (method, head, again) in [
        ("HEAD", "1.1 200 OK\r\ncontent-length: 70", false),
        ("HEAD", "1.1 200 OK\r\ncontent-length: 0", false),
        ("PUT", "1.1 204 X\r\ncontent-length: 70", false),
        ("PUT", "1.1 204 X\r\ntransfer-encoding: chunked", false),
        ("GET", "1.1 304 X\r\ncontent-length: 70", false),
        ("GET", "1.1 205 X\r\ncontent-length: 0", false),
        (
            "PUT",
            "1.0 200 X\r\nconnection: keep-alive\r\ncontent-length: 0",
            false,
        ),
        (
            "PUT",
            "1.1 200 X\r\ncontent-length: 0\r\ncontent-length: 70",
            false,
        ),
        (
            "PUT",
            "1.1 200 X\r\ncontent-length: 0\r\ntransfer-encoding: identity",
            false,
        ),
        ("PUT", "1.1 204 X", true),
        ("PUT", "1.1 200 X\r\ncontent-length: 0", true),
    ] {
        let (server, host) = service(move |mut peer: Peer| {
            if peer.request().is_none() {
                return;
            }
            if peer.number == 0 {
                peer.send(format!("HTTP/{head}\r\n\r\n"));
                if peer.request().is_none() {
                    return;
                }
            }
            // On the first connection this is what was still to come.
            peer.send(answer("200 OK", "", "{}"));
            peer.hold();
        });
        host.request(method, "/x", None);
        host.request("POST", "/y", Some("{}")).ok();
        assert_eq!(
            server.connections(),
            2 - usize::from(again),
            "{method} {head}"
        );
    }
}

/// Behind a connection that took no more, the rest of an answer was waited for as long as the call may take.
#[test]
fn r77_an_answer_behind_a_broken_connection_is_waited_for_shortly() {
    let host = Host::open(&json!({"timeouts": {"call_ms": 15_000}}));
    assert_eq!(host.session_set("http://127.0.0.1:9", "bearer"), 0);
    let body = format!("\"{}\"", "x".repeat(1 << 20));
    let call = || host.request("POST", "/x", Some(&body));
    for begun in ["", "HTTP/1.1 413 Too"] {
        let started = Instant::now();
        let (sent, _) = played(300_000, 300_000, begun, call);
        assert!(started.elapsed() < Duration::from_secs(10));
        sent.fails("HR_E_INTERRUPTED").outcome("incomplete");
    }
    let no = answer("413 Too Large", "", "{}");
    let (sent, _) = played(300_000, 300_000, &no, call);
    sent.fails("HR_E_REFUSED").outcome("rejected");
}

/// What could not be written whole counted as sent, so that a doubt arose where none is.
#[test]
fn r78_what_did_not_leave_was_not_sent() {
    let call = || {
        let host = Host::open(&json!({"timeouts": {"call_ms": 500}}));
        assert_eq!(host.session_set("http://127.0.0.1:9", "bearer"), 0);
        host.request("POST", "/x", Some(r#"{"a":1}"#))
    };
    let (done, taken) = played(usize::MAX, usize::MAX, "", call);
    done.fails("HR_E_IN_DOUBT").outcome("unknown");
    let head = taken.len() - r#"{"a":1}"#.len();
    for (limit, word) in [
        (10, "not_sent"),
        (head, "not_sent"),
        (head + 1, "incomplete"),
        (head + 6, "incomplete"),
    ] {
        let (done, taken) = played(limit, usize::MAX, "", call);
        assert_eq!(taken.len(), limit);
        done.fails("HR_E_INTERRUPTED").outcome(word);
    }
}

/// Of a body that cannot be read whole only what came first was looked at: a page in pieces was a refusal, or
/// an acceptance that cannot be read.
#[test]
fn r79_a_page_in_pieces_is_a_page() {
    let host = Host::open(&json!({"max_reply_bytes": 20}));
    assert_eq!(host.session_set("http://127.0.0.1:9", "bearer"), 0);
    for (status, headers) in [
        (
            "404 Not Found",
            "content-length: 11\r\ncontent-length: 11\r\n",
        ),
        ("200 OK", "content-length: 11\r\ncontent-length: 11\r\n"),
        ("200 OK", "content-length: 21\r\n"),
    ] {
        fuzzing::set_peer(Some(Box::new(Player {
            taken: Arc::default(),
            limit: usize::MAX,
            answers_at: 1000,
            answer: format!("HTTP/1.1 {status}\r\n{headers}\r\n\u{feff}  <html>").into(),
            piece: 1,
        })));
        let body = format!("\"{}\"", "x".repeat(900));
        let done = host.request("POST", "/x", Some(&body));
        fuzzing::set_peer(None);
        assert_eq!(done.json["outcome"], "unknown", "{headers}: {}", done.text);
    }
}
