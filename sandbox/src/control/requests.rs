//! The requests received.

use super::number;
use crate::refusal::{Refusal, Reply};
use crate::shared::App;
use crate::views::{self, in_query};
use axum::Json;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::Uri;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use std::convert::Infallible;
use tokio::task::yield_now;

/// All that are kept, or with `last` so many of the newest, in order of arrival. Each is made when its reader takes it: the
/// requests of a long run would hold the services, which have the same thread, for seconds.
pub(super) async fn list(State(shared): App, uri: Uri) -> Result<Response, Refusal> {
    let show = views::show(&uri);
    let last = in_query(&uri, "last").map_or(Ok(usize::MAX), str::parse);
    let last = last.map_err(|_| refusal!(BAD_REQUEST, "wrong.last"))?;
    let numbers: Vec<_> = {
        let state = shared.state();
        let all = state.request_log.all();
        let passed = all.len().saturating_sub(last);
        all.skip(passed).map(|seen| seen.number).collect()
    };
    let mut between = "";
    let requests = stream::iter(numbers).filter_map(move |number| {
        let state = shared.state();
        let text = state.request_log.find(number).map(|seen| {
            let before = std::mem::replace(&mut between, ",");
            format!("{before}{}", views::request(&state, seen, show))
        });
        async {
            yield_now().await;
            text
        }
    });
    let bracket = |text: &'static str| stream::once(async { text.to_owned() });
    let list = bracket("[").chain(requests).chain(bracket("]"));
    let body = Body::from_stream(list.map(Ok::<_, Infallible>));
    Ok(([(CONTENT_TYPE, "application/json")], body).into_response())
}

pub(super) async fn one(State(shared): App, Path(path): Path<String>, uri: Uri) -> Reply {
    let wanted: u64 = number(&path)?;
    let show = views::show(&uri);
    let state = shared.state();
    let found = state.request_log.find(wanted);
    let found = found.ok_or_else(|| refusal!(NOT_FOUND, "wrong.request"))?;
    Ok(Json(views::request(&state, found, show)))
}
