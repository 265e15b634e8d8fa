//! Sessions are ended.

use super::{App, Reply, read};
use crate::refusal::Refusal;
use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use serde::Deserialize;
use serde_json::json;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Which {
    #[serde(rename = "connectionId")]
    connection_id: Option<String>,
}

/// Every session, or the one that is named.
pub(super) async fn end(State(shared): App, body: Bytes) -> Reply {
    let which: Which = read(&body)?;
    let mut state = shared.state();
    match which.connection_id {
        None => state.end_sessions(),
        Some(id) if state.end_session(&id) => {}
        Some(_) => {
            return Err(Refusal::not_found(words!(
                "no session has this connectionId: GET /state lists them"
            )));
        }
    }
    Ok(Json(json!({ "sessions": state.sessions.len() })))
}
