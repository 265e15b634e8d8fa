//! A refusal of the control port says its sentence in both languages.

use crate::bilingual::words;
use crate::refusal::Problem;
use axum::Json;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// Makes the body of a refusal `{"error", "error_fr"}`.
pub(crate) async fn in_both(response: Response) -> Response {
    let problem = response.extensions().get::<Problem>();
    let text = match problem.map(Problem::text) {
        Some(text) => text,
        None if response.status() == StatusCode::PAYLOAD_TOO_LARGE => {
            words!("the body is longer than 16 MiB", "le corps dépasse 16 Mio",)
        }
        None => return response,
    };
    let (mut parts, _) = response.into_parts();
    parts.headers.remove(CONTENT_LENGTH);
    let json = HeaderValue::from_static("application/json");
    parts.headers.insert(CONTENT_TYPE, json);
    let body = Json(json!({ "error": text.en, "error_fr": text.fr }));
    Response::from_parts(parts, body.into_response().into_body())
}
