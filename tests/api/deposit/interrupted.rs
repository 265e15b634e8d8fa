//! Documents whose end nobody knows, and calls that were stopped.

use serde_json::{Value, json};

use super::stage::*;

/// The first sending of b.pdf has no answer.
fn losing() -> Stage {
    Stage::but("b.pdf", Some(1), Answer::Silence)
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
    // The same call again: the doubt stays, the others are sent or were.
    for already in [false, true] {
        let held = host.deposit(&request).fails("HR_E_IN_DOUBT").json;
        assert_eq!(words(&held, "outcome"), "accepted rejected accepted");
        assert_eq!(each(&held, "name")[1], "HR_E_CONFLICT");
        assert_eq!(each(&held, "entry")[1], entry);
        assert_eq!(
            each(&held, "already"),
            [true, false, already].map(Value::from)
        );
        assert_eq!(
            (&held["cause"], &held["entry"]),
            (&json!("HR_E_CONFLICT"), &entry)
        );
    }
    assert_eq!(stage.uploads(), ["send a.pdf", "send b.pdf", "send c.pdf"]);
    // `again` does not lift a doubt.
    let mut insisting = request.clone();
    insisting["documents"][1]["again"] = json!(true);
    host.deposit(&insisting).fails("HR_E_IN_DOUBT");
    assert_eq!(stage.uploads().len(), 3);
    assert_eq!(host.dmp_resend_allow(entry.as_str().unwrap()), 0);
    host.deposit(&request).ok();
    assert_eq!(stage.uploads()[3..], ["send b.pdf"]);
}

#[test]
fn what_a_person_found_in_the_record_is_not_sent_again() {
    let stage = losing();
    let host = stage.host();
    let request = stage.request(stage.documents(&["b.pdf"]));
    let lost = host.deposit(&request).fails("HR_E_IN_DOUBT").json;
    assert_eq!(host.dmp_found(each(&lost, "entry")[0].as_str().unwrap()), 0);
    let known = host.deposit(&request).ok().json;
    assert_eq!(words(&known, "already"), "true");
    assert_eq!(stage.uploads(), ["send b.pdf"]);
}

/// The request with what a person says of an entry.
fn answered(request: &Value, entry: &Value, answer: &str) -> Value {
    let mut request = request.clone();
    request["doubts"] = json!({entry.as_str().unwrap(): answer});
    request
}

#[test]
fn what_a_person_says_of_a_doubt_goes_with_the_request() {
    for journal in [false, true] {
        let stage = losing();
        let host = || match journal {
            true => stage.host_with(json!({
                "patients_pointer": "/patients", "journal": stage.path("records.hrj")
            })),
            false => stage.host(),
        };
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

#[test]
fn one_answer_sends_a_document_once() {
    let stage = Stage::but("b.pdf", None, Answer::Silence);
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
        let held = host.deposit(&answered_first).fails("HR_E_IN_DOUBT").json;
        assert_eq!((&held["ask"], &held["entry"]), (&json!("doubt"), second));
    }
    assert_eq!(stage.uploads().len(), 2);
    // Found: not sent, not even by who insists.
    let mut insisting = answered(&request, second, "found");
    insisting["documents"][0]["again"] = json!(true);
    let known = host.deposit(&insisting).ok().json;
    assert_eq!(words(&known, "already"), "true");
    assert_eq!(stage.uploads().len(), 2);
}
