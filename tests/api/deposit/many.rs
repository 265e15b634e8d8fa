//! A thousand documents in one call.

use std::collections::HashSet;

use hr_sandbox::Options;
use testkit::digests::sha256;
use testkit::*;

use super::hostile::deposit_with;
use super::stage::{Stage, wanted};

const DOCUMENTS: usize = 1000;
const LENGTH: usize = 64 << 10;
/// What the sandbox notes of its requests is in this process as well.
const GROWTH: u64 = 16 << 20;

/// Memory of this process, in bytes.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let kib = line.unwrap().split_whitespace().nth(1).unwrap();
    kib.parse::<u64>().unwrap() << 10
}

#[test]
fn a_thousand_documents_are_stored_once_in_memory_that_does_not_grow() {
    testkit::alone!();
    let mut options = Options::default();
    options.scenario.keep_bytes = 0;
    let sandbox = testkit::start(options);
    let host = Host::of(&sandbox);
    host.log_in(CPS, PIN);
    let stage = Stage::accepting();
    let mut digests = HashSet::new();
    let mut documents = Vec::new();
    for number in 0..DOCUMENTS {
        let mut content = vec![7; LENGTH];
        content[..8].copy_from_slice(&number.to_be_bytes());
        digests.insert(sha256(&content));
        documents.push(wanted(&stage.document(&format!("{number}.pdf"), &content)));
    }
    let request = stage.request(documents.into());
    let (mut seen, mut early) = (Vec::new(), 0);
    let sent = deposit_with(&host, &request, &mut |done, total| {
        seen.push((done, total));
        if early == 0 && done > total / 10 {
            early = memory();
        }
        0
    });
    let late = memory();
    sent.ok();
    let stored = sandbox.documents();
    assert_eq!(stored.len(), DOCUMENTS);
    let stored: HashSet<String> = stored.iter().map(|it| it.sha256.clone()).collect();
    assert_eq!(stored, digests);
    assert!(seen.windows(2).all(|two| two[0].0 <= two[1].0), "{seen:?}");
    let total = (DOCUMENTS * LENGTH) as i32;
    assert_eq!(seen.last(), Some(&(total, total)));
    println!("memory behind a tenth: {early}, at the end: {late}");
    assert!(early > 0 && late < early + GROWTH, "{early} to {late}");
}
