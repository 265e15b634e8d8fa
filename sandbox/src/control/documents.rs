//! The documents stored, what is in them, and documents to send.

use super::number;
use crate::documents::StoredDocument;
use crate::mask::Mask;
use crate::refusal::Refusal;
use crate::sample;
use crate::shared::App;
use crate::views::{self, in_query};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::Uri;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName};
use axum::response::{IntoResponse, Response};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;

/// A document runs nothing, fetches nothing and speaks to nobody; only the console may show it.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'self'";

/// In characters. Clients refuse a head that is too long.
const LONGEST_NAME: usize = 200;

/// Every byte that RFC 8187 does not leave as it is.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_');

pub(super) async fn list(State(shared): App, uri: Uri) -> Json<Value> {
    let show = views::show(&uri);
    let state = shared.state();
    let all = state.documents.all().iter();
    Json(all.map(|one| views::document(&state, one, show)).collect())
}

/// The bytes, shown by the browser where that is safe; with `download=1` to be saved.
pub(super) async fn content(
    State(shared): App,
    Path(path): Path<String>,
    uri: Uri,
) -> Result<Response, Refusal> {
    let wanted: u64 = number(&path)?;
    let download = in_query(&uri, "download").is_some_and(|value| value != "0");
    let state = shared.state();
    let document = state.documents.find(wanted);
    let document = document.ok_or_else(|| refusal!(NOT_FOUND, "wrong.document"))?;
    let Some(bytes) = document.content.clone() else {
        let keep = state.scenario.keep_bytes;
        return Err(match document.bytes > keep {
            true => refusal!(GONE, "wrong.content_long", keep),
            false => refusal!(GONE, "wrong.content_old"),
        });
    };
    let show = views::show(&uri);
    let name = Mask::new(&state.known, show).text(&document.filename);
    Ok((headers(document, &name, download), bytes).into_response())
}

fn headers(document: &StoredDocument, name: &str, download: bool) -> [(HeaderName, String); 3] {
    let (media_type, shown) = match document.media_type {
        "text/plain" => ("text/plain; charset=utf-8", true),
        "application/octet-stream" => ("application/octet-stream", false),
        other => (other, true),
    };
    let policy = match media_type {
        // The viewer that browsers have for a PDF does not run in a sandbox.
        "application/pdf" => POLICY.into(),
        _ => format!("{POLICY}; sandbox"),
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
        (CONTENT_SECURITY_POLICY, policy),
        (
            CONTENT_DISPOSITION,
            format!("{how}; filename*=UTF-8''{name}"),
        ),
    ]
}

/// A PDF of exactly so many bytes, another one at each download.
pub(super) async fn sample(Path(path): Path<String>) -> Result<Response, Refusal> {
    let bytes: usize = number(&path)?;
    if !sample::SIZES.contains(&bytes) {
        let (least, most) = (sample::SIZES.start(), sample::SIZES.end());
        return Err(refusal!(BAD_REQUEST, "wrong.size", least, most));
    }
    let headers = [
        (CONTENT_TYPE, "application/pdf".to_owned()),
        (
            CONTENT_DISPOSITION,
            format!("attachment; filename=\"sample-{bytes}.pdf\""),
        ),
    ];
    Ok((headers, sample::sample_pdf(bytes)).into_response())
}
