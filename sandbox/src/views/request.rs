//! A request and its end.

use crate::mask;
use crate::request_log::LoggedRequest;
use serde_json::{Value, json};

pub(crate) fn request(seen: &LoggedRequest) -> Value {
    let headers: Vec<_> = seen
        .headers
        .iter()
        .map(|(name, value)| json!([name, mask::header(name, value)]))
        .collect();
    json!({
        "number": seen.number,
        "service": seen.service,
        "call": seen.call,
        "method": seen.method,
        "path": mask::text(&seen.path),
        "query": seen.query.as_deref().map(mask::text),
        "headers": headers,
        "body": mask::body(&seen.body),
        "peer": seen.peer,
        "status": seen.status,
        "problem": seen.problem.as_deref().map(mask::text),
    })
}
