//! Several processes with one file: what another one does is in use, and in doubt or held when that is killed or becomes
//! another program. Many of them at once: tests/faults/journal.

use hr::code::HR_E_ARGUMENT;
use hr_sandbox::Call;
use serde_json::{Value, json};
use testkit::process::Speaking;
use testkit::raw_server::Peer;
use testkit::*;

#[cfg(target_os = "linux")]
use super::child::becomes_another;
use super::child::other;
use super::reader::Reader;
use super::stage::*;

/// A process whose upload is received and not answered.
fn sending() -> (Stage, Speaking) {
    let stage = Stage::new(|mut peer: Peer| {
        peer.request();
        peer.mark("received");
        peer.hold();
    });
    let step = json!(["send", "document"]);
    let process = other(&stage.config(), &stage.server.url(), step);
    stage.server.until("received");
    (stage, process)
}

/// One ends; where it became another program, that holds the document back as well.
fn in_use_and_then_in_doubt(end: impl FnOnce(&mut Speaking) -> Option<Value>) {
    let (stage, mut process) = sending();
    let host = stage.host();
    let in_use = only(&host, &json!({}));
    in_use.has(json!({"in_use": true, "doubt": false, "outcome": null}));
    let entry = in_use["entry"].as_str().unwrap();
    // No decision applies to what is being sent.
    assert_eq!(host.dmp_resend_allow(entry), HR_E_ARGUMENT);
    assert_eq!(host.dmp_found(entry), HR_E_ARGUMENT);
    let held = || send(&host, b"document").fails("HR_E_CONFLICT");
    held().has(json!({"reason": "document_in_use"}));
    let again = end(&mut process).unwrap_or_else(|| held().json);
    again.has(json!({"name": "HR_E_CONFLICT", "entry": entry, "reason": null}));
    held().has(json!({"entry": entry, "reason": null}));
    only(&host, &json!({"doubt": true})).has(json!({"outcome": "unknown"}));
    assert_eq!(host.dmp_found(entry), 0);
    assert_eq!(host.journal(&json!({"doubt": true})).json["doubts"], 0);
    assert_eq!(stage.received(), 1);
}

#[test]
fn an_upload_of_a_killed_process_is_a_doubt() {
    testkit::alone!();
    in_use_and_then_in_doubt(|process| {
        process.running.kill();
        None
    });
}

/// The document was in use until the host ended, since a process of its number was there, and no permit helped.
/// R221: so was the card of a login.
#[test]
#[cfg(target_os = "linux")]
fn r220_an_upload_of_a_host_that_became_another_program_is_a_doubt() {
    testkit::alone!();
    in_use_and_then_in_doubt(|process| Some(becomes_another(process)));
}

#[test]
fn a_login_of_another_process_is_in_use_and_when_it_was_killed_it_holds() {
    let reader = Reader::new("journal-killed");
    let hold = reader.sandbox.hold(Call::Login);
    let step = json!(["login", reader.serial, PIN]);
    let killed = other(&reader.config(), "", step);
    assert!(reader.sandbox.wait_for(Call::Login, 1, SOON));
    reader.held(PIN, "pin_in_use");
    let (host, token) = reader.host();
    assert!(host.pin_retry_allow(&token) < 0, "no permit helps");
    drop(killed);
    reader.held("0000", "pin_held");
    reader.held(PIN, "pin_held");
    drop(hold);
    assert_eq!(reader.logins(), 1);
}
