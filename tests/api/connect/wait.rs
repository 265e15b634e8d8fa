//! Waiting for a card.

use std::time::{Duration, Instant};

use hr::ffi::handle;
use hr_sandbox::{Call, Fault};
use serde_json::{Value, json};
use testkit::*;

use super::stage;

const CPS_ONLY: &str = r#"{"cardType":"CPS"}"#;

fn count(found: &Outcome) -> usize {
    found.json["cards"].as_array().unwrap().len()
}

/// No list is asked for after the time; the one that runs then may still have the card.
#[test]
fn the_wait_ends_with_a_card_or_its_time() {
    let stage = stage();
    stage.sandbox.remove_card(&stage.patient);
    let host = stage.host();
    let vitale = Some(r#"{"cardType":"VITALE"}"#);
    let all = host.wait_card(None, 0).ok().next("hr_login");
    assert_eq!(all.json["cards"], host.ready().ok().json["cards"]);
    assert_eq!(count(&host.wait_card(Some(CPS_ONLY), 60_000).ok()), 2);
    host.wait_card(vitale, 0).fails("HR_E_NO_CARD");
    stage.received([1, 4, 0, 0, 0]);
    let begun = Instant::now();
    host.wait_card(vitale, 300).fails("HR_E_NO_CARD");
    assert!(begun.elapsed() >= Duration::from_millis(300));
    stage.received([1, 5, 0, 0, 0]);
    let slow = Fault::on(Call::Ready).delay_ms(400);
    stage.fault(slow);
    host.wait_card(vitale, 100).fails("HR_E_NO_CARD");
    stage.received([1, 6, 0, 0, 0]);
    assert_eq!(count(&host.wait_card(Some(CPS_ONLY), 100).ok()), 2);
    stage.received([1, 7, 0, 0, 0]);
}

#[test]
fn a_card_client_that_refuses_counts_as_one_without_a_card() {
    let stage = stage();
    let host = stage.host();
    let refusing = |code: i32| {
        let refusal = json!({"status": {"code": code, "message": "no reader"}}).to_string();
        let fault = Fault::on(Call::Ready).times(1).status(200).body(refusal);
        stage.fault(fault.content_type("application/json"));
    };
    refusing(-12);
    host.wait_card(None, 60_000).ok();
    stage.received([1, 2, 0, 0, 0]);
    // Where it is the last word, it says more than that no card came.
    refusing(-12);
    let refused = host.wait_card(None, 0).fails("HR_E_CARD_STATUS");
    refused.has(json!({"step": "hr_ready", "service_code": -12, "service_message": "no reader"}));
    refusing(5);
    let refused = host.connect(None, Some(PIN)).fails("HR_E_CARD_STATUS");
    refused.has(json!({"reason": "card_locked"}));
    stage.received([1, 4, 0, 0, 0]);

    stage.fault(Fault::on(Call::Ready).status(500));
    let ended = host.wait_card(None, 60_000).fails("HR_E_SERVER");
    ended.has(json!({"step": "hr_ready"}));
    stage.received([1, 5, 0, 0, 0]);
}

/// The second refusal may come later, after an answer without a card.
#[test]
fn a_refused_ticket_is_renewed_once_in_a_call() {
    let stage = stage();
    let host = stage.host();
    stage.fault(Fault::on(Call::Ready).status(401).times(1));
    host.wait_card(None, 0).ok();
    stage.received([2, 2, 0, 0, 0]);
    stage.fault(Fault::on(Call::Ready).status(401));
    let refused = host.wait_card(None, 60_000).fails("HR_E_UNAUTHORIZED");
    refused.has(json!({"step": "hr_ready", "at": "card"}));
    stage.received([3, 4, 0, 0, 0]);
    assert_eq!(host.state().json["ticket"], false);
    stage.sandbox.clear_faults();
    stage.fault(Fault::on(Call::Ticket).status(403));
    let refused = host.wait_card(None, 60_000).fails("HR_E_UNAUTHORIZED");
    refused.has(json!({"step": "hr_ticket", "at": "license"}));
    stage.received([4, 4, 0, 0, 0]);

    stage.sandbox.clear_faults();
    stage.empty_reader();
    for nth in [1, 3] {
        stage.fault(Fault::on(Call::Ready).status(401).nth(nth));
    }
    host.wait_card(None, 60_000).fails("HR_E_UNAUTHORIZED");
    stage.received([6, 7, 0, 0, 0]);
}

#[test]
fn a_ticket_from_elsewhere_is_not_renewed() {
    let stage = stage();
    let ticket = stage.host().ticket().ok().str("licenseTicket");
    let host = Host::open(&json!({"local_url": stage.sandbox.local_url()}));
    host.wait_card(None, 0).fails("HR_E_STATE");
    assert_eq!(host.ticket_set(&ticket), 0);
    host.wait_card(None, 0).ok();
    stage.fault(Fault::on(Call::Ready).status(401));
    host.wait_card(None, 60_000).fails("HR_E_UNAUTHORIZED");
    let none = host.wait_card(None, 60_000).fails("HR_E_STATE");
    none.next(Value::Null);
    stage.received([1, 2, 0, 0, 0]);
}

#[test]
fn a_cancellation_ends_the_wait() {
    let stage = stage();
    stage.empty_reader();
    let ended = |end: fn(i32) -> i32| {
        let host = stage.host();
        let asked = stage.sandbox.requests_of(Call::Ready).len() + 1;
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| host.wait_card(None, i32::MAX));
            assert!(stage.sandbox.wait_for_end(Call::Ready, asked, SOON));
            // The call has yet to read the answer, and to stop running; nobody can see when it does.
            std::thread::sleep(Duration::from_millis(100));
            let begun = Instant::now();
            assert_eq!(end(host.0), 0);
            waiting.join().unwrap().fails("HR_E_CANCELLED");
            begun.elapsed()
        })
    };
    for end in [
        (|handle| handle::hr_cancel(handle)) as fn(i32) -> i32,
        |handle| handle::hr_close(handle),
    ] {
        // Without being woken it would end with the 500 ms of a pause. One of three is not disturbed by other programs.
        let shortest = (0..3).map(|_| ended(end)).min().unwrap();
        assert!(shortest < Duration::from_millis(250), "{shortest:?}");
    }
}
