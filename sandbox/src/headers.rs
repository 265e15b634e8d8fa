//! What the headers of a message say.

use axum::http::HeaderMap;
use axum::http::header::{AUTHORIZATION, CONTENT_LENGTH};

/// What follows `Bearer` in `Authorization`.
pub(crate) fn bearer(headers: &HeaderMap) -> Option<&str> {
    bearer_token(headers.get(AUTHORIZATION)?.to_str().ok()?)
}

pub(crate) fn bearer_token(value: &str) -> Option<&str> {
    let (scheme, token) = value.trim().split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// The length of the body, as its head says.
pub(crate) fn announced(headers: &HeaderMap) -> Option<u64> {
    headers.get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

/// Headers in order; names in lower case, bytes that are not UTF-8 replaced.
pub(crate) fn texts(headers: &HeaderMap) -> Vec<(String, String)> {
    let texts = headers.iter().map(|(name, value)| {
        let value = String::from_utf8_lossy(value.as_bytes()).into_owned();
        (name.as_str().to_owned(), value)
    });
    texts.collect()
}
