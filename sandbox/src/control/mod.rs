//! The control interface: watch and steer a run from outside. Secrets are masked.

mod cards;
mod documents;
mod faults;
mod requests;
mod unusable;

use crate::actions::PatientChange;
use crate::config;
use crate::mask::{Mask, Show};
use crate::outage::settled;
use crate::refusal::{Problem, Refusal, Reply};
use crate::scenario::{Patient, Scenario};
use crate::shared::{App, Shared};
use crate::views;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use std::str::FromStr;
use std::sync::Arc;
use unusable::unusable;

/// Largest body, in bytes: a scenario of many patients.
pub(crate) const MAX_BODY: usize = 16 * 1024 * 1024;

pub(crate) fn router() -> Router<Arc<Shared>> {
    Router::new()
        .route("/state", get(state))
        .route("/config", get(config))
        .route("/requests", get(requests::list))
        .route("/requests/{number}", get(requests::one))
        .route("/documents", get(documents::list))
        .route("/documents/{number}/content", get(documents::content))
        .route("/samples/{bytes}", get(documents::sample))
        .route("/cards/insert", post(cards::insert))
        .route("/cards/remove", post(cards::remove))
        .route("/cards/lock", post(cards::lock))
        .route("/cards/unlock", post(cards::unlock))
        .route("/cards/pin", post(cards::pin))
        .route("/patients", post(add_patient))
        .route("/patients/{number}", post(change_patient))
        .route(
            "/faults",
            get(faults::list).post(faults::add).delete(faults::clear),
        )
        .route("/faults/{id}", delete(faults::remove))
        .route("/sessions/end", post(end_sessions))
        .route("/scenario", get(scenario).put(play))
        .route("/reset", post(reset))
}

async fn state(State(shared): App, uri: Uri) -> Json<Value> {
    let show = views::show(&uri);
    let state = shared.state();
    Json(json!({
        "run": state.events.run,
        "version": env!("CARGO_PKG_VERSION"),
        "started": shared.started,
        "urls": shared.urls,
        "cards": views::cards(&state, show),
        "patients": views::patients(&state, show),
        "sessions": views::sessions(&state, show, usize::MAX),
        "documents": state.documents.all().len(),
        "requests": state.request_log.all().count(),
        "faults": state.faults.all().len(),
    }))
}

async fn config(State(shared): App) -> Json<Value> {
    Json(config::config(&shared))
}

/// Every session, or the one that is named.
async fn end_sessions(State(shared): App, body: Bytes) -> Reply {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Which {
        #[serde(rename = "connectionId")]
        connection_id: Option<String>,
    }
    let which: Which = read(&body)?;
    let mut state = shared.state();
    match which.connection_id {
        None => state.end_sessions(),
        Some(id) if state.end_session(&id) => {}
        Some(_) => return Err(refusal!(NOT_FOUND, "wrong.session")),
    }
    Ok(Json(json!({ "sessions": state.sessions.len() })))
}

async fn add_patient(State(shared): App, body: Bytes) -> Reply {
    let patient: Patient = read(&body)?;
    let number = shared.state().add_patient(patient)?;
    Ok(Json(json!({ "number": number })))
}

/// What is left out stays.
async fn change_patient(State(shared): App, Path(path): Path<String>, body: Bytes) -> Reply {
    let wanted: usize = number(&path)?;
    let change: PatientChange = read(&body)?;
    match shared.state().change_patient(wanted, &change)? {
        true => Ok(Json(json!({ "number": wanted }))),
        false => Err(refusal!(NOT_FOUND, "wrong.patient")),
    }
}

const BEARER: &str = "license_bearer";

/// A file for `--scenario` that starts as things are now, PINs included. The license bearer, a
/// secret of the run, is left out.
async fn scenario(State(shared): App) -> Reply {
    let mut scenario = shared.state().as_scenario();
    scenario.service_prefix = Some(shared.options.service_prefix.clone());
    let mut value = serde_json::to_value(scenario).map_err(|error| unusable(&error))?;
    if let Value::Object(map) = &mut value {
        map.remove(BEARER);
    }
    Ok(Json(value))
}

async fn play(State(shared): App, body: Bytes) -> Reply {
    let given: Map<String, Value> = read(&body)?;
    let mut scenario: Scenario = read(&body)?;
    if !given.contains_key(BEARER) {
        scenario.license_bearer = shared.state().scenario.license_bearer.clone();
    }
    scenario.check()?;
    let prefix = &shared.options.service_prefix;
    let same = |given: &String| given.trim_end_matches('/') == prefix.trim_end_matches('/');
    if !scenario.service_prefix.iter().all(same) {
        return Err(refusal!(BAD_REQUEST, "wrong.prefix", prefix));
    }
    let (cards, patients) = (scenario.cards.len(), scenario.patients.len());
    shared.state().play(scenario);
    settled(&shared).await;
    Ok(Json(json!({ "cards": cards, "patients": patients })))
}

async fn reset(State(shared): App) -> Json<Value> {
    shared.state().reset();
    settled(&shared).await;
    Json(json!({ "reset": true }))
}

/// Makes the body of a refusal `{"error", "error_fr"}`, masked.
pub(crate) async fn in_both(State(shared): App, response: Response) -> Response {
    let problem = response.extensions().get::<Problem>();
    let text = match problem.map(Problem::text) {
        Some(text) => text,
        None if response.status() == StatusCode::PAYLOAD_TOO_LARGE => words!("wrong.too_long"),
        None => return response,
    };
    let (mut parts, _) = response.into_parts();
    let known = Arc::clone(&shared.state().known);
    let mask = Mask::new(&known, Show::default());
    parts.headers.remove(CONTENT_LENGTH);
    let json = HeaderValue::from_static("application/json");
    parts.headers.insert(CONTENT_TYPE, json);
    let body = Json(json!({ "error": mask.text(&text.en), "error_fr": mask.text(&text.fr) }));
    Response::from_parts(parts, body.into_response().into_body())
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

fn number<T: FromStr>(text: &str) -> Result<T, Refusal> {
    text.parse()
        .map_err(|_| refusal!(NOT_FOUND, "wrong.no_number"))
}
