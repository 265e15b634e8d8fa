//! The scenario: as things are now, another one, and back to its start.

use super::{App, Reply, read, unusable::unusable};
use crate::outage;
use crate::refusal::Refusal;
use crate::scenario::Scenario;
use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use serde_json::{Map, Value, json};

const BEARER: &str = "license_bearer";

/// A file for `--scenario` that starts as things are now, PINs included. The license bearer, a
/// secret of the run, is left out.
pub(super) async fn read_now(State(shared): App) -> Reply {
    let mut scenario = shared.state().as_scenario();
    scenario.service_prefix = Some(shared.options.service_prefix.clone());
    let mut value = serde_json::to_value(scenario).map_err(|error| unusable(&error))?;
    if let Value::Object(map) = &mut value {
        map.remove(BEARER);
    }
    Ok(Json(value))
}

/// Takes another scenario and starts from it.
pub(super) async fn play(State(shared): App, body: Bytes) -> Reply {
    let given: Map<String, Value> = read(&body)?;
    let mut scenario: Scenario = read(&body)?;
    if !given.contains_key(BEARER) {
        let state = shared.state();
        scenario
            .license_bearer
            .clone_from(&state.scenario.license_bearer);
    }
    scenario.check().map_err(Refusal::bad_request)?;
    let prefix = &shared.options.service_prefix;
    if scenario
        .service_prefix
        .as_ref()
        .is_some_and(|given| given.trim_end_matches('/') != prefix.trim_end_matches('/'))
    {
        return Err(Refusal::bad_request(words!(
            "service_prefix counts at the start only: it is `{prefix}`, leave the key out",
            prefix
        )));
    }
    let (cards, patients) = (scenario.cards.len(), scenario.patients.len());
    shared.play(scenario);
    outage::settled(&shared).await;
    Ok(Json(json!({ "cards": cards, "patients": patients })))
}

pub(super) async fn reset(State(shared): App) -> Json<Value> {
    shared.reset();
    outage::settled(&shared).await;
    Json(json!({ "reset": true }))
}
