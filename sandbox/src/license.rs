//! The license server.

use crate::bilingual::{Bilingual, span};
use crate::findings;
use crate::mask;
use crate::options::{LicenseAuth, TicketMethod};
use crate::refusal::Refusal;
use crate::shared::Shared;
use crate::ticket::Issued;
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
    let Issued { ticket, id, life } = shared.tickets.issue();
    findings::ticket(&id);
    let life = span(life);
    findings::right(words!(
        "the ticket {id} is issued, valid for {life}",
        id,
        life
    ));
    Ok(Json(json!({ "licenseTicket": ticket })))
}

fn check_method(method: &Method, strict: Option<TicketMethod>) -> Result<(), Refusal> {
    let (fine, allow) = match strict {
        Some(TicketMethod::Post) => (method == Method::POST, "POST"),
        Some(TicketMethod::Get) => (method == Method::GET, "GET"),
        None => (method == Method::POST || method == Method::GET, "POST, GET"),
    };
    if fine {
        findings::right(words!("the method is {method}", method));
        return Ok(());
    }
    let method = mask::method(method.as_str());
    let text = words!(
        "the license ticket is asked for with {allow} here, not {method}",
        allow,
        method
    );
    let expected = words!("the method {allow}", allow);
    let found = words!("the method {method}", method);
    Err(Refusal::method(allow, text).mismatch(expected, found))
}

fn check_bearer(shared: &Shared, headers: &HeaderMap) -> Result<(), Refusal> {
    let form = shared.options.strict_auth.unwrap_or(LicenseAuth::Bearer);
    let given = headers.get(AUTHORIZATION).ok_or_else(|| {
        let found = words!("no Authorization header");
        refusal(form, words!(": the header is missing"), found)
    })?;
    let given = given.to_str().map_err(|_| {
        let found = words!("a value with other characters than ASCII");
        refusal(form, words!(": it holds other than ASCII"), found)
    })?;
    let token = match (bearer_token(given), shared.options.strict_auth) {
        (Some(token), None | Some(LicenseAuth::Bearer)) => token,
        (None, None | Some(LicenseAuth::Raw)) => given.trim(),
        (bearer, Some(_)) => {
            let found = match bearer {
                Some(_) => words!("`Bearer` and a value"),
                None => words!("a value without `Bearer`"),
            };
            let strict = words!(": this server is strict about it");
            return Err(refusal(form, strict, found));
        }
    };
    if token == shared.state().scenario.license_bearer {
        findings::right(words!("Authorization carries the license bearer"));
        return Ok(());
    }
    let text = words!("this license bearer is unknown");
    let expected = words!("the license bearer of this sandbox");
    Err(Refusal::unauthorized(text).mismatch(expected, taken_for(shared, token)))
}

/// What a credential is that is not the license bearer.
fn taken_for(shared: &Shared, token: &str) -> Bilingual {
    if shared.tickets.check(token).is_ok() {
        words!("a license ticket")
    } else if shared.state().sessions.contains_key(token) {
        words!("the bearer of a session")
    } else {
        words!("another value")
    }
}

fn refusal(form: LicenseAuth, why: Bilingual, found: Bilingual) -> Refusal {
    let (text, expected) = match form {
        LicenseAuth::Raw => (
            words!("Authorization must be the bare license bearer{why}", why),
            words!("Authorization: <license bearer>"),
        ),
        LicenseAuth::Bearer => (
            words!("Authorization must be `Bearer <license bearer>`{why}", why),
            words!("Authorization: Bearer <license bearer>"),
        ),
    };
    Refusal::unauthorized(text).mismatch(expected, found)
}

/// What follows `Bearer`.
pub(crate) fn bearer_token(value: &str) -> Option<&str> {
    let (scheme, token) = value.trim().split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}
