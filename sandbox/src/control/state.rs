//! What is there now.

use super::App;
use crate::views::{self, Show};
use axum::Json;
use axum::extract::{RawQuery, State};
use serde_json::{Value, json};

/// The state of the run.
pub(super) async fn state(State(shared): App, RawQuery(query): RawQuery) -> Json<Value> {
    let show = Show::of_query(query.as_deref());
    let state = shared.state();
    Json(json!({
        "run": state.events.run,
        "version": env!("CARGO_PKG_VERSION"),
        "started": views::time(shared.started),
        "urls": views::urls(&shared.urls),
        "cards": views::cards(&state, show),
        "patients": views::patients(&state, show),
        "sessions": views::sessions(&state, show, usize::MAX),
        "documents": state.documents.len(),
        "requests": state.request_log.all().count(),
        "faults": state.faults.all().len(),
    }))
}

/// What a program passes to `hr_open`, the license bearer included.
pub(super) async fn config(State(shared): App) -> Json<Value> {
    Json(shared.config())
}
