//! Where the secrets of an open handle lie between two calls.

use std::fs::{File, read_to_string};
use std::ops::Range;
use std::os::unix::fs::FileExt;

use hr::ffi::test_hooks;
use serde_json::json;

use testkit::*;

/// No text of this test has it as it is, so that only the library's copies are found.
struct Hidden(Vec<u8>);

impl Hidden {
    fn new(text: &str) -> Hidden {
        Hidden(text.bytes().map(|byte| byte ^ 0x55).collect())
    }

    fn text(&self) -> String {
        String::from_utf8(self.0.iter().map(|byte| byte ^ 0x55).collect()).unwrap()
    }

    fn is_at(&self, bytes: &[u8]) -> bool {
        bytes
            .iter()
            .zip(&self.0)
            .all(|(seen, hidden)| seen ^ 0x55 == *hidden)
    }
}

fn unlikely(name: &str) -> Hidden {
    let number = std::process::id() as u64 * 1_000_003 + name.len() as u64 * 7919;
    Hidden::new(&format!(
        "{name}-{:x}-{:x}",
        number.wrapping_mul(0x9E37_79B9),
        number.wrapping_mul(0x85EB_CA6B)
    ))
}

/// Writable memory of this process: a line of `maps` each.
fn writable() -> Vec<Range<usize>> {
    let maps = read_to_string("/proc/self/maps").unwrap();
    let lines = maps
        .lines()
        .filter(|line| line.contains(" rw") && !line.contains("[v"));
    let address = |text: &str| usize::from_str_radix(text, 16).unwrap();
    lines
        .map(|line| {
            let (start, rest) = line.split_once('-').unwrap();
            address(start)..address(rest.split_once(' ').unwrap().0)
        })
        .collect()
}

/// The addresses of the copies of a secret.
fn copies(secret: &Hidden) -> Vec<usize> {
    const STEP: usize = 1 << 20;
    let memory = File::open("/proc/self/mem").unwrap();
    let mut buffer = vec![0; STEP + secret.0.len()];
    let own = buffer.as_ptr_range();
    let own = own.start as usize..own.end as usize;
    let mut found = Vec::new();
    for part in writable() {
        for start in part.clone().step_by(STEP) {
            let length = buffer.len().min(part.end - start);
            // Another thread may have given it back.
            let Ok(read) = memory.read_at(&mut buffer[..length], start as u64) else {
                continue;
            };
            let places = 0..(read + 1).saturating_sub(secret.0.len()).min(STEP);
            found.extend(
                places
                    .filter(|at| secret.is_at(&buffer[*at..read]))
                    .map(|at| start + at)
                    .filter(|address| !own.contains(address)),
            );
        }
    }
    found
}

fn flags_of(address: usize) -> String {
    let smaps = read_to_string("/proc/self/smaps").unwrap();
    let head = writable()
        .into_iter()
        .find(|part| part.contains(&address))
        .unwrap();
    let head = format!("{:x}-{:x} ", head.start, head.end);
    let mut lines = smaps.lines().skip_while(|line| !line.starts_with(&head));
    lines
        .find(|line| line.starts_with("VmFlags:"))
        .unwrap()
        .to_owned()
}

#[test]
fn r174_between_calls_secrets_lie_in_pages_that_are_neither_dumped_nor_paged_out() {
    testkit::alone!();
    let (license, ticket, bearer) = (unlikely("license"), unlikely("ticket"), unlikely("session"));
    let host = Host::open(&json!({
        "license_url": "https://license.example",
        "license_bearer": license.text(),
    }));
    assert_eq!(host.ticket_set(&ticket.text()), 0);
    assert_eq!(
        host.session_set("https://service.example", &bearer.text()),
        0
    );
    let pages = test_hooks::kept_pages().unwrap();
    let flags = flags_of(pages.start);
    assert!(flags.contains(" dd"), "not left out of dumps: {flags}");
    assert!(flags.contains(" lo"), "not locked: {flags}");
    for secret in [&license, &ticket, &bearer] {
        let found = copies(secret);
        let (apart, elsewhere): (Vec<usize>, Vec<usize>) =
            found.iter().copied().partition(|at| pages.contains(at));
        assert_eq!(
            (apart.len(), elsewhere.len()),
            (1, 0),
            "{found:x?}, pages {pages:x?}"
        );
    }
    drop(host);
    for secret in [&license, &ticket, &bearer] {
        assert!(copies(secret).is_empty());
    }
}
