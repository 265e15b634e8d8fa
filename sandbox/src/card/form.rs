//! The two request forms: ticket in the body, or ticket in the header.

use super::{Code, Operation};
use crate::bilingual::span;
use crate::findings;
use crate::headers::bearer;
use crate::mask;
use crate::options::CardForm;
use crate::refusal::{self, Refusal};
use crate::shared::Shared;
use crate::ticket::TicketError;
use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderMap, Method};
use serde_json::{Map, Value};

/// The payload of a request whose form and ticket are right.
pub(super) fn payload(
    shared: &Shared,
    operation: Operation,
    method: &Method,
    headers: &HeaderMap,
    body: &[u8],
) -> Result<Map<String, Value>, Refusal> {
    let wrong = |refusal: Refusal| refusal.in_envelope(operation, Code::Request);
    let form = form(shared, method).map_err(wrong)?;
    let payload = match body {
        [] => Map::new(),
        _ => refusal::object(body, &words!("the.body")).map_err(wrong)?,
    };
    let unauthorized = |refusal: Refusal| refusal.in_envelope(operation, Code::Ticket);
    let ticket = match form {
        CardForm::Body => body_ticket(shared, &payload).map_err(wrong)?,
        CardForm::Bearer => header_ticket(headers).map_err(unauthorized)?,
    };
    check_ticket(shared, ticket).map_err(unauthorized)?;
    Ok(payload)
}

fn form(shared: &Shared, method: &Method) -> Result<CardForm, Refusal> {
    let strict = shared.options.strict_form;
    if *method == Method::POST && strict != Some(CardForm::Bearer) {
        right!("form.body_right");
        return Ok(CardForm::Body);
    }
    if *method == Method::GET && strict != Some(CardForm::Body) {
        right!("form.bearer_right");
        return Ok(CardForm::Bearer);
    }
    let (allow, how) = match strict {
        Some(CardForm::Body) => ("POST", words!("form.body_only")),
        Some(CardForm::Bearer) => ("GET", words!("form.bearer_only")),
        None => ("POST, GET", words!("form.either")),
    };
    let method = mask::method(method.as_str());
    Err(refusal!(METHOD_NOT_ALLOWED, "form.method", how, allow, method).allow(allow))
}

fn body_ticket<'a>(shared: &Shared, payload: &'a Map<String, Value>) -> Result<&'a str, Refusal> {
    let found = match payload.get("licenseTicket") {
        Some(Value::String(ticket)) => return Ok(ticket),
        Some(_) => return Err(refusal!(BAD_REQUEST, "ticket.no_string")),
        None if payload.is_empty() => words!("no.field_at_all"),
        None => words!("no.such_field"),
    };
    Err(match shared.options.strict_form {
        Some(_) => refusal!(BAD_REQUEST, "ticket.missing_strict", found),
        None => refusal!(BAD_REQUEST, "ticket.missing", found),
    })
}

fn header_ticket(headers: &HeaderMap) -> Result<&str, Refusal> {
    bearer(headers).ok_or_else(|| {
        let found = match headers.contains_key(AUTHORIZATION) {
            true => words!("a.other_authorization"),
            false => words!("no.authorization"),
        };
        refusal!(UNAUTHORIZED, "ticket.not_in_header", found)
    })
}

fn check_ticket(shared: &Shared, ticket: &str) -> Result<(), Refusal> {
    let license = ticket == shared.state().scenario.license_bearer;
    Err(match shared.tickets.check(ticket) {
        Ok((id, left)) => {
            findings::note(|noted| noted.ticket = Some(id.clone()));
            right!("ticket.right", id, left = span(left));
            return Ok(());
        }
        Err(_) if license => refusal!(UNAUTHORIZED, "ticket.license"),
        Err(TicketError::Malformed) => refusal!(UNAUTHORIZED, "ticket.malformed"),
        Err(TicketError::Signature) => refusal!(UNAUTHORIZED, "ticket.signature"),
        Err(TicketError::Expired(id, late)) => {
            findings::note(|noted| noted.ticket = Some(id.clone()));
            refusal!(UNAUTHORIZED, "ticket.expired", id, late)
        }
    })
}
