//! A call that the interface does not have: it reports what it received.

use super::Bearer;
use axum::Json;
use axum::body::Bytes;
use axum::extract::RawQuery;
use axum::http::{Method, Uri};
use serde_json::{Value, json};

/// Any method on `echo`: gives back method, path, query and body, as JSON where it is JSON.
pub(super) async fn echo(
    _bearer: Bearer,
    method: Method,
    uri: Uri,
    RawQuery(query): RawQuery,
    body: Bytes,
) -> Json<Value> {
    let body = match serde_json::from_slice(&body) {
        Ok(value) => value,
        Err(_) if body.is_empty() => Value::Null,
        Err(_) => String::from_utf8_lossy(&body).into(),
    };
    Json(json!({
        "method": method.as_str(),
        "path": uri.path(),
        "query": query,
        "body": body,
    }))
}
