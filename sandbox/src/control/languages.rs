//! A refusal of the control port says its sentence in both languages.

use crate::refusal::Problem;
use axum::Json;
use axum::http::header::CONTENT_LENGTH;
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// Makes the body of a refusal `{"error", "error_fr"}`.
pub(crate) async fn in_both(response: Response) -> Response {
    let problem = response.extensions().get::<Problem>();
    let Some(text) = problem.map(Problem::text) else {
        return response;
    };
    let (mut parts, _) = response.into_parts();
    parts.headers.remove(CONTENT_LENGTH);
    let body = Json(json!({ "error": text.en, "error_fr": text.fr }));
    Response::from_parts(parts, body.into_response().into_body())
}
