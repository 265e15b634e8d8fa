//! F25 to F34: redirections, refusals and failures.

use serde_json::json;
use testkit::fault_proxy::{End, Endpoint, SandboxResponse, Script, Sends};

use super::calls::*;
use super::expect::*;
use super::fixture::Fixture;
use super::variant::{Variant, sending};

pub fn variants() -> Vec<Variant> {
    let mut all = redirections();
    all.extend(refusals());
    all.extend(broken_refusals());
    all.extend(waits());
    all.extend(failures());
    all.extend(proxy());
    all
}

/// What stands in between answers with statuses of its own: a page does not answer the call.
/// R71: a page with a status of 4xx was a definite refusal: the document was sent again, and the counter of the card
/// lifted the hold of a PIN that the card may have seen.
fn refusals() -> Vec<Variant> {
    const JSON: &str = "content-type: application/json\r\n";
    const HTML: &str = "content-type: text/html\r\n";
    let mut all = Vec::new();
    for (row, status, code) in [
        (25, "302 Found", "HR_E_REDIRECT"),
        (26, "400 Bad Request", "HR_E_REFUSED"),
        (26, "422 Unprocessable", "HR_E_REFUSED"),
        (26, "499 Closed", "HR_E_REFUSED"),
        (27, "401 Unauthorized", "HR_E_UNAUTHORIZED"),
        (27, "403 Forbidden", "HR_E_UNAUTHORIZED"),
        (28, "404 Not Found", "HR_E_NOT_FOUND"),
        (28, "405 Not Allowed", "HR_E_REFUSED"),
        (28, "410 Gone", "HR_E_REFUSED"),
        (28, "415 Unsupported", "HR_E_REFUSED"),
        (29, "407 Proxy Authentication Required", "HR_E_PROXY"),
        (31, "409 Conflict", "HR_E_CONFLICT"),
        (32, "413 Content Too Large", "HR_E_REFUSED"),
        (33, "429 Too Many", "HR_E_RATE_LIMITED"),
    ] {
        let mut answers = |what: &str, expect: Expect, bytes: Vec<u8>| {
            let variant = Variant::answers(row, format!("{status}, {what}"), expect, bytes);
            all.push(variant.status(status, code));
        };
        let whole =
            |headers: &str, body: &str| SandboxResponse::encode(status, headers, body.as_bytes());
        answers("JSON", REJECTED, whole(JSON, "{\"error\":\"x\"}"));
        answers("nothing", REJECTED, whole("", ""));
        answers("an empty page", UNKNOWN, whole(HTML, ""));
        answers("JSON as a page", UNKNOWN, whole(HTML, "{}"));
        answers("a page", UNKNOWN, whole("", "<html>"));
        answers("a page as JSON", UNKNOWN, whole(JSON, "\u{feff}<!-- -->"));
        let cut = format!("HTTP/1.1 {status}\r\ncontent-length: 100\r\n\r\n<html>");
        answers("a page, cut", UNKNOWN, cut.into());
    }
    all
}

/// A refusal counts whatever its body, but for a login's: a PIN is spent by a mistake.
/// R72: a refused login of which only the head came, or a body that cannot be read, was a definite refusal.
fn broken_refusals() -> Vec<Variant> {
    let mut all = Vec::new();
    for (status, code) in [("413 X", "HR_E_REFUSED"), ("401 X", "HR_E_UNAUTHORIZED")] {
        for (tail, expect) in [
            ("\r\n", REFUSED_IN_PART),
            ("\r\nnot whole", REFUSED_IN_PART),
            ("content-length: 100\r\n\r\n", REFUSED_IN_PART),
            ("content-length: 100\r\n\r\ncut", REFUSED_IN_PART),
            (
                "content-length: 3\r\ncontent-length: 3\r\n\r\nabc",
                REFUSED_IN_PART,
            ),
            (
                "content-type: application/json\r\ncontent-length: 1\r\n\r\n{",
                REFUSED_IN_PART,
            ),
            ("transfer-encoding: chunked\r\n\r\nzz\r\n", REFUSED_IN_PART),
            // R116: within may be a page.
            (
                "content-encoding: gzip\r\ncontent-length: 2\r\n\r\n\u{1f}\u{b}",
                UNKNOWN,
            ),
        ] {
            let name = format!("{status} with {}", tail.escape_debug());
            let reply = format!("HTTP/1.1 {status}\r\n{tail}").into_bytes();
            all.push(Variant::answers(26, name, expect, reply).status(status, code));
        }
    }
    all
}

/// R22: a number beyond 64 bits overflowed.
fn waits() -> Vec<Variant> {
    let mut all = Vec::new();
    for (after, seconds) in [
        ("5", json!(5)),
        ("0", json!(0)),
        (" 7 ", json!(7)),
        ("1000000000000", json!(86_400)),
        ("99999999999999999999999999", json!(86_400)),
        ("-1", json!(null)),
        ("Wed, 21 Oct 2026 07:28:00 GMT", json!(null)),
        ("soon", json!(null)),
        ("", json!(null)),
        ("1.5", json!(null)),
        ("+5", json!(null)),
    ] {
        for (row, status, expect, code) in [
            (33, "429 Too Many", REJECTED, "HR_E_RATE_LIMITED"),
            (34, "503 Busy", UNKNOWN, "HR_E_SERVER"),
        ] {
            let reply = SandboxResponse::encode(status, &format!("Retry-After: {after}\r\n"), b"");
            let name = format!("{status}, retry after {after:?}");
            let variant = Variant::answers(row, name, expect, reply).status(status, code);
            let seconds = seconds.clone();
            all.push(variant.check(move |outcome| outcome.json["retry_after_s"] == seconds));
        }
    }
    all
}

fn failures() -> Vec<Variant> {
    let mut all = Vec::new();
    for (row, status, headers, code) in [
        (30, "408 Request Timeout", "", "HR_E_REFUSED"),
        (34, "500 Oops", "", "HR_E_SERVER"),
        (34, "502 Bad Gateway", "", "HR_E_SERVER"),
        (34, "503 Busy", "", "HR_E_SERVER"),
        (34, "503 Busy", "retry-after: 5\r\n", "HR_E_SERVER"),
        (34, "504 Gateway Timeout", "", "HR_E_SERVER"),
        (34, "507 Full", "", "HR_E_SERVER"),
        (34, "599 X", "", "HR_E_SERVER"),
        (34, "599 X", "content-type: text/html\r\n", "HR_E_SERVER"),
    ] {
        let reply = SandboxResponse::encode(status, headers, b"");
        let name = format!("{status} {}", headers.trim_end());
        let unseen = Variant::answers(row, &name, UNKNOWN, reply.clone());
        let make = move |_: &SandboxResponse| reply.clone();
        let name = format!("{name}, acted upon");
        let acted_upon = Variant::rewritten(row, name, UNKNOWN, End::Close, make);
        all.extend([unseen, acted_upon].map(|variant| variant.status(status, code)));
    }
    all
}

fn redirections() -> Vec<Variant> {
    let mut all = Vec::new();
    for status in ["301 X", "302 X", "303 X", "307 X", "308 X"] {
        for location in [
            "http://{}/x",
            "https://{}/x",
            "//{}/x",
            "http://localhost:{port}/x",
            "/x",
            "?x",
            "",
            "loop",
        ] {
            let redirected = move |fixture: &mut Fixture| {
                let decoy = fixture.proxy.address(Endpoint::Decoy);
                let to = match location {
                    "loop" => fixture.proxy.url(fixture.target.endpoint()),
                    _ => location
                        .replace("{}", &decoy.to_string())
                        .replace("{port}", &decoy.port().to_string()),
                };
                let reply = SandboxResponse::encode(status, &format!("location: {to}\r\n"), b"");
                let script = Script {
                    forward: false,
                    ..sending(Sends::Bytes(reply), End::Close)
                };
                fixture.arm(script);
            };
            let name = format!("{status} to {location:?}");
            let variant = Variant::new(25, name, REJECTED).before(redirected);
            all.push(variant.status(status, "HR_E_REDIRECT"));
        }
    }
    all
}

/// A proxy that refuses the tunnel. Loopback never goes through one, so the names are other names.
fn proxy() -> Vec<Variant> {
    let name = "a proxy refuses the tunnel";
    let mut config = json!({"proxy": "decoy"});
    let service = Variant::new(29, name, NO_TUNNEL)
        .config(config.clone())
        .before(|fixture| {
            let set = fixture
                .host
                .session_set("https://service.invalid/x", "planted-elsewhere");
            assert_eq!(set, 0);
        });
    config["license_url"] = "https://license.invalid".into();
    let ticket = Variant::new(29, name, NO_TUNNEL).config(config);
    vec![
        ticket.to(&[Target::Ticket]),
        service.to(&[
            Target::Search,
            Target::Get,
            Target::ProfilePut,
            Target::Select,
            Target::Open,
        ]),
    ]
}
