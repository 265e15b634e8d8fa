//! Step 8: opening a patient's shared record.

use super::{Bearer, segment};
use crate::random::hex;
use crate::refusal::Refusal;
use crate::shared::Shared;
use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use serde_json::{Value, json};
use std::sync::Arc;

/// `PUT dmp/{patient_id}`: opens the record for this login only. The body is empty or JSON of
/// any kind; the reply is the sandbox's own choice.
pub(super) async fn open(
    State(shared): State<Arc<Shared>>,
    bearer: Bearer,
    path: Result<Path<String>, PathRejection>,
    body: Bytes,
) -> Result<Json<Value>, Refusal> {
    let patient_id = segment(path)?;
    if !body.is_empty() && serde_json::from_slice::<Value>(&body).is_err() {
        return Err(Refusal::bad_request("the body must be empty or JSON"));
    }
    let mut state = shared.state();
    state.identified(&bearer.0)?;
    let patient = state.patient(&patient_id)?;
    let obstacle = if patient.opposed {
        Some("the patient opposed the feeding of the record")
    } else if !patient.ins_qualified {
        Some("the identity is not qualified: POST patient with insQualified true")
    } else if !patient.alimentation_consent {
        Some("the consent is missing: POST patient with alimentationConsent true")
    } else {
        None
    };
    if let Some(obstacle) = obstacle {
        return Err(Refusal::conflict(obstacle));
    }
    state.session(&bearer.0)?.opened.insert(patient_id.clone());
    Ok(Json(json!({
        "patient_id": patient_id,
        "opened": true,
        "dmpSession": hex(8),
    })))
}
