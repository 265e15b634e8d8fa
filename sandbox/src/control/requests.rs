//! The requests received.

use super::{App, Reply, in_query, number};
use crate::refusal::Refusal;
use crate::shared::Shared;
use crate::views::{self, Show};
use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::{Path, RawQuery, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use std::convert::Infallible;
use std::sync::Arc;
use tokio::task::yield_now;

/// This many bytes make one part of a list.
const PART: usize = 64 * 1024;

/// All that are kept, or with `last` so many of the newest, in order of arrival.
pub(super) async fn list(
    State(shared): App,
    RawQuery(query): RawQuery,
) -> Result<Response, Refusal> {
    let show = Show::of_query(query.as_deref());
    let last = match in_query(query.as_deref(), "last") {
        None => usize::MAX,
        Some(text) => text
            .parse()
            .map_err(|_| Refusal::bad_request(words!("last must be a number")))?,
    };
    let mut rest = List::new(shared, last, show);
    let first = rest.part();
    let body = if rest.ended {
        Body::from(first)
    } else {
        let rest = stream::unfold(rest, async |mut rest| {
            if rest.ended {
                return None;
            }
            // The services have the same thread.
            yield_now().await;
            Some((rest.part(), rest))
        });
        let parts = stream::once(async { first }).chain(rest);
        Body::from_stream(parts.map(Ok::<_, Infallible>))
    };
    Ok(([(CONTENT_TYPE, "application/json")], body).into_response())
}

/// A list on its way, in parts: the requests of a long run would hold the services for seconds.
struct List {
    shared: Arc<Shared>,
    show: Show,
    /// The last number that was written, or passed over.
    written: u64,
    newest: u64,
    begun: bool,
    ended: bool,
}

impl List {
    fn new(shared: Arc<Shared>, last: usize, show: Show) -> List {
        let newest = shared.state().request_log.last();
        List {
            shared,
            show,
            written: newest.saturating_sub(u64::try_from(last).unwrap_or(u64::MAX)),
            newest,
            begun: false,
            ended: false,
        }
    }

    fn part(&mut self) -> Bytes {
        let mut text = Vec::new();
        // A long body of which little is shown takes its time too.
        let mut handled = 0;
        let state = self.shared.state();
        for seen in state.request_log.since(self.written) {
            if seen.number > self.newest || handled >= PART {
                break;
            }
            text.push(if self.begun { b',' } else { b'[' });
            self.begun = true;
            let shown = views::request(&state, seen, self.show).to_string();
            text.extend_from_slice(shown.as_bytes());
            handled += shown.len().max(seen.body.len());
            self.written = seen.number;
        }
        if handled < PART {
            text.extend_from_slice(if self.begun { b"]" } else { b"[]" });
            self.ended = true;
        }
        text.into()
    }
}

pub(super) async fn one(
    State(shared): App,
    Path(path): Path<String>,
    RawQuery(query): RawQuery,
) -> Reply {
    let wanted: u64 = number(&path)?;
    let show = Show::of_query(query.as_deref());
    let state = shared.state();
    let found = state.request_log.since(wanted.saturating_sub(1)).next();
    let found = found.filter(|seen| seen.number == wanted).ok_or_else(|| {
        Refusal::not_found(words!(
            "no request of this number is kept: GET /requests lists them"
        ))
    })?;
    Ok(Json(views::request(&state, found, show)))
}
