//! F13, F19, F21, F22: how long a response goes on, where it ends, and the fields that a call wants.

use std::time::Duration;

use serde_json::{Value, json};
use testkit::fault_proxy::{End, SandboxResponse, Script, Sends};

use super::calls::*;
use super::expect::*;
use super::variant::Variant;
use crate::template::frame;

pub fn variants() -> Vec<Variant> {
    let mut all = cut_heads();
    all.extend(endless());
    all.extend(oversized());
    all.extend(fields());
    all.push(passed_on());
    all
}

fn cut_heads() -> Vec<Variant> {
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

/// This first, then the unit again and again, with a pause before each that is short.
fn dribble(name: &str, expect: Expect, first: &str, unit: &str) -> Variant {
    let pause = Duration::from_millis(if unit.len() < 30 { 50 } else { 0 });
    let script = Script {
        // A refusal that the sandbox had acted upon would be none.
        forward: !first.contains(" 422 "),
        sends: Sends::Dribble(frame(first, ""), frame(unit, ""), pause),
        ..Script::default()
    };
    Variant::scripted(19, name, expect, script)
}

fn endless() -> Vec<Variant> {
    let refusal = "HTTP/1.1 422 No|content-length: 1000||";
    let hundred = "<ok>content-length: 100000000||";
    let mut all = vec![
        dribble("the head", UNKNOWN, "<ok>x:", "y").code("HR_E_TIMEOUT"),
        dribble("interim responses", UNKNOWN, "", "<continue*1>").code("HR_E_TIMEOUT"),
        // A refusal is one as soon as its head is there, also when its body never ends, but for a login's.
        dribble("a refusal", REFUSED_IN_PART, refusal, "1")
            .code("HR_E_REFUSED")
            .http_status("422"),
        dribble("100 MB", UNREADABLE, hundred, &" ".repeat(65_536)),
    ];
    for (name, first, unit) in [
        ("a byte", "<ok>content-length: 100000||{", " "),
        ("a byte, no length", "<ok>|{", " "),
        ("a chunk", "<ok><chunked>", "1| |"),
    ] {
        let body = dribble(name, UNREADABLE, first, unit);
        all.push(body.code("HR_E_TIMEOUT").http_status("200").phase("read"));
    }
    all
}

/// Beyond the limit of a response.
fn oversized() -> Vec<Variant> {
    const LIMIT: usize = 200_000;
    let block = format!("1000|{}|", " ".repeat(4096));
    let mut all = vec![
        dribble("endless chunks", UNREADABLE, "<ok><chunked>", &block),
        dribble("endless", UNREADABLE, "<ok>|", &" ".repeat(4096)),
    ];
    let big = format!("{}x", "x".repeat(LIMIT));
    for (expect, template) in [
        (UNREADABLE, "<ok><length><body>"),
        (UNREADABLE, "<ok><chunked><x>|<body>|0||"),
        (UNREADABLE, "<ok>|<body>"),
        (UNKNOWN, "<page><length><body>"),
    ] {
        let reply = frame(template, &big);
        let make = move |_: &SandboxResponse| reply.clone();
        let name = format!("oversized, {template}");
        all.push(Variant::rewritten(19, name, expect, End::Silence, make).code("HR_E_REPLY"));
    }
    let refusal = frame("HTTP/1.1 400 Bad|<length><body>", &big);
    let refusal = Variant::answers(19, "oversized, a refusal", REFUSED_IN_PART, refusal);
    all.push(refusal.code("HR_E_REFUSED"));
    let limited = all.into_iter();
    limited
        .map(|variant| variant.config(json!({"max_reply_bytes": LIMIT})))
        .collect()
}

/// The fields that a call wants, of another kind or with another content.
fn fields() -> Vec<Variant> {
    let long = json!("a".repeat(1 << 20)).to_string();
    let kinds = [
        "null",
        "1",
        "123456789012345678901234567890",
        "{\"a\":1}",
        "[]",
        "\"\"",
    ];
    // These go into a header.
    let texts = [
        r#""a\r\nx: y""#,
        r#""a\u0000b""#,
        "\"é\"",
        "\"a b\"",
        "\"a b\\n\"",
        &*long,
    ];
    let mut all = Vec::new();
    for (target, field) in [
        (Target::Ticket, "licenseTicket"),
        (Target::Login, "bearer"),
        (Target::Get, "patient_id"),
        (Target::Get, "insQualified"),
    ] {
        let more = match target {
            Target::Get if field == "insQualified" => &["\"true\""][..],
            Target::Get => &[],
            _ => &texts[..],
        };
        for value in kinds.iter().chain(more) {
            let row = if value.starts_with('"') { 22 } else { 21 };
            let name = format!("{field} is {value:.20}");
            let value: Value = serde_json::from_str(value).unwrap();
            let make = move |answer: &SandboxResponse| {
                let mut body: Value = serde_json::from_slice(&answer.body).unwrap();
                body[field] = value.clone();
                answer.body(body.to_string()).with("")
            };
            let variant = Variant::rewritten(row, name, UNREADABLE, End::Close, make);
            all.push(variant.code("HR_E_REPLY").to(&[target]));
        }
    }
    all
}

/// What the library does not read comes out as it went in.
fn passed_on() -> Variant {
    const MORE: &str = r#","n" : 123456789012345678901234567890, "f":1.7976931348623157e309,
        "d":-1E400, "z":1, "z":2, "a":[ ], "t":"\u0000é\/"} "#;
    let make = |answer: &SandboxResponse| {
        let body = answer.text();
        let body = format!(" {}{MORE}", body.trim_end().strip_suffix('}').unwrap());
        answer.body(body).with("")
    };
    let raw = Variant::rewritten(21, "raw", ACCEPTED, End::Close, make);
    raw.check(|outcome| outcome.text.ends_with(&format!("{MORE}}}")))
}
