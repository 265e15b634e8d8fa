//! Two copies of the library in each of two processes with one journal, and a process that forks while it sends.

use std::collections::BTreeMap;
use std::process::Command;
use std::thread;

use serde_json::{Value, json};
use testkit::c_compiler::{self, Ended, LOADING};
use testkit::raw_server::{Request, Server, answer};
use testkit::tools::has;
use testkit::*;

use super::{count, is_full, records};

const CARDS: usize = 40;

/// What both services of a shared journal have received.
struct Shared {
    /// It does not answer to what begins with "shared", so that nobody knows whether it arrived.
    server: Server,
    folder: TempFile,
}

fn listing() -> String {
    let card = |n| {
        (
            format!("t{n}"),
            json!([{"serial": format!("copies-{n}"), "pinAttempt": 3}]),
        )
    };
    let cards: serde_json::Map<String, Value> = (0..CARDS).map(card).collect();
    json!({"status": {"code": 0}, "data": {"data": cards}}).to_string()
}

impl Shared {
    fn new() -> Shared {
        let cards = listing();
        let server = Server::start(move |mut peer| {
            while let Some(request) = peer.request() {
                let path = request.head.split(' ').nth(1).unwrap();
                let body = match path {
                    "/direct/ready" => &*cards,
                    "/direct/login" => r#"{"status":{"code":63,"message":"no"}}"#,
                    "/patient" => {
                        r#"{"patient_id":"187","insQualified":true,"alimentationConsent":true}"#
                    }
                    _ if document(&request).is_some_and(|text| text.starts_with("shared")) => break,
                    _ => "{}",
                };
                if !peer.send(answer("200 OK", "", body)) {
                    break;
                }
            }
            peer.close();
        });
        Shared {
            server,
            folder: TempFile::new("folder", b""),
        }
    }

    fn run(&self, arguments: &[&str]) -> Ended {
        let mut program = Command::new(c_compiler::compile(&LOADING, "tests/c/journal_copies.c"));
        let url = self.server.url();
        let config =
            json!({"local_url": url, "journal": self.path(), "timeouts": {"call_ms": 30_000}});
        let ended = c_compiler::run(program.args(arguments), &format!("{config}\n{url}\n"));
        assert_eq!(ended.code, Some(0), "{ended:?}");
        ended
    }

    fn path(&self) -> std::path::PathBuf {
        self.folder.0.with_file_name("records.hrj")
    }

    /// How often each document has arrived.
    fn documents(&self) -> BTreeMap<String, usize> {
        let mut documents = BTreeMap::new();
        for text in self.server.requests().iter().filter_map(document) {
            *documents.entry(text).or_default() += 1;
        }
        documents
    }

    /// How often a PIN was presented to each card.
    fn presented(&self) -> BTreeMap<String, usize> {
        let mut presented = BTreeMap::new();
        for request in self.server.requests() {
            if request.head.contains("/login ") {
                let login: Value = serde_json::from_slice(&request.body).unwrap();
                *presented.entry(login["token"].to_string()).or_default() += 1;
            }
        }
        presented
    }
}

/// The document of an upload that has arrived whole.
fn document(request: &Request) -> Option<String> {
    if !request.whole || !request.head.contains("/unique/doc/send ") {
        return None;
    }
    let body = String::from_utf8_lossy(&request.body);
    let (_, part) = body.split_once("name=\"file\"")?;
    let (_, text) = part.split_once("\r\n\r\n")?;
    Some(text.split("\r\n").next()?.to_owned())
}

/// Every record is as it was written, each upload and presentation has one begin and one end, and the documents of the
/// file are those that have arrived.
fn check(shared: &Shared, arrived: usize) {
    let (written, wrong) = records(&shared.path());
    assert_eq!(wrong, 0);
    for (begin, end) in [("upload", "upload_end"), ("pin", "pin_end")] {
        let mut open: BTreeMap<&str, usize> = BTreeMap::new();
        for record in &written {
            let entry = record["entry"].as_str().unwrap_or_default();
            if record["record"] == begin {
                assert_eq!(open.insert(entry, 0), None, "{record}");
            } else if record["record"] == end {
                *open.get_mut(entry).unwrap() += 1;
            }
        }
        assert!(open.values().all(|ends| *ends == 1), "{open:?}");
    }
    assert_eq!(count(&written, "upload"), arrived);
    assert_eq!(count(&written, "journal"), 1);
    let host = Host::open(&json!({"journal": shared.path()}));
    let listed = host.journal(&json!({})).ok().json;
    assert_eq!(listed["uploads"], arrived);
    assert_eq!(
        (&listed["damaged"], &listed["torn"]),
        (&json!(0), &json!(0))
    );
}

#[test]
fn two_copies_in_each_of_two_processes_double_and_lose_nothing() {
    let what = "two copies of the library in one process";
    if !has(LOADING.tool, what) {
        return;
    }
    let shared = Shared::new();
    let library = testkit::shipped::library().join("libhr.so");
    let copy = TempFile::new("libanother.so", &std::fs::read(&library).unwrap());
    let seconds = if is_full() { "60" } else { "4" };
    let arguments = ["copies", library.to_str().unwrap(), copy.path(), seconds];
    let ended = thread::scope(|threads| {
        let other = threads.spawn(|| shared.run(&arguments));
        [shared.run(&arguments), other.join().unwrap()]
    });
    let documents = shared.documents();
    let twice: Vec<_> = documents.iter().filter(|(_, times)| **times != 1).collect();
    let presented = shared.presented();
    println!(
        "{} documents, {} cards\n{}{}",
        documents.len(),
        presented.len(),
        ended[0].out,
        ended[1].out
    );
    assert!(twice.is_empty(), "{twice:?}");
    assert!(
        documents
            .keys()
            .filter(|text| text.starts_with("shared"))
            .count()
            > 3
    );
    assert!(presented.values().all(|times| *times == 1), "{presented:?}");
    assert!(presented.len() > 3);
    for ended in &ended {
        assert!(!ended.out.contains("another"), "{}", ended.out);
    }
    check(&shared, documents.len());
    let (written, _) = records(&shared.path());
    assert_eq!(count(&written, "pin"), presented.len());
}

#[test]
fn children_that_were_forked_in_a_transaction_use_the_journal_at_once() {
    if !has(LOADING.tool, "forks of a process with a journal") {
        return;
    }
    let shared = Shared::new();
    let library = testkit::shipped::library().join("libhr.so");
    let forks = if is_full() { 400 } else { 60 };
    let ended = shared.run(&["forks", library.to_str().unwrap(), &forks.to_string()]);
    let documents = shared.documents();
    println!("{} documents\n{}", documents.len(), ended.out);
    assert!(documents.values().all(|times| *times == 1), "{documents:?}");
    let children = documents.keys().filter(|text| text.starts_with("child"));
    assert_eq!(children.count(), forks);
    assert!(documents.len() > forks);
    check(&shared, documents.len());
}
