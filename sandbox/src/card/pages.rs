//! Pages in the user's browser call the card client too, and need its permission. Which pages a real one permits is not
//! shown; this one permits those of the origin that it was started with.

use crate::bilingual::quoted;
use crate::refusal::Refusal;
use crate::shared::App;
use axum::extract::Request;
use axum::http::header::{ACCESS_CONTROL_REQUEST_METHOD, ORIGIN, VARY};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// Says that a page of a public site would call this computer; answered by the one below.
const ASKS_FOR_THIS_COMPUTER: &str = "access-control-request-private-network";
const THIS_COMPUTER: (&str, &str) = ("access-control-allow-private-network", "true");

const METHODS: (&str, &str) = ("access-control-allow-methods", "GET, POST");
const HEADERS: (&str, &str) = (
    "access-control-allow-headers",
    "authorization, content-type",
);

/// Answers the browser's question before a request, and lets the page read the answer to the request itself.
pub(super) async fn allow(shared: App, request: Request, next: Next) -> Result<Response, Refusal> {
    let asked = request.headers();
    let Some(origin) = asked.get(ORIGIN).cloned() else {
        return Ok(next.run(request).await);
    };
    let allowed = shared.options.allow_origin.as_ref();
    if allowed.is_none_or(|allowed| allowed.0 != origin) {
        let origin = quoted(&String::from_utf8_lossy(origin.as_bytes()));
        return Err(refusal!(FORBIDDEN, "page.origin", origin));
    }
    let mut permission = vec![];
    let is_question =
        *request.method() == Method::OPTIONS && asked.contains_key(ACCESS_CONTROL_REQUEST_METHOD);
    if is_question {
        permission.extend([METHODS, HEADERS]);
    }
    if is_question && asked.contains_key(ASKS_FOR_THIS_COMPUTER) {
        permission.push(THIS_COMPUTER);
    }
    let mut response = match is_question {
        true => StatusCode::NO_CONTENT.into_response(),
        false => next.run(request).await,
    };
    let answered = response.headers_mut();
    answered.insert("access-control-allow-origin", origin);
    answered.insert(VARY, HeaderValue::from_static("origin"));
    for (name, value) in permission {
        let name = HeaderName::from_static(name);
        answered.insert(name, HeaderValue::from_static(value));
    }
    Ok(response)
}
