//! Documents whose end nobody knows, until a person has said what is in the record; with a journal also behind a restart.

use hr::ffi::test_hooks;
use serde_json::{Value, json};
use testkit::{Host, Members};

use super::stage::*;

/// The first sending of b.pdf has no answer.
fn losing() -> Stage {
    Stage::but("send b.pdf", Some(1), Answer::Silence)
}

/// The request with what a person says of an entry.
fn answered(request: &Value, entry: &Value, answer: &str) -> Value {
    let mut request = request.clone();
    request["doubts"] = json!({entry.as_str().unwrap(): answer});
    request
}

#[test]
fn a_lost_answer_is_a_doubt_that_no_call_lifts() {
    let stage = losing();
    let host = stage.host();
    let request = stage.request(stage.documents(&["a.pdf", "b.pdf", "c.pdf"]));
    let lost = host.deposit(&request).fails("HR_E_IN_DOUBT").json;
    assert_eq!(words(&lost, "outcome"), "accepted unknown not_sent");
    let entry = each(&lost, "entry")[1].clone();
    assert!(entry.is_string() && lost["outcome"].is_null());
    // The same call again, also by who insists: the doubt stays, the others are sent or were.
    let mut insisting = request.clone();
    insisting["documents"][1]["again"] = json!(true);
    for (request, already) in [(&request, false), (&request, true), (&insisting, true)] {
        let held = host.deposit(request).fails("HR_E_IN_DOUBT");
        let held = held
            .has(json!({"cause": "HR_E_CONFLICT", "entry": entry}))
            .json;
        assert_eq!(words(&held, "outcome"), "accepted rejected accepted");
        assert_eq!(words(&held, "already"), format!("true false {already}"));
        assert_eq!(each(&held, "entry")[1], entry);
    }
    assert_eq!(stage.uploads(), ["send a.pdf", "send b.pdf", "send c.pdf"]);
    assert_eq!(host.dmp_resend_allow(entry.as_str().unwrap()), 0);
    host.deposit(&request).ok();
    assert_eq!(stage.uploads()[3..], ["send b.pdf"]);
}

fn host_of(stage: &Stage, journal: bool) -> Host {
    match journal {
        true => stage.host_with_journal(),
        false => stage.host(),
    }
}

/// Where the call is made again after a failure, on the same handle.
#[test]
fn who_insists_sends_a_document_once_more_and_not_twice() {
    for journal in [false, true] {
        let stage = Stage::but("send b.pdf", Some(2), Answer::Silence);
        let host = host_of(&stage, journal);
        let mut request = stage.request(stage.documents(&["a.pdf", "b.pdf", "c.pdf"]));
        host.deposit(&request).ok();
        for document in request["documents"].as_array_mut().unwrap() {
            document["again"] = json!(true);
        }
        let lost = host.deposit(&request).fails("HR_E_IN_DOUBT").json;
        assert_eq!(words(&lost, "outcome"), "accepted unknown not_sent");
        let held = host.deposit(&request).fails("HR_E_IN_DOUBT").json;
        assert_eq!(words(&held, "already"), "true false false");
        let found = answered(&request, &each(&lost, "entry")[1], "found");
        let known = host.deposit(&found).ok().json;
        assert_eq!(words(&known, "already"), "true true true");
        assert_eq!(stage.uploads().len(), 6);
        // That has succeeded: another call means another sending.
        let sent = host.deposit(&request).ok().json;
        assert_eq!(words(&sent, "already"), "false false false");
    }
}

#[test]
fn what_a_person_says_of_a_doubt_goes_with_the_request() {
    for journal in [false, true] {
        let stage = losing();
        let host = || host_of(&stage, journal);
        let request = stage.request(stage.documents(&["a.pdf", "b.pdf"]));
        let lost = host().deposit(&request).fails("HR_E_IN_DOUBT").json;
        let entry = &each(&lost, "entry")[1];
        // It is said of another entry.
        let other = json!("0123456789abcdef0123456789abcdef");
        for answer in ["found", "resend"] {
            let held = host().deposit(&answered(&request, &other, answer));
            assert_eq!(held.fails("HR_E_IN_DOUBT").json["ask"], "doubt");
        }
        assert_eq!(stage.uploads(), ["send a.pdf", "send b.pdf"]);
        // R232: said in two ways, it counted as what was said first.
        let mut both = answered(&request, entry, "resend");
        both["doubts"][entry.as_str().unwrap().to_uppercase()] = json!("found");
        host().deposit(&both).fails("HR_E_ARGUMENT");
        let sent = host().deposit(&answered(&request, entry, "resend")).ok();
        assert_eq!(words(&sent.json, "already"), "true false");
        // Neither answer has anything left to say.
        for answer in ["resend", "found"] {
            let known = host().deposit(&answered(&request, entry, answer)).ok();
            assert_eq!(words(&known.json, "already"), "true true");
        }
        assert_eq!(stage.uploads()[2..], ["send b.pdf"]);
    }
}

/// R233: nothing said that the doubt stood.
#[test]
fn a_doubt_is_named_whose_permitted_sending_is_refused() {
    let stage = Stage::new(|step, number| match (step, number) {
        ("send b.pdf", 1) => Answer::Silence,
        ("send b.pdf", _) => reply("422 Unprocessable Content", "{}"),
        _ => Answer::Usual,
    });
    let host = stage.host();
    let request = stage.request(stage.documents(&["b.pdf"]));
    let lost = host.deposit(&request).fails("HR_E_IN_DOUBT").json;
    let entry = &each(&lost, "entry")[0];
    let refused = host
        .deposit(&answered(&request, entry, "resend"))
        .fails("HR_E_REFUSED");
    assert_eq!(&each(&refused.json, "entry")[0], entry);
    host.deposit(&request).fails("HR_E_IN_DOUBT");
}

#[test]
fn one_answer_sends_a_document_once() {
    let stage = Stage::but("send b.pdf", None, Answer::Silence);
    let host = stage.host();
    let request = stage.request(stage.documents(&["b.pdf"]));
    let lost = host.deposit(&request).fails("HR_E_IN_DOUBT").json;
    let first = &each(&lost, "entry")[0];
    let answered_first = answered(&request, first, "resend");
    // The doubt has just arisen: nobody is asked in this call.
    let again = host.deposit(&answered_first).fails("HR_E_IN_DOUBT").json;
    let second = &each(&again, "entry")[0];
    assert!(again["ask"].is_null() && second.is_string() && second != first);
    // The same request: of this doubt nobody said anything.
    for _ in 0..2 {
        let held = host.deposit(&answered_first).fails("HR_E_IN_DOUBT");
        held.has(json!({"ask": "doubt", "entry": second}));
    }
    assert_eq!(stage.uploads().len(), 2);
    // Found: not sent, not even by who insists.
    let mut insisting = answered(&request, second, "found");
    insisting["documents"][0]["again"] = json!(true);
    let known = host.deposit(&insisting).ok().json;
    assert_eq!(words(&known, "already"), "true");
    assert_eq!(stage.uploads().len(), 2);
}

#[test]
fn a_deposit_is_known_after_a_restart() {
    testkit::alone!();
    let stage = losing();
    let restarted = || {
        test_hooks::forget();
        stage.host_with_journal()
    };
    let mut documents = stage.documents(&["a.pdf", "b.pdf", "c.pdf"]);
    documents[0]["reference"] = json!("letter 1");
    let mut request = stage.request(documents);
    let lost = restarted().deposit(&request).fails("HR_E_IN_DOUBT").json;
    let entry = &each(&lost, "entry")[1];
    let host = restarted();
    let held = host.deposit(&request).fails("HR_E_IN_DOUBT").json;
    assert_eq!(words(&held, "already"), "true false false");
    assert_eq!(words(&held, "outcome"), "accepted rejected accepted");
    assert_eq!(each(&held, "entry")[1], *entry);
    assert_eq!(host.dmp_found(entry.as_str().unwrap()), 0);
    let known = restarted().deposit(&request).ok().json;
    assert_eq!(words(&known, "already"), "true true true");
    assert_eq!(stage.uploads(), ["send a.pdf", "send b.pdf", "send c.pdf"]);
    // A host that insists sends it, and both are in the journal.
    request["documents"][0]["again"] = json!(true);
    restarted().deposit(&request).ok();
    let named = host.journal(&json!({"reference": "letter 1"})).ok().json;
    let entries = named["entries"].as_array().unwrap();
    let accepted = entries.iter().filter(|it| it["outcome"] == "accepted");
    assert_eq!((entries.len(), accepted.count()), (2, 2));
}

#[test]
fn a_journal_that_cannot_be_used_ends_the_call_before_a_document() {
    let stage = Stage::accepting();
    let host = stage.host_with_journal();
    let request = stage.request(stage.documents(&["a.pdf", "b.pdf"]));
    std::fs::write(stage.path("records.hrj"), "no journal any more\n").unwrap();
    let ended = host.deposit(&request).fails("HR_E_JOURNAL").json;
    assert_eq!(words(&ended, "outcome"), "not_sent not_sent");
    assert_eq!(stage.uploads(), [""; 0]);
}

#[test]
fn a_held_document_is_asked_about_unless_a_failure_ends_the_call() {
    let stage = Stage::new(|step, number| match (step, number) {
        ("send b.pdf", 1) => Answer::Silence,
        ("send c.pdf", 1) => reply("422 Unprocessable Content", "{}"),
        ("send c.pdf", _) => reply("401 Unauthorized", "{}"),
        _ => Answer::Usual,
    });
    let host = stage.host();
    let request = stage.request(stage.documents(&["b.pdf", "c.pdf"]));
    host.deposit(&request).fails("HR_E_IN_DOUBT");
    let held = host.deposit(&request).fails("HR_E_IN_DOUBT");
    let held = held.has(json!({"ask": "doubt"})).json;
    held["choices"][0].says("label", "Document 1 ");
    // An answer would make the call once more, which nobody asked for.
    let ended = host.deposit(&request).fails("HR_E_UNAUTHORIZED");
    ended.has(json!({"ask": null, "choices": null}));
}

#[test]
fn nothing_is_sent_into_a_record_that_does_not_open() {
    let stage = Stage::but("open", None, reply("409 Conflict", "{}"));
    let request = stage.request(stage.documents(&["a.pdf"]));
    let refused = stage.host().deposit(&request).fails("HR_E_CONFLICT");
    refused.has(json!({"step": "hr_dmp_open"}));
    assert!(stage.uploads().is_empty());
}
