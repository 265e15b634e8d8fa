//! Applies a fault to a response.

use crate::bilingual::Bilingual;
use crate::fault::{Cut, Fault};
use crate::refusal::Problem;
use axum::body::{Body, Bytes, to_bytes};
use axum::http::header::{CONNECTION, CONTENT_LENGTH, CONTENT_TYPE, TRANSFER_ENCODING};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::Response;
use futures_util::stream::{self, StreamExt};
use std::io;

/// What is sent of a body that has no length of its own because of a fault.
#[derive(Clone, Debug)]
pub(crate) struct Forged {
    pub body: Bytes,
    /// Bytes sent before the connection is cut.
    pub cut_after: Option<u64>,
}

/// The response that `fault` makes from `reply`, or from nothing if the request was not processed.
pub(crate) async fn make(fault: &Fault, reply: Option<Response>) -> Response {
    let mut response = content(fault, reply).await;
    for (name, value) in &fault.headers {
        let name = HeaderName::from_bytes(name.as_bytes());
        if let (Ok(name), Ok(value)) = (name, HeaderValue::from_bytes(value.as_bytes())) {
            response.headers_mut().insert(name, value);
        }
    }
    if fault.reset {
        let close = HeaderValue::from_static("close");
        response.headers_mut().insert(CONNECTION, close);
    }
    let problem = response.extensions_mut().remove::<Problem>();
    response.extensions_mut().insert(Problem {
        fault: Some(words(fault)),
        ..problem.unwrap_or_default()
    });
    cut(fault, response).await
}

fn words(fault: &Fault) -> Bilingual {
    match fault.cut {
        Some(Cut::Before) => words!("met.cut_before"),
        Some(Cut::AfterHeaders) => words!("met.cut_after_headers"),
        Some(Cut::MidBody) => words!("met.cut_mid_body"),
        None if fault.changes_nothing() && fault.remove_cards => words!("met.no_cards"),
        None if fault.changes_nothing() && fault.down_ms > 0 => words!("met.down"),
        None if fault.reset => words!("met.reset"),
        None => words!("met.changed"),
    }
}

/// Status, type and body.
async fn content(fault: &Fault, reply: Option<Response>) -> Response {
    let acted = reply.is_some();
    let (mut parts, body) = reply.unwrap_or_default().into_parts();
    let replaced = fault.status.is_some() || !acted;
    let error = || r#"{"error":"a fault was set for this call"}"#.into();
    let own = fault.body.clone().or_else(|| replaced.then(error));
    if let Some(status) = fault.status {
        parts.status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    }
    if own.is_some() || fault.content_type.is_some() {
        let given = fault.content_type.as_deref().unwrap_or("application/json");
        if let Ok(value) = HeaderValue::from_bytes(given.as_bytes()) {
            parts.headers.insert(CONTENT_TYPE, value);
        }
    }
    Response::from_parts(parts, own.map_or(body, Body::from))
}

async fn cut(fault: &Fault, response: Response) -> Response {
    let framing = [CONTENT_LENGTH, TRANSFER_ENCODING];
    let forges = |name: &String| framing.iter().any(|it| it == name.as_str());
    let forged = fault.headers.keys().any(forges);
    let part = match fault.cut {
        Some(Cut::Before) => return response,
        None if !forged => return response,
        None => 2,
        Some(Cut::MidBody) => 1,
        Some(Cut::AfterHeaders) => 0,
    };
    let (mut parts, body) = response.into_parts();
    let bytes = to_bytes(body, usize::MAX).await.unwrap_or_default();
    if !forged {
        parts.headers.insert(CONTENT_LENGTH, bytes.len().into());
    }
    let start = bytes.slice(..bytes.len() * part / 2);
    parts.extensions.insert(Forged {
        body: bytes,
        cut_after: fault.cut.map(|_| start.len() as u64),
    });
    Response::from_parts(parts, broken(start, fault.cut.is_some()))
}

/// A body of unknown length that gives `start`, then fails when `fails`.
fn broken(start: Bytes, fails: bool) -> Body {
    let first = stream::iter((!start.is_empty()).then_some(Ok(start)));
    let then = stream::once(async move {
        // Two turns let the bytes before go out: a failing body drops what waits to be sent.
        tokio::task::yield_now().await;
        tokio::task::yield_now().await;
        fails.then(|| Err(io::Error::other("cut on purpose")))
    });
    Body::from_stream(first.chain(then.filter_map(|item| async { item })))
}
