//! Replies without end, and one that is as large as it may be: they end with the time of the call, and take what the
//! limit of a reply allows of memory, and no more.

use std::ffi::CStr;
use std::time::Instant;

use hr::ffi::{library, service};
use serde_json::json;
use testkit::raw_server::{Peer, answer};

use super::PATIENT;
use super::floods::PATIENCE;
use super::route::{ROUTES, Route, Stage, tls};

const KIB: u64 = 1024;
const SMALL: u64 = 64 * KIB;
const LARGE: u64 = 16 * KIB * KIB;

const BLANKS: &str = "                ";
const CHUNKED: &str = "transfer-encoding: chunked\r\n\r\n";
const LENGTH: &str = "content-length: 1000000000000000\r\n\r\n";
const PACKED: &str = "content-encoding: gzip\r\n\r\n";

/// Behind the start of a head: what comes once, and what comes again and again.
const ENDLESS: [(&str, &str, &str, &str); 10] = [
    ("a body", "\r\n", "", BLANKS),
    ("a length of 10^15", LENGTH, "", BLANKS),
    ("compressed zeros", PACKED, "", "\0\0\0\0"),
    ("a chunk of 2^60", CHUNKED, "1000000000000000\r\n", BLANKS),
    (
        "chunks of 16",
        CHUNKED,
        "10\r\n",
        "                \r\n10\r\n",
    ),
    ("chunks of a byte", CHUNKED, "", "1;more\r\n \r\n"),
    ("an extension", CHUNKED, "1", ";more=and more"),
    ("trailers", CHUNKED, "0\r\n", "x-more: and more\r\n"),
    ("a header", "x: ", "", "yyyyyyyy"),
    ("headers", "", "", "x: y\r\n"),
];

/// In bytes: the most since the last reset.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let mut lines = status.lines();
    let line = lines.find(|line| line.starts_with("VmHWM:")).unwrap();
    let number = line.split_whitespace().nth(1).unwrap();
    number.parse::<u64>().unwrap() * KIB
}

/// The name of the code alone: to read the result would take memory of its own.
fn called(route: Route, limit: u64, script: impl Fn(&mut Peer) + Send + Sync + 'static) -> String {
    let more = json!({"max_reply_bytes": limit, "timeouts": {"call_ms": 2000}});
    let stage = Stage::with(route, tls(), more, move |mut peer| {
        if peer.request().is_some() {
            script(&mut peer);
        }
    });
    let mut out = std::ptr::null_mut();
    // SAFETY: the output is writable, the text is freed once, the name lives for ever.
    let name = unsafe {
        let code = service::hr_patient_get(stage.host.0, &mut out);
        library::hr_free(out);
        CStr::from_ptr(library::hr_code_name(code))
    };
    name.to_str().unwrap().to_owned()
}

/// A flood: this, then the other again and again. So much more memory than before is taken at most, and so much time.
fn measured(name: &str, route: Route, limit: u64, ends: &str, first: String, more: String) {
    std::fs::write("/proc/self/clear_refs", "5").unwrap();
    let (before, began) = (peak(), Instant::now());
    let ended = called(route, limit, move |peer| {
        peer.send(&first);
        while peer.send(&more) {}
    });
    let took = began.elapsed();
    // The kernel counts pages in lots: a call that needs none may seem to give some back.
    let grown = peak().saturating_sub(before);
    let case = format!(
        "{name}, {route:?}: {ended} in {took:?}, {} KiB more",
        grown / KIB
    );
    println!("{case} for a limit of {limit} bytes");
    assert_eq!(ended, ends, "{case}");
    assert!(took < PATIENCE || ended == "HR_OK", "{case}");
    // The reply, the result with it, and what both grow into; buffers, and a margin for the allocator.
    assert!(grown <= 4 * limit + 2048 * KIB, "{case}");
}

#[test]
#[cfg(target_os = "linux")]
fn no_reply_outlasts_its_call_or_fills_the_memory() {
    testkit::alone!();
    for route in ROUTES {
        // What the first call needs for good.
        let first = called(route, SMALL, |peer| {
            peer.send(answer("200 OK", "", PATIENT));
        });
        assert_eq!(first, "HR_OK");
        let interim = "HTTP/1.1 102 Processing\r\n\r\n".repeat(1000);
        let name = "interim replies";
        measured(name, route, SMALL, "HR_E_TIMEOUT", String::new(), interim);
        for (name, headers, begin, more) in ENDLESS {
            let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json";
            let first = format!("{head}\r\n{headers}{begin}");
            measured(name, route, SMALL, "HR_E_REPLY", first, more.repeat(1000));
        }
    }
    // Six million numbers: behind a whole reply nothing more is taken.
    let start = format!("{},\"x\":[0", PATIENT.strip_suffix('}').unwrap());
    let numbers = ",0".repeat(LARGE as usize * 3 / 8);
    let reply = answer("200 OK", "", &format!("{start}{numbers}]}}"));
    measured(
        "numbers",
        Route::Plain,
        LARGE,
        "HR_OK",
        reply,
        " ".repeat(1000),
    );
}
