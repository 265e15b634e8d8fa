//! The resource service reached after login.
//!
//! The interface shows few of its replies; where it is silent, the shapes here are the
//! sandbox's own choice, and say so.

mod beyond;
mod incoming;
mod parts;
mod patients;
mod records;
mod upload;

pub(crate) use patients::LIST as SEARCH_LIST;
pub(crate) use records::SITUATIONS;

use crate::bilingual::{Bilingual, quoted};
use crate::findings;
use crate::license::bearer_token;
use crate::refusal::Refusal;
use crate::shared::Shared;
use crate::state::Session;
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
        .route(&at("/user-profiles"), put(records::put))
        .route(
            &at("/user-profiles/{situation_id}/select"),
            get(records::select),
        )
        .route(&at("/patient/search"), get(patients::search))
        .route(&at("/patient"), get(patients::read).post(patients::update))
        .route(&at("/dmp/{patient_id}"), put(records::open))
        .route(&at("/dmp/{patient_id}/unique/doc/send"), post(upload::send))
        .route(&at("/echo"), any(beyond::echo))
        .route(&at("/echo/{*rest}"), any(beyond::echo))
        .route("/connection/{connection_id}", get(beyond::connect))
}

/// The session bearer of a request. It was live when the request came; it is looked up again
/// where it is used.
pub(crate) struct Bearer(String);

impl Bearer {
    fn of(shared: &Shared, headers: &HeaderMap) -> Result<Bearer, Refusal> {
        let given = headers.get(AUTHORIZATION).ok_or_else(|| {
            unauthorized(
                words!(": the header is missing"),
                words!("no Authorization header"),
            )
        })?;
        let bearer =
            given.to_str().ok().and_then(bearer_token).ok_or_else(|| {
                unauthorized(words!(""), words!("an Authorization of another form"))
            })?;
        let mut state = shared.state();
        if bearer == state.scenario.license_bearer {
            return Err(unauthorized(
                words!(": this is the license bearer, which goes to the license server only"),
                words!("the license bearer"),
            ));
        }
        if shared.tickets.check(bearer).is_ok() {
            return Err(unauthorized(
                words!(": this is a license ticket, which goes to the card client only"),
                words!("a license ticket"),
            ));
        }
        let serial = &state.session(bearer)?.card_serial;
        findings::right(words!(
            "the bearer is that of an open session, of card {serial}",
            serial
        ));
        Ok(Bearer(bearer.into()))
    }
}

fn unauthorized(why: Bilingual, found: Bilingual) -> Refusal {
    let text = words!(
        "Authorization must be `Bearer <session bearer>` of the login{why}",
        why
    );
    let expected = words!("Authorization: Bearer <the bearer of the login>");
    Refusal::unauthorized(text).mismatch(expected, found)
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
        let text = words!("the identifier in the path must be UTF-8, percent-encoded");
        let expected = words!("UTF-8, percent-encoded");
        let found = words!("other bytes");
        Refusal::bad_request(text).mismatch(expected, found)
    })
}

/// Notes that a session knows its situation, which was checked.
fn say_situation(session: &Session) {
    if let Some(situation) = &session.situation {
        let name = quoted(situation.name());
        findings::right(words!("the situation is known: {name}", name));
    }
}

/// A body that must be a JSON object.
fn object(body: &[u8], what: &Bilingual) -> Result<Map<String, Value>, Refusal> {
    let (text, found) = match serde_json::from_slice(body) {
        Ok(Value::Object(map)) => {
            findings::right(words!("{what} is a JSON object", what));
            return Ok(map);
        }
        Ok(_) => (
            words!("{what} must be a JSON object", what),
            words!("another JSON value"),
        ),
        Err(_) if body.is_empty() => (
            words!("{what} is missing: it must be a JSON object", what),
            words!("an empty body"),
        ),
        Err(error) => {
            let (line, column, length) = (error.line(), error.column(), body.len());
            (
                words!("{what} is not JSON: {error}", what, error, line, column),
                words!("{length} bytes that are not JSON", length),
            )
        }
    };
    let expected = words!("a JSON object in the body");
    Err(Refusal::bad_request(text).mismatch(expected, found))
}
