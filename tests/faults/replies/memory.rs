//! Replies that would fill the memory: what the limit of a reply allows, and no more.

use serde_json::json;

use super::steps::Step;
use testkit::Host;
use testkit::raw_server::{Peer, Server};

const KIB: u64 = 1024;
const SMALL: u64 = 64 * KIB;
const LARGE: u64 = 16 * KIB * KIB;
const START: &str = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";

/// A reply, the limit that it runs into or just keeps, and what goes on until nobody takes it any more.
struct Flood {
    name: &'static str,
    ends: &'static str,
    limit: u64,
    script: fn(&mut Peer),
}

fn without_end(peer: &mut Peer, piece: &str) {
    while peer.send(piece) {}
}

const FLOODS: [Flood; 9] = [
    Flood {
        name: "a body without length",
        ends: "HR_E_REPLY",
        limit: SMALL,
        script: |peer| {
            peer.send(format!("{START}\r\n"));
            without_end(peer, &" ".repeat(8192));
        },
    },
    Flood {
        name: "chunks without end",
        ends: "HR_E_REPLY",
        limit: SMALL,
        script: |peer| {
            peer.send(format!("{START}transfer-encoding: chunked\r\n\r\n"));
            without_end(peer, &format!("2000\r\n{}\r\n", " ".repeat(8192)));
        },
    },
    Flood {
        name: "a length of 10^15",
        ends: "HR_E_REPLY",
        limit: SMALL,
        script: |peer| {
            peer.send(format!("{START}content-length: 1000000000000000\r\n\r\n"));
            without_end(peer, &" ".repeat(8192));
        },
    },
    Flood {
        name: "a chunk of 2^60",
        ends: "HR_E_REPLY",
        limit: SMALL,
        script: |peer| {
            peer.send(format!(
                "{START}transfer-encoding: chunked\r\n\r\n1000000000000000\r\n"
            ));
            without_end(peer, &" ".repeat(8192));
        },
    },
    Flood {
        name: "a header without end",
        ends: "HR_E_REPLY",
        limit: SMALL,
        script: |peer| {
            peer.send(format!("{START}x: "));
            without_end(peer, &"y".repeat(8192));
        },
    },
    Flood {
        name: "headers without end",
        ends: "HR_E_REPLY",
        limit: SMALL,
        script: |peer| {
            peer.send(START);
            without_end(peer, &"x: y\r\n".repeat(1000));
        },
    },
    Flood {
        name: "interim replies without end",
        ends: "HR_E_TIMEOUT",
        limit: SMALL,
        script: |peer| without_end(peer, &"HTTP/1.1 100 Continue\r\n\r\n".repeat(300)),
    },
    Flood {
        name: "compressed zeros",
        ends: "HR_E_REPLY",
        limit: SMALL,
        script: |peer| {
            peer.send(format!(
                "{START}content-encoding: gzip\r\ncontent-length: 1000000000\r\n\r\n"
            ));
            without_end(peer, &"\0".repeat(8192));
        },
    },
    Flood {
        name: "eight million numbers",
        ends: "HR_OK",
        limit: LARGE,
        script: |peer| {
            let start = format!(
                "{},\"x\":[0",
                &Step::Get.body()[..Step::Get.body().len() - 1]
            );
            let piece = ",0".repeat(4096);
            let pieces = (LARGE as usize - start.len() - 2) / piece.len();
            let length = start.len() + pieces * piece.len() + 2;
            peer.send(format!("{START}content-length: {length}\r\n\r\n{start}"));
            for _ in 0..pieces {
                peer.send(&*piece);
            }
            peer.send("]}");
        },
    },
];

/// In bytes: the most since the last reset.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status
        .lines()
        .find(|line| line.starts_with("VmHWM:"))
        .unwrap();
    line.split_whitespace()
        .nth(1)
        .unwrap()
        .parse::<u64>()
        .unwrap()
        * KIB
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
    assert_eq!(said.matches(" more at the peak").count(), FLOODS.len());
    print!("{said}");
}

/// The code's name alone: to read the result would take memory of its own.
fn call(limit: u64, script: fn(&mut Peer)) -> String {
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
        peer.send(testkit::raw_server::answer("200 OK", "", Step::Get.body()));
    });
    assert_eq!(first, "HR_OK");
    for flood in FLOODS {
        reset_peak();
        let before = peak();
        let ended = call(flood.limit, flood.script);
        // The kernel counts pages in lots: a call that needs none may seem to give some back.
        let more = peak().saturating_sub(before);
        let (limit, name) = (flood.limit / KIB, flood.name);
        println!(
            "{name}: limit {limit} KiB, {} KiB more at the peak",
            more / KIB
        );
        assert_eq!(ended, flood.ends, "{name}");
        // The reply, the result with it, and what both grow into; buffers, and a margin for the allocator.
        let room = 4 * flood.limit + 2048 * KIB;
        assert!(
            more <= room,
            "{name}: {more} bytes for a limit of {}",
            flood.limit
        );
    }
}
