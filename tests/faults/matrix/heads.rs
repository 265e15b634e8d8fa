//! F13, F14, F23, F24: status lines and heads.

use testkit::fault_proxy::{End, SandboxResponse};

use super::calls::*;
use super::expect::*;
use super::variant::Variant;

pub fn variants() -> Vec<Variant> {
    let mut all = cut();
    all.extend(malformed());
    all.extend(unusual());
    all.extend(interim());
    all.extend(statuses());
    all
}

fn cut() -> Vec<Variant> {
    let cut = |length: usize, end: End| {
        let name = format!("head cut at {length}, then {end:?}");
        Variant::rewritten(13, name, UNKNOWN, end, move |answer| {
            answer.with("")[..length].into()
        })
    };
    let mut all = Vec::new();
    for length in (0..=38).chain([60]) {
        for end in [End::Close, End::Reset] {
            all.push(cut(length, end).code("HR_E_INTERRUPTED"));
        }
    }
    for length in [1, 4, 8, 12, 15] {
        all.push(cut(length, End::Silence).code("HR_E_TIMEOUT"));
        all.push(cut(length, End::Abrupt).tls());
    }
    all
}

/// Something came that is no response of HTTP/1.1.
fn malformed() -> Vec<Variant> {
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
        let make = move |answer: &SandboxResponse| answer.with(&headers);
        all.push(Variant::rewritten(14, name, UNKNOWN, End::Close, make));
    }
    for line in [
        "HTTP/2.0 200 OK\r\ncontent-length: 2\r\n\r\n{}",
        "HTTP/1.1 2OO OK\r\n\r\n",
        "HTTP/1.1 20 OK\r\n\r\n",
        "HTTP/1.1 -20 OK\r\n\r\n",
        "HTTP 200 OK\r\n\r\n",
        "SSH-2.0-OpenSSH_9.2\r\n",
        "hello\r\n\r\n",
        "\0\0\0\0\r\n\r\n",
        "{\"licenseTicket\":\"x\"}\r\n\r\n",
        // A TLS alert.
        "\u{15}\u{3}\u{1}\0\u{2}\u{2}\u{16}",
    ] {
        let name = format!("garbage: {}", line.escape_debug());
        let make = move |_: &SandboxResponse| line.into();
        all.push(Variant::rewritten(14, name, UNKNOWN, End::Close, make));
    }
    let coded = all.into_iter();
    coded.map(|variant| variant.code("HR_E_REPLY")).collect()
}

/// Unusual, and clear.
fn unusual() -> Vec<Variant> {
    let mut all = Vec::new();
    let fitting = format!("x: {}\r\n", "y".repeat(60_000));
    for headers in [
        fitting.as_str(),
        "X-Empty:\r\n",
        "x-latin: \u{e9}\r\n",
        "CONTENT-TYPE: APPLICATION/JSON; CHARSET=UTF-8\r\n",
        "content-encoding: identity\r\n",
        "connection: keep-alive\r\nkeep-alive: timeout=5\r\n",
        "set-cookie: a=b\r\nset-cookie: c=d\r\n",
    ] {
        let name = format!("{:.30}", headers.escape_debug());
        let headers = headers.to_owned();
        let make = move |answer: &SandboxResponse| {
            SandboxResponse::encode("200 OK", &headers, &answer.body)
        };
        all.push(Variant::rewritten(14, name, ACCEPTED, End::Close, make));
    }
    let make = |answer: &SandboxResponse| {
        let head = format!("HTTP/1.1 200 OK\ncontent-length: {}\n\n", answer.body.len());
        [head.as_bytes(), &answer.body].concat()
    };
    let name = "lines that end in LF alone";
    all.push(Variant::rewritten(14, name, ACCEPTED, End::Close, make));
    all
}

/// R21: a 100 with headers ended the call.
fn interim() -> Vec<Variant> {
    let mut all = Vec::new();
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
        let alone = interim.clone();
        let make = move |answer: &SandboxResponse| [interim.as_bytes(), &answer.with("")].concat();
        all.push(Variant::rewritten(23, name, ACCEPTED, End::Close, make));
        let make = move |_: &SandboxResponse| alone.clone().into();
        let name = format!("{name}, and nothing else");
        let alone = Variant::rewritten(23, name, UNKNOWN, End::Close, make);
        all.push(alone.code("HR_E_INTERRUPTED"));
    }
    all
}

fn statuses() -> Vec<Variant> {
    let mut all = Vec::new();
    let empty = |status: &'static str| {
        let make = move |_: &SandboxResponse| SandboxResponse::encode(status, "", b"");
        Variant::rewritten(24, status, UNKNOWN, End::Close, make)
    };
    for status in ["304 X", "399 X", "600 X", "999 X"] {
        all.push(empty(status).status(status, "HR_E_REPLY"));
    }
    for status in ["99 X", "099 X", "2000 X"] {
        all.push(empty(status).code("HR_E_REPLY"));
    }
    // Nothing was asked to be switched.
    let switching = "HTTP/1.1 101 Switching Protocols\r\nupgrade: h2c\r\n\r\n";
    let make = move |_: &SandboxResponse| switching.into();
    let switching = Variant::rewritten(24, "101", UNKNOWN, End::Close, make);
    all.push(switching.status("101", "HR_E_REPLY"));
    for status in [201, 299] {
        let make = move |answer: &SandboxResponse| {
            let body = answer.body.clone();
            SandboxResponse { status, body }.with("")
        };
        let variant = Variant::rewritten(24, status.to_string(), ACCEPTED, End::Close, make);
        all.push(variant.check(move |outcome| outcome.json["http_status"] == status));
    }
    for (name, reply) in [
        ("204", "HTTP/1.1 204 X\r\n\r\n"),
        (
            "204 of length 0",
            "HTTP/1.1 204 X\r\ncontent-length: 0\r\n\r\n",
        ),
        ("205", "HTTP/1.1 205 X\r\ncontent-length: 0\r\n\r\n"),
        (
            "200 of length 0",
            "HTTP/1.1 200 X\r\ncontent-length: 0\r\n\r\n",
        ),
        (
            "200 without a chunk",
            "HTTP/1.1 200 X\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
        ),
    ] {
        let make = move |_: &SandboxResponse| reply.into();
        let wanting = Variant::rewritten(24, name, UNREADABLE, End::Close, make).to(&WANTING);
        all.push(wanting.code("HR_E_REPLY"));
        let free = Variant::rewritten(24, name, ACCEPTED, End::Close, make).to(&FREE);
        all.push(free.check(|outcome| outcome.json["raw"].is_null()));
    }
    all
}
