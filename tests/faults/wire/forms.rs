//! The forms of a reply: what counts as whole, and behind which of them a connection is used again.

use testkit::raw_server::Peer;

use super::route::{ROUTES, Route, Stage, TARGETS, Target};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Is {
    /// Whole, and the connection is used again.
    Kept,
    /// Whole, and the connection is not used again.
    Whole,
    Broken,
}

use Is::{Broken, Kept, Whole};

/// The name, what it is, whether the server closes behind it, and how it makes a reply of a body.
type Form = (&'static str, Is, bool, fn(&str) -> String);

const OK: &str = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";

fn length(body: &str) -> String {
    format!("{OK}content-length: {}\r\n\r\n{body}", body.len())
}

fn chunks(chunks: impl std::fmt::Display) -> String {
    format!("{OK}transfer-encoding: chunked\r\n\r\n{chunks}")
}

/// One chunk, whose length is written so, and the last one.
fn chunk(size: impl std::fmt::Display, body: &str) -> String {
    chunks(format!("{size}\r\n{body}\r\n0\r\n\r\n"))
}

fn of_bytes(body: &str, extension: &str) -> String {
    let bytes = body.chars().map(|c| format!("1{extension}\r\n{c}\r\n"));
    bytes.collect()
}

const FORMS: [Form; 31] = [
    ("a length", Kept, false, length),
    ("one chunk", Kept, false, |body| {
        chunk(format!("{:X}", body.len()), body)
    }),
    ("zeros before a size", Kept, false, |body| {
        chunk(format!("0000{:x}", body.len()), body)
    }),
    ("a blank behind a size", Kept, false, |body| {
        chunk(format!("{:x} ", body.len()), body)
    }),
    ("chunks of a byte", Kept, false, |body| {
        chunks(of_bytes(body, "") + "0\r\n\r\n")
    }),
    ("long extensions", Kept, false, |body| {
        let extension = format!(";name=\"{}\"", "v".repeat(200));
        chunks(of_bytes(body, &extension) + "0;last\r\n\r\n")
    }),
    ("one very long extension", Kept, false, |body| {
        chunk(format!("{:x};{}", body.len(), "v".repeat(60_000)), body)
    }),
    ("trailers", Kept, false, |body| {
        chunks(of_bytes(body, "") + "0\r\nX-Sum: 1\r\nX-More: 2\r\n\r\n")
    }),
    ("interim responses", Kept, false, |body| {
        let interim = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nlink: </x>\r\n\r\n";
        interim.to_owned() + &length(body)
    }),
    ("a byte behind it", Whole, false, |body| length(body) + "H"),
    ("a reply behind it", Whole, false, |body| {
        length(body) + &length(body)
    }),
    ("a reply behind chunks", Whole, false, |body| {
        chunk(format!("{:x}", body.len()), body) + &length(body)
    }),
    ("HTTP/1.0", Whole, false, |body| {
        length(body).replace("HTTP/1.1", "HTTP/1.0")
    }),
    ("to be closed", Whole, false, |body| {
        length(body).replace("\r\n\r\n", "\r\nconnection: close\r\n\r\n")
    }),
    ("until close", Whole, true, |body| format!("{OK}\r\n{body}")),
    ("no empty line behind chunks", Whole, true, |body| {
        chunks(of_bytes(body, "") + "0\r\n")
    }),
    ("until close, cut", Broken, true, |body| {
        format!("{OK}\r\n{}", &body[..body.len() - 1])
    }),
    ("too long a length", Broken, true, |body| {
        length(body).replace("content-length: ", "content-length: 1")
    }),
    ("no last chunk", Broken, true, |body| {
        chunks(of_bytes(body, ""))
    }),
    ("a size with a plus", Broken, false, |body| {
        chunk(format!("+{:x}", body.len()), body)
    }),
    ("a size with a minus", Broken, false, |body| {
        chunk(format!("-{:x}", body.len()), body)
    }),
    ("a blank before a size", Broken, false, |body| {
        chunk(format!(" {:x}", body.len()), body)
    }),
    ("a size in another form", Broken, false, |body| {
        chunk(format!("0x{:x}", body.len()), body)
    }),
    ("a size of 17 digits", Broken, false, |body| {
        chunk(format!("{:017x}", body.len()), body)
    }),
    ("no size", Broken, false, |body| chunk("", body)),
    ("line feeds alone", Broken, false, |body| {
        chunks(format!("{:x}\n{body}\n0\n\n", body.len()))
    }),
    ("more than the size", Broken, false, |body| {
        chunk(format!("{:x}", body.len() - 1), body)
    }),
    ("a length and chunks", Broken, true, |body| {
        let chunked = chunk(format!("{:x}", body.len()), body);
        chunked.replace("transfer", "content-length: 9\r\ntransfer")
    }),
    ("two lengths", Broken, true, |body| {
        let twice = format!("content-length: {}\r\ncontent-length:", body.len());
        length(body).replace("content-length:", &twice)
    }),
    ("two codings", Broken, true, |body| {
        chunk(format!("{:x}", body.len()), body).replace("chunked", "gzip, chunked")
    }),
    ("chunks of HTTP/1.0", Broken, true, |body| {
        let chunked = chunk(format!("{:x}", body.len()), body);
        chunked.replace("HTTP/1.1", "HTTP/1.0")
    }),
];

const BODY: &str = r#"{"stored":"as asked for","number":12345678901234567890}"#;

fn judge(route: Route, target: Target, (name, is, closes, make): Form) {
    let stage = Stage::new(route, move |mut peer: Peer| {
        while let Some(request) = peer.request() {
            if peer.number > 0 || !target.is_of(&request) {
                peer.send(target.reply(&request));
                continue;
            }
            peer.send(make(BODY));
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
