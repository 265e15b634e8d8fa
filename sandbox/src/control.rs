//! The control interface: watch and steer a run from outside. Secrets are masked.

use crate::call::Call;
use crate::fault::{Cut, Fault};
use crate::refusal::Refusal;
use crate::scenario::Card;
use crate::shared::Shared;
use crate::views;
use axum::body::Bytes;
use axum::extract::State;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

type App = State<Arc<Shared>>;
type Reply = Result<Json<Value>, Refusal>;

pub(crate) fn router() -> Router<Arc<Shared>> {
    Router::new()
        .route("/state", get(state))
        .route("/requests", get(requests))
        .route("/documents", get(documents))
        .route("/cards/insert", post(insert_card))
        .route("/cards/remove", post(remove_card))
        .route("/faults", post(set_fault).delete(clear_faults))
        .route("/sessions/end", post(end_sessions))
        .route("/reset", post(reset))
}

async fn state(State(shared): App) -> Json<Value> {
    let state = shared.state();
    let cards: Vec<_> = state.reader.cards.iter().map(views::card).collect();
    let patients: Vec<_> = state.patients.iter().map(views::patient).collect();
    let sessions: Vec<_> = state.sessions.values().map(views::session).collect();
    Json(json!({
        "cards": cards,
        "patients": patients,
        "sessions": sessions,
        "documents": state.documents.len(),
        "requests": state.request_log.all().count(),
        "faults": state.faults.all().len(),
    }))
}

async fn requests(State(shared): App) -> Json<Value> {
    let state = shared.state();
    let show = views::Show::default();
    let all = state.request_log.all();
    Json(all.map(|seen| views::request(seen, show)).collect())
}

async fn documents(State(shared): App) -> Json<Value> {
    let state = shared.state();
    let show = views::Show::default();
    let all = state.documents.iter();
    Json(all.map(|one| views::document(&state, one, show)).collect())
}

/// `{"serial": "..."}` for a known card, or a whole card as in a scenario.
async fn insert_card(State(shared): App, body: Bytes) -> Reply {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Known {
        serial: String,
    }
    if let Ok(known) = serde_json::from_slice::<Known>(&body) {
        let token = shared.state().reader.reinsert(&known.serial);
        let text = "no card has this serial: give a whole card, as in a scenario";
        let token = token.ok_or_else(|| Refusal::not_found(text))?;
        return Ok(Json(json!({ "token": token })));
    }
    let card: Card = read(&body)?;
    card.check()
        .map_err(|error| Refusal::bad_request(error.to_string()))?;
    Ok(Json(json!({ "token": shared.state().reader.insert(card) })))
}

async fn remove_card(State(shared): App, body: Bytes) -> Reply {
    #[derive(Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Which {
        Token(String),
        Serial(String),
    }
    let (Which::Token(which) | Which::Serial(which)) = read(&body)?;
    if shared.state().reader.remove(&which) {
        Ok(Json(json!({ "removed": true })))
    } else {
        Err(Refusal::not_found(
            "no card in the reader has this token or serial",
        ))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FaultSpec {
    call: Call,
    nth: Option<u32>,
    times: Option<u32>,
    status: Option<u16>,
    #[serde(default)]
    delay_ms: u64,
    cut: Option<Cut>,
    #[serde(default)]
    act: bool,
    body: Option<String>,
    #[serde(default)]
    headers: BTreeMap<String, String>,
    content_type: Option<String>,
    after_bytes: Option<u64>,
    #[serde(default)]
    reset: bool,
    #[serde(default)]
    remove_cards: bool,
}

async fn set_fault(State(shared): App, body: Bytes) -> Reply {
    let spec: FaultSpec = read(&body)?;
    if spec
        .status
        .is_some_and(|status| !(100..1000).contains(&status))
    {
        return Err(Refusal::bad_request("status must be 100 to 999"));
    }
    let fault = Fault {
        call: spec.call,
        nth: spec.nth,
        times: spec.times,
        status: spec.status,
        delay: Duration::from_millis(spec.delay_ms),
        cut: spec.cut,
        act: spec.act,
        body: spec.body.map(String::into_bytes),
        headers: spec.headers.into_iter().collect(),
        content_type: spec.content_type,
        after_bytes: spec.after_bytes,
        reset: spec.reset,
        remove_cards: spec.remove_cards,
    };
    let mut state = shared.state();
    state.faults.set(fault, None);
    Ok(Json(json!({ "faults": state.faults.all().len() })))
}

async fn clear_faults(State(shared): App) -> Json<Value> {
    shared.state().faults.clear();
    Json(json!({ "faults": 0 }))
}

async fn end_sessions(State(shared): App) -> Json<Value> {
    shared.state().sessions.clear();
    Json(json!({ "sessions": 0 }))
}

async fn reset(State(shared): App) -> Json<Value> {
    shared.reset();
    Json(json!({ "reset": true }))
}

fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, Refusal> {
    serde_json::from_slice(body)
        .map_err(|error| Refusal::bad_request(format!("the body cannot be used: {error}")))
}
