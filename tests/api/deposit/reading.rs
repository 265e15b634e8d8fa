//! How often the file of a document is opened and read.

use std::collections::BTreeMap;
use std::ffi::{CStr, CString};
use std::fs::File;
use std::io::Read;
use std::os::fd::FromRawFd;
use std::path::Path;

use serde_json::json;
use testkit::{Outcome, libc};

use super::stage::*;

const LENGTH: usize = 4 << 20;

/// The openings in a folder from now on.
struct Openings(File);

impl Openings {
    fn of(folder: &Path) -> Openings {
        let folder = CString::new(folder.to_str().unwrap()).unwrap();
        // With the closings between them, no two openings are told as one.
        let events = libc::IN_OPEN | libc::IN_CLOSE;
        // SAFETY: an own descriptor, and a path.
        unsafe {
            let queue = libc::inotify_init1(libc::IN_NONBLOCK | libc::IN_CLOEXEC);
            assert!(queue >= 0 && libc::inotify_add_watch(queue, folder.as_ptr(), events) >= 0);
            Openings(File::from_raw_fd(queue))
        }
    }

    /// How often each file was opened.
    fn count(mut self) -> BTreeMap<String, usize> {
        const HEAD: usize = 16;
        let mut count = BTreeMap::new();
        let mut buffer = [0; 64 << 10];
        while let Ok(length @ 1..) = self.0.read(&mut buffer) {
            let mut events = &buffer[..length];
            while let Some((head, rest)) = events.split_at_checked(HEAD) {
                let number = |at| u32::from_ne_bytes(head[at..at + 4].try_into().unwrap());
                let (name, rest) = rest.split_at(number(12) as usize);
                if number(4) & libc::IN_OPEN != 0 {
                    let name = CStr::from_bytes_until_nul(name).unwrap();
                    *count.entry(name.to_str().unwrap().to_owned()).or_default() += 1;
                }
                events = rest;
            }
        }
        count
    }
}

/// The bytes that this thread has read from files so far.
fn read_so_far() -> usize {
    let text = std::fs::read_to_string("/proc/thread-self/io").unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix("rchar: "));
    line.unwrap().parse().unwrap()
}

/// A file that was new was read once more at the end, and each was opened for its length as well.
#[test]
fn each_file_is_opened_once_and_read_as_often_as_it_must() {
    testkit::alone!();
    let stage = Stage::accepting();
    let names = ["a.pdf", "b.pdf", "c.pdf"];
    let journal = stage.path("records.hrj");
    for (config, readings) in [(json!({}), 1), (json!({"journal": journal}), 2)] {
        let mut config = config;
        config["patients_pointer"] = json!("/patients");
        let host = stage.host_with(config);
        // A document of a length that is known is read beforehand.
        let make = |(at, name): (usize, &&str)| {
            wanted(&stage.document(name, vec![at as u8; readings * LENGTH + at]))
        };
        let documents: Vec<_> = names.iter().enumerate().map(make).collect();
        let request = stage.request(documents.into());
        let folder = stage.path("a.pdf");
        let openings = Openings::of(Path::new(&folder).parent().unwrap());
        let before = read_so_far();
        let sent: Outcome = host.deposit(&request);
        let read = read_so_far() - before;
        sent.ok();
        let openings = openings.count();
        for name in names {
            assert_eq!(openings[name], 1, "{openings:?}");
        }
        let least = readings * names.len() * readings * LENGTH;
        assert!(
            (least..least + LENGTH / 2).contains(&read),
            "{read} of {least}"
        );
    }
}
