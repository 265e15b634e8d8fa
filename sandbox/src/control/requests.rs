//! The requests received.

use super::{App, Reply, in_query, number};
use crate::bilingual::Bilingual;
use crate::refusal::Refusal;
use crate::views::{self, Show};
use axum::Json;
use axum::extract::{Path, RawQuery, State};

/// All that are kept, or with `last` so many of the newest, in order of arrival.
pub(super) async fn list(State(shared): App, RawQuery(query): RawQuery) -> Reply {
    let show = Show::of_query(query.as_deref());
    let last = match in_query(query.as_deref(), "last") {
        None => usize::MAX,
        Some(text) => text.parse().map_err(|_| {
            Refusal::bad_request(Bilingual::new(
                format!("last must be a number, not `{text}`"),
                format!("last doit être un nombre, pas `{text}`"),
            ))
        })?,
    };
    let state = shared.state();
    let passed = state.request_log.all().count().saturating_sub(last);
    let all = state.request_log.all().skip(passed);
    Ok(Json(all.map(|seen| views::request(seen, show)).collect()))
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
        Refusal::not_found(Bilingual::new(
            format!("no request {wanted} is kept: GET /requests lists them"),
            format!("aucune requête {wanted} n'est gardée : GET /requests en donne la liste"),
        ))
    })?;
    Ok(Json(views::request(found, show)))
}
