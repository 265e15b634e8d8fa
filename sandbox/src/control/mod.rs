//! The control interface: watch and steer a run from outside. Secrets are masked.

mod cards;
mod documents;
mod faults;
mod languages;
mod patients;
mod requests;
mod samples;
mod scenario;
mod sessions;
mod state;
mod unusable;

pub(crate) use languages::in_both;

use crate::refusal::Refusal;
use crate::shared::Shared;
use axum::Json;
use axum::Router;
use axum::extract::State;
use axum::routing::{delete, get, post};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::str::FromStr;
use std::sync::Arc;
use unusable::unusable;

/// Largest body, in bytes: a scenario of many patients.
pub(crate) const MAX_BODY: usize = 16 * 1024 * 1024;

type App = State<Arc<Shared>>;
type Reply = Result<Json<Value>, Refusal>;

pub(crate) fn router() -> Router<Arc<Shared>> {
    Router::new()
        .route("/state", get(state::state))
        .route("/config", get(state::config))
        .route("/requests", get(requests::list))
        .route("/requests/{number}", get(requests::one))
        .route("/documents", get(documents::list))
        .route("/documents/{number}/content", get(documents::content))
        .route("/samples/{bytes}", get(samples::sample))
        .route("/cards/insert", post(cards::insert))
        .route("/cards/remove", post(cards::remove))
        .route("/cards/lock", post(cards::lock))
        .route("/cards/unlock", post(cards::unlock))
        .route("/cards/pin", post(cards::pin))
        .route("/patients", post(patients::add))
        .route("/patients/{number}", post(patients::change))
        .route(
            "/faults",
            get(faults::list).post(faults::add).delete(faults::clear),
        )
        .route("/faults/{id}", delete(faults::remove))
        .route("/sessions/end", post(sessions::end))
        .route("/scenario", get(scenario::read_now).put(scenario::play))
        .route("/reset", post(scenario::reset))
}

/// A body in JSON, an object; an empty one has no key.
fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, Refusal> {
    let body = if body.is_empty() { b"{}" } else { body };
    let read = |error| unusable(&error);
    // A list would be taken for an object, in the order of its keys.
    if !body.trim_ascii_start().starts_with(b"{") {
        serde_json::from_slice::<Map<String, Value>>(body).map_err(read)?;
    }
    serde_json::from_slice(body).map_err(read)
}

/// A number in a path.
fn number<T: FromStr>(text: &str) -> Result<T, Refusal> {
    text.parse()
        .map_err(|_| Refusal::not_found(words!("what stands in the path must be a number")))
}

/// The value of a name in a query.
fn in_query<'a>(query: Option<&'a str>, name: &str) -> Option<&'a str> {
    let mut pairs = query.unwrap_or("").split('&');
    pairs.find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='))
}
