//! Which forms are accepted, and how a ticket ends.

use crate::client::*;
use hr_sandbox::{Call, CardForm, LicenseAuth, Options, Sandbox, TicketMethod};
use serde_json::json;
use std::time::Duration;

fn strict(change: impl FnOnce(&mut Options)) -> Sandbox {
    let mut options = Options::default();
    change(&mut options);
    Sandbox::start(options).unwrap()
}

fn ask(sandbox: &Sandbox, method: &str, auth: Option<&str>) -> Reply {
    let url = format!("{}/v1/license/ticket", sandbox.license_url());
    let headers: Vec<_> = auth.iter().map(|auth| ("Authorization", *auth)).collect();
    send(method, &url, &headers, b"")
}

#[test]
fn the_license_server_takes_both_methods_and_both_ways() {
    let sandbox = sandbox();
    let bare = sandbox.license_bearer();
    let bearer = format!("Bearer {bare}");
    for method in ["POST", "GET"] {
        assert_eq!(ask(&sandbox, method, Some(&bearer)).status, 200);
        assert_eq!(ask(&sandbox, method, Some(&bare)).status, 200);
        assert_eq!(ask(&sandbox, method, Some("Bearer wrong")).status, 401);
        let missing = ask(&sandbox, method, None);
        assert_eq!(missing.status, 401);
        assert!(missing.error().contains("missing"));
    }
    assert_eq!(ask(&sandbox, "PUT", Some(&bearer)).status, 405);
    let jws = ask(&sandbox, "GET", Some(&bare)).json()["licenseTicket"].clone();
    assert_eq!(jws.as_str().unwrap().split('.').count(), 3);
}

#[test]
fn a_strict_license_server_takes_one_only() {
    let post = strict(|o| o.strict_ticket = Some(TicketMethod::Post));
    let get = strict(|o| o.strict_ticket = Some(TicketMethod::Get));
    let bearer = format!("Bearer {}", post.license_bearer());
    assert_eq!(ask(&post, "POST", Some(&bearer)).status, 200);
    let refused = ask(&post, "GET", Some(&bearer));
    assert_eq!(
        (refused.status, refused.header("allow")),
        (405, Some("POST"))
    );
    assert_eq!(ask(&get, "GET", Some(&bearer)).status, 200);
    assert_eq!(ask(&get, "POST", Some(&bearer)).status, 405);
    assert_eq!(get.requests_of(Call::Ticket).len(), 2);

    let raw = strict(|o| o.strict_auth = Some(LicenseAuth::Raw));
    assert_eq!(ask(&raw, "GET", Some(&bearer)).status, 401);
    assert_eq!(ask(&raw, "GET", Some(&raw.license_bearer())).status, 200);
    let with = strict(|o| o.strict_auth = Some(LicenseAuth::Bearer));
    assert_eq!(ask(&with, "GET", Some(&with.license_bearer())).status, 401);
    assert_eq!(ask(&with, "GET", Some(&bearer)).status, 200);
}

#[test]
fn a_strict_card_client_takes_one_form_only() {
    for (form, wrong) in [(CardForm::Body, "GET"), (CardForm::Bearer, "POST")] {
        let sandbox = strict(|o| o.strict_form = Some(form));
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
        assert!(refused.problem.as_ref().unwrap().contains("strict about"));
    }
}

#[test]
fn a_ticket_in_the_wrong_place_is_explained() {
    let sandbox = strict(|o| o.strict_form = Some(CardForm::Body));
    let auth = format!("Bearer {}", ticket(&sandbox));
    let url = format!("{}/direct/ready", sandbox.local_url());
    let reply = send("POST", &url, &[("Authorization", &auth)], b"{}");
    assert_eq!(reply.status, 400);
    assert_eq!(
        reply.error(),
        "the licenseTicket is missing from the JSON body: this server is strict about the \
         `body` form (POST with licenseTicket in the body)"
    );
    assert_ne!(reply.json()["status"]["code"], json!(0));
}

#[test]
fn an_expired_or_foreign_ticket_is_refused() {
    let sandbox = strict(|o| o.ticket_validity = Duration::ZERO);
    let reply = card(&sandbox, "ready", json!({}));
    assert_eq!(reply.status, 401);
    assert!(reply.error().contains("expired"));
    assert_ne!(reply.json()["status"]["code"], json!(0));

    let foreign = ticket(&sandbox);
    let other = crate::client::sandbox();
    let reply = card(&other, "ready", json!({ "licenseTicket": foreign }));
    assert_eq!(reply.status, 401);
    assert!(reply.error().contains("signature"));
    let token = other.card_token(ONE);
    let payload = json!({ "licenseTicket": foreign, "token": token, "pinCode": "1234" });
    assert_eq!(card(&other, "login", payload).status, 401);
    assert_eq!(other.pin_presentations(ONE), 0);
}

#[test]
fn malformed_requests_say_why() {
    let sandbox = sandbox();
    let url = format!("{}/direct/login", sandbox.local_url());
    let not_json = send("POST", &url, &[], b"pin=1234");
    assert_eq!(not_json.status, 400);
    assert_eq!(send("POST", &url, &[], b"[]").status, 400);
    let header = send("GET", &url, &[], b"{}");
    assert_eq!(header.status, 401);
    assert_eq!(sandbox.pin_presentations(ONE), 0);
}

#[test]
fn a_page_in_a_browser_may_call_the_card_client() {
    let sandbox = sandbox();
    let url = format!("{}/direct/ready", sandbox.local_url());
    let origin = ("Origin", "https://logiciel.example");
    let asks = [origin, ("Access-Control-Request-Method", "POST")];
    let reply = send("OPTIONS", &url, &asks, b"");
    assert_eq!(reply.status, 204);
    assert_eq!(reply.header("access-control-allow-origin"), Some("*"));
    assert_eq!(sandbox.requests_of(Call::Ready).len(), 0);
    let body = json!({ "licenseTicket": ticket(&sandbox) }).to_string();
    let reply = send("POST", &url, &[origin], body.as_bytes());
    assert_eq!(reply.header("access-control-allow-origin"), Some("*"));
}
