//! Which forms are accepted, and how a ticket ends.

use crate::client::*;
use hr_sandbox::{Call, CardForm, LicenseAuth, Options, Origin, TicketMethod};
use serde_json::json;

/// How a sandbox is started, and what it answers: method, authorization and status of each request for a ticket.
fn tickets(change: impl FnOnce(&mut Options), table: &str) {
    let sandbox = sandbox_with(change);
    let url = format!("{}/v1/license/ticket", sandbox.license_url());
    for [method, auth, status, wanted] in rows(table) {
        let auth = auth.replace("RIGHT", &sandbox.license_bearer());
        let header = [("Authorization", &*auth)];
        let headers = if auth.is_empty() { &[] } else { &header[..] };
        expect(&send(method, &url, headers, b""), status, wanted);
    }
    assert!(!sandbox.requests_of(Call::Ticket).is_empty());
}

#[test]
fn the_license_server_takes_both_methods_and_both_ways_unless_it_is_strict() {
    tickets(
        |_| {},
        "POST | Bearer RIGHT | 200 | licenseTicket
         POST | RIGHT        | 200 | licenseTicket
         POST | Bearer wrong | 401 | unknown
         POST |              | 401 | missing
         GET  | Bearer RIGHT | 200 | licenseTicket
         GET  | RIGHT        | 200 | licenseTicket
         GET  | Bearer wrong | 401 | unknown
         GET  |              | 401 | missing
         PUT  | Bearer RIGHT | 405 | POST, GET",
    );
    tickets(
        |options| options.strict_ticket = Some(TicketMethod::Post),
        "POST | Bearer RIGHT | 200 | licenseTicket
         GET  | Bearer RIGHT | 405 | asked for with POST here",
    );
    tickets(
        |options| options.strict_ticket = Some(TicketMethod::Get),
        "GET  | Bearer RIGHT | 200 | licenseTicket
         POST | Bearer RIGHT | 405 | asked for with GET here",
    );
    tickets(
        |options| options.strict_auth = Some(LicenseAuth::Raw),
        "GET | RIGHT        | 200 | licenseTicket
         GET | Bearer RIGHT | 401 | strict",
    );
    tickets(
        |options| options.strict_auth = Some(LicenseAuth::Bearer),
        "GET | Bearer RIGHT | 200 | licenseTicket
         GET | RIGHT        | 401 | strict",
    );
}

#[test]
fn a_strict_card_client_takes_one_form_only() {
    for (form, wrong) in [(CardForm::Body, "GET"), (CardForm::Bearer, "POST")] {
        let sandbox = sandbox_with(|options| options.strict_form = Some(form));
        let ticket = ticket(&sandbox);
        let auth = format!("Bearer {ticket}");
        let body = json!({ "licenseTicket": ticket }).to_string();
        let url = format!("{}/direct/ready", sandbox.local_url());
        for method in ["GET", "POST"] {
            let reply = send(method, &url, &[("Authorization", &auth)], body.as_bytes());
            assert_eq!(reply.status, if method == wrong { 405 } else { 200 });
        }
        let seen = sandbox.requests_of(Call::Ready);
        let refused = seen.iter().find(|seen| seen.method == wrong).unwrap();
        assert!(refused.refusal.is_some());
    }
}

#[test]
fn an_expired_or_foreign_ticket_is_refused() {
    let expiring = sandbox_with(|options| options.ticket_validity = 0);
    let reply = card(&expiring, "ready", json!({}));
    expect(&reply, "401", "expired");
    assert_ne!(reply.json()["status"]["code"], json!(0));

    let foreign = ticket(&expiring);
    let other = sandbox();
    let reply = card(&other, "ready", json!({ "licenseTicket": foreign }));
    expect(&reply, "401", "signature");
    let token = other.card_token(ONE);
    let payload = json!({ "licenseTicket": foreign, "token": token, "pinCode": "1234" });
    assert_eq!(card(&other, "login", payload).status, 401);
    let url = format!("{}/direct/login", other.local_url());
    for (method, body, status) in [
        ("POST", "pin=1234", 400),
        ("POST", "[]", 400),
        ("GET", "{}", 401),
    ] {
        let reply = send(method, &url, &[], body.as_bytes());
        assert_eq!(reply.status, status, "{body}");
    }
    assert_eq!(other.pin_presentations(ONE), 0);
}

#[test]
fn a_page_of_the_allowed_origin_alone_may_call_the_card_client() {
    let own = "https://logiciel.example";
    let sandbox = sandbox_with(|options| options.allow_origin = Some(own.parse().unwrap()));
    let url = format!("{}/direct/ready", sandbox.local_url());
    let asks = |origin, more| {
        let method = ("Access-Control-Request-Method", "POST");
        let asks = [("Origin", origin), method, more];
        send("OPTIONS", &url, &asks, b"")
    };
    let network = ("Access-Control-Request-Private-Network", "true");
    let reply = asks(own, network);
    assert_eq!(reply.status, 204);
    assert_eq!(reply.header("access-control-allow-origin"), Some(own));
    let allowed = "access-control-allow-private-network";
    assert_eq!(reply.header(allowed), Some("true"));
    assert_eq!(asks(own, ("Accept", "*/*")).header(allowed), None);
    assert_eq!(sandbox.requests_of(Call::Ready).len(), 0);

    let body = json!({ "licenseTicket": ticket(&sandbox) }).to_string();
    let reply = send("POST", &url, &[("Origin", own)], body.as_bytes());
    assert_eq!(reply.status, 200);
    assert_eq!(reply.header("access-control-allow-origin"), Some(own));

    for other in [
        "http://logiciel.example",
        "https://logiciel.example:8443",
        "null",
    ] {
        let reply = asks(other, network);
        expect(&reply, "403", "--allow-origin");
        assert_eq!(reply.header("access-control-allow-origin"), None);
        let reply = send("POST", &url, &[("Origin", other)], body.as_bytes());
        expect(&reply, "403", "--allow-origin");
    }
}

#[test]
fn no_page_may_call_the_card_client_unless_it_is_allowed() {
    let sandbox = sandbox();
    let body = json!({ "licenseTicket": ticket(&sandbox) }).to_string();
    let own = sandbox.local_url();
    let url = format!("{own}/direct/ready");
    let reply = send("POST", &url, &[("Origin", &own)], body.as_bytes());
    expect(&reply, "403", "--allow-origin");
    for wrong in [
        "*",
        "logiciel.example",
        "https://",
        "https://a.example/",
        "https://A.example",
    ] {
        assert!(wrong.parse::<Origin>().is_err(), "{wrong}");
    }
}
