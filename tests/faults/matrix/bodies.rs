//! F15 to F22, F35, F52: how a reply's body ends, and what is in it.

use std::time::Duration;

use hr_sandbox::fault_proxy::{End, SandboxResponse, Script, Sends};
use serde_json::json;

use super::calls::*;
use super::expect::*;
use super::variant::Variant;

const JSON: &str = "content-type: application/json\r\n";

fn head(answer: &SandboxResponse, headers: &str) -> String {
    format!("HTTP/1.1 {} OK\r\n{JSON}{headers}\r\n", answer.status)
}

/// The sandbox's answer with other headers for its length, and another body.
fn framed(
    row: u32,
    name: &str,
    expect: Expect,
    end: End,
    frame: impl Fn(&SandboxResponse) -> (String, Vec<u8>) + Send + Sync + 'static,
) -> Variant {
    Variant::rewritten(row, name, expect, end, move |answer| {
        let (headers, body) = frame(answer);
        [head(answer, &headers).as_bytes(), &body].concat()
    })
}

pub fn variants() -> Vec<Variant> {
    let mut all = lengths();
    all.extend(chunks());
    all.extend(until_close());
    all.extend(endless());
    all.extend(contents());
    all.extend(pages());
    all
}

fn lengths() -> Vec<Variant> {
    let mut all = Vec::new();
    for (more, end) in [
        (1, End::Close),
        (1000, End::Close),
        (1, End::Reset),
        (1, End::Silence),
    ] {
        let expect = if end == End::Reset {
            UNREADABLE_OR_UNKNOWN
        } else {
            UNREADABLE
        };
        let name = format!("length too long by {more}, then {end:?}");
        let frame = move |answer: &SandboxResponse| {
            let length = answer.body.len() + more;
            (format!("content-length: {length}\r\n"), answer.body.clone())
        };
        all.push(framed(15, &name, expect, end, frame));
        all.push(framed(15, &name, expect, end, frame).tls());
    }
    for (name, expect, make) in [
        (
            "shorter",
            UNREADABLE,
            (|n| format!("content-length: {}\r\n", n - 1)) as fn(usize) -> String,
        ),
        ("-1", UNKNOWN, |_| "content-length: -1\r\n".into()),
        ("2^64", UNKNOWN, |_| {
            "content-length: 18446744073709551616\r\n".into()
        }),
        ("2^64-1", UNREADABLE, |_| {
            "content-length: 18446744073709551615\r\n".into()
        }),
        ("two that differ", UNKNOWN, |n| {
            format!("content-length: {n}\r\ncontent-length: {}\r\n", n - 1)
        }),
        ("twice", UNREADABLE, |n| {
            format!("content-length: {n}\r\ncontent-length: {n}\r\n")
        }),
        ("n, n", UNREADABLE, |n| {
            format!("content-length: {n}, {n}\r\n")
        }),
        ("n, n+1", UNKNOWN, |n| {
            format!("content-length: {n}, {}\r\n", n + 1)
        }),
    ] {
        let frame = move |answer: &SandboxResponse| (make(answer.body.len()), answer.body.clone());
        all.push(framed(
            16,
            &format!("length {name}"),
            expect,
            End::Close,
            frame,
        ));
    }
    for (row, announced) in [(52, "1099511627776"), (52, "20000000")] {
        let frame = move |answer: &SandboxResponse| {
            (
                format!("content-length: {announced}\r\n"),
                answer.body.clone(),
            )
        };
        all.push(framed(
            row,
            &format!("{announced} bytes announced"),
            UNREADABLE,
            End::Silence,
            frame,
        ));
    }
    all
}

fn chunks() -> Vec<Variant> {
    let mut all = Vec::new();
    for (name, make) in [
        (
            "no last chunk",
            (|text| format!("{:x}\r\n{text}\r\n", text.len())) as fn(&str) -> String,
        ),
        ("cut", |text| format!("{:x}\r\n{text}", text.len() + 9)),
        ("bad size", |text| format!("zz\r\n{text}\r\n0\r\n\r\n")),
        ("negative size", |text| format!("-1\r\n{text}\r\n0\r\n\r\n")),
        ("huge size", |text| format!("7fffffffffffffff\r\n{text}")),
        ("size beyond 64 bits", |text| {
            format!("ffffffffffffffffff\r\n{text}\r\n0\r\n\r\n")
        }),
        ("size too small", |text| format!("2\r\n{text}\r\n0\r\n\r\n")),
        ("nothing", |_| String::new()),
    ] {
        for end in [End::Close, End::Silence] {
            let frame = move |answer: &SandboxResponse| {
                (
                    "transfer-encoding: chunked\r\n".to_owned(),
                    make(&answer.text()).into_bytes(),
                )
            };
            let name = format!("chunks: {name}, then {end:?}");
            all.push(framed(17, &name, UNREADABLE, end, frame));
        }
    }
    all
}

fn until_close() -> Vec<Variant> {
    let mut all = Vec::new();
    for end in [End::Close, End::Abrupt, End::Reset] {
        for cut in [1, 10] {
            let expect = if end == End::Reset {
                UNREADABLE_OR_UNKNOWN
            } else {
                UNREADABLE
            };
            let frame = move |answer: &SandboxResponse| {
                (
                    String::new(),
                    answer.body[..answer.body.len() - cut].to_vec(),
                )
            };
            let name = format!("no length, cut by {cut}, {end:?}");
            all.push(framed(18, &name, expect, end, frame));
            all.push(framed(18, &name, expect, end, frame).tls());
        }
    }
    let whole = |answer: &SandboxResponse| (String::new(), answer.body.clone());
    all.push(framed(18, "no length, whole", ACCEPTED, End::Close, whole));
    all.push(framed(18, "no length, whole", ACCEPTED, End::Close, whole).tls());
    all
}

fn endless() -> Vec<Variant> {
    let mut all = Vec::new();
    let drip = |name: &str, head: &str, unit: &str| {
        let pause = Duration::from_millis(if unit.len() < 10 { 50 } else { 0 });
        let reply = Sends::Dribble(head.into(), unit.into(), pause);
        Variant::scripted(
            19,
            name,
            UNREADABLE,
            Script {
                sends: reply,
                ..Script::default()
            },
        )
    };
    let ok = "HTTP/1.1 200 OK\r\n";
    all.push(drip(
        "a byte each 50 ms",
        &format!("{ok}content-length: 100000\r\n\r\n{{"),
        " ",
    ));
    all.push(drip(
        "a byte each 50 ms, no length",
        &format!("{ok}\r\n{{"),
        " ",
    ));
    all.push(drip(
        "a chunk each 50 ms",
        &format!("{ok}transfer-encoding: chunked\r\n\r\n"),
        "1\r\n \r\n",
    ));
    let limit = json!({"max_reply_bytes": 200_000});
    let block = format!("{:x}\r\n{}\r\n", 4096, " ".repeat(4096));
    let chunked = format!("{ok}transfer-encoding: chunked\r\n\r\n");
    all.push(drip("endless chunks", &chunked, &block).config(limit.clone()));
    all.push(drip("endless", &format!("{ok}\r\n"), &" ".repeat(4096)).config(limit));
    let hundred = format!("{ok}content-length: 100000000\r\n\r\n");
    all.push(drip("100 MB", &hundred, &" ".repeat(65_536)));
    for (name, coding) in [
        ("gzip", "gzip"),
        ("gzip lie", "x-gzip"),
        ("br", "br"),
        ("deflate", "deflate"),
    ] {
        let frame = move |answer: &SandboxResponse| {
            let body = match name {
                // Ten bytes that claim to be a member.
                "gzip" => b"\x1f\x8b\x08\0\0\0\0\0\0\xff".to_vec(),
                _ => answer.body.clone(),
            };
            (
                format!(
                    "content-encoding: {coding}\r\ncontent-length: {}\r\n",
                    body.len()
                ),
                body,
            )
        };
        all.push(framed(20, name, UNREADABLE, End::Close, frame));
    }
    all
}

fn contents() -> Vec<Variant> {
    let mut all = Vec::new();
    let nested = format!("{}1{}", "[".repeat(200), "]".repeat(200));
    let broken: [(&str, Vec<u8>); 10] = [
        ("invalid UTF-8", b"{\"a\":\"\xe9\"}".to_vec()),
        ("BOM", b"\xef\xbb\xbf{}".to_vec()),
        ("NaN", b"{\"a\":NaN}".to_vec()),
        ("trailing bytes", b"{\"a\":1}x".to_vec()),
        ("trailing comma", b"{\"a\":1,}".to_vec()),
        ("single quotes", b"{'a':1}".to_vec()),
        ("lone surrogate", b"\"\\ud800\"".to_vec()),
        ("cut inside", b"{\"a\":[1,2".to_vec()),
        ("deep nesting", nested.into_bytes()),
        ("a blank", b" ".to_vec()),
    ];
    for (name, body) in broken {
        all.push(Variant::rewritten(
            21,
            name,
            UNREADABLE,
            End::Close,
            move |answer| answer.body(body.clone()).with(""),
        ));
    }
    // Sound JSON without what is wanted: nothing to find fault with where nothing is wanted.
    for body in ["{}", "[]", "null", "[{}]", "1", "{\"a\":1e999}", "\"text\""] {
        let make = move |answer: &SandboxResponse| answer.body(body).with("");
        all.push(Variant::rewritten(21, body, UNREADABLE, End::Close, make).to(&WANTING));
        all.push(Variant::rewritten(21, body, ACCEPTED, End::Close, make).to(&FREE));
    }
    for (target, field) in [
        (Target::Ticket, "licenseTicket"),
        (Target::Login, "bearer"),
        (Target::Get, "patient_id"),
        (Target::Get, "insQualified"),
    ] {
        for (row, value) in [
            (21, "null"),
            (21, "123456789012345678901234567890"),
            (21, "{\"a\":1}"),
            (21, "[]"),
            (22, "\"\""),
        ] {
            let make = move |answer: &SandboxResponse| {
                let mut body: serde_json::Value = serde_json::from_slice(&answer.body).unwrap();
                body[field] = serde_json::from_str(value).unwrap();
                answer.body(body.to_string()).with("")
            };
            let name = format!("{field} is {value}");
            all.push(Variant::rewritten(row, name, UNREADABLE, End::Close, make).to(&[target]));
        }
    }
    for (target, field) in [(Target::Ticket, "licenseTicket"), (Target::Login, "bearer")] {
        for (name, value) in [
            ("CR LF", "a\r\nx: y".to_owned()),
            ("NUL", "a\0b".into()),
            ("not ASCII", "é".into()),
            ("a blank", "a b".into()),
            ("1 MB", "a".repeat(1 << 20)),
        ] {
            let make = move |answer: &SandboxResponse| {
                let mut body: serde_json::Value = serde_json::from_slice(&answer.body).unwrap();
                body[field] = value.clone().into();
                answer.body(body.to_string()).with("")
            };
            let name = format!("{field} with {name}");
            all.push(Variant::rewritten(22, name, UNREADABLE, End::Close, make).to(&[target]));
        }
    }
    all
}

fn pages() -> Vec<Variant> {
    let mut all = Vec::new();
    for (name, headers, body) in [
        (
            "portal",
            "content-type: text/html\r\n",
            &b"<p>Connexion</p>"[..],
        ),
        (
            "login page",
            "content-type: text/html; charset=iso-8859-1\r\n",
            b"<html>\xe9",
        ),
        ("page without a type", "", b"<!DOCTYPE html><html></html>"),
        (
            "page as JSON",
            "content-type: application/json\r\n",
            b"<HTML lang=fr>",
        ),
        ("xhtml", "content-type: application/xhtml+xml\r\n", b"<x/>"),
        (
            "packed page",
            "content-type: text/html\r\ncontent-encoding: gzip\r\n",
            b"\x1f\x8b\x08",
        ),
        ("JSON as a page", "content-type: text/html\r\n", b"{}"),
        ("a comment", "", b"<!-- proxy --><html></html>"),
        ("a prolog", "", b"<?xml version=\"1.0\"?><html/>"),
        ("NUL before it", "", b"\0\0<html>"),
        ("blanks and marks", "", b"\xef\xbb\xbf\xc2\xa0\x01 <p>"),
        ("a tag alone", "content-type: application/json\r\n", b"<p>"),
        (
            "a script",
            "content-type: text/plain\r\n",
            b"<script>1</script>",
        ),
        ("UTF-16LE", "", b"\xff\xfe<\0p\0>\0"),
        ("UTF-16BE, no mark", "", b"\0 \0<\0p\0>"),
        ("UTF-32", "", b"\0\0\xfe\xff\0\0\0<\0\0\0p"),
        (
            "a type that is no ASCII",
            "content-type: text/html; charset=\u{e9}\r\n",
            b"{}",
        ),
        (
            "a second type",
            "content-type: application/json\r\nCONTENT-TYPE: Text/Html\r\n",
            b"{}",
        ),
    ] {
        let reply = SandboxResponse::encode("200 OK", headers, body);
        all.push(Variant::answers(35, name, UNKNOWN, reply.clone()));
        if name != "xhtml" {
            let make = move |_: &SandboxResponse| reply.clone();
            all.push(Variant::rewritten(
                35,
                format!("{name}, acted upon"),
                UNKNOWN,
                End::Close,
                make,
            ));
        }
    }
    all
}
