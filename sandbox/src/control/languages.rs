//! A refusal of the control port says its sentence in both languages.

use super::App;
use crate::mask::Mask;
use crate::refusal::Problem;
use crate::views::Show;
use axum::Json;
use axum::extract::State;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use std::sync::Arc;

/// Makes the body of a refusal `{"error", "error_fr"}`, masked.
pub(crate) async fn in_both(State(shared): App, response: Response) -> Response {
    let problem = response.extensions().get::<Problem>();
    let text = match problem.map(Problem::text) {
        Some(text) => text,
        None if response.status() == StatusCode::PAYLOAD_TOO_LARGE => {
            words!("the body is longer than 16 MiB")
        }
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
