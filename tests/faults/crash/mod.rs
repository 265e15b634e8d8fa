//! A host process that is killed in the middle of an upload or of a login: what the sandbox has stored,
//! what its card has counted, what lies on the disk, and whether a new process can go on.
#![cfg(unix)]

mod points;

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

use hr_sandbox::{Call, Options};
use points::{Event, Point, WRONG, points};
use serde_json::{Value, json};
use testkit::digests::sha256;
use testkit::fault_proxy::{FaultProxy, Oracle};
use testkit::*;

const PATIENCE: Duration = Duration::from_secs(30);
/// More than the buffers between two processes hold.
const LENGTH: usize = 8 << 20;
const THREADS: usize = 3;

fn content() -> &'static [u8] {
    static CONTENT: OnceLock<Vec<u8>> = OnceLock::new();
    CONTENT.get_or_init(|| {
        (0..LENGTH)
            .map(|n| (n ^ (n >> 8) ^ (n >> 16)) as u8)
            .collect()
    })
}

/// A host process; it does not outlive the test.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// This program once more, as a host that walks the whole chain with its own files in `folder`.
fn host(folder: &Path, orders: &Value) -> Process {
    let mut command = testkit::process::again(module_path!(), "the_host");
    for name in ["TMPDIR", "TMP", "TEMP", "HOME"] {
        command.env(name, folder);
    }
    command.current_dir(folder).env("RUST_BACKTRACE", "0");
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    command.stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(orders.to_string().as_bytes()).unwrap();
    Process(child)
}

#[test]
#[ignore = "run by the others, in a process of its own"]
fn the_host() {
    let mut orders = String::new();
    std::io::stdin().read_to_string(&mut orders).unwrap();
    let orders: Value = serde_json::from_str(&orders).unwrap();
    let text = |key: &str| orders[key].as_str().unwrap();
    let host = Host::open(&orders["config"]);
    host.log_in(CPS, text("pin"));
    host.patient_search(QUALIFIED).ok();
    let id = host.patient_get().ok().str("patient_id");
    host.dmp_open(&id, None).ok();
    let sent = host.dmp_send(&id, text("document"), None).ok();
    println!("sent {}", sent.str("sha256"));
}

/// Every file below a folder, with its length and content.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => {
                found.insert(path.clone(), Vec::new());
                found.extend(files(&path));
            }
            false => drop(found.insert(path.clone(), std::fs::read(&path).unwrap())),
        }
    }
    found
}

fn happened(proxy: &FaultProxy, event: Event) -> bool {
    match event {
        Event::Bytes(call, bytes) => proxy.wait_for_bytes(call, bytes, PATIENCE),
        Event::Connection(number) => proxy.wait_for_connection(number, PATIENCE),
        Event::Arrived(call) => proxy.sandbox().wait_for(call, 1, PATIENCE),
        Event::Done(call) => proxy.sandbox().wait_for_end(call, 1, PATIENCE),
    }
}

/// What a kill left.
#[derive(Default)]
struct Left {
    bytes: u64,
    partial: usize,
    files: usize,
    wrong: Vec<String>,
}

fn killed(point: &Point) -> Left {
    let options = own_cards(Options::default());
    let serial = options.scenario.cards[0].serial.clone();
    let proxy = FaultProxy::start(options, None).unwrap();
    let document = TempFile::new("scan.pdf", content());
    let folder = document.0.parent().unwrap();
    let before = files(folder);
    let mut orders = json!({
        "config": proxy.config_json(), "pin": point.pin, "document": document.path(),
    });
    if let Some((call, script)) = &point.script {
        proxy.arm(*call, 1, script.clone());
    }
    let mut first = host(folder, &orders);
    let came = happened(&proxy, point.event);
    first.0.kill().unwrap();
    let status = first.0.wait().unwrap();
    let tries = proxy.sandbox().card_tries_left(&serial);

    orders["pin"] = PIN.into();
    let second = host(folder, &orders);
    let ended = wait(second);
    let after = files(folder);
    let oracle = proxy.finish();
    let mut left = Left {
        bytes: first_upload(&oracle),
        files: after
            .iter()
            .filter(|(path, _)| !before.contains_key(*path))
            .count(),
        ..Left::default()
    };
    let mut must = |fact: bool, what: &str| {
        if !fact {
            left.wrong
                .push(format!("{:?}: {what}: {ended}", point.event));
        }
    };
    must(came, "the event came");
    must(
        status.signal() == Some(9),
        "killed, and not ended by itself",
    );
    let wrong_one = u32::from(point.pin == WRONG);
    must(
        tries.is_some_and(|left| left >= 3 - wrong_one),
        "at most the presented try",
    );
    must(
        oracle.sandbox.card_tries_left(&serial) == Some(3),
        "the card is as it was",
    );
    must(
        oracle.sandbox.pin_presentations(&serial) <= 2,
        "one presentation for each process",
    );
    must(
        oracle.requests_of(Call::Login).len() <= 2,
        "one login for each process",
    );
    let digest = sha256(content());
    must(
        ended.contains(&format!("sent {digest}")),
        "the new process goes on",
    );
    let documents = oracle.sandbox.documents();
    let whole = |it: &&hr_sandbox::StoredDocument| it.sha256 == digest && it.bytes == LENGTH as u64;
    let sound = documents.iter().filter(whole).count();
    let arrived = oracle.requests_of(Call::DmpSend);
    let arrived = arrived.iter().filter(|request| request.is_whole()).count();
    must(
        (1..=2).contains(&sound) && sound <= arrived,
        "what arrived whole is stored",
    );
    must(before == after, "the folder is as it was");
    left.partial = documents.len() - sound;
    left
}

/// Bytes of the body that had arrived of the upload that was killed.
fn first_upload(oracle: &Oracle) -> u64 {
    let uploads = oracle.requests_of(Call::DmpSend);
    uploads.first().map_or(0, |upload| upload.received)
}

/// What a process says until its end.
fn wait(mut process: Process) -> String {
    let mut said = String::new();
    process
        .0
        .stdout
        .take()
        .unwrap()
        .read_to_string(&mut said)
        .unwrap();
    let status = process.0.wait().unwrap();
    format!("{status}: {said}")
}

fn kill_at(what: &str, points: &[Point]) {
    let began = Instant::now();
    let next = AtomicUsize::new(0);
    let all = Mutex::new(Vec::new());
    std::thread::scope(|threads| {
        for _ in 0..THREADS {
            threads.spawn(|| {
                while let Some(point) = points.get(next.fetch_add(1, Ordering::SeqCst)) {
                    let left = killed(point);
                    all.lock().unwrap().push(left);
                }
            });
        }
    });
    let all = all.into_inner().unwrap();
    let mut bytes: Vec<u64> = all.iter().map(|left| left.bytes).collect();
    bytes.sort_unstable();
    let wrong: Vec<&String> = all.iter().flat_map(|left| &left.wrong).collect();
    println!(
        "killed at {} points of {what} in {:.0} s: partial documents {}, files left {}, wrong {}",
        all.len(),
        began.elapsed().as_secs_f32(),
        all.iter().map(|left| left.partial).sum::<usize>(),
        all.iter().map(|left| left.files).sum::<usize>(),
        wrong.len()
    );
    if what == "an upload" {
        println!("bytes of the document that had arrived: {bytes:?}");
        let inside = bytes
            .iter()
            .filter(|it| (1..LENGTH as u64).contains(it))
            .count();
        assert!(inside >= 30, "few of the points are inside the document");
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(all.iter().all(|left| left.partial + left.files == 0));
}

#[test]
fn a_host_killed_in_an_upload_leaves_no_partial_document() {
    kill_at("an upload", &points().0);
}

#[test]
fn a_host_killed_in_a_login_costs_at_most_the_presented_try() {
    kill_at("a login", &points().1);
}
