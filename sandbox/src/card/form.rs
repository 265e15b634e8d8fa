//! The two request forms: ticket in the body, or ticket in the header.

use super::{Code, Operation, refuse};
use crate::license::bearer_token;
use crate::options::CardForm;
use crate::refusal::Refusal;
use crate::shared::Shared;
use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderMap, Method, StatusCode};
use serde_json::{Map, Value};

/// The payload of a request whose form and ticket are right.
pub(super) fn payload(
    shared: &Shared,
    operation: Operation,
    method: &Method,
    headers: &HeaderMap,
    body: &[u8],
) -> Result<Map<String, Value>, Refusal> {
    let form = form(shared, operation, method)?;
    let bad = |text: String| refuse(operation, StatusCode::BAD_REQUEST, Code::Request, &text);
    let payload = match serde_json::from_slice(body) {
        Ok(Value::Object(map)) => map,
        Ok(_) => return Err(bad("the body must be a JSON object".into())),
        Err(_) if body.is_empty() => Map::new(),
        Err(error) => return Err(bad(format!("the body is not JSON: {error}"))),
    };
    let ticket = match form {
        CardForm::Body => body_ticket(shared, &payload).map_err(bad)?,
        CardForm::Bearer => {
            header_ticket(headers).map_err(|text| unauthorized(operation, &text))?
        }
    };
    shared
        .tickets
        .check(ticket)
        .map_err(|error| unauthorized(operation, &error.to_string()))?;
    Ok(payload)
}

fn form(shared: &Shared, operation: Operation, method: &Method) -> Result<CardForm, Refusal> {
    let strict = shared.options.strict_form;
    let form = match *method {
        Method::POST => Some(CardForm::Body),
        Method::GET => Some(CardForm::Bearer),
        _ => None,
    };
    if let Some(form) = form.filter(|form| strict.is_none_or(|strict| strict == *form)) {
        return Ok(form);
    }
    let (allow, text) = match strict {
        Some(CardForm::Body) => (
            "POST",
            "this server is strict about the `body` form (POST with licenseTicket in the JSON body)",
        ),
        Some(CardForm::Bearer) => (
            "GET",
            "this server is strict about the `bearer` form (GET with the ticket in Authorization: Bearer)",
        ),
        None => (
            "POST, GET",
            "use POST with licenseTicket in the JSON body, or GET with the ticket in Authorization: Bearer",
        ),
    };
    let envelope = super::envelope(operation, Code::Request as i32, text);
    Err(Refusal::method(allow, text).with(envelope))
}

fn body_ticket<'a>(shared: &Shared, payload: &'a Map<String, Value>) -> Result<&'a str, String> {
    let about = match shared.options.strict_form {
        Some(_) => {
            "this server is strict about the `body` form (POST with licenseTicket in the body)"
        }
        None => "with POST the ticket is in the body; in Authorization: Bearer it goes with GET",
    };
    match payload.get("licenseTicket") {
        Some(Value::String(ticket)) => Ok(ticket),
        Some(_) => Err("licenseTicket must be a string".into()),
        None => Err(format!(
            "the licenseTicket is missing from the JSON body: {about}"
        )),
    }
}

fn header_ticket(headers: &HeaderMap) -> Result<&str, String> {
    headers
        .get(AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .and_then(bearer_token)
        .ok_or_else(|| "with GET, Authorization must be `Bearer <licenseTicket>`".into())
}

fn unauthorized(operation: Operation, text: &str) -> Refusal {
    refuse(operation, StatusCode::UNAUTHORIZED, Code::Ticket, text)
}
