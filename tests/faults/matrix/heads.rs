//! F13, F14, F23, F24: status lines and heads.

use hr_sandbox::fault_proxy::{End, SandboxResponse};

use super::calls::*;
use super::expect::*;
use super::variant::Variant;

pub fn variants() -> Vec<Variant> {
    let mut all = Vec::new();
    for cut in [0, 1, 4, 5, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 30, 60] {
        for end in [End::Close, End::Reset] {
            let name = format!("head cut at {cut}, then {end:?}");
            all.push(Variant::rewritten(13, name, UNKNOWN, end, move |answer| {
                answer.with("")[..cut].into()
            }));
        }
    }
    for cut in [4, 12, 15] {
        let name = format!("head cut at {cut}");
        let make = move |answer: &SandboxResponse| answer.with("")[..cut].to_vec();
        all.push(Variant::rewritten(
            13,
            format!("{name}, then silence"),
            UNKNOWN,
            End::Silence,
            make,
        ));
        all.push(Variant::rewritten(13, name, UNKNOWN, End::Abrupt, make).tls());
    }
    all.extend(strange());
    for (name, interim) in [
        ("100 x 5000", "HTTP/1.1 100 Continue\r\n\r\n".repeat(5000)),
        ("102", "HTTP/1.1 102 Processing\r\n\r\n".into()),
        (
            "100 with headers",
            "HTTP/1.1 100 Continue\r\nserver: x\r\n\r\n".repeat(2),
        ),
        (
            "103 x 3",
            "HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n".repeat(3),
        ),
    ] {
        let make = move |answer: &SandboxResponse| [interim.as_bytes(), &answer.with("")].concat();
        all.push(Variant::rewritten(23, name, ACCEPTED, End::Close, make));
    }
    for (status, expect) in [
        (101, UNKNOWN),
        (304, UNKNOWN),
        (999, UNKNOWN),
        (600, UNKNOWN),
        (399, UNKNOWN),
    ] {
        let make = move |_: &SandboxResponse| {
            format!("HTTP/1.1 {status} X\r\ncontent-length: 0\r\n\r\n").into_bytes()
        };
        all.push(Variant::rewritten(
            24,
            status.to_string(),
            expect,
            End::Close,
            make,
        ));
    }
    for status in ["99 X", "099 X", "2000 X"] {
        let make = move |_: &SandboxResponse| SandboxResponse::encode(status, "", b"{}");
        all.push(Variant::rewritten(24, status, UNKNOWN, End::Close, make));
    }
    for status in [204, 205] {
        let make = move |_: &SandboxResponse| {
            format!("HTTP/1.1 {status} X\r\ncontent-length: 0\r\n\r\n").into_bytes()
        };
        all.push(
            Variant::rewritten(24, status.to_string(), UNREADABLE, End::Close, make).to(&WANTING),
        );
        all.push(Variant::rewritten(24, status.to_string(), ACCEPTED, End::Close, make).to(&FREE));
    }
    all
}

fn strange() -> Vec<Variant> {
    let mut all = Vec::new();
    let many: String = (0..200).map(|n| format!("x-{n}: y\r\n")).collect();
    let long = format!("x: {}\r\n", "y".repeat(2 << 20));
    for (name, headers) in [
        ("200 headers", many.as_str()),
        ("a header of 2 MB", &long),
        ("no colon", "no colon\r\n"),
        ("NUL in a header", "x: a\0b\r\n"),
        ("space in a name", "x y: z\r\n"),
        ("folded header", "x: a\r\n folded\r\n"),
        ("nameless header", ": nameless\r\n"),
    ] {
        let headers = headers.to_owned();
        all.push(Variant::rewritten(
            14,
            name,
            UNKNOWN,
            End::Close,
            move |answer| answer.with(&headers),
        ));
    }
    for (name, line) in [
        ("HTTP/2.0", "HTTP/2.0 200 OK\r\ncontent-length: 2\r\n\r\n{}"),
        ("status 2OO", "HTTP/1.1 2OO OK\r\n\r\n"),
        ("status 20", "HTTP/1.1 20 OK\r\n\r\n"),
        ("status -20", "HTTP/1.1 -20 OK\r\n\r\n"),
        ("no version", "HTTP 200 OK\r\n\r\n"),
        ("SSH", "SSH-2.0-OpenSSH_9.2\r\n\r\n"),
        ("NULs", "\0\0\0\0\r\n\r\n"),
        ("JSON alone", "{\"licenseTicket\":\"x\"}\r\n\r\n"),
        ("a TLS alert", "\u{15}\u{3}\u{1}\0\u{2}\u{2}\u{16}\r\n\r\n"),
    ] {
        all.push(Variant::rewritten(
            14,
            name,
            UNKNOWN,
            End::Close,
            move |_| line.into(),
        ));
    }
    all
}
