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

use crate::bilingual::quoted;
use crate::headers::bearer;
use crate::refusal::Refusal;
use crate::shared::Shared;
use crate::state::Session;
use axum::Router;
use axum::extract::rejection::PathRejection;
use axum::extract::{FromRequestParts, Path};
use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use axum::routing::{any, get, post, put};
use std::sync::Arc;

/// The routes; `base` is the service prefix without its last slash.
pub(crate) fn router(base: &str) -> Router<Arc<Shared>> {
    let at = |path: &str| format!("{base}{path}");
    Router::new()
        .route(&at("/user-profiles"), put(records::put))
        .route(
            &at("/user-profiles/{situation.id}/select"),
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
        let Some(bearer) = bearer(headers) else {
            return Err(match headers.contains_key(AUTHORIZATION) {
                true => refusal!(UNAUTHORIZED, "bearer.form"),
                false => refusal!(UNAUTHORIZED, "bearer.missing"),
            });
        };
        let mut state = shared.state();
        if bearer == state.scenario.license_bearer {
            return Err(refusal!(UNAUTHORIZED, "bearer.license"));
        }
        if shared.tickets.check(bearer).is_ok() {
            return Err(refusal!(UNAUTHORIZED, "bearer.ticket"));
        }
        let serial = &state.session(bearer)?.card.serial;
        right!("bearer.right", serial);
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

type Segment = Result<Path<String>, PathRejection>;

fn segment(path: Segment) -> Result<String, Refusal> {
    let path = path.map_err(|_| refusal!(BAD_REQUEST, "path.not_utf8"))?;
    Ok(path.0)
}

/// Notes that a session knows its situation, which was checked.
fn say_situation(session: &Session) {
    if let Some(situation) = &session.situation {
        right!("situation.known", name = quoted(situation.name()));
    }
}
