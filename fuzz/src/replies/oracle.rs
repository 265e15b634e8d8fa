//! What must hold of a call, by what the peer saw of it.

use hr::ffi::handle::hr_state;

use super::super::call::{Ran, name_of, run};
use super::super::fixture::Fixture;
use super::super::http;
use super::super::object::Object;
use super::super::peer::{Exchange, Record};
use super::super::sandbox;
use super::super::secrets::{self, LICENSE, PIN, SESSION, TICKET};
use super::Scenario;
use super::operation::Operation;

/// What the peer saw of the call: the exchanges in which anything was said.
fn seen(record: &Record, before: usize) -> Vec<&Exchange> {
    let new = record.exchanges.iter().skip(before);
    new.filter(|exchange| !(exchange.received.is_empty() && exchange.given.is_empty()))
        .collect()
}

pub fn call(scenario: &Scenario, fixture: &Fixture, before: usize, ran: &Ran) {
    let record = fixture.record.borrow();
    let seen = seen(&record, before);
    assert!(seen.len() <= 1, "sent {} times", seen.len());
    let exchange = seen.first().copied();
    let to_head = scenario.operation == Operation::RequestHead;
    let reply = exchange
        .map(|exchange| http::reply(&exchange.given, exchange.ended, to_head))
        .unwrap_or_default();
    let object = ran.object();
    if ran.code == 0 {
        success(scenario, exchange, &reply, &object);
    } else {
        secrets::absent(&object, scenario.operation.secrets());
        failure(scenario, exchange, &reply, &object, ran.code);
    }
}

/// A success is claimed only for a whole request and a whole reply of success, which is handed on as it came.
fn success(scenario: &Scenario, exchange: Option<&Exchange>, reply: &http::Reply, result: &Object) {
    let exchange = exchange.expect("a success needs an exchange");
    let request = exchange.request().expect("a success needs a request");
    assert!(request.whole(), "a success though the request was cut");
    assert_eq!(
        exchange.received.len(),
        request.length,
        "more than a request"
    );
    let status = reply.status.expect("a success needs a status");
    assert!((200..300).contains(&status), "a success with {status}");
    assert_eq!(result.get("http_status"), status.to_string());
    let body = reply.body.as_deref().expect("a success needs a whole body");
    let text = std::str::from_utf8(body).expect("a success needs a text");
    let raw = result.get("raw");
    if text.is_empty() {
        assert_eq!(raw, "null");
    } else if raw != text.trim_matches([' ', '\t', '\r', '\n']) {
        assert_eq!(result.string("raw").as_deref(), Some(text), "raw");
        let no_json = serde_json::from_str::<serde_json::Value>(text).is_err();
        assert!(no_json, "JSON was handed on as a text: {text}");
    }
    assert_eq!(result.has("outcome"), scenario.operation.changes());
    if scenario.operation.changes() {
        assert_eq!(result.string("outcome").as_deref(), Some("accepted"));
    }
    if scenario.operation.sends_document() {
        assert!(secrets::holds(&exchange.received, "filename=\""));
        assert_eq!(result.string("sha256").map(|digest| digest.len()), Some(64));
    }
}

fn failure(
    scenario: &Scenario,
    exchange: Option<&Exchange>,
    reply: &http::Reply,
    error: &Object,
    code: i32,
) {
    let outcome = error.string("outcome");
    assert_eq!(outcome.is_some(), scenario.operation.changes());
    if let (Some(status), Ok(reported)) = (reply.status, error.get("http_status").parse::<u16>()) {
        assert_eq!(reported, status, "another status than the reply's");
    }
    if error.get("http_status") != "null" {
        assert!(reply.status.is_some(), "a status that nobody sent");
    }
    let Some(outcome) = outcome else { return };
    let request = exchange.and_then(|exchange| exchange.request());
    let announced = request.as_ref().map_or(0, |request| request.announced);
    let arrived = request.as_ref().map_or(0, |request| request.body.len());
    let whole = request.as_ref().is_some_and(|request| request.whole());
    let status = reply.status.unwrap_or(0);
    match outcome.as_str() {
        "not_sent" => {
            assert_eq!(arrived, 0, "not_sent though a part arrived");
            assert!(announced > 0 || !whole, "not_sent though all arrived");
        }
        "incomplete" => assert!(!whole, "incomplete though all arrived"),
        "rejected" => {
            let definite = (300..500).contains(&status) && status != 408;
            let by_card = scenario.operation == Operation::Login && (200..300).contains(&status);
            assert!(definite || by_card, "rejected by {status}");
        }
        "accepted_unreadable" => assert!((200..300).contains(&status), "{status}"),
        _ => assert_eq!(outcome, "unknown"),
    }
    if whole && (reply.status.is_none() || status == 408 || status >= 500) {
        assert_eq!(
            outcome, "unknown",
            "all arrived, and the status is {status}"
        );
    }
    if name_of(code) == "HR_E_IN_DOUBT" {
        assert_eq!(outcome, "unknown");
        assert!(error.string("cause").is_some());
    }
}

/// What the call leaves behind: who is logged in, and what may not be repeated.
pub fn aftermath(scenario: &Scenario, fixture: &Fixture, before: usize, ran: &Ran) {
    let handle = scenario.handle.0;
    // SAFETY: the output is writable.
    let state = run("hr_state", true, |out| unsafe { hr_state(handle, out) }).ok();
    let session = state.object().get("session") == "true";
    let failed = ran.code != 0;
    let error = ran.object();
    let outcome = match failed {
        true => error.string("outcome").unwrap_or_default(),
        false => String::new(),
    };
    let sent = seen(&fixture.record.borrow(), before).len();
    let again = |expected: &str| {
        assert_eq!(name_of(scenario.call().code), expected);
        let now = seen(&fixture.record.borrow(), before).len();
        assert_eq!(now, sent, "sent again");
    };
    match scenario.operation {
        Operation::Login => {
            assert_eq!(session, !failed);
            // A 401 takes the ticket with it: that step is missing first.
            if failed && error.get("http_status") == "401" {
                again("HR_E_STATE");
            } else if failed && outcome != "not_sent" {
                again("HR_E_PIN_GUARD");
            }
        }
        Operation::Ticket | Operation::Ready => assert!(!session),
        _ => {
            // An update that may yet be made would be one of the next patient.
            let is_open = scenario.operation == Operation::PatientUpdate && outcome == "unknown";
            let ended = failed && (is_open || error.get("http_status") == "401");
            assert_eq!(session, !ended);
        }
    }
    let in_doubt = outcome == "unknown" || outcome == "accepted_unreadable";
    if scenario.operation.sends_document() && in_doubt {
        again(if session {
            "HR_E_CONFLICT"
        } else {
            "HR_E_STATE"
        });
    }
}

/// Each secret reaches its own service only.
pub fn destinations(fixture: &Fixture) {
    for exchange in &fixture.record.borrow().exchanges {
        let at = |url: &str| {
            let authority = url.trim_start_matches("http://");
            authority.starts_with(&exchange.address.to_string())
        };
        let only = |secret: &str, url: &str| {
            let arrived = secrets::holds(&exchange.received, secret);
            assert!(at(url) || !arrived, "{secret} reached {}", exchange.address);
        };
        only(LICENSE, sandbox::LICENSE_URL);
        only(TICKET, sandbox::CARD_URL);
        only(&format!("\"{PIN}\""), sandbox::CARD_URL);
        only(SESSION, sandbox::SERVICE_URL);
    }
}
