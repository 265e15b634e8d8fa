//! The resource service reached after login.
//!
//! The interface shows few of its replies; where it is silent, the shapes here are the
//! sandbox's own choice, and say so.

mod codes;
mod echo;
mod incoming;
mod media_type;
mod parts;
mod patients;
mod profiles;
mod query;
mod records;
mod socket;
mod upload;

pub(crate) use patients::LIST as SEARCH_LIST;

use crate::license::bearer_token;
use crate::refusal::Refusal;
use crate::shared::Shared;
use axum::Router;
use axum::extract::FromRequestParts;
use axum::extract::rejection::PathRejection;
use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use axum::routing::{any, get, post, put};
use serde_json::{Map, Value};
use std::sync::Arc;

/// The routes; `base` is the service prefix without its last slash.
pub(crate) fn router(base: &str) -> Router<Arc<Shared>> {
    let at = |path: &str| format!("{base}{path}");
    Router::new()
        .route(&at("/user-profiles"), put(profiles::put))
        .route(
            &at("/user-profiles/{situation_id}/select"),
            get(profiles::select),
        )
        .route(&at("/patient/search"), get(patients::search))
        .route(&at("/patient"), get(patients::read).post(patients::update))
        .route(&at("/dmp/{patient_id}"), put(records::open))
        .route(&at("/dmp/{patient_id}/unique/doc/send"), post(upload::send))
        .route(&at("/echo"), any(echo::echo))
        .route(&at("/echo/{*rest}"), any(echo::echo))
        .route("/connection/{connection_id}", get(socket::connect))
}

/// The session bearer of a request. It was live when the request came; it is looked up again
/// where it is used.
pub(crate) struct Bearer(String);

impl Bearer {
    fn of(shared: &Shared, headers: &HeaderMap) -> Result<Bearer, Refusal> {
        let wanted = "Authorization must be `Bearer <session bearer>` of the login";
        let bearer = headers
            .get(AUTHORIZATION)
            .ok_or_else(|| Refusal::unauthorized(format!("{wanted}: the header is missing")))?
            .to_str()
            .ok()
            .and_then(bearer_token)
            .ok_or_else(|| Refusal::unauthorized(wanted))?;
        if bearer == shared.state().scenario.license_bearer {
            let text = format!(
                "{wanted}: this is the license bearer, which goes to the license server only"
            );
            return Err(Refusal::unauthorized(text));
        }
        if shared.tickets.check(bearer).is_ok() {
            let text =
                format!("{wanted}: this is a license ticket, which goes to the card client only");
            return Err(Refusal::unauthorized(text));
        }
        shared.state().session(bearer)?;
        Ok(Bearer(bearer.into()))
    }
}

impl FromRequestParts<Arc<Shared>> for Bearer {
    type Rejection = Refusal;

    async fn from_request_parts(
        parts: &mut Parts,
        shared: &Arc<Shared>,
    ) -> Result<Bearer, Refusal> {
        Bearer::of(shared, &parts.headers)
    }
}

fn segment(path: Result<axum::extract::Path<String>, PathRejection>) -> Result<String, Refusal> {
    path.map(|path| path.0).map_err(|_| {
        Refusal::bad_request("the identifier in the path must be UTF-8, percent-encoded")
    })
}

/// A body that must be a JSON object.
fn object(body: &[u8], what: &str) -> Result<Map<String, Value>, Refusal> {
    match serde_json::from_slice(body) {
        Ok(Value::Object(map)) => Ok(map),
        Ok(_) => Err(Refusal::bad_request(format!(
            "{what} must be a JSON object"
        ))),
        Err(_) if body.is_empty() => Err(Refusal::bad_request(format!(
            "{what} is missing: it must be a JSON object"
        ))),
        Err(error) => Err(Refusal::bad_request(format!("{what} is not JSON: {error}"))),
    }
}
