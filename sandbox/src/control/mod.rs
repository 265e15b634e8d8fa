//! The control interface: watch and steer a run from outside. Secrets are masked.

mod cards;
mod documents;
mod faults;

use crate::bilingual::Bilingual;
use crate::listen::settled;
use crate::mask::Mask;
use crate::refusal::{Problem, Refusal, Reply};
use crate::scenario::{Patient, Scenario};
use crate::shared::{App, Shared};
use crate::state::PatientChange;
use crate::views::{self, Show, in_query};
use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use axum::{Json, Router};
use futures_util::{StreamExt, stream};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Error, Map, Value, json};
use std::convert::Infallible;
use std::str::FromStr;
use std::sync::Arc;
use tokio::task::yield_now;

/// Largest body, in bytes: a scenario of many patients.
pub(crate) const MAX_BODY: usize = 16 * 1024 * 1024;

pub(crate) fn router() -> Router<Arc<Shared>> {
    Router::new()
        .route("/state", get(state))
        .route("/config", get(config))
        .route("/requests", get(requests))
        .route("/requests/{number}", get(request))
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
    let show = Show::of_query(&uri);
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

/// What a program passes to `hr_open`, the license bearer included.
async fn config(State(shared): App) -> Json<Value> {
    Json(shared.config())
}

/// All that are kept, or with `last` so many of the newest, in order of arrival. Each is made when its reader takes it: the
/// requests of a long run would hold the services, which have the same thread, for seconds.
async fn requests(State(shared): App, uri: Uri) -> Result<Response, Refusal> {
    let show = Show::of_query(&uri);
    let last = in_query(&uri, "last").map_or(Ok(usize::MAX), str::parse);
    let last = last.map_err(|_| refusal!(BAD_REQUEST, "wrong.last"))?;
    let numbers: Vec<_> = {
        let state = shared.state();
        let all = state.request_log.all();
        let passed = all.len().saturating_sub(last);
        all.skip(passed).map(|seen| seen.number).collect()
    };
    let mut between = "";
    let requests = stream::iter(numbers).filter_map(move |number| {
        let state = shared.state();
        let text = state.request_log.find(number).map(|seen| {
            let before = std::mem::replace(&mut between, ",");
            format!("{before}{}", views::request(&state, seen, show))
        });
        async {
            yield_now().await;
            text
        }
    });
    let bracket = |text: &'static str| stream::once(async { text.to_owned() });
    let list = bracket("[").chain(requests).chain(bracket("]"));
    let body = Body::from_stream(list.map(Ok::<_, Infallible>));
    Ok(([(CONTENT_TYPE, "application/json")], body).into_response())
}

async fn request(State(shared): App, Path(path): Path<String>, uri: Uri) -> Reply {
    let wanted: u64 = number(&path)?;
    let show = Show::of_query(&uri);
    let state = shared.state();
    let found = state.request_log.find(wanted);
    let found = found.ok_or_else(|| refusal!(NOT_FOUND, "wrong.request"))?;
    Ok(Json(views::request(&state, found, show)))
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

/// Why a body cannot be used, without repeating what is in it, which may be a PIN or a bearer: the place, and what
/// should be there.
fn unusable(error: &Error) -> Refusal {
    let (line, column, why) = (error.line(), error.column(), why(error));
    match line {
        0 => refusal!(BAD_REQUEST, "unusable", why),
        _ => refusal!(BAD_REQUEST, "unusable.at", line, column, why),
    }
}

fn why(error: &Error) -> Bilingual {
    if !error.is_data() {
        return words!("unusable.no_json");
    }
    let said = error.to_string();
    if let Some(field) = between(&said, "missing field `", "`") {
        return words!("unusable.missing", field);
    }
    if let Some(field) = between(&said, "duplicate field `", "`") {
        return words!("unusable.twice", field);
    }
    // What is behind the last one is never from the body.
    let expected = said.rsplit_once(", expected ").map(|(_, it)| it);
    let expected = expected.map(|it| it.rsplit_once(" at line ").map_or(it, |(it, _)| it));
    let choices = expected.map(choices).unwrap_or_default().join(", ");
    if said.starts_with("unknown field") {
        return words!("unusable.key", choices);
    }
    if said.starts_with("unknown variant") {
        return words!("unusable.value", choices);
    }
    words!("unusable.kind", kind = kind(expected.unwrap_or_default()))
}

fn between<'a>(text: &'a str, before: &str, after: &str) -> Option<&'a str> {
    let (inside, _) = text.strip_prefix(before)?.split_once(after)?;
    Some(inside)
}

/// What stands in backquotes.
fn choices(expected: &str) -> Vec<&str> {
    expected.split('`').skip(1).step_by(2).collect()
}

/// What is expected, in the words of JSON.
fn kind(expected: &str) -> Bilingual {
    match expected {
        "a string" => words!("kind.text"),
        "a boolean" => words!("kind.boolean"),
        "a sequence" => words!("kind.list"),
        it if it == "a map" || it.starts_with("struct ") => words!("kind.object"),
        "u16" | "u32" | "u64" | "usize" => words!("kind.not_negative"),
        "i32" | "i64" => words!("kind.whole"),
        _ => words!("kind.other"),
    }
}
