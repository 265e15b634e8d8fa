//! The manual as it lies beside the program, served to browsers of this machine: a page that is opened as a file may not
//! fetch the index that it is searched with.

use crate::console;
use crate::refusal::Refusal;
use crate::shared::{App, Shared};
use axum::Router;
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use std::path::{Component, Path as File};
use std::sync::Arc;

pub(crate) const ROOT: &str = "/manual/";

pub(crate) fn router() -> Router<Arc<Shared>> {
    let index = || async { Redirect::temporary("/manual/index.html") };
    Router::new()
        .route(ROOT, get(index))
        .route("/manual/{*name}", get(file))
}

async fn file(State(shared): App, Path(name): Path<String>) -> Result<Response, Refusal> {
    let plain = |part: Component| matches!(part, Component::Normal(_));
    let missing = || refusal!(NOT_FOUND, "console.no_file");
    let folder = shared.options.manual.as_ref().ok_or_else(missing)?;
    let path = match File::new(&name).components().all(plain) {
        true => folder.join(&name),
        false => return Err(missing()),
    };
    if path.is_dir() {
        let name = name.trim_end_matches('/');
        return Ok(Redirect::temporary(&format!("{ROOT}{name}/index.html")).into_response());
    }
    let content = std::fs::read(path).map_err(|_| missing())?;
    let headers = [
        (CONTENT_TYPE, console::media_type(&name)),
        (CONTENT_SECURITY_POLICY, POLICY),
    ];
    Ok((headers, content).into_response())
}

/// The pages have scripts of mdBook in them, and the index is searched by WebAssembly. Nothing comes from elsewhere.
const POLICY: &str = "default-src 'self'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; \
    style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'self'";
