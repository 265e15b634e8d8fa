//! With a journal the end of a deposit survives the process.

use hr::ffi::test_hooks;
use serde_json::json;
use testkit::Host;

use super::stage::*;

fn host(stage: &Stage) -> Host {
    stage.host_with(json!({
        "patients_pointer": "/patients", "journal": stage.path("records.hrj")
    }))
}

#[test]
fn a_deposit_is_known_after_a_restart() {
    testkit::alone!();
    let stage = Stage::but("b.pdf", Some(1), Answer::Silence);
    let mut documents = stage.documents(&["a.pdf", "b.pdf", "c.pdf"]);
    documents[0]["reference"] = json!("letter 1");
    let request = stage.request(documents);
    let first = host(&stage).deposit(&request).fails("HR_E_IN_DOUBT").json;
    test_hooks::forget();
    let restarted = host(&stage);
    let second = restarted.deposit(&request).fails("HR_E_IN_DOUBT").json;
    assert_eq!(words(&second, "already"), "true false false");
    assert_eq!(words(&second, "outcome"), "accepted rejected accepted");
    assert_eq!(each(&second, "entry")[1], each(&first, "entry")[1]);
    let named = restarted
        .journal(&json!({"reference": "letter 1"}))
        .ok()
        .json;
    assert_eq!(named["entries"][0]["outcome"], "accepted");
    assert_eq!(named["entries"].as_array().unwrap().len(), 1);

    assert_eq!(
        restarted.dmp_found(each(&first, "entry")[1].as_str().unwrap()),
        0
    );
    test_hooks::forget();
    let third = host(&stage).deposit(&request).ok().json;
    assert_eq!(words(&third, "already"), "true true true");
    assert_eq!(stage.uploads(), ["send a.pdf", "send b.pdf", "send c.pdf"]);
    // A host that insists sends it, and both are in the journal.
    let mut insisting = request.clone();
    insisting["documents"][0]["again"] = json!(true);
    host(&stage).deposit(&insisting).ok();
    let named = restarted
        .journal(&json!({"reference": "letter 1"}))
        .ok()
        .json;
    assert_eq!(named["entries"].as_array().unwrap().len(), 2);
}

#[test]
fn a_journal_that_cannot_be_used_ends_the_call_before_a_document() {
    let stage = Stage::accepting();
    let host = host(&stage);
    let request = stage.request(stage.documents(&["a.pdf", "b.pdf"]));
    std::fs::write(stage.path("records.hrj"), "no journal any more\n").unwrap();
    let ended = host.deposit(&request).fails("HR_E_JOURNAL").json;
    assert_eq!(words(&ended, "outcome"), "not_sent not_sent");
    assert_eq!(stage.uploads(), [""; 0]);
}
