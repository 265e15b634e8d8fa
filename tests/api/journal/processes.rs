//! Several processes with one file: at the same time, killed, and become another program.

use std::path::Path;
use std::time::Duration;

use hr::code::HR_E_ARGUMENT;
use hr::ffi::test_hooks;
use hr_sandbox::Call;
use serde_json::{Value, json};
use testkit::c_compiler::{self, C11};
use testkit::raw_server::{Peer, answer};
use testkit::*;

use super::child::{Other, command};
use super::reader::Reader;
use super::stage::*;

const SOON: Duration = Duration::from_secs(20);

fn sender(stage: &Stage, content: &str) -> Other {
    let steps = json!([["send", content]]);
    Other::new(&stage.config(), &stage.server.url(), steps)
}

fn logging_in(reader: &Reader, pin: &str) -> Other {
    let steps = json!([["login", reader.serial, pin]]);
    Other::new(&reader.config(), "", steps)
}

/// An upload is received and not answered.
fn holding() -> Stage {
    Stage::new(|mut peer: Peer| {
        peer.request();
        peer.mark("received");
        peer.hold();
    })
}

#[test]
fn one_of_eight_processes_sends_a_document() {
    let stage = Stage::new(|mut peer: Peer| {
        if peer.request().is_some() {
            peer.mark("received");
            peer.wait_for("answer it");
            peer.send(answer("200 OK", "", "{}"));
        }
    });
    let mut first = sender(&stage, "for one of them");
    stage.server.until("received");
    let mut others: Vec<Other> = (0..7).map(|_| sender(&stage, "for one of them")).collect();
    for other in &mut others {
        let result = json!({"reason": "document_in_use", "outcome": "rejected"});
        other.ended().has(result);
    }
    stage.server.mark("answer it");
    assert_eq!(first.ended()["outcome"], "accepted");
    assert_eq!(stage.received(), 1);
    // What has been accepted is sent again where a host asks for it.
    let host = stage.host();
    send(&host, b"for one of them").ok();
    host.journal(&json!({})).ok().has(json!({"uploads": 2}));
}

#[test]
fn an_upload_of_a_killed_process_is_a_doubt() {
    testkit::alone!();
    let stage = holding();
    let mut killed = sender(&stage, "document");
    stage.server.until("received");
    let host = stage.host();
    let in_use = only(&host, &json!({}));
    in_use.has(json!({"in_use": true, "doubt": false, "outcome": null}));
    let entry = in_use["entry"].as_str().unwrap();
    // No permit applies to what is being sent.
    assert_eq!(host.dmp_resend_allow(entry), HR_E_ARGUMENT);
    assert_eq!(host.dmp_found(entry), HR_E_ARGUMENT);
    let held = || send(&host, b"document").fails("HR_E_CONFLICT");
    held().has(json!({"reason": "document_in_use"}));
    killed.kill();
    let doubt = only(&host, &json!({"doubt": true}));
    doubt.has(json!({"entry": entry, "outcome": "unknown"}));
    held().has(json!({"entry": entry, "reason": null}));
    assert_eq!(host.dmp_found(entry), 0);
    assert_eq!(host.journal(&json!({"doubt": true})).json["doubts"], 0);
    assert_eq!(stage.received(), 1);
}

/// The document was in use until the host ended, since a process of its number was there, and no permit helped.
#[test]
#[cfg(target_os = "linux")]
fn r220_an_upload_of_a_host_that_became_another_program_is_a_doubt() {
    testkit::alone!();
    let stage = holding();
    let steps = json!([["send", "document"]]);
    let mut process = Other::updating(&stage.config(), &stage.server.url(), steps);
    stage.server.until("received");
    let host = stage.host();
    assert_eq!(only(&host, &json!({}))["in_use"], true);
    let again = process.becomes_another();
    let doubt = only(&host, &json!({"doubt": true}));
    let held = json!({"name": "HR_E_CONFLICT", "entry": doubt["entry"], "reason": null});
    again.has(held.clone());
    let held = send(&host, b"document").has(held);
    assert_eq!(host.dmp_found(&held.str("entry")), 0);
    assert_eq!(stage.received(), 1);
}

/// The card was in use until the host ended, and no permit helped.
#[test]
#[cfg(target_os = "linux")]
fn r221_a_login_of_a_host_that_became_another_program_is_held() {
    testkit::alone!();
    let reader = Reader::new("r221");
    let hold = reader.sandbox.hold(Call::Login);
    let steps = json!([["login", reader.serial, PIN]]);
    let mut process = Other::updating(&reader.config(), "", steps);
    assert!(reader.sandbox.wait_for(Call::Login, 1, SOON));
    reader.held(PIN, "pin_in_use");
    assert_eq!(process.becomes_another()["reason"], "pin_held");
    drop(hold);
    reader.permit();
    test_hooks::forget();
    reader.login(PIN).ok();
    assert_eq!(reader.logins(), 2);
}

#[test]
fn a_login_of_another_process_is_in_use_and_when_it_was_killed_it_holds() {
    let reader = Reader::new("journal-killed");
    let hold = reader.sandbox.hold(Call::Login);
    let mut killed = logging_in(&reader, PIN);
    assert!(reader.sandbox.wait_for(Call::Login, 1, SOON));
    reader.held(PIN, "pin_in_use");
    let (host, token) = reader.host();
    assert!(host.pin_retry_allow(&token) < 0, "no permit helps");
    killed.kill();
    reader.held("0000", "pin_held");
    reader.held(PIN, "pin_held");
    drop(hold);
    assert_eq!(reader.logins(), 1);
}

#[test]
fn eight_processes_with_one_wrong_pin_present_it_once() {
    let reader = Reader::new("journal-eight");
    let hold = reader.sandbox.hold(Call::Login);
    let mut first = logging_in(&reader, "0000");
    assert!(reader.sandbox.wait_for(Call::Login, 1, SOON));
    let others = |reason: &str, count: usize| {
        let others = (0..count).map(|_| logging_in(&reader, "0000"));
        for mut other in others.collect::<Vec<_>>() {
            assert_eq!(other.ended()["reason"], reason);
        }
    };
    others("pin_in_use", 3);
    drop(hold);
    assert_eq!(first.ended()["reason"], "pin_refused");
    others("pin_held", 4);
    assert_eq!(reader.presented(), 1);
}

/// A permit was kept in the file and in this process: another process used the one, and a handle without a journal the other.
#[test]
fn r195_one_permit_is_one_presentation_whoever_makes_it() {
    testkit::alone!();
    let reader = Reader::new("journal-one-permit");
    reader.login("0000").fails("HR_E_CARD_STATUS");
    let (host, token) = reader.host();
    assert_eq!(host.pin_retry_allow(&token), 0);
    assert_eq!(logging_in(&reader, "0000").ended()["reason"], "pin_refused");
    let without = Host::of(&reader.sandbox);
    without.ticket().ok();
    let token = without.token(reader.serial);
    let held = without.login(&token, "0000").fails("HR_E_PIN_GUARD");
    held.has(json!({"reason": "pin_held"}));
    reader.held("0000", "pin_held");
    assert_eq!(reader.presented(), 2);
}

/// What another process decided is seen by the one that has the doubt in its memory.
/// R184: who answered for a doubt that another process had replaced made the document one that was accepted, with nothing
/// stored.
#[test]
fn a_decision_of_another_process_holds_in_this_one() {
    testkit::alone!();
    let stage = Stage::silent();
    let host = stage.host();
    let lost = |content: &[u8]| send(&host, content).fails("HR_E_IN_DOUBT").str("entry");
    let elsewhere = |steps: Value| {
        let mut other = Other::new(&stage.config(), &stage.server.url(), steps);
        assert_eq!(other.ended(), 0);
        other
    };
    drop(elsewhere(json!([["found", lost(b"letter")]])));
    drop(elsewhere(json!([["permit", lost(b"letter")]])));
    lost(b"letter");
    send(&host, b"letter").fails("HR_E_CONFLICT");
    let first = lost(b"document");
    let mut other = elsewhere(json!([["permit", first], ["send", "document"]]));
    assert_eq!(other.ended()["name"], "HR_E_IN_DOUBT");
    assert_eq!(host.dmp_resend_allow(&first), HR_E_ARGUMENT);
    assert_eq!(host.dmp_found(&first), HR_E_ARGUMENT);
    let document = TempFile::new("letter.pdf", b"document");
    let deposited = host.deposit(&deposit_of(&document)).fails("HR_E_IN_DOUBT");
    let of_document = &deposited.json["documents"][0];
    assert_eq!(of_document["already"], false, "{}", deposited.text);
    assert_ne!(of_document["entry"], first.as_str());
    assert_eq!(stage.received(), 5);
}

const YEAR: i64 = 31_556_952;

/// What a step gives in a process with another clock: the order is that of the file.
fn by_clock(stage: &Stage, clock: &Path, offset: i64, step: Value) -> Value {
    let mut other = command(&stage.config(), &stage.server.url(), json!([step]));
    other.env("LD_PRELOAD", clock);
    other.env("CLOCK_OFFSET", offset.to_string());
    Other::of(&mut other).ended()
}

#[test]
#[cfg(target_os = "linux")]
fn a_clock_that_is_wrong_changes_no_order() {
    testkit::alone!();
    if !testkit::tools::has(C11.tool, "a clock that is wrong") {
        return;
    }
    let clock = c_compiler::compile_preload("tests/c/clock.c");
    let stage = Stage::silent();
    let mut entries = Vec::new();
    for offset in [0, -10, 10_000, -70, 5, -1] {
        let step = json!(["send", format!("document {offset}")]);
        let sent = by_clock(&stage, &clock, offset * YEAR, step);
        assert_eq!(sent["name"], "HR_E_IN_DOUBT", "{sent}");
        entries.push(sent["entry"].clone());
    }
    let host = stage.host();
    let listed = host.journal(&json!({})).ok().json;
    let listed = listed["entries"].as_array().unwrap().iter();
    let of = |name: &str| -> Vec<Value> {
        let values = listed.clone().rev().map(|entry| entry[name].clone());
        values.collect()
    };
    assert_eq!(of("entry"), entries);
    let times = of("time");
    assert_eq!(times[2], "9999-12-31T23:59:59.999Z");
    assert_eq!(times[3], "1970-01-01T00:00:00.000Z");
    // Decisions and repetitions at times before that of the doubt.
    let [doubt, document] = [&entries[4], &json!(["send", "document 5"])];
    let then = |years: i64, step: Value| by_clock(&stage, &clock, years * YEAR, step);
    let held = then(-20, document.clone());
    held.has(json!({"name": "HR_E_CONFLICT", "entry": doubt}));
    assert_eq!(then(-40, json!(["permit", doubt])), 0);
    let again = then(-60, document.clone());
    assert_eq!(again["name"], "HR_E_IN_DOUBT");
    assert_eq!(then(20, document.clone())["name"], "HR_E_CONFLICT");
    assert_eq!(then(-20, json!(["found", again["entry"]])), 0);
    assert_eq!(host.journal(&json!({})).json["doubts"], 5);
    assert_eq!(stage.received(), 7);
}
