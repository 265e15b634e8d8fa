//! Failures that fuzzing found.

use serde_json::Value;

use testkit::card_client::{CardClient, Reply, one};

use super::*;

/// A login whose card client answers with `status`; the PIN is 1234.
fn refused_login(serial: &str, ticket: &str, status: &str) -> Outcome {
    let client = CardClient::start();
    client.list(one("t", &format!(r#"{{"serial":"{serial}"}}"#)));
    client.reply(Reply::whole(
        "200 OK",
        "",
        &format!(r#"{{"status":{status}}}"#),
    ));
    let host = Host::open(&json!({"local_url": client.server.url()}));
    assert_eq!(host.ticket_set(ticket), 0);
    host.ready().ok();
    host.login("t", "1234").fails("HR_E_CARD_STATUS")
}

/// A card client's code that was the PIN, or a patient's number, was passed on.
#[test]
fn r31_a_code_is_neither_a_pin_nor_a_patient() {
    for (number, code) in ["1234", "-1234", "255081416802538"].iter().enumerate() {
        // Signs between letters and digits do not distinguish two cards.
        let serial = format!("r31 case {number}");
        let refused = refused_login(&serial, "ticket", &format!(r#"{{"code":{code}}}"#));
        assert_eq!(refused.json["service_code"], Value::Null, "{code}");
    }
    let refused = refused_login("r31-code", "ticket", r#"{"code":-2146435068}"#);
    assert_eq!(refused.json["service_code"], -2_146_435_068_i64);
}

/// The PIN's digits were masked within the ticket, so that the rest of the ticket was shown.
#[test]
fn r32_a_pin_within_the_ticket_does_not_uncover_it() {
    let status = r#"{"code":4,"message":"abc1234def is over, so is 1234"}"#;
    let refused = refused_login("r32", "abc1234def", status);
    assert_eq!(refused.json["service_message"], Value::Null);
}
