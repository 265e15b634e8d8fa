//! The local card client. It asks for nothing but the ticket and the PIN.
//!
//! A refusal carries `status` with a code other than 0, and `error`. Codes and HTTP statuses
//! of refusals are the sandbox's own choice: 200 when the card says no, 400 for a malformed
//! request, 401 for the ticket, 405 for a form that is not accepted.

mod browser;
mod form;
mod login;
mod ready;

use crate::bilingual::Bilingual;
use crate::findings;
use crate::license::bearer_token;
use crate::refusal::Refusal;
use crate::shared::Shared;
use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::any;
use axum::{Router, middleware};
use serde_json::{Value, json};
use std::sync::Arc;
use time::OffsetDateTime;
use time::macros::format_description;

pub(crate) fn router() -> Router<Arc<Shared>> {
    Router::new()
        .route("/direct/ready", any(ready::ready))
        .route("/direct/login", any(login::login))
        .layer(middleware::from_fn(browser::allow))
}

/// Notes what a request carries that is not handled because of a fault.
pub(crate) fn recognise(shared: &Shared, headers: &HeaderMap, body: &[u8]) {
    let payload: Value = serde_json::from_slice(body).unwrap_or_default();
    let in_header = headers.get(AUTHORIZATION);
    let in_header = in_header.and_then(|value| value.to_str().ok());
    let ticket = payload["licenseTicket"].as_str();
    let ticket = ticket.or_else(|| in_header.and_then(bearer_token));
    if let Some(Ok(accepted)) = ticket.map(|ticket| shared.tickets.check(ticket)) {
        findings::ticket(&accepted.id);
    }
    if let Some(token) = payload["token"].as_str()
        && let Some(known) = shared.state().reader.by_token(token)
    {
        findings::card(&known.card.serial);
    }
}

/// Numbers of the operations in the envelope; the interface shows the fields, not the values.
#[derive(Clone, Copy)]
enum Operation {
    Ready = 1,
    Login = 2,
}

/// Codes of `status` in a refusal.
#[derive(Clone, Copy)]
enum Code {
    Request = 1,
    Ticket = 2,
    UnknownToken = 3,
    WrongPin = 4,
    Locked = 5,
    NoPin = 6,
}

/// What the codes mean, as the key `card_codes` of `hr_open` takes it.
pub(crate) fn meanings() -> Value {
    json!({
        "pin_refused": [Code::WrongPin as i32],
        "card_locked": [Code::Locked as i32],
        "card_absent": [Code::UnknownToken as i32],
    })
}

/// What surrounds the answers of the card client.
fn envelope(operation: Operation, code: i32, message: &str) -> Value {
    json!({
        "messageType": 2,
        "operation": operation as i32,
        "response": null,
        "timestamp": timestamp(),
        "status": { "code": code, "message": message },
    })
}

fn refuse(operation: Operation, status: StatusCode, code: Code, text: Bilingual) -> Refusal {
    let envelope = envelope(operation, code as i32, &text.en);
    Refusal::new(status, text).with(envelope)
}

/// ISO 8601, UTC, with fractional seconds.
fn timestamp() -> String {
    let format =
        format_description!("[year]-[month]-[day]T[hour]:[minute]:[second].[subsecond digits:6]Z");
    OffsetDateTime::now_utc().format(format).unwrap_or_default()
}
