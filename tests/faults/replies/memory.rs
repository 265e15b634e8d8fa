//! Replies that would fill the memory: what the limit of a reply allows, and no more.

use serde_json::json;

use super::PATIENT;
use testkit::Host;
use testkit::raw_server::{Peer, Server};

const KIB: u64 = 1024;
const SMALL: u64 = 64 * KIB;
const LARGE: u64 = 16 * KIB * KIB;
const START: &str = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";

/// How a call ended, the limit of its reply, and what is sent to it.
type Flood = (
    &'static str,
    &'static str,
    u64,
    Box<dyn Fn(&mut Peer) + Send + Sync>,
);

fn floods() -> Vec<Flood> {
    let blanks = " ".repeat(8192);
    let chunks = "transfer-encoding: chunked\r\n\r\n";
    let endless = [
        ("a body without length", "\r\n".into(), blanks.clone()),
        (
            "chunks without end",
            chunks.into(),
            format!("2000\r\n{blanks}\r\n"),
        ),
        (
            "a length of 10^15",
            "content-length: 1000000000000000\r\n\r\n".into(),
            blanks.clone(),
        ),
        (
            "a chunk of 2^60",
            format!("{chunks}1000000000000000\r\n"),
            blanks,
        ),
        ("a header without end", "x: ".into(), "y".repeat(8192)),
        (
            "headers without end",
            String::new(),
            "x: y\r\n".repeat(1000),
        ),
        (
            "compressed zeros",
            "content-encoding: gzip\r\ncontent-length: 1000000000\r\n\r\n".into(),
            "\0".repeat(8192),
        ),
    ];
    let endless = endless.map(|(name, head, piece)| -> Flood {
        let head = format!("{START}{head}");
        let script = move |peer: &mut Peer| {
            peer.send(&head);
            while peer.send(&piece) {}
        };
        (name, "HR_E_REPLY", SMALL, Box::new(script))
    });
    let interim = |peer: &mut Peer| {
        let piece = "HTTP/1.1 100 Continue\r\n\r\n".repeat(300);
        while peer.send(&piece) {}
    };
    let numbers = |peer: &mut Peer| {
        let start = format!("{},\"x\":[0", PATIENT.strip_suffix('}').unwrap());
        let piece = ",0".repeat(4096);
        let pieces = (LARGE as usize - start.len() - 2) / piece.len();
        let length = start.len() + pieces * piece.len() + 2;
        peer.send(format!("{START}content-length: {length}\r\n\r\n{start}"));
        for _ in 0..pieces {
            peer.send(&*piece);
        }
        peer.send("]}");
    };
    let mut floods = Vec::from(endless);
    floods.push((
        "interim replies without end",
        "HR_E_TIMEOUT",
        SMALL,
        Box::new(interim),
    ));
    floods.push(("eight million numbers", "HR_OK", LARGE, Box::new(numbers)));
    floods
}

/// In bytes: the most since the last reset.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status
        .lines()
        .find(|line| line.starts_with("VmHWM:"))
        .unwrap();
    let number = line.split_whitespace().nth(1).unwrap();
    number.parse::<u64>().unwrap() * KIB
}

fn reset_peak() {
    std::fs::write("/proc/self/clear_refs", "5").unwrap();
}

#[test]
#[cfg(target_os = "linux")]
fn no_reply_fills_the_memory() {
    let child = testkit::process::again(module_path!(), "the_child_that_reads")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&child.stdout);
    assert!(child.status.success(), "{said}");
    assert_eq!(said.matches(" more at the peak").count(), 9);
    print!("{said}");
}

/// The code's name alone: to read the result would take memory of its own.
fn call(limit: u64, script: impl Fn(&mut Peer) + Send + Sync + 'static) -> String {
    let server = Server::start(move |mut peer| {
        if peer.request().is_some() {
            script(&mut peer);
        }
    });
    let host = Host::open(&json!({"max_reply_bytes": limit, "timeouts": {"call_ms": 2000}}));
    assert_eq!(host.session_set(&server.url(), "bearer-0"), 0);
    let mut out = std::ptr::null_mut();
    // SAFETY: the output is writable, the text is freed once, the name lives for ever.
    unsafe {
        let code = hr::ffi::service::hr_patient_get(host.0, &mut out);
        hr::ffi::library::hr_free(out);
        let name = hr::ffi::library::hr_code_name(code);
        std::ffi::CStr::from_ptr(name).to_str().unwrap().to_owned()
    }
}

#[test]
#[ignore = "run by no_reply_fills_the_memory"]
fn the_child_that_reads() {
    // What the first call needs for good.
    let first = call(SMALL, |peer| {
        peer.send(testkit::raw_server::answer("200 OK", "", PATIENT));
    });
    assert_eq!(first, "HR_OK");
    for (name, ends, limit, script) in floods() {
        reset_peak();
        let before = peak();
        let ended = call(limit, script);
        // The kernel counts pages in lots: a call that needs none may seem to give some back.
        let more = peak().saturating_sub(before);
        println!(
            "{name}: limit {} KiB, {} KiB more at the peak",
            limit / KIB,
            more / KIB
        );
        assert_eq!(ended, ends, "{name}");
        // The reply, the result with it, and what both grow into; buffers, and a margin for the allocator.
        let room = 4 * limit + 2048 * KIB;
        assert!(more <= room, "{name}: {more} bytes for a limit of {limit}");
    }
}
