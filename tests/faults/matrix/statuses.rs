//! F25 to F34: redirections, refusals and failures.

use hr_sandbox::fault_proxy::{End, Endpoint, SandboxResponse, Script, Sends};
use serde_json::json;

use super::calls::*;
use super::expect::*;
use super::variant::Variant;

pub fn variants() -> Vec<Variant> {
    let mut all = redirections();
    for (row, statuses) in [
        (26, &["400 Bad Request", "422 Unprocessable"][..]),
        (27, &["401 Unauthorized", "403 Forbidden"]),
        (
            28,
            &[
                "404 Not Found",
                "405 Not Allowed",
                "410 Gone",
                "415 Unsupported",
            ],
        ),
        (29, &["407 Proxy Authentication Required"]),
        (31, &["409 Conflict"]),
        (32, &["413 Content Too Large"]),
    ] {
        for status in statuses {
            let reply = SandboxResponse::encode(
                status,
                "content-type: application/json\r\n",
                b"{\"error\":\"x\"}",
            );
            all.push(Variant::answers(row, *status, REJECTED, reply));
            let page =
                SandboxResponse::encode(status, "content-type: text/html\r\n", b"<html>no</html>");
            all.push(Variant::answers(
                row,
                format!("{status}, a page"),
                UNKNOWN,
                page,
            ));
        }
    }
    for after in [
        "5",
        "Wed, 21 Oct 2026 07:28:00 GMT",
        "-1",
        "1000000000000",
        "soon",
    ] {
        let header = format!("retry-after: {after}\r\n");
        let reply = SandboxResponse::encode("429 Too Many", &header, b"");
        all.push(Variant::answers(
            33,
            format!("429, {after}"),
            REJECTED,
            reply,
        ));
    }
    for (row, status, headers) in [
        (30, "408 Request Timeout", ""),
        (34, "500 Oops", ""),
        (34, "502 Bad Gateway", ""),
        (34, "503 Busy", ""),
        (34, "503 Busy", "retry-after: 5\r\n"),
        (34, "504 Gateway Timeout", ""),
        (34, "507 Full", ""),
        (34, "599 X", "content-type: text/html\r\n"),
    ] {
        let reply = SandboxResponse::encode(status, headers, b"");
        let name = format!("{status} {}", headers.trim_end());
        all.push(Variant::answers(row, &name, UNKNOWN, reply.clone()));
        let make = move |_: &SandboxResponse| reply.clone();
        all.push(Variant::rewritten(
            row,
            format!("{name}, acted upon"),
            UNKNOWN,
            End::Close,
            make,
        ));
    }
    // A refusal counts whatever its body, but for a login's.
    for tail in [
        "\r\nnot whole",
        "content-length: 100\r\n\r\ncut",
        "transfer-encoding: chunked\r\n\r\nzz\r\n",
    ] {
        let reply = format!("HTTP/1.1 422 No\r\n{tail}").into_bytes();
        all.push(Variant::answers(
            26,
            "422 with a broken body",
            REFUSED_IN_PART,
            reply,
        ));
    }
    all.extend(proxy());
    all
}

fn redirections() -> Vec<Variant> {
    let mut all = Vec::new();
    for status in [301, 302, 303, 307, 308] {
        for location in ["http://{}/x", "https://{}/x", "//{}/x", "/x", "", "loop"] {
            let variant = Variant::new(25, format!("{status} to {location:?}"), REJECTED).before(
                move |fixture| {
                    let to = match location {
                        "loop" => fixture.proxy.url(fixture.target.endpoint()),
                        _ => location
                            .replace("{}", &fixture.proxy.address(Endpoint::Decoy).to_string()),
                    };
                    let header = format!("location: {to}\r\n");
                    let reply = SandboxResponse::encode(&format!("{status} Moved"), &header, b"");
                    let reply = Sends::Bytes(reply);
                    let script = Script {
                        forward: false,
                        sends: reply,
                        ..Script::default()
                    };
                    fixture.proxy.arm(fixture.target.call(), 1, script);
                },
            );
            all.push(variant);
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
