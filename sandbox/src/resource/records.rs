//! Step 8: opening a patient's shared record.

use super::{Bearer, say_situation, segment};
use crate::events::Subject;
use crate::findings;
use crate::random::hex;
use crate::refusal::Refusal;
use crate::scenario::Patient;
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
        let text = words!("the body must be empty or JSON");
        let expected = words!("an empty body, or JSON");
        let length = body.len();
        let found = words!("{length} bytes that are not JSON", length);
        return Err(Refusal::bad_request(text).mismatch(expected, found));
    }
    let mut state = shared.state();
    let session = state.identified(&bearer.0)?;
    say_situation(session);
    let current = session.patient.as_ref() == Some(&patient_id);
    check(state.patient(&patient_id)?)?;
    if !current {
        findings::remark(words!(
            "this patient is not the current patient of the session"
        ));
    }
    state.events.push(Subject::Sessions);
    state.session(&bearer.0)?.opened.insert(patient_id.clone());
    Ok(Json(json!({
        "patient_id": patient_id,
        "opened": true,
        "dmpSession": hex(8),
    })))
}

/// Refuses a record that cannot be opened.
fn check(patient: &Patient) -> Result<(), Refusal> {
    let name = patient.name();
    findings::right(words!("the path names a patient: {name}", name));
    if patient.opposed {
        let text = words!("the patient opposed the feeding of the record");
        let expected = words!("a patient who is not opposed");
        let found = words!("an opposed patient");
        return Err(Refusal::conflict(text).mismatch(expected, found));
    }
    if !patient.ins_qualified {
        let text = words!("the identity is not qualified: POST patient with insQualified true");
        return Err(Refusal::conflict(text).mismatch(
            words!("a record with insQualified true"),
            words!("insQualified is false"),
        ));
    }
    findings::right(words!("the identity is qualified"));
    if !patient.alimentation_consent {
        let text = words!("the consent is missing: POST patient with alimentationConsent true");
        return Err(Refusal::conflict(text).mismatch(
            words!("a record with alimentationConsent true"),
            words!("alimentationConsent is false"),
        ));
    }
    findings::right(words!("the patient consents to the feeding of the record"));
    Ok(())
}
