//! Every system call on the journal fails, or the host is killed at it: while a host logs in and sends a document, and
//! while it removes old records. strace makes them fail.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use hr::code::HR_E_JOURNAL;
use hr_sandbox::Call;
use serde_json::{Value, json};
use testkit::journal::{LONG_AGO, count, journal, line, old_uploads, records};
use testkit::process::Speaking;
use testkit::threads::for_each;
use testkit::tools::has;
use testkit::*;

use super::desk::{Desk, WRONG, host};
use super::is_full;
use crate::runs::Found;

const THREADS: usize = 3;
const KILL: &str = "KILL";

/// A call, what becomes of it, and its how manyth.
type Case = (String, &'static str, usize);

/// What each call on the journal may fail with; behind that, the process is killed at it.
fn faults(call: &str) -> Vec<&'static str> {
    let errors: &[&str] = match call {
        "close" => &[],
        "flock" => &["ENOLCK", "EINTR"],
        "openat" => &["EMFILE", "EACCES", "EINTR"],
        "statfs" => &["ENOSYS"],
        "statx" => &["EACCES", "ENOMEM"],
        "write" => &["ENOSPC", "EIO", "EINTR"],
        _ => &["EIO"],
    };
    errors.iter().copied().chain([KILL]).collect()
}

/// Runs the host under strace, which sees the calls on this journal and on its new file, and has one of them fail.
/// What the host said, and the trace.
fn run(journal: &Path, orders: &Value, case: Option<&Case>) -> (Vec<Value>, String) {
    let trace = journal.with_file_name("trace.pdf");
    let mut strace = Command::new("strace");
    strace.args(["-f", "-qq", "-e", "signal=none", "-o"]);
    strace.arg(&trace).arg("-P").arg(journal);
    strace
        .arg("-P")
        .arg(journal.with_extension("hrj.shortened"));
    if let Some((call, fault, number)) = case {
        let fault = match *fault {
            KILL => "signal=KILL".to_owned(),
            error => format!("error={error}"),
        };
        strace.args(["-e", &format!("inject={call}:{fault}:when={number}")]);
    }
    let host = host();
    strace.arg(host.get_program()).args(host.get_args());
    let said = Speaking::start(&mut strace)
        .with_input(&orders.to_string())
        .rest();
    let lines = said.lines().filter_map(|line| line.split_once("said "));
    let said = lines.map(|(_, json)| serde_json::from_str(json).unwrap());
    (said.collect(), std::fs::read_to_string(trace).unwrap())
}

/// A share of what can be tried at the calls of a trace.
fn cases(trace: &str, numbers: impl Fn(usize) -> Vec<usize>, share: usize) -> Vec<Case> {
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    for line in trace.lines() {
        let call = line.split_once(' ').map(|(_, call)| call.trim_start());
        if let Some((call, _)) = call.and_then(|call| call.split_once('(')) {
            *places.entry(call).or_default() += 1;
        }
    }
    let mut all: Vec<Case> = Vec::new();
    for (call, most) in places {
        for number in numbers(most) {
            let each = faults(call).into_iter();
            all.extend(each.map(|fault| (call.to_owned(), fault, number)));
        }
    }
    let share = if is_full() { 1 } else { share };
    let from = testkit::random::seed() as usize % share;
    println!(
        "of {} failing calls each of {share}, from {from}",
        all.len()
    );
    all.into_iter().skip(from).step_by(share).collect()
}

fn try_each(what: &str, cases: &[Case], tried: impl Fn(&Case, &mut Found) + Sync) {
    let found = for_each(THREADS, cases, |case| {
        Found::by(format_args!("{case:?}"), || {
            let mut found = Found::default();
            tried(case, &mut found);
            found
        })
    });
    Found::sum(what, found);
}

#[test]
fn whatever_call_on_the_journal_fails_nothing_is_lost_or_doubled() {
    if !has("strace", "system calls of the journal that fail") {
        return;
    }
    for (pin, last) in [(PIN, "hr_dmp_send"), (WRONG, "hr_login")] {
        let desk = || Desk::new(pin, 1, 40);
        let whole = desk();
        let (said, trace) = run(&whole.journal(), &whole.orders(), None);
        let ended = said
            .last()
            .unwrap_or_else(|| panic!("nothing was said: {trace}"));
        assert_eq!(ended["call"], last);
        let cases = cases(&trace, |most| (1..=most).collect(), 4);
        try_each(last, &cases, |case, found| {
            let desk = desk();
            let (said, _) = run(&desk.journal(), &desk.orders(), Some(case));
            let sent = |call| desk.proxy.sandbox().requests_of(call).len();
            let logged = [("hr_login", Call::Login), ("hr_dmp_send", Call::DmpSend)];
            for (name, call) in logged {
                let Some(ended) = said.iter().find(|it| it["call"] == name) else {
                    continue;
                };
                let is_unrecorded = ended["ended"] == HR_E_JOURNAL;
                found.must(sent(call) == usize::from(!is_unrecorded), "it is sent");
                let word = !is_unrecorded || ended["outcome"] == "not_sent";
                found.must(word, "without a record nothing is sent, and it is said");
            }
            let next = desk.next();
            let accepts = |it: &Value| it["call"] == "hr_dmp_send" && it["ended"] == 0;
            let is_recorded = said.iter().all(|it| it["journal"] != "not_completed");
            if said.iter().any(accepts) && is_recorded && case.0 != "close" {
                found.must(next.of("in doubt") == 0, "an end that was written is read");
            }
            found.wrong.extend(next.wrong);
            found.counts = next.counts;
        });
    }
}

const UPLOADS: usize = 7_000;
const DOUBTS: usize = 3;

/// Doubts, a presentation without an end, and uploads that were accepted, all of them old.
fn old_records() -> String {
    let card = json!({"serial": "0a".repeat(32), "holder": null});
    let entry = format!("{:032x}", 1);
    let time = format!("{LONG_AGO}T00:00:00.000Z");
    let pin = json!({"record": "pin", "entry": entry, "time": time, "cards": [card]});
    journal(&(line(&pin.to_string()) + &old_uploads(UPLOADS, DOUBTS)))
}

/// Which uploads are in doubt, and how many there are, by a handle that has no part in what was before.
fn stated(path: &Path) -> (Vec<Value>, u64) {
    let host = Host::open(&json!({"journal": path}));
    let listed = host.journal(&json!({"doubt": true})).ok().json;
    listed.has(json!({"damaged": 0, "torn": 0}));
    let entries = listed["entries"].as_array().unwrap();
    let doubts = entries.iter().map(|entry| entry["entry"].clone());
    (doubts.collect(), listed["uploads"].as_u64().unwrap())
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
    let run_at = |case: Option<&Case>| {
        let file = TempFile::new("records.hrj", text.as_bytes());
        let (said, trace) = run(&file.0, &json!({"config": {"journal": file.0}}), case);
        (file, said, trace)
    };
    let (file, said, trace) = run_at(None);
    assert_eq!(said[0]["ended"], 0, "{said:?}");
    let (expected, uploads) = stated(&file.0);
    assert_eq!(expected.len(), DOUBTS);
    assert!(uploads < UPLOADS as u64, "nothing was removed");
    // Of so many occurrences those at the ends, and some in between.
    let numbers = |most: usize| {
        let near = |number: &usize| *number <= 4 || most - number < 8 || number.is_multiple_of(16);
        (1..=most)
            .filter(|number| is_full() || near(number))
            .collect()
    };
    let cases = cases(&trace, numbers, 24);
    try_each("a removal", &cases, |case, found| {
        let (file, _, _) = run_at(Some(case));
        let (written, torn) = records(&file.0);
        found.must(torn == 0, "no line is torn or damaged");
        let [pins, uploads, ends] = ["pin", "upload", "upload_end"].map(|it| count(&written, it));
        found.must(pins == 1, "what holds a card stays");
        found.must(uploads >= UPLOADS / 2, "the newest stay");
        found.must(uploads - ends == DOUBTS, "the doubts stay");
        found.must(stated(&file.0).0 == expected, "and are read");
    });
}
