//! `GET /events`: what happens, as server-sent events, for the console and for scripts.

mod coalesce;
mod follower;
mod message;
mod wish;

use crate::refusal::Refusal;
use crate::shared::Shared;
use axum::Router;
use axum::body::Body;
use axum::extract::{RawQuery, State};
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use follower::Follower;
use futures_util::stream;
use std::convert::Infallible;
use std::sync::Arc;
use wish::Wish;

pub(crate) fn router() -> Router<Arc<Shared>> {
    Router::new().route("/events", get(events))
}

/// The body is made as fast as its reader takes it, and ends with its connection.
async fn events(
    State(shared): State<Arc<Shared>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let wish = Wish::read(query.as_deref().unwrap_or_default(), &headers)?;
    let texts = stream::unfold(Follower::new(shared, wish), async |mut follower| {
        let text = follower.next().await;
        Some((Ok::<_, Infallible>(text), follower))
    });
    let media_type = [(CONTENT_TYPE, "text/event-stream")];
    Ok((media_type, Body::from_stream(texts)).into_response())
}
