//! Step 4: in which situation the professional works.

use super::{Bearer, object, segment};
use crate::refusal::Refusal;
use crate::shared::Shared;
use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use serde_json::{Value, json};
use std::sync::Arc;

/// `PUT user-profiles`. Any JSON object is taken; the reply is the sandbox's own choice:
/// `situations`, each with an `id`.
pub(super) async fn put(
    State(shared): State<Arc<Shared>>,
    bearer: Bearer,
    body: Bytes,
) -> Result<Json<Value>, Refusal> {
    object(&body, "the payload of user-profiles")?;
    let mut state = shared.state();
    let session = state.session(&bearer.0)?;
    session.profiled = true;
    Ok(Json(json!({
        "situations": session.situations,
        "situation": session.situation,
    })))
}

/// `GET user-profiles/{situation.id}/select`. The reply is the sandbox's own choice.
pub(super) async fn select(
    State(shared): State<Arc<Shared>>,
    bearer: Bearer,
    path: Result<Path<String>, PathRejection>,
) -> Result<Json<Value>, Refusal> {
    let id = segment(path)?;
    let mut state = shared.state();
    let session = state.session(&bearer.0)?;
    if !session.profiled {
        let text = "PUT user-profiles comes first: its reply lists the situations to select from";
        return Err(Refusal::conflict(text));
    }
    let found = session.situations.iter().find(|s| s.id == id).cloned();
    let Some(situation) = found else {
        let text =
            format!("no situation of this professional has the id `{id}` (after percent-decoding)");
        return Err(Refusal::not_found(text));
    };
    session.situation = Some(situation);
    Ok(Json(json!({
        "situation": session.situation,
        "masterData": session.master_data(),
    })))
}
