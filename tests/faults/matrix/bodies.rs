//! F19 to F22, F35: how long a response goes on, and what is in it.

use std::time::Duration;

use serde_json::{Value, json};
use testkit::fault_proxy::{End, SandboxResponse, Script, Sends};

use super::calls::*;
use super::expect::*;
use super::variant::Variant;

const OK: &str = "HTTP/1.1 200 OK\r\n";

pub fn variants() -> Vec<Variant> {
    let mut all = endless();
    all.extend(oversized());
    all.extend(compressed());
    all.extend(contents());
    all.extend(fields());
    all.extend(passed_on());
    all.extend(pages());
    all
}

/// These bytes first, then the unit again and again.
fn dribble(name: &str, expect: Expect, head: &str, unit: &str) -> Variant {
    let pause = Duration::from_millis(if unit.len() < 30 { 50 } else { 0 });
    let script = Script {
        // A refusal that the sandbox had acted upon would be none.
        forward: !head.contains(" 422 "),
        sends: Sends::Dribble(head.into(), unit.into(), pause),
        ..Script::default()
    };
    Variant::scripted(19, name, expect, script)
}

fn endless() -> Vec<Variant> {
    let mut all = Vec::new();
    for (name, head, unit) in [
        ("the head", "x:", "y"),
        ("interim responses", "", "HTTP/1.1 100 Continue\r\n\r\n"),
    ] {
        let head = match head {
            "" => String::new(),
            _ => format!("{OK}{head}"),
        };
        let name = format!("each 50 ms {name}");
        all.push(dribble(&name, UNKNOWN, &head, unit).code("HR_E_TIMEOUT"));
    }
    for (name, headers, unit) in [
        ("a byte", "content-length: 100000\r\n\r\n{", " "),
        ("a byte, no length", "\r\n{", " "),
        (
            "a chunk",
            "transfer-encoding: chunked\r\n\r\n",
            "1\r\n \r\n",
        ),
    ] {
        let name = format!("each 50 ms {name}");
        let body = dribble(&name, UNREADABLE, &format!("{OK}{headers}"), unit);
        let body = body.status("200", "HR_E_TIMEOUT");
        all.push(body.check(|outcome| outcome.json["phase"] == "read"));
    }
    // A refusal is one as soon as its head is there, also when its body never ends, but for a login's.
    let refusal = "HTTP/1.1 422 No\r\ncontent-length: 1000\r\n\r\n";
    let refusal = dribble("a refusal", REFUSED_IN_PART, refusal, "1");
    all.push(refusal.status("422", "HR_E_REFUSED"));
    let hundred = format!("{OK}content-length: 100000000\r\n\r\n");
    all.push(dribble("100 MB", UNREADABLE, &hundred, &" ".repeat(65_536)));
    all
}

/// Beyond the limit of a response.
fn oversized() -> Vec<Variant> {
    const LIMIT: usize = 200_000;
    let chunked = format!("{OK}transfer-encoding: chunked\r\n\r\n");
    let block = format!("{:x}\r\n{}\r\n", 4096, " ".repeat(4096));
    let mut all = vec![
        dribble("endless chunks", UNREADABLE, &chunked, &block),
        dribble(
            "endless",
            UNREADABLE,
            &format!("{OK}\r\n"),
            &" ".repeat(4096),
        ),
    ];
    let big = "x".repeat(LIMIT + 1);
    let whole = |status: &str, headers: &str| {
        let response = SandboxResponse::encode(status, headers, big.as_bytes());
        String::from_utf8(response).unwrap()
    };
    for (name, expect, response) in [
        ("by its length", UNREADABLE, whole("200 OK", "")),
        (
            "in chunks",
            UNREADABLE,
            format!("{chunked}{:x}\r\n{big}\r\n0\r\n\r\n", LIMIT + 1),
        ),
        ("until the end", UNREADABLE, format!("{OK}\r\n{big}")),
        (
            "a page",
            UNKNOWN,
            whole("200 OK", "content-type: text/html\r\n"),
        ),
    ] {
        let name = format!("oversized, {name}");
        let make = move |_: &SandboxResponse| response.clone().into_bytes();
        all.push(Variant::rewritten(19, name, expect, End::Silence, make).code("HR_E_REPLY"));
    }
    let refusal = whole("400 Bad", "").into_bytes();
    let refusal = Variant::answers(19, "oversized, a refusal", REFUSED_IN_PART, refusal);
    all.push(refusal.code("HR_E_REFUSED"));
    let limit = json!({"max_reply_bytes": LIMIT});
    let limited = all.into_iter();
    limited
        .map(|variant| variant.config(limit.clone()))
        .collect()
}

/// None of these was asked for.
fn compressed() -> Vec<Variant> {
    let mut all = Vec::new();
    // Ten bytes that claim to be a member.
    let member = b"\x1f\x8b\x08\0\0\0\0\0\0\xff";
    for (coding, body) in [
        ("gzip", Some(member)),
        ("gzip", None),
        ("x-gzip", None),
        ("br", None),
        ("deflate", None),
        ("GZIP", None),
        ("gzip, identity", None),
    ] {
        let make = move |answer: &SandboxResponse| {
            let body = body.map_or(answer.body.clone(), |body| body.to_vec());
            answer
                .body(body)
                .with(&format!("content-encoding: {coding}\r\n"))
        };
        let name = format!("{coding}, packed: {}", body.is_some());
        all.push(Variant::rewritten(20, name, UNREADABLE, End::Close, make).code("HR_E_REPLY"));
    }
    all
}

/// The sandbox's response as JSON with this body.
fn with_body(row: u32, name: &str, expect: Expect, body: impl Into<Vec<u8>>) -> Variant {
    let body = body.into();
    let make = move |answer: &SandboxResponse| answer.body(body.clone()).with("");
    Variant::rewritten(row, name, expect, End::Close, make)
}

fn contents() -> Vec<Variant> {
    let mut all = Vec::new();
    let nested = format!("{}1{}", "[".repeat(200), "]".repeat(200));
    for (name, body) in [
        ("invalid UTF-8", &b"{\"a\":\"\xe9\"}"[..]),
        ("BOM", b"\xef\xbb\xbf{}"),
        ("NaN", b"NaN"),
        ("NaN in an object", b"{\"a\":NaN}"),
        ("trailing bytes", b"{\"a\":1}x"),
        ("trailing comma", b"{\"a\":1,}"),
        ("single quotes", b"{'a':1}"),
        ("lone surrogate", b"\"\\ud800\""),
        ("cut inside", b"{\"a\":[1,2"),
        ("deep nesting", nested.as_bytes()),
        ("a blank", b" "),
    ] {
        all.push(with_body(21, name, UNREADABLE, body).code("HR_E_REPLY"));
    }
    // Sound JSON without what is wanted: nothing to find fault with where nothing is wanted.
    for body in ["{}", "[]", "null", "[{}]", "1", "{\"a\":1e999}", "\"text\""] {
        let wanting = with_body(21, body, UNREADABLE, body).to(&WANTING);
        all.push(wanting.code("HR_E_REPLY"));
        all.push(with_body(21, body, ACCEPTED, body).to(&FREE));
    }
    // A wanted field given twice has no value.
    let twice = |target: Target, field: &str, expect: Expect| {
        let start = format!("{{\"{field}\":null,");
        let make = move |answer: &SandboxResponse| {
            let body = answer.text().replacen('{', &start, 1);
            answer.body(body).with("")
        };
        let name = format!("{field} twice");
        Variant::rewritten(21, name, expect, End::Close, make).to(&[target])
    };
    for (target, field) in [
        (Target::Ticket, "licenseTicket"),
        (Target::Login, "bearer"),
        (Target::Get, "patient_id"),
    ] {
        all.push(twice(target, field, UNREADABLE).code("HR_E_REPLY"));
    }
    // A status given twice is a failure, whichever of them says so.
    all.push(twice(Target::Ready, "status", UNREADABLE).code("HR_E_CARD_STATUS"));
    all.extend(FREE.map(|target| twice(target, "other", ACCEPTED)));
    all
}

/// The fields that a call wants, of another kind or with another content.
fn fields() -> Vec<Variant> {
    let mut all = Vec::new();
    let long = "a".repeat(1 << 20);
    for (target, field) in [
        (Target::Ticket, "licenseTicket"),
        (Target::Login, "bearer"),
        (Target::Get, "patient_id"),
        (Target::Get, "insQualified"),
    ] {
        let kinds = [
            (21, "null"),
            (21, "1"),
            (21, "\"true\""),
            (21, "123456789012345678901234567890"),
            (21, "{\"a\":1}"),
            (21, "[]"),
            (22, "\"\""),
        ];
        let texts = ["a\r\nx: y", "a\0b", "é", "a b", "a b\n", &long];
        let texts = texts.map(|text| (22, json!(text).to_string()));
        let in_header = matches!(target, Target::Ticket | Target::Login);
        let texts = texts.into_iter().filter(|_| in_header);
        let kinds = kinds.map(|(row, value)| (row, value.to_owned()));
        for (row, value) in kinds.into_iter().chain(texts) {
            if value == "\"true\"" && field != "insQualified" {
                continue;
            }
            let name = format!("{field} is {value:.20}");
            let make = move |answer: &SandboxResponse| {
                let mut body: Value = serde_json::from_slice(&answer.body).unwrap();
                body[field] = serde_json::from_str(&value).unwrap();
                answer.body(body.to_string()).with("")
            };
            let variant = Variant::rewritten(row, name, UNREADABLE, End::Close, make);
            all.push(variant.code("HR_E_REPLY").to(&[target]));
        }
    }
    for (target, body) in [
        (Target::Ticket, r#"["licenseTicket","x"]"#),
        (Target::Ready, r#"{"data":{"data":[]}}"#),
        (Target::Ready, r#"{"data":{"data":{"a":{}}}}"#),
        (Target::Ready, r#"{"data":{"data":{"a":[1]}}}"#),
        (Target::Get, r#"{"patient_id":"1","insQualified":true}"#),
    ] {
        let variant = with_body(21, body, UNREADABLE, body).to(&[target]);
        all.push(variant.code("HR_E_REPLY"));
    }
    all
}

/// What the library does not read comes out as it went in.
fn passed_on() -> Vec<Variant> {
    let more = r#","n" : 123456789012345678901234567890, "f":1.7976931348623157e309,
        "d":-1E400, "z":1, "z":2, "t":"\u0000é\/"}"#;
    let make = move |answer: &SandboxResponse| {
        let body = answer.text();
        let body = format!("{}{more}", body.trim_end().strip_suffix('}').unwrap());
        answer.body(body).with("")
    };
    let raw = Variant::rewritten(21, "raw", ACCEPTED, End::Close, make);
    let text = "d'accord \"é\"\n";
    let plain = move |_: &SandboxResponse| {
        SandboxResponse::encode("200 OK", "content-type: text/plain\r\n", text.as_bytes())
    };
    let wanting = Variant::rewritten(21, "a text", UNREADABLE, End::Close, plain).to(&WANTING);
    let free = Variant::rewritten(21, "a text", ACCEPTED, End::Close, plain).to(&FREE);
    let odd = " {\"z\" : 1.797e309, \"a\":[ ],\n\t\"z2\":\"\\u00e9\\/\", \"n\":-0.0e-5 } ";
    let whole = with_body(21, "raw with blanks", ACCEPTED, odd).to(&FREE);
    vec![
        whole.check(move |outcome| outcome.text.ends_with(&format!("\"raw\":{odd}}}"))),
        raw.check(move |outcome| outcome.text.ends_with(&format!("{more}}}"))),
        wanting.code("HR_E_REPLY"),
        free.check(move |outcome| outcome.json["raw"] == text),
    ]
}

/// A page comes from something in between: whether the service got the call is not known, also when the page cannot
/// be read.
/// R15: a page that cannot be read counted as an accepted document.
/// R70: so did a page behind a comment, a prolog or NUL, in wide characters, or of a type in a second header or with a
/// byte that is not ASCII.
fn pages() -> Vec<Variant> {
    const HTML: &str = "content-type: text/html\r\n";
    const JSON: &str = "content-type: application/json\r\n";
    let mut all = Vec::new();
    for (headers, body) in [
        (HTML, &b"<p>Connexion</p>"[..]),
        (HTML, b"{}"),
        (HTML, b""),
        (
            "content-type: text/html; charset=iso-8859-1\r\n",
            b"<html>\xe9",
        ),
        ("Content-Type: Text/HTML; charset=iso-8859-1\r\n", b"<p>"),
        ("content-type: text/html; charset=\u{e9}\r\n", b"{}"),
        (
            "content-type: text/html\r\ncontent-encoding: gzip\r\n",
            b"\x1f\x8b\x08",
        ),
        (
            "content-type: application/json\r\nCONTENT-TYPE: Text/Html\r\n",
            b"{}",
        ),
        ("content-type: application/xhtml+xml\r\n", b"<x/>"),
        (JSON, b"<HTML lang=fr>"),
        (JSON, b"<p>"),
        ("content-type: text/plain\r\n", b"<script>1</script>"),
        (
            "content-type: text/plain\r\n",
            b"\xef\xbb\xbf\r\n <!doctype HTML>",
        ),
        ("", b"<!DOCTYPE html><html></html>"),
        ("", b"<!DOCTYPE html><p>\xe9t\xe9</p>"),
        ("", b"<!-- proxy --><html></html>"),
        ("", b"<?xml version=\"1.0\"?><html/>"),
        ("", b"<head><title>x</title></head>"),
        ("", b"<script>location='/'</script>"),
        ("", b"\0\0<html>"),
        ("", b"\xef\xbb\xbf\xc2\xa0\x01 \xe2\x80\xa8<p>"),
        // UTF-16 with a mark, without one, behind blanks of two kinds; UTF-32.
        ("", b"\xff\xfe<\0p\0>\0"),
        ("", b"\0 \0<\0p\0>"),
        ("", b"\x20\x03\0<\0p\0>"),
        ("", b"\0\x30<\0p\0>\0"),
        ("", b"\0\0\xfe\xff\0\0\0<\0\0\0p"),
    ] {
        let name = format!("{headers:?} {}", body.escape_ascii());
        let until_close = [OK.as_bytes(), headers.as_bytes(), b"\r\n", body].concat();
        let reply = SandboxResponse::encode("200 OK", headers, body);
        let make = move |_: &SandboxResponse| reply.clone();
        all.push(Variant::answers(35, &name, UNKNOWN, until_close));
        let name = format!("{name}, acted upon");
        all.push(Variant::rewritten(35, name, UNKNOWN, End::Close, make));
    }
    let cut = format!("{OK}{HTML}content-length: 500\r\n\r\n<html>");
    all.push(Variant::answers(35, "a page, cut", UNKNOWN, cut.into()));
    let coded = all.into_iter();
    coded
        .map(|variant| variant.status("200", "HR_E_REPLY"))
        .collect()
}
