//! The license server.

use crate::options::{LicenseAuth, TicketMethod};
use crate::refusal::Refusal;
use crate::shared::Shared;
use axum::extract::State;
use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderMap, Method};
use axum::routing::any;
use axum::{Json, Router};
use serde_json::{Value, json};
use std::sync::Arc;

pub(crate) fn router() -> Router<Arc<Shared>> {
    Router::new().route("/v1/license/ticket", any(ticket))
}

async fn ticket(
    State(shared): State<Arc<Shared>>,
    method: Method,
    headers: HeaderMap,
) -> Result<Json<Value>, Refusal> {
    check_method(&method, shared.options.strict_ticket)?;
    check_bearer(&shared, &headers)?;
    Ok(Json(json!({ "licenseTicket": shared.tickets.issue() })))
}

fn check_method(method: &Method, strict: Option<TicketMethod>) -> Result<(), Refusal> {
    let (fine, allow) = match strict {
        Some(TicketMethod::Post) => (method == Method::POST, "POST"),
        Some(TicketMethod::Get) => (method == Method::GET, "GET"),
        None => (method == Method::POST || method == Method::GET, "POST, GET"),
    };
    let text = || format!("the license ticket is asked for with {allow} here, not {method}");
    if fine {
        Ok(())
    } else {
        Err(Refusal::method(allow, text()))
    }
}

fn check_bearer(shared: &Shared, headers: &HeaderMap) -> Result<(), Refusal> {
    let wanted = match shared.options.strict_auth {
        Some(LicenseAuth::Raw) => "Authorization must be the bare license bearer",
        Some(LicenseAuth::Bearer) | None => "Authorization must be `Bearer <license bearer>`",
    };
    let given = headers
        .get(AUTHORIZATION)
        .ok_or_else(|| Refusal::unauthorized(format!("{wanted}: the header is missing")))?
        .to_str()
        .map_err(|_| Refusal::unauthorized(format!("{wanted}: it holds other than ASCII")))?;
    let token = match (bearer_token(given), shared.options.strict_auth) {
        (Some(token), None | Some(LicenseAuth::Bearer)) => token,
        (None, None | Some(LicenseAuth::Raw)) => given.trim(),
        (_, Some(_)) => {
            let text = format!("{wanted}: this server is strict about it");
            return Err(Refusal::unauthorized(text));
        }
    };
    if token == shared.state().scenario.license_bearer {
        Ok(())
    } else {
        Err(Refusal::unauthorized("this license bearer is unknown"))
    }
}

/// What follows `Bearer`.
pub(crate) fn bearer_token(value: &str) -> Option<&str> {
    let (scheme, token) = value.trim().split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}
