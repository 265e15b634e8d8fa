//! The documents stored, and what is in them.

use super::{App, in_query, number};
use crate::bilingual::Bilingual;
use crate::mask::Mask;
use crate::refusal::Refusal;
use crate::state::StoredDocument;
use crate::views::{self, Show};
use axum::Json;
use axum::extract::{Path, RawQuery, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;

/// A document runs nothing, fetches nothing and speaks to nobody; only the console may show it.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'self'";

/// The viewer that browsers have for a PDF does not run in a sandbox.
const SANDBOXED: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'self'; sandbox";

/// In characters. Clients refuse a head that is too long.
const LONGEST_NAME: usize = 200;

/// Every byte that RFC 8187 does not leave as it is.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_');

pub(super) async fn list(State(shared): App, RawQuery(query): RawQuery) -> Json<Value> {
    let show = Show::of_query(query.as_deref());
    let state = shared.state();
    let all = state.documents.iter();
    Json(all.map(|one| views::document(&state, one, show)).collect())
}

/// The bytes, shown by the browser where that is safe; with `download=1` to be saved.
pub(super) async fn content(
    State(shared): App,
    Path(path): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, Refusal> {
    let wanted: u64 = number(&path)?;
    let download = in_query(query.as_deref(), "download").is_some_and(|value| value != "0");
    let state = shared.state();
    let mut all = state.documents.iter();
    let document = all.find(|document| document.number == wanted);
    let document = document.ok_or_else(|| {
        Refusal::not_found(words!(
            "no document has this number: GET /documents lists them"
        ))
    })?;
    let Some(bytes) = document.content.clone() else {
        let gone = gone(document.bytes, state.scenario.keep_bytes);
        return Err(Refusal::new(StatusCode::GONE, gone));
    };
    let show = Show::of_query(query.as_deref());
    let name = Mask::new(&state.known, show).text(&document.filename);
    Ok((headers(document, &name, download), bytes).into_response())
}

fn gone(bytes: u64, keep: u64) -> Bilingual {
    if bytes > keep {
        return words!(
            "the content was not kept: it is longer than keep_bytes of the scenario ({keep})",
            keep
        );
    }
    words!("the content is no longer kept: newer documents took its place")
}

fn headers(
    document: &StoredDocument,
    name: &str,
    download: bool,
) -> [(axum::http::HeaderName, String); 3] {
    let (media_type, shown) = match document.media_type {
        "text/plain" => ("text/plain; charset=utf-8", true),
        "application/octet-stream" => ("application/octet-stream", false),
        other => (other, true),
    };
    let policy = match media_type {
        "application/pdf" => POLICY,
        _ => SANDBOXED,
    };
    let how = if shown && !download {
        "inline"
    } else {
        "attachment"
    };
    let name: String = match name {
        "" => "document".into(),
        name => name.chars().take(LONGEST_NAME).collect(),
    };
    let name = utf8_percent_encode(&name, ENCODED);
    [
        (CONTENT_TYPE, media_type.into()),
        (CONTENT_SECURITY_POLICY, policy.into()),
        (
            CONTENT_DISPOSITION,
            format!("{how}; filename*=UTF-8''{name}"),
        ),
    ]
}
