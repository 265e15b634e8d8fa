//! The forms of a whole reply, and behind which of them a connection is used again. What is no whole reply is in the
//! matrix.

use testkit::raw_server::Peer;

use super::route::{ROUTES, Route, Stage, TARGETS, Target};
use crate::template::frame;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Is {
    /// Whole, and the connection is used again.
    Kept,
    /// Whole, and the connection is not used again.
    Whole,
}

use Is::{Kept, Whole};

/// The name, what it is, whether the server closes behind it, and its template.
type Form = (&'static str, Is, bool, &'static str);

#[rustfmt::skip]
const FORMS: [Form; 16] = [
    ("a length", Kept, false, "<ok>content-length: <n>||<body>"),
    ("one chunk", Kept, false, "<ok><chunked><X>|<body>|0||"),
    ("zeros before a size", Kept, false, "<ok><chunked>0000<x>|<body>|0||"),
    ("a blank behind a size", Kept, false, "<ok><chunked><x> |<body>|0||"),
    ("chunks of a byte", Kept, false, "<ok><chunked><bytes>0||"),
    ("extensions", Kept, false, "<ok><chunked><bytes;name=\"vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv\">0;last||"),
    ("one very long extension", Kept, false, "<ok><chunked><x>;<v*60000>|<body>|0||"),
    ("trailers", Kept, false, "<ok><chunked><bytes>0|X-Sum: 1|X-More: 2||"),
    ("interim responses", Kept, false, "HTTP/1.1 100 C||HTTP/1.1 103 H|link: x||<ok>content-length: <n>||<body>"),
    ("a byte behind it", Whole, false, "<ok>content-length: <n>||<body>H"),
    ("a reply behind it", Whole, false, "<ok>content-length: <n>||<body><ok>content-length: <n>||<body>"),
    ("a reply behind chunks", Whole, false, "<ok><chunked><x>|<body>|0||<ok>content-length: <n>||<body>"),
    ("HTTP/1.0", Whole, false, "HTTP/1.0 200 OK|content-length: <n>||<body>"),
    ("to be closed", Whole, false, "<ok>content-length: <n>|connection: close||<body>"),
    ("until close", Whole, true, "<ok>|<body>"),
    ("no empty line behind chunks", Whole, true, "<ok><chunked><bytes>0|"),
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
    assert_eq!(
        outcome.json["raw"]["stored"], "as asked for",
        "{case}: {}",
        outcome.text
    );
    // Whatever it was, the next answer is that of the next request.
    stage.host.request("GET", "/next", None).ok();
    let connections = if is == Kept { 1 } else { 2 };
    assert_eq!(stage.server.connections(), connections, "{case}");
}

#[test]
fn a_connection_is_used_again_behind_a_reply_that_ends_clearly() {
    for route in ROUTES {
        for target in TARGETS {
            for form in FORMS {
                judge(route, target, form);
            }
        }
    }
}
