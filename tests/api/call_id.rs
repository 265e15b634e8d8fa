//! The id of a call: what a person reads out to the hotline, who looks for it in the log and in the journal.

use std::collections::BTreeSet;
use std::fs;

use hr_sandbox::{Call, Cut, Fault};
use serde_json::{Value, json};
use testkit::*;

fn is_id(id: &str) -> bool {
    let digit = |c: char| c.is_ascii_digit() || c.is_ascii_uppercase() && !"ILOU".contains(c);
    id.len() == 8 && id.chars().all(digit)
}

#[test]
fn each_error_has_an_id_of_its_own() {
    let host = Host::open(&json!({}));
    let ids: BTreeSet<String> = (0..500)
        .map(|_| host.ready().fails("HR_E_STATE").str("call_id"))
        .collect();
    assert_eq!(ids.len(), 500);
    assert!(ids.iter().all(|id| is_id(id)), "{ids:?}");
}

#[test]
fn the_journal_has_the_id_of_the_call_that_left_a_doubt() {
    let journal = TempFile::new("journal", b"");
    let sandbox = sandbox();
    let host = Host::with(&sandbox, json!({ "journal": journal.path() }));
    let id = host.open_record();
    sandbox.set_fault(Fault::on(Call::DmpSend).times(1).cut(Cut::Before));
    let doubt = host
        .dmp_send_bytes(&id, b"a letter", "a.txt")
        .fails("HR_E_IN_DOUBT");
    let call_id = doubt.str("call_id");
    let listed = host.journal(&json!({"doubt": true})).ok();
    listed.json["entries"][0].has(json!({ "call_id": call_id }));
    let text = fs::read_to_string(journal.path()).unwrap();
    let records = text.lines().filter_map(|line| line.split_once(' '));
    let records = records.map(|(_, json)| serde_json::from_str::<Value>(json).unwrap());
    let kinds: Vec<String> = records
        .filter(|record| record["call_id"] == call_id)
        .map(|record| record["record"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(kinds, ["upload", "upload_end"]);
}

#[test]
fn a_diagnosis_begins_with_its_id() {
    let host = Host::open(&json!({}));
    for (member, word) in [("text", "call "), ("text_fr", "appel ")] {
        let page = host.diagnose().ok().str(member);
        let (_, id) = page.lines().next().unwrap().rsplit_once(word).unwrap();
        assert!(is_id(id), "{page}");
    }
}
