//! The two request forms: ticket in the body, or ticket in the header.

use super::{Code, Operation, refuse};
use crate::bilingual::{Bilingual, span};
use crate::findings;
use crate::license::bearer_token;
use crate::mask;
use crate::options::CardForm;
use crate::refusal::Refusal;
use crate::shared::Shared;
use crate::ticket::{Accepted, TicketError};
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
    let payload = object(operation, body)?;
    let ticket = match form {
        CardForm::Body => body_ticket(shared, operation, &payload)?,
        CardForm::Bearer => header_ticket(operation, headers)?,
    };
    check_ticket(shared, operation, ticket)?;
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
        findings::right(match form {
            CardForm::Body => words!("POST: the ticket is in the body"),
            CardForm::Bearer => words!("GET: the ticket is in Authorization"),
        });
        return Ok(form);
    }
    let (allow, text) = match strict {
        Some(CardForm::Body) => (
            "POST",
            words!(
                "this server is strict about the `body` form (POST with licenseTicket in the JSON body)"
            ),
        ),
        Some(CardForm::Bearer) => (
            "GET",
            words!(
                "this server is strict about the `bearer` form (GET with the ticket in Authorization: Bearer)"
            ),
        ),
        None => (
            "POST, GET",
            words!(
                "use POST with licenseTicket in the JSON body, or GET with the ticket in Authorization: Bearer"
            ),
        ),
    };
    let envelope = super::envelope(operation, Code::Request as i32, &text.en);
    let expected = words!("the method {allow}", allow);
    let method = mask::method(method.as_str());
    let found = words!("the method {method}", method);
    Err(Refusal::method(allow, text)
        .mismatch(expected, found)
        .with(envelope))
}

fn object(operation: Operation, body: &[u8]) -> Result<Map<String, Value>, Refusal> {
    let expected = || words!("a JSON object in the body");
    match serde_json::from_slice(body) {
        Ok(Value::Object(map)) => Ok(map),
        Ok(_) => {
            let text = words!("the body must be a JSON object");
            let found = words!("another JSON value");
            Err(bad(operation, text).mismatch(expected(), found))
        }
        Err(_) if body.is_empty() => Ok(Map::new()),
        Err(error) => {
            let (line, column, length) = (error.line(), error.column(), body.len());
            let text = words!("the body is not JSON: {error}", error, line, column);
            let found = words!("{length} bytes that are not JSON", length);
            Err(bad(operation, text).mismatch(expected(), found))
        }
    }
}

fn body_ticket<'a>(
    shared: &Shared,
    operation: Operation,
    payload: &'a Map<String, Value>,
) -> Result<&'a str, Refusal> {
    let expected = || words!("licenseTicket, a text, in the JSON body");
    let found = match payload.get("licenseTicket") {
        Some(Value::String(ticket)) => return Ok(ticket),
        Some(_) => {
            let text = words!("licenseTicket must be a string");
            let found = words!("another JSON value");
            return Err(bad(operation, text).mismatch(expected(), found));
        }
        None if payload.is_empty() => words!("no field at all"),
        None => words!("no such field"),
    };
    let text = match shared.options.strict_form {
        Some(_) => words!(
            "the licenseTicket is missing from the JSON body: this server is strict about the `body` form (POST with licenseTicket in the body)"
        ),
        None => words!(
            "the licenseTicket is missing from the JSON body: with POST the ticket is in the body; in Authorization: Bearer it goes with GET"
        ),
    };
    Err(bad(operation, text).mismatch(expected(), found))
}

fn header_ticket(operation: Operation, headers: &HeaderMap) -> Result<&str, Refusal> {
    let given = headers.get(AUTHORIZATION);
    let ticket = given
        .and_then(|value| value.to_str().ok())
        .and_then(bearer_token);
    ticket.ok_or_else(|| {
        let text = words!("with GET, Authorization must be `Bearer <licenseTicket>`");
        let expected = words!("Authorization: Bearer <the license ticket>");
        let found = match given {
            Some(_) => words!("an Authorization of another form"),
            None => words!("no Authorization header"),
        };
        unauthorized(operation, text).mismatch(expected, found)
    })
}

fn check_ticket(shared: &Shared, operation: Operation, ticket: &str) -> Result<(), Refusal> {
    let error = match shared.tickets.check(ticket) {
        Ok(Accepted { id, left }) => {
            findings::ticket(&id);
            let left = span(left);
            findings::right(words!(
                "the ticket {id} is signed by this license server and valid for {left} more",
                id,
                left
            ));
            return Ok(());
        }
        Err(error) => error,
    };
    if let TicketError::Expired(id, _) = &error {
        findings::ticket(id);
    }
    let expected = words!("a valid ticket of this license server");
    let found = if ticket == shared.state().scenario.license_bearer {
        words!("the license bearer")
    } else {
        error.found()
    };
    Err(unauthorized(operation, error.text()).mismatch(expected, found))
}

fn bad(operation: Operation, text: Bilingual) -> Refusal {
    refuse(operation, StatusCode::BAD_REQUEST, Code::Request, text)
}

fn unauthorized(operation: Operation, text: Bilingual) -> Refusal {
    refuse(operation, StatusCode::UNAUTHORIZED, Code::Ticket, text)
}
