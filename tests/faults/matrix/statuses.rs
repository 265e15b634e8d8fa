//! F25 to F29, F31 to F34: redirections, refusals and how long to wait.

use serde_json::json;
use testkit::fault_proxy::{End, Endpoint, Script, Sends};

use super::calls::*;
use super::expect::*;
use super::fixture::Fixture;
use super::replies::of_row;
use super::variant::{Variant, sending};
use crate::template::frame;

pub fn variants() -> Vec<Variant> {
    let mut all = redirections();
    all.extend(refusals());
    all.extend(waits());
    all.extend(proxy());
    all
}

/// What stands in between answers with statuses of its own: a page does not answer the call.
/// R71: a page with a status of 4xx was a definite refusal: the document was sent again, and the counter of the card
/// lifted the hold of a PIN that the card may have seen.
fn refusals() -> Vec<Variant> {
    let mut all = Vec::new();
    for (row, status, code) in [
        (25, "302 Found", "REDIRECT"),
        (26, "400 Bad Request", "REFUSED"),
        (26, "422 Unprocessable", "REFUSED"),
        (26, "499 Closed", "REFUSED"),
        (27, "401 Unauthorized", "UNAUTHORIZED"),
        (27, "403 Forbidden", "UNAUTHORIZED"),
        (28, "404 Not Found", "NOT_FOUND"),
        (28, "405 Not Allowed", "REFUSED"),
        (28, "410 Gone", "REFUSED"),
        (28, "415 Unsupported", "REFUSED"),
        (29, "407 Proxy Authentication Required", "PROXY"),
        (31, "409 Conflict", "CONFLICT"),
        (32, "413 Content Too Large", "REFUSED"),
        (33, "429 Too Many", "RATE_LIMITED"),
    ] {
        for reply in [
            r#"rejected content-type: application/json|<length>{"error":"x"}"#,
            "rejected <length>",
            "unknown content-type: text/html|<length>",
            "unknown content-type: text/html|<length>{}",
            "unknown <length><html>",
            r"unknown content-type: application/json|<length>\xef\xbb\xbf<!-- -->",
            "unknown content-length: 100||<html>",
        ] {
            let (word, reply) = reply.split_once(' ').unwrap();
            let code = format!("{code}={}", &status[..3]);
            let line = format!("{row} {word} {code} all unseen HTTP/1.1 {status}|{reply}");
            all.extend(of_row(&line));
        }
    }
    all
}

/// R22: a number beyond 64 bits overflowed.
fn waits() -> Vec<Variant> {
    let mut all = Vec::new();
    for (after, seconds) in [
        ("5", Some(5)),
        ("0", Some(0)),
        (" 7 ", Some(7)),
        ("1000000000000", Some(86_400)),
        ("99999999999999999999999999", Some(86_400)),
        ("-1", None),
        ("Wed, 21 Oct 2026 07:28:00 GMT", None),
        ("soon", None),
        ("", None),
        ("1.5", None),
        ("+5", None),
    ] {
        for (row, status, expect, code) in [
            (33, "429 Too Many", REJECTED, "HR_E_RATE_LIMITED"),
            (34, "503 Busy", UNKNOWN, "HR_E_SERVER"),
        ] {
            let reply = format!("HTTP/1.1 {status}|Retry-After: {after}|<length>");
            let variant = Variant::answers(row, &reply, expect, frame(&reply, "")).code(code);
            all.push(variant.check(move |outcome| outcome.json["retry_after_s"] == json!(seconds)));
        }
    }
    all
}

fn redirections() -> Vec<Variant> {
    let mut all = Vec::new();
    for status in ["301 X", "302 X", "303 X", "307 X", "308 X"] {
        for location in [
            "http://DECOY/x",
            "https://DECOY/x",
            "//DECOY/x",
            "http://localhost:PORT/x",
            "/x",
            "?x",
            "",
            "SELF",
        ] {
            let redirected = move |fixture: &mut Fixture| {
                let decoy = fixture.proxy.address(Endpoint::Decoy);
                let to = location
                    .replace("DECOY", &decoy.to_string())
                    .replace("PORT", &decoy.port().to_string())
                    .replace("SELF", &fixture.proxy.url(fixture.target.endpoint()));
                let reply = format!("HTTP/1.1 {status}|location: {to}|<length>");
                fixture.arm(Script {
                    forward: false,
                    ..sending(Sends::Bytes(frame(&reply, "")), End::Close)
                });
            };
            let name = format!("{status} to {location:?}");
            let variant = Variant::new(25, name, REJECTED).before(redirected);
            all.push(variant.code("HR_E_REDIRECT").http_status(status));
        }
    }
    all
}

/// A proxy that refuses the tunnel. Loopback never goes through one, so the names are other names.
fn proxy() -> [Variant; 2] {
    let refused = |config| Variant::new(29, "a proxy refuses the tunnel", NO_TUNNEL).config(config);
    let ticket = json!({"proxy": "decoy", "license_url": "https://license.invalid"});
    let service = refused(json!({"proxy": "decoy"})).before(|fixture| fixture.go_elsewhere());
    [
        refused(ticket).to(&[Target::Ticket]),
        service.to(&[
            Target::Search,
            Target::Get,
            Target::ProfilePut,
            Target::Select,
            Target::Open,
        ]),
    ]
}
