//! F15 to F18: how the end of a response's body is known, and what happens when it is not.

use testkit::fault_proxy::{End, SandboxResponse};

use super::calls::*;
use super::expect::*;
use super::variant::Variant;
use crate::frames::frame;

/// The sandbox's body in another frame.
fn framed(row: u32, name: &str, expect: Expect, end: End, template: &str) -> Variant {
    let name = format!("{name}, then {end:?}");
    let template = template.to_owned();
    let make = move |answer: &SandboxResponse| frame(&template, &answer.text());
    Variant::rewritten(row, name, expect, end, make)
}

/// A success whose body is not whole. RST may overtake what TLS has in its buffers.
fn cut(row: u32, name: &str, end: End, template: &str) -> Variant {
    let cut = framed(row, name, UNREADABLE, end, template);
    cut.code(match end {
        End::Silence => "HR_E_TIMEOUT",
        _ => "HR_E_REPLY",
    })
}

fn cut_in_tls(row: u32, name: &str, end: End, template: &str) -> Variant {
    let expect = match end {
        End::Reset => UNREADABLE_OR_UNKNOWN,
        _ => UNREADABLE,
    };
    framed(row, name, expect, end, template).tls()
}

pub fn variants() -> Vec<Variant> {
    let mut all = lengths();
    all.extend(wrong_lengths());
    all.extend(chunks());
    all.extend(codings());
    all.extend(until_close());
    all
}

fn lengths() -> Vec<Variant> {
    let mut all = Vec::new();
    for (name, template) in [
        ("too long by 1", "<head>content-length: <n+1>||<body>"),
        ("too long by 1000", "<head>content-length: <n+1000>||<body>"),
    ] {
        for end in [End::Close, End::Reset, End::Silence] {
            all.push(cut(15, name, end, template));
            all.push(cut_in_tls(15, name, end, template));
        }
    }
    // What is behind the last is never read, neither as a part of this response nor as the next one.
    for (name, template) in [
        ("in capitals", "HTTP/1.1 200|CONTENT-LENGTH: <n>||<body>"),
        ("of HTTP/1.0", "HTTP/1.0 200 OK|content-length:<n>||<body>"),
        (
            "with more behind it",
            "<head>content-length: <n>||<body>HTTP/1.1 500 No||",
        ),
    ] {
        all.push(framed(16, name, ACCEPTED, End::Close, template));
    }
    all.push(cut(
        16,
        "too short",
        End::Close,
        "<head>content-length: <n-1>||<body>",
    ));
    // JSON by nothing but its look, cut: a text to calls that want no field.
    let (name, untyped) = (
        "too short, without a type",
        "HTTP/1.1 200 OK|content-length: <n-1>||<body>",
    );
    all.push(cut(16, name, End::Close, untyped).to(&WANTING));
    all.push(framed(16, name, ACCEPTED, End::Close, untyped).to(&FREE));
    all
}

fn wrong_lengths() -> Vec<Variant> {
    let mut all = Vec::new();
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
        let template = format!("<head>content-length: {length}||<body>");
        let name = format!("length {length:?}");
        all.push(framed(16, &name, UNKNOWN, End::Close, &template).code("HR_E_REPLY"));
    }
    for (row, length, end) in [
        (16, "18446744073709551615", End::Close),
        (16, "9223372036854775808", End::Close),
        (16, "99999999999", End::Close),
        (52, "1099511627776", End::Silence),
        (52, "20000000", End::Silence),
    ] {
        let template = format!("<head>content-length: {length}||<body>");
        all.push(framed(
            row,
            &format!("length {length}"),
            UNREADABLE,
            end,
            &template,
        ));
    }
    let chunks = "<n>|transfer-encoding: chunked||<x>|<body>|0";
    for (name, expect, lengths) in [
        (
            "two that differ",
            UNKNOWN,
            "<n>|Content-Length: <n-1>||<body>",
        ),
        ("n, n+1", UNKNOWN, "<n>, <n+1>||<body>"),
        ("twice", UNREADABLE, "<n>|content-length: <n>||<body>"),
        ("n, n", UNREADABLE, "<n>, <n>||<body>"),
        ("length and chunks", UNREADABLE, &format!("{chunks}||")),
    ] {
        let template = format!("<head>content-length: {lengths}");
        all.push(framed(16, name, expect, End::Close, &template).code("HR_E_REPLY"));
    }
    all
}

fn chunks() -> Vec<Variant> {
    let mut all = Vec::new();
    // With the last the server closes behind its last chunk.
    for (name, chunks) in [
        ("one chunk", "<X>|<body>|0||"),
        ("chunks of a byte", "<bytes>0||"),
        (
            "extensions and trailers",
            "<bytes;a=\"b\">0;last|X-Sum: 1|X-More: 2||",
        ),
        ("no empty line", "<bytes>0|"),
    ] {
        let template = format!("<head><chunked>{chunks}");
        all.push(framed(17, name, ACCEPTED, End::Close, &template));
    }
    for (name, chunks) in [
        ("no last chunk", "<x>|<body>|"),
        ("cut", "<x+9>|<body>"),
        ("bad size", "zz|<body>|0||"),
        ("negative size", "-1|<body>|0||"),
        ("huge size", "7fffffffffffffff|<body>"),
        ("size beyond 64 bits", "ffffffffffffffffff|<body>|0||"),
        ("size too small", "2|<body>|0||"),
        ("LF alone", "<x>\n<body>\n0\n\n"),
        ("no chunk", ""),
        ("half a size", "0"),
    ] {
        let template = format!("<head><chunked>{chunks}");
        let name = format!("chunks: {name}");
        let broken = |end| framed(17, &name, UNREADABLE, end, &template);
        all.push(broken(End::Close).code("HR_E_REPLY"));
        all.push(broken(End::Silence));
        if name == "chunks: no last chunk" {
            all.push(broken(End::Reset).code("HR_E_REPLY"));
        }
    }
    all
}

/// HTTP/1.0 knows no chunks, and other codings are not undone: what such a body holds is not known.
/// R17: such a body was taken as it stood.
fn codings() -> Vec<Variant> {
    let old = "HTTP/1.0 200 OK|<chunked><x>|<body>|0||";
    let mut all = vec![cut(17, "chunks of HTTP/1.0", End::Close, old)];
    for coding in [
        "gzip",
        "xchunked",
        "identity, x",
        "chunked, gzip",
        "gzip, chunked",
    ] {
        let template = format!("HTTP/1.1 200 OK|transfer-encoding: {coding}||half of a te");
        let name = format!("transfer-encoding {coding}");
        all.push(framed(17, &name, UNREADABLE, End::Close, &template).code("HR_E_REPLY"));
    }
    all
}

/// Neither length nor chunks: the body counts only when its JSON is whole.
fn until_close() -> Vec<Variant> {
    let mut all = Vec::new();
    for (name, template) in [
        ("no length, cut by 1", "<head>|<body-1>"),
        ("no length, cut by 10", "<head>|<body-10>"),
        ("no length, nothing", "HTTP/1.1 200 OK||"),
        ("no length, a number", "HTTP/1.1 200 OK||12"),
    ] {
        for end in [End::Close, End::Abrupt, End::Reset] {
            all.push(cut(18, name, end, template));
            all.push(cut_in_tls(18, name, end, template));
        }
    }
    for (name, template) in [
        ("no length, whole", "HTTP/1.1 200 OK||<body>"),
        ("no length, whole, of HTTP/1.0", "HTTP/1.0 200 OK||<body>"),
    ] {
        let whole = framed(18, name, ACCEPTED, End::Close, template);
        all.extend([whole.clone(), whole.tls()]);
    }
    all
}
