//! Documents of a scanner's size, cut at many places: the outcome against what the sandbox has stored.

use std::fs::OpenOptions;
use std::io::{Read, Seek, SeekFrom, Write};
use std::time::Instant;

use hr_sandbox::{Call, Cut, Fault, Sandbox};
use ring::digest::{Context, SHA256};
use serde_json::json;

use testkit::digests::hex;
use testkit::{Host, TempFile, sandbox};

/// What may lie between the two sides, sent and not read.
const BUFFERS: u64 = 6 << 20;
const PATCHES: u64 = 16;

/// A file of this length, sparse but for some places all over it.
fn document(length: u64) -> TempFile {
    let document = TempFile::new("scan.pdf", b"");
    let mut file = OpenOptions::new()
        .write(true)
        .open(document.path())
        .unwrap();
    file.set_len(length).unwrap();
    for number in 0..PATCHES {
        file.seek(SeekFrom::Start(length / PATCHES * number))
            .unwrap();
        file.write_all(format!("patch {number} of {length}").as_bytes())
            .unwrap();
    }
    document
}

fn sha256(path: &str) -> String {
    let mut file = std::fs::File::open(path).unwrap();
    let mut hash = Context::new(&SHA256);
    let mut chunk = vec![0; 1 << 20];
    loop {
        match file.read(&mut chunk).unwrap() {
            0 => break,
            read => hash.update(&chunk[..read]),
        }
    }
    hex(&hash.finish())
}

/// How an upload is disturbed, and the words that may come of it.
fn cases(length: u64) -> Vec<(String, Option<Fault>, &'static [&'static str])> {
    let on = || Fault::on(Call::DmpSend).times(1);
    let [first, cut, near, refused]: [&[&str]; 4] = [
        &["incomplete", "not_sent"],
        &["incomplete"],
        &["incomplete", "unknown"],
        &["rejected"],
    ];
    let [unknown, unread]: [&[&str]; 2] = [&["unknown"], &["accepted_unreadable"]];
    let mut cases = Vec::new();
    let mut case = |what: &str, fault, words| cases.push((what.to_owned(), fault, words));
    let (quarter, last) = (length / 4, length - 2 * BUFFERS);
    for at in [0, 1, 1 << 20, quarter, 2 * quarter, 3 * quarter, last] {
        let words = if at == 0 { first } else { cut };
        let fault = on().after_bytes(at).cut(Cut::Before);
        case(&format!("cut at {at}"), Some(fault), words);
    }
    let end = on().after_bytes(length).cut(Cut::Before);
    case("cut within the last bytes", Some(end), near);
    for at in [0, length / 2] {
        let fault = on().after_bytes(at).status(413);
        case(&format!("413 at {at}"), Some(fault), refused);
    }
    let [lost, half, unstored] = [
        on().act().cut(Cut::Before),
        on().act().cut(Cut::MidBody),
        on().cut(Cut::Before),
    ];
    case("stored, no answer", Some(lost), unknown);
    case("stored, half an answer", Some(half), unread);
    case("read, not stored, no answer", Some(unstored), unknown);
    case("undisturbed", None, &["accepted"]);
    cases
}

/// Sends once, and gives what is wrong with the outcome.
fn misclassified(
    (sandbox, host, patient): (&Sandbox, &Host, &str),
    length: u64,
    (name, fault, words): (String, Option<Fault>, &[&str]),
) -> Option<String> {
    let file = document(length);
    let sha256 = sha256(file.path());
    let before = sandbox.documents().len();
    let uploads = sandbox.requests_of(Call::DmpSend).len();
    let read_at_most = fault.as_ref().and_then(|fault| fault.after_bytes);
    if let Some(fault) = fault {
        sandbox.set_fault(fault);
    }
    let sent = host.dmp_send(patient, file.path(), None);
    sandbox.clear_faults();
    let stored = sandbox.documents().split_off(before);
    let word = sent.str("outcome");
    let as_sent = stored
        .iter()
        .all(|it| it.sha256 == sha256 && it.bytes == length);
    let all_may_have_left = read_at_most.is_none_or(|read| read + BUFFERS > length);
    let truth = match word.as_str() {
        "accepted" => stored.len() == 1 && sent.code == 0 && sent.str("sha256") == sha256,
        "unknown" | "accepted_unreadable" => all_may_have_left && sent.str("sha256") == sha256,
        _ => stored.is_empty() && sent.code < 0,
    };
    // Asked only where the answer sends nothing.
    let doubt = word == "unknown" || word == "accepted_unreadable";
    let held = doubt && host.dmp_send(patient, file.path(), None).str("name") == "HR_E_CONFLICT";
    let once = sandbox.requests_of(Call::DmpSend).len() == uploads + 1;
    let fine = words.contains(&word.as_str()) && truth && as_sent && held == doubt && once;
    let wrong = format!(
        "{length}, {name}: {} stored, held back {held}, once {once}: {}",
        stored.len(),
        sent.text
    );
    (!fine).then_some(wrong)
}

fn cut_everywhere(size: u64) {
    let began = Instant::now();
    let sandbox = sandbox();
    let host = Host::with(&sandbox, json!({"timeouts": {"upload_ms": 120_000}}));
    let patient = host.open_record();
    let cases = cases(size);
    let count = cases.len();
    // Each of its own length, so that only what is asked about is read beforehand.
    let lengths = (0..).map(|number| size + number);
    let wrong: Vec<String> = lengths
        .zip(cases)
        .filter_map(|(length, case)| misclassified((&sandbox, &host, &patient), length, case))
        .collect();
    println!(
        "{} MB: {count} uploads in {:.1} s, misclassified {}",
        size / 1_000_000,
        began.elapsed().as_secs_f32(),
        wrong.len()
    );
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn thirty_megabytes_are_cut_everywhere() {
    cut_everywhere(30_000_000);
}

#[test]
fn two_hundred_megabytes_are_cut_everywhere() {
    cut_everywhere(200_000_000);
}
