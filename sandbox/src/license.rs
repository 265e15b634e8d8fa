//! The license server.

use crate::bilingual::{Bilingual, span};
use crate::findings;
use crate::headers::bearer_token;
use crate::mask;
use crate::options::{LicenseAuth, TicketMethod};
use crate::refusal::{Refusal, Reply};
use crate::shared::{App, Shared};
use axum::extract::State;
use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderMap, Method};
use axum::routing::any;
use axum::{Json, Router};
use serde_json::json;
use std::sync::Arc;

pub(crate) fn router() -> Router<Arc<Shared>> {
    Router::new().route("/v1/license/ticket", any(ticket))
}

async fn ticket(State(shared): App, method: Method, headers: HeaderMap) -> Reply {
    check_method(&method, shared.options.strict_ticket)?;
    check_bearer(&shared, &headers)?;
    let (ticket, id) = shared.tickets.issue();
    findings::note(|noted| noted.ticket = Some(id.clone()));
    let life = span(shared.tickets.validity);
    right!("ticket.issued", id, life);
    Ok(Json(json!({ "licenseTicket": ticket })))
}

fn check_method(method: &Method, strict: Option<TicketMethod>) -> Result<(), Refusal> {
    let allow = match strict {
        Some(TicketMethod::Post) => "POST",
        Some(TicketMethod::Get) => "GET",
        None => "POST, GET",
    };
    if allow.split(", ").any(|allowed| *method == *allowed) {
        right!("method.right", method);
        return Ok(());
    }
    let method = mask::method(method.as_str());
    Err(refusal!(METHOD_NOT_ALLOWED, "license.method", allow, method).allow(allow))
}

fn check_bearer(shared: &Shared, headers: &HeaderMap) -> Result<(), Refusal> {
    let strict = shared.options.strict_auth;
    let (form, header) = match strict {
        Some(LicenseAuth::Raw) => (words!("license.raw"), words!("license.raw_header")),
        _ => (words!("license.bearer"), words!("license.bearer_header")),
    };
    let Some(given) = headers.get(AUTHORIZATION) else {
        return Err(refusal!(UNAUTHORIZED, "license.missing", form, header));
    };
    let Ok(given) = given.to_str() else {
        return Err(refusal!(UNAUTHORIZED, "license.not_ascii", form, header));
    };
    let bearer = bearer_token(given);
    let fits = |strict| bearer.is_some() == (strict == LicenseAuth::Bearer);
    if !strict.is_none_or(fits) {
        let found = match bearer {
            Some(_) => words!("license.with_bearer"),
            None => words!("license.without_bearer"),
        };
        let refusal = refusal!(UNAUTHORIZED, "license.strict", form, header, found);
        return Err(refusal);
    }
    let token = bearer.unwrap_or(given.trim());
    if token == shared.state().scenario.license_bearer {
        right!("license.right");
        return Ok(());
    }
    let found = taken_for(shared, token);
    Err(refusal!(UNAUTHORIZED, "license.unknown", found))
}

/// What a credential is that is not the license bearer.
fn taken_for(shared: &Shared, token: &str) -> Bilingual {
    if shared.tickets.check(token).is_ok() {
        words!("a.ticket")
    } else if shared.state().sessions.contains_key(token) {
        words!("a.session_bearer")
    } else {
        words!("a.value")
    }
}
