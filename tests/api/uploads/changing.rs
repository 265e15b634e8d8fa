//! A file that a program rewrites, cuts, extends and replaces at random while it is sent. What the server holds the
//! whole of is one content that the file had, never a mixture. HR_SEED repeats a run's choices.

use std::collections::{BTreeMap, HashSet};
use std::ffi::c_void;
use std::fs::OpenOptions;
use std::os::unix::fs::FileExt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use hr::ffi::handle;
use serde_json::json;

use super::fixture::{Fixture, Way};
use testkit::random::Random;
use testkit::raw_server::{Peer, answer};
use testkit::{Outcome, TempFile};

const UPLOADS: usize = if cfg!(debug_assertions) { 100 } else { 1000 };
/// In words of eight bytes.
const LENGTHS: [usize; 3] = [128 << 10, 96 << 10, 100];
/// A write that the system does not go on with for so long may last longer than an upload: then the file is
/// a mixture for all of that time.
const STALLED: Duration = Duration::from_millis(10);

/// The file, every word of which is the number of the change that wrote it.
struct Scan {
    file: TempFile,
    version: usize,
    length: usize,
    /// Versions and lengths that the file had.
    had: HashSet<(usize, usize)>,
    stalls: Vec<(Instant, Instant)>,
}

fn content(version: usize, length: usize) -> Vec<u8> {
    (version as u64).to_le_bytes().repeat(length)
}

impl Scan {
    fn new() -> Scan {
        Scan {
            file: TempFile::new("scan.pdf", &content(1, LENGTHS[0])),
            version: 1,
            length: LENGTHS[0],
            had: HashSet::from([(1, LENGTHS[0])]),
            stalls: Vec::new(),
        }
    }

    fn change(&mut self, random: &mut Random) {
        let path = &self.file.0;
        let open = || OpenOptions::new().write(true).open(path).unwrap();
        let length = *random.pick(&LENGTHS);
        let how = random.below(5);
        let (version, length) = match how {
            0 | 1 => (self.version + 1, self.length),
            2 => (self.version, length),
            _ => (self.version + 1, length),
        };
        self.had.insert((version, length));
        let bytes = content(version, length);
        let began = Instant::now();
        match how {
            0 | 1 => open().write_all_at(&bytes, 0).unwrap(),
            2 if length < self.length => open().set_len(8 * length as u64).unwrap(),
            2 => {
                let at = 8 * self.length;
                open().write_all_at(&bytes[at..], at as u64).unwrap();
            }
            3 => {
                self.had.insert((0, 0));
                std::fs::write(path, &bytes).unwrap();
            }
            _ => {
                let fresh = path.with_extension("new");
                std::fs::write(&fresh, &bytes).unwrap();
                std::fs::rename(fresh, path).unwrap();
            }
        }
        if began.elapsed() > STALLED {
            self.stalls.push((began, Instant::now()));
        }
        (self.version, self.length) = (version, length);
    }

    /// Whether this is one content that the file had, and if not, whether it may have been a mixture all the time.
    fn had_content(&self, document: &[u8], began: Instant, ended: Instant) -> bool {
        let words = document.as_chunks::<8>().0;
        let first = words.first().copied().unwrap_or_default();
        let version = u64::from_le_bytes(first) as usize;
        let one = words.iter().all(|word| *word == first) && words.len() * 8 == document.len();
        let mut stalls = self.stalls.iter();
        (one && self.had.contains(&(version, words.len())))
            || stalls.any(|(from, to)| *from < ended && began < *to)
    }
}

/// Takes its time, so that the file changes between two steps of an upload.
unsafe extern "C" fn take_time(_: *mut c_void, _: i32, _: i32) -> i32 {
    std::thread::sleep(Duration::from_millis(2));
    0
}

/// What came of an upload, and from when to when it ran.
type Sent = (Instant, Outcome, Instant);

#[test]
fn what_arrives_of_a_changing_file_is_one_content() {
    let seed = testkit::random::seed();
    let mut random = Random::of_stream(seed, 0);
    let fixture = Fixture::new(Way::Plain, &json!({}), |mut peer: Peer| {
        if peer.request().is_some() {
            peer.send(answer("200 OK", "connection: close\r\n", "{}"));
        }
        peer.close();
    });
    // SAFETY: the callback uses no user pointer.
    unsafe { handle::hr_set_progress(fixture.host.0, Some(take_time), std::ptr::null_mut()) };
    let mut scan = Scan::new();
    let path = scan.file.path().to_owned();
    let over = AtomicBool::new(false);
    let sent: Vec<Sent> = std::thread::scope(|threads| {
        let (host, patient, over) = (&fixture.host, &fixture.patient, &over);
        let sending = threads.spawn(move || {
            let send = || {
                let began = Instant::now();
                let outcome = host.dmp_send(patient, &path, None);
                (began, outcome, Instant::now())
            };
            let sent = (0..UPLOADS).map(|_| send()).collect();
            over.store(true, Ordering::SeqCst);
            sent
        });
        while !over.load(Ordering::SeqCst) {
            scan.change(&mut random);
            // Shorter and longer than an upload takes.
            std::thread::sleep(Duration::from_micros(random.below(60_000)));
        }
        sending.join().unwrap()
    });

    let mut stored = fixture
        .uploads()
        .into_iter()
        .filter(|request| request.whole);
    let mut counts = BTreeMap::<String, usize>::new();
    for (began, outcome, ended) in &sent {
        let word = outcome.str("outcome");
        *counts.entry(word.clone()).or_default() += 1;
        if outcome.code != 0 {
            let cut = ["incomplete", "not_sent"].contains(&&*word);
            assert!(outcome.code == -6 && cut, "{}", outcome.text);
            continue;
        }
        let request = stored.next().expect("what was accepted arrived");
        let document = &super::form::parts(&request)[0].content;
        assert_eq!(outcome.json["bytes"], document.len());
        assert!(
            scan.had_content(document, *began, *ended),
            "a mixture: {}",
            outcome.text
        );
    }
    assert!(stored.next().is_none(), "what was not accepted arrived");
    let (changes, stalls) = (scan.had.len(), scan.stalls.len());
    println!("changing file: {changes} contents, {stalls} stalled writes, {counts:?}");
    assert!(counts.contains_key("accepted") && counts.contains_key("incomplete"));
}
