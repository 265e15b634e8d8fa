//! Every system call on the journal and on its new file fails, or the host is killed at it, while a host removes old
//! records.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};
use testkit::tools::has;
use testkit::*;

use super::{count, is_full, orders, records, strace};

const UPLOADS: usize = 7_000;
const DOUBTS: usize = 3;
const TIME: &str = "2020-01-01T00:00:00.000Z";
const THREADS: usize = 3;

#[test]
#[ignore = "run by the others, in a process of its own"]
fn the_host() {
    let (number, opened) = Host::try_open(&orders()["config"].to_string());
    println!(
        "said {}",
        json!({"ended": opened.code, "reason": opened.json["reason"]})
    );
    drop((number != 0).then(|| Host(number)));
}

/// Doubts, a presentation without an end, and uploads that were accepted, all of them old.
fn old_records() -> String {
    let mut text = String::new();
    let mut line = |record: Value| {
        let json = record.to_string();
        text += &format!("{:08x} {json}\n", crc32fast::hash(json.as_bytes()));
    };
    line(json!({"record": "journal", "version": 1, "key": "07".repeat(32), "time": TIME}));
    line(json!({
        "record": "pin", "entry": format!("{:032x}", 1), "time": TIME,
        "cards": [{"serial": "0a".repeat(32), "holder": null}],
    }));
    for number in 0..UPLOADS {
        let digest = format!("{number:08x}").repeat(8);
        line(json!({
            "record": "upload", "entry": format!("{number:032x}"), "time": TIME, "content": digest, "document": digest,
            "bytes": number, "reference": null, "permit": null,
        }));
        if number >= DOUBTS {
            line(json!({
                "record": "upload_end", "entry": format!("{number:032x}"), "time": TIME, "content": digest,
                "document": digest, "outcome": "accepted", "code": null, "http_status": 200,
            }));
        }
    }
    text
}

/// Which uploads are in doubt, and how many there are, by a process of its own that has no part in what was before.
fn stated(path: &Path) -> (Vec<Value>, Value, Value) {
    let host = Host::open(&json!({"journal": path}));
    let listed = host.journal(&json!({"doubt": true})).ok().json;
    let entries = listed["entries"].as_array().unwrap();
    let doubts = entries.iter().map(|entry| entry["entry"].clone()).collect();
    let wrong = json!([listed["damaged"], listed["torn"]]);
    (doubts, listed["uploads"].clone(), wrong)
}

type Case = (String, &'static str, usize);

fn run(text: &str, options: &[&str]) -> (TempFile, Vec<Value>, String) {
    let file = TempFile::new("records.hrj", text.as_bytes());
    let paths = ["records.hrj", "records.hrj.new"];
    let paths = paths.map(|name| file.0.with_file_name(name));
    let paths = paths.each_ref().map(|path| path.as_path());
    let orders = json!({"config": {"journal": file.0}});
    let (said, trace) = strace::run(module_path!(), "the_host", &paths, options, &orders);
    (file, said, trace)
}

/// What is wrong after a fault.
fn tried(text: &str, expected: &(Vec<Value>, Value, Value), case: &Case) -> Vec<String> {
    let (call, fault, number) = case;
    let inject = strace::inject(call, fault, *number);
    let (file, said, _) = run(text, &["-e", &inject]);
    let mut wrong = Vec::new();
    let mut must = |fact: bool, what: &str| {
        if !fact {
            wrong.push(format!("{case:?}: {what}: {said:?}"));
        }
    };
    let (written, torn) = records(&file.0);
    must(torn == 0, "no line is torn or damaged");
    must(count(&written, "pin") == 1, "what holds a card stays");
    must(count(&written, "upload") >= UPLOADS / 2, "the newest stay");
    let ended = |record: &Value| record["record"] == "upload_end";
    let open = count(&written, "upload") - written.iter().filter(|it| ended(it)).count();
    must(open == DOUBTS, "the doubts stay");
    let (doubts, _, reported) = stated(&file.0);
    must(
        (doubts, reported) == (expected.0.clone(), expected.2.clone()),
        "and are read",
    );
    wrong
}

/// Which of so many occurrences are tried: those at the ends, and some in between.
fn numbers(most: usize) -> Vec<usize> {
    let near = |number: &usize| *number <= 4 || most - number < 8 || number.is_multiple_of(16);
    (1..=most)
        .filter(|number| is_full() || near(number))
        .collect()
}

#[test]
fn whatever_call_fails_while_records_are_removed_no_doubt_is_lost() {
    if !has(
        "strace",
        "system calls that fail while old records are removed",
    ) {
        return;
    }
    let text = old_records();
    let (file, said, trace) = run(&text, &[]);
    assert_eq!(said[0]["ended"], 0, "{said:?}");
    let expected = stated(&file.0);
    assert_eq!((expected.0.len(), &expected.2), (DOUBTS, &json!([0, 0])));
    assert!(
        expected.1.as_u64().unwrap() < UPLOADS as u64,
        "nothing was removed"
    );
    let mut all: Vec<Case> = Vec::new();
    for (call, most) in strace::places(&trace) {
        for number in numbers(most) {
            let faults = strace::faults(&call);
            all.extend(
                faults
                    .into_iter()
                    .map(|fault| (call.clone(), fault, number)),
            );
        }
    }
    let (of_all, share) = (all.len(), if is_full() { 1 } else { 24 });
    let seed = testkit::random::seed() as usize;
    let all: Vec<Case> = all.into_iter().skip(seed % share).step_by(share).collect();
    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|threads| {
        for _ in 0..THREADS {
            threads.spawn(|| {
                while let Some(case) = all.get(next.fetch_add(1, Ordering::SeqCst)) {
                    let found = tried(&text, &expected, case);
                    wrong.lock().unwrap().extend(found);
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    println!(
        "{} of {of_all} failing calls, from {}: wrong {}",
        all.len(),
        seed % share,
        wrong.len()
    );
    assert!(wrong.is_empty(), "{wrong:#?}");
}
