//! Steps 5 to 7: the current patient of a session.

use super::query::Traits;
use super::{Bearer, object};
use crate::refusal::Refusal;
use crate::shared::Shared;
use axum::Json;
use axum::body::Bytes;
use axum::extract::{RawQuery, State};
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// The name of the list in the reply of a search.
pub(crate) const LIST: &str = "patients";

fn owned((key, value): (&String, &Value)) -> (String, Value) {
    (key.clone(), value.clone())
}

/// `GET patient/search`. The reply has `count` and the list `patients`. One patient found becomes
/// the session's current patient, whose traits then stand beside the list as well. A search that
/// finds none or several clears the current patient. The shapes are the sandbox's own choice.
pub(super) async fn search(
    State(shared): State<Arc<Shared>>,
    bearer: Bearer,
    RawQuery(query): RawQuery,
) -> Result<Json<Value>, Refusal> {
    let mut state = shared.state();
    state.identified(&bearer.0)?;
    let traits = Traits::parse(query.as_deref().unwrap_or(""))?;
    let found: Vec<_> = state.patients.iter().filter(|p| traits.fit(p)).collect();
    let found: Vec<_> = found.iter().map(|patient| patient.traits()).collect();
    let only = match found.as_slice() {
        [only] => only.get("patient_id").and_then(Value::as_str),
        _ => None,
    };
    state.identified(&bearer.0)?.patient = only.map(str::to_owned);
    match found.len() {
        0 => Err(Refusal::not_found("no patient has all these traits")),
        1 => {
            let mut reply: Map<String, Value> = found.iter().flatten().map(owned).collect();
            reply.insert("count".into(), 1.into());
            reply.insert(LIST.into(), json!(found));
            Ok(Json(Value::Object(reply)))
        }
        count => Ok(Json(json!({ "count": count, LIST: found }))),
    }
}

/// `GET patient`: the record of the current patient.
pub(super) async fn read(
    State(shared): State<Arc<Shared>>,
    bearer: Bearer,
) -> Result<Json<Value>, Refusal> {
    let mut state = shared.state();
    let extra = state.scenario.record_extra.clone();
    Ok(Json(state.current(&bearer.0)?.record(&extra)))
}

/// `POST patient`: sets `insQualified` and `alimentationConsent` where given; other fields are
/// taken without effect. The reply is the record, which is the sandbox's own choice.
pub(super) async fn update(
    State(shared): State<Arc<Shared>>,
    bearer: Bearer,
    body: Bytes,
) -> Result<Json<Value>, Refusal> {
    let mut state = shared.state();
    let extra = state.scenario.record_extra.clone();
    let patient = state.current(&bearer.0)?;
    let fields = object(&body, "the body")?;
    let qualified = boolean(&fields, "insQualified")?;
    let consent = boolean(&fields, "alimentationConsent")?;
    if patient.opposed && consent == Some(true) {
        let text = "the patient opposed the feeding of the record: no consent can be recorded";
        return Err(Refusal::conflict(text));
    }
    patient.ins_qualified = qualified.unwrap_or(patient.ins_qualified);
    patient.alimentation_consent = consent.unwrap_or(patient.alimentation_consent);
    Ok(Json(patient.record(&extra)))
}

fn boolean(fields: &Map<String, Value>, name: &str) -> Result<Option<bool>, Refusal> {
    match fields.get(name) {
        None => Ok(None),
        Some(Value::Bool(value)) => Ok(Some(*value)),
        Some(_) => Err(Refusal::bad_request(format!(
            "{name} must be true or false"
        ))),
    }
}
