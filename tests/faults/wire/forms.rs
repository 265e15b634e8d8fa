//! The forms of a reply: what counts as whole, and behind which of them a connection is used again.

use testkit::raw_server::Peer;

use super::route::{ROUTES, Route, Stage, TARGETS, Target};
use crate::frames::frame;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Is {
    /// Whole, and the connection is used again.
    Kept,
    /// Whole, and the connection is not used again.
    Whole,
    Broken,
}

use Is::{Broken, Kept, Whole};

/// The name, what it is, whether the server closes behind it, and its template.
type Form = (&'static str, Is, bool, &'static str);

#[rustfmt::skip]
const FORMS: [Form; 31] = [
    ("a length", Kept, false, "<head>content-length: <n>||<body>"),
    ("one chunk", Kept, false, "<head><chunked><X>|<body>|0||"),
    ("zeros before a size", Kept, false, "<head><chunked>0000<x>|<body>|0||"),
    ("a blank behind a size", Kept, false, "<head><chunked><x> |<body>|0||"),
    ("chunks of a byte", Kept, false, "<head><chunked><bytes>0||"),
    ("extensions", Kept, false, "<head><chunked><bytes;name=\"vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv\">0;last||"),
    ("one very long extension", Kept, false, "<head><chunked><x>;<v*60000>|<body>|0||"),
    ("trailers", Kept, false, "<head><chunked><bytes>0|X-Sum: 1|X-More: 2||"),
    ("interim responses", Kept, false, "HTTP/1.1 100 C||HTTP/1.1 103 H|link: x||<head>content-length: <n>||<body>"),
    ("a byte behind it", Whole, false, "<head>content-length: <n>||<body>H"),
    ("a reply behind it", Whole, false, "<head>content-length: <n>||<body><head>content-length: <n>||<body>"),
    ("a reply behind chunks", Whole, false, "<head><chunked><x>|<body>|0||<head>content-length: <n>||<body>"),
    ("HTTP/1.0", Whole, false, "HTTP/1.0 200 OK|content-length: <n>||<body>"),
    ("to be closed", Whole, false, "<head>content-length: <n>|connection: close||<body>"),
    ("until close", Whole, true, "<head>|<body>"),
    ("no empty line behind chunks", Whole, true, "<head><chunked><bytes>0|"),
    ("until close, cut", Broken, true, "<head>|<body-1>"),
    ("too long a length", Broken, true, "<head>content-length: 1<n>||<body>"),
    ("no last chunk", Broken, true, "<head><chunked><bytes>"),
    ("a size with a plus", Broken, false, "<head><chunked>+<x>|<body>|0||"),
    ("a size with a minus", Broken, false, "<head><chunked>-<x>|<body>|0||"),
    ("a blank before a size", Broken, false, "<head><chunked> <x>|<body>|0||"),
    ("a size in another form", Broken, false, "<head><chunked>0x<x>|<body>|0||"),
    ("a size of 17 digits", Broken, false, "<head><chunked>000000000000000<x>|<body>|0||"),
    ("no size", Broken, false, "<head><chunked>|<body>|0||"),
    ("line feeds alone", Broken, false, "<head><chunked><x>\n<body>\n0\n\n"),
    ("more than the size", Broken, false, "<head><chunked><x-1>|<body>|0||"),
    ("a length and chunks", Broken, true, "<head>content-length: 9|<chunked><x>|<body>|0||"),
    ("two lengths", Broken, true, "<head>content-length: <n>|content-length: <n>||<body>"),
    ("two codings", Broken, true, "<head>transfer-encoding: gzip, chunked||<x>|<body>|0||"),
    ("chunks of HTTP/1.0", Broken, true, "HTTP/1.0 200 OK|<chunked><x>|<body>|0||"),
];

const BODY: &str = r#"{"stored":"as asked for","number":12345678901234567890}"#;

fn judge(route: Route, target: Target, (name, is, closes, template): Form) {
    let stage = Stage::new(route, move |mut peer: Peer| {
        while let Some(request) = peer.request() {
            if peer.number > 0 || !target.is_of(&request) {
                peer.send(target.reply(&request));
                continue;
            }
            peer.send(frame(template, BODY));
            if closes {
                return peer.close();
            }
        }
    });
    let case = format!("{route:?} {target:?}, {name}");
    stage.host.patient_get().ok();
    let outcome = target.call(&stage.host);
    assert_eq!(stage.arrived(target), 1, "{case}: {}", outcome.text);
    assert_eq!(outcome.code == 0, is != Broken, "{case}: {}", outcome.text);
    if is == Broken {
        let words = match target {
            Target::Search => &[""][..],
            _ => &["unknown", "accepted_unreadable"],
        };
        let word = outcome.str("outcome");
        assert!(words.contains(&&*word), "{case}: {}", outcome.text);
    } else {
        assert_eq!(outcome.json["raw"]["stored"], "as asked for", "{case}");
    }
    // Whatever it was, the next answer is that of the next request.
    stage.host.request("GET", "/next", None).ok();
    let connections = if is == Kept { 1 } else { 2 };
    assert_eq!(stage.server.connections(), connections, "{case}");
}

#[test]
fn a_reply_counts_when_it_is_whole_whatever_lies_below() {
    for route in ROUTES {
        for target in TARGETS {
            for form in FORMS {
                judge(route, target, form);
            }
        }
    }
}
