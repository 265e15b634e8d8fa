//! The files of the page. `build.rs` makes the table of what `sandbox/console` holds.

use super::headers;
use crate::refusal::Refusal;
use axum::extract::Path;
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

struct ConsoleFile {
    /// Below `/console/`.
    name: &'static str,
    media_type: &'static str,
    content: &'static [u8],
}

static FILES: &[ConsoleFile] = include!(concat!(env!("OUT_DIR"), "/console_files.rs"));

pub(super) async fn index() -> Result<Response, Refusal> {
    found("index.html")
}

pub(super) async fn file(Path(name): Path<String>) -> Result<Response, Refusal> {
    found(&name)
}

fn found(name: &str) -> Result<Response, Refusal> {
    let file = FILES.iter().find(|file| file.name == name);
    let file = file.ok_or_else(|| Refusal::not_found(words!("the console has no such file")))?;
    let headers = [
        (CONTENT_TYPE, file.media_type),
        (CONTENT_SECURITY_POLICY, headers::PAGE_POLICY),
    ];
    Ok((headers, file.content).into_response())
}
