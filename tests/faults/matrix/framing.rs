//! F15 to F18: how the end of a response's body is known, and what happens when it is not.

use testkit::fault_proxy::{End, SandboxResponse};

use super::calls::*;
use super::expect::*;
use super::variant::Variant;

const OK: &str = "HTTP/1.1 200 OK\r\n";
const JSON: &str = "content-type: application/json\r\n";

/// What becomes of the body of the sandbox's response.
type Framed = fn(&str) -> String;

/// The sandbox's body in another frame.
fn framed(row: u32, name: &str, expect: Expect, end: End, frame: Framed) -> Variant {
    let name = format!("{name}, then {end:?}");
    let make = move |answer: &SandboxResponse| frame(&answer.text()).into_bytes();
    Variant::rewritten(row, name, expect, end, make)
}

/// A success whose body is not whole. RST may overtake what TLS has in its buffers.
fn cut(row: u32, name: &str, end: End, frame: Framed) -> Variant {
    let cut = framed(row, name, UNREADABLE, end, frame);
    cut.code(match end {
        End::Silence => "HR_E_TIMEOUT",
        _ => "HR_E_REPLY",
    })
}

fn cut_in_tls(row: u32, name: &str, end: End, frame: Framed) -> Variant {
    let expect = match end {
        End::Reset => UNREADABLE_OR_UNKNOWN,
        _ => UNREADABLE,
    };
    framed(row, name, expect, end, frame).tls()
}

fn of_length(length: impl std::fmt::Display, body: &str) -> String {
    format!("{OK}{JSON}content-length: {length}\r\n\r\n{body}")
}

fn chunked(chunks: impl std::fmt::Display) -> String {
    format!("{OK}{JSON}transfer-encoding: chunked\r\n\r\n{chunks}")
}

fn one_byte_chunks(body: &str, extension: &str) -> String {
    body.chars()
        .map(|c| format!("{:x}{extension}\r\n{c}\r\n", c.len_utf8()))
        .collect()
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
    let longer: [(&str, Framed); 2] = [
        ("too long by 1", |body| of_length(body.len() + 1, body)),
        ("too long by 1000", |body| {
            of_length(body.len() + 1000, body)
        }),
    ];
    for (name, frame) in longer {
        for end in [End::Close, End::Reset, End::Silence] {
            all.push(cut(15, name, end, frame));
            all.push(cut_in_tls(15, name, end, frame));
        }
    }
    let whole: [(&str, Framed); 3] = [
        ("in capitals", |body| {
            let length = body.len();
            format!("HTTP/1.1 200\r\nCONTENT-LENGTH: {length}\r\n\r\n{body}")
        }),
        ("of HTTP/1.0", |body| {
            let length = body.len();
            format!("HTTP/1.0 200 OK\r\ncontent-length:{length}\r\n\r\n{body}")
        }),
        // Never read, neither as a part of this response nor as the next one.
        ("with more behind it", |body| {
            of_length(body.len(), body) + "HTTP/1.1 500 No\r\n\r\n"
        }),
    ];
    for (name, frame) in whole {
        all.push(framed(16, name, ACCEPTED, End::Close, frame));
    }
    let shorter: Framed = |body| of_length(body.len() - 1, body);
    all.push(cut(16, "too short", End::Close, shorter));
    // JSON by nothing but its look, cut: a text to calls that want no field.
    let untyped: Framed = |body| {
        let length = body.len() - 1;
        format!("{OK}content-length: {length}\r\n\r\n{body}")
    };
    let name = "too short, without a type";
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
        let name = format!("length {length:?}");
        let make = move |answer: &SandboxResponse| of_length(length, &answer.text()).into_bytes();
        all.push(Variant::rewritten(16, name, UNKNOWN, End::Close, make).code("HR_E_REPLY"));
    }
    for (row, length, end) in [
        (16, "18446744073709551615", End::Close),
        (16, "9223372036854775808", End::Close),
        (16, "99999999999", End::Close),
        (52, "1099511627776", End::Silence),
        (52, "20000000", End::Silence),
    ] {
        let name = format!("length {length}, then {end:?}");
        let make = move |answer: &SandboxResponse| of_length(length, &answer.text()).into_bytes();
        all.push(Variant::rewritten(row, name, UNREADABLE, end, make));
    }
    let twice: [(&str, Expect, Framed); 5] = [
        ("two that differ", UNKNOWN, |body| {
            let length = body.len();
            of_length(format!("{length}\r\nContent-Length: {}", length - 1), body)
        }),
        ("n, n+1", UNKNOWN, |body| {
            let length = body.len();
            of_length(format!("{length}, {}", length + 1), body)
        }),
        ("twice", UNREADABLE, |body| {
            let length = body.len();
            of_length(format!("{length}\r\ncontent-length: {length}"), body)
        }),
        ("n, n", UNREADABLE, |body| {
            let length = body.len();
            of_length(format!("{length}, {length}"), body)
        }),
        ("length and chunks", UNREADABLE, |body| {
            let length = body.len();
            let chunks = format!("{length:x}\r\n{body}\r\n0\r\n\r\n");
            of_length(format!("{length}\r\ntransfer-encoding: chunked"), &chunks)
        }),
    ];
    for (name, expect, frame) in twice {
        all.push(framed(16, name, expect, End::Close, frame).code("HR_E_REPLY"));
    }
    all
}

fn chunks() -> Vec<Variant> {
    let mut all = Vec::new();
    let whole: [(&str, Framed); 4] = [
        ("one chunk", |body| {
            chunked(format!("{:X}\r\n{body}\r\n0\r\n\r\n", body.len()))
        }),
        ("chunks of a byte", |body| {
            chunked(one_byte_chunks(body, "") + "0\r\n\r\n")
        }),
        ("extensions and trailers", |body| {
            let chunks = one_byte_chunks(body, ";a=\"b\"");
            chunked(chunks + "0;last\r\nX-Sum: 1\r\nX-More: 2\r\n\r\n")
        }),
        // The server closes behind its last chunk, without the empty line.
        ("no empty line", |body| {
            chunked(one_byte_chunks(body, "") + "0\r\n")
        }),
    ];
    for (name, frame) in whole {
        all.push(framed(17, name, ACCEPTED, End::Close, frame));
    }
    let broken: [(&str, Framed); 10] = [
        ("no last chunk", |body| {
            chunked(format!("{:x}\r\n{body}\r\n", body.len()))
        }),
        ("cut", |body| {
            chunked(format!("{:x}\r\n{body}", body.len() + 9))
        }),
        ("bad size", |body| {
            chunked(format!("zz\r\n{body}\r\n0\r\n\r\n"))
        }),
        ("negative size", |body| {
            chunked(format!("-1\r\n{body}\r\n0\r\n\r\n"))
        }),
        ("huge size", |body| {
            chunked(format!("7fffffffffffffff\r\n{body}"))
        }),
        ("size beyond 64 bits", |body| {
            chunked(format!("ffffffffffffffffff\r\n{body}\r\n0\r\n\r\n"))
        }),
        ("size too small", |body| {
            chunked(format!("2\r\n{body}\r\n0\r\n\r\n"))
        }),
        ("LF alone", |body| {
            chunked(format!("{:x}\n{body}\n0\n\n", body.len()))
        }),
        ("no chunk", |_| chunked("")),
        ("half a size", |_| chunked("0")),
    ];
    for (name, frame) in broken {
        let ends = match name {
            "no last chunk" => &[End::Close, End::Silence, End::Reset][..],
            _ => &[End::Close, End::Silence],
        };
        for end in ends {
            let broken = framed(17, &format!("chunks: {name}"), UNREADABLE, *end, frame);
            all.push(match end {
                End::Silence => broken,
                _ => broken.code("HR_E_REPLY"),
            });
        }
    }
    all
}

/// HTTP/1.0 knows no chunks, and other codings are not undone: what such a body holds is not known.
/// R17: such a body was taken as it stood.
fn codings() -> Vec<Variant> {
    let mut all = vec![cut(17, "chunks of HTTP/1.0", End::Close, |body| {
        let length = body.len();
        format!(
            "HTTP/1.0 200 OK\r\ntransfer-encoding: chunked\r\n\r\n{length:x}\r\n{body}\r\n0\r\n\r\n"
        )
    })];
    for coding in [
        "gzip",
        "xchunked",
        "identity, x",
        "chunked, gzip",
        "gzip, chunked",
    ] {
        let response = format!("{OK}transfer-encoding: {coding}\r\n\r\nhalf of a te");
        let make = move |_: &SandboxResponse| response.clone().into_bytes();
        let name = format!("transfer-encoding {coding}");
        all.push(Variant::rewritten(17, name, UNREADABLE, End::Close, make).code("HR_E_REPLY"));
    }
    all
}

/// Neither length nor chunks: the body counts only when its JSON is whole.
fn until_close() -> Vec<Variant> {
    let mut all = Vec::new();
    let cuts: [(&str, Framed); 4] = [
        ("no length, cut by 1", |body| {
            format!("{OK}{JSON}\r\n{}", &body[..body.len() - 1])
        }),
        ("no length, cut by 10", |body| {
            format!("{OK}{JSON}\r\n{}", &body[..body.len() - 10])
        }),
        ("no length, nothing", |_| format!("{OK}\r\n")),
        ("no length, a number", |_| format!("{OK}\r\n12")),
    ];
    for (name, frame) in cuts {
        for end in [End::Close, End::Abrupt, End::Reset] {
            all.push(cut(18, name, end, frame));
            all.push(cut_in_tls(18, name, end, frame));
        }
    }
    let whole: [(&str, Framed); 2] = [
        ("no length, whole", |body| format!("{OK}\r\n{body}")),
        ("no length, whole, of HTTP/1.0", |body| {
            format!("HTTP/1.0 200 OK\r\n\r\n{body}")
        }),
    ];
    for (name, frame) in whole {
        all.push(framed(18, name, ACCEPTED, End::Close, frame));
        all.push(framed(18, name, ACCEPTED, End::Close, frame).tls());
    }
    all
}
