//! Patients are added and changed.

use super::{App, Reply, number, read};
use crate::actions::PatientChange;
use crate::refusal::Refusal;
use crate::scenario::Patient;
use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use serde_json::json;

/// A patient, as in a scenario.
pub(super) async fn add(State(shared): App, body: Bytes) -> Reply {
    let patient: Patient = read(&body)?;
    let number = shared.state().add_patient(patient);
    let number = number.map_err(Refusal::bad_request)?;
    Ok(Json(json!({ "number": number })))
}

/// What is left out stays.
pub(super) async fn change(State(shared): App, Path(path): Path<String>, body: Bytes) -> Reply {
    let wanted: usize = number(&path)?;
    let change: PatientChange = read(&body)?;
    let changed = shared.state().change_patient(wanted, &change);
    match changed.map_err(Refusal::bad_request)? {
        true => Ok(Json(json!({ "number": wanted }))),
        false => Err(Refusal::not_found(words!(
            "no patient has this number: GET /state lists them"
        ))),
    }
}
