//! The manual as it lies beside the program, served to browsers of this machine: a page that is opened as a file may not
//! fetch the index that it is searched with.

use crate::refusal::Refusal;
use crate::server::{self, Serving};
use crate::{StartError, console};
use axum::Router;
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use std::path::{Component, Path as File, PathBuf};
use std::sync::Arc;

/// The manual on a port of its own. Dropping it closes the port.
pub struct Manual {
    url: String,
    _serving: Serving,
}

impl Manual {
    /// Serves the folder; 0 takes a free port.
    pub fn start(folder: PathBuf, port: u16) -> Result<Manual, StartError> {
        let (url, serving) = server::start_alone("manual", port, router(Some(folder)))?;
        Ok(Manual {
            url,
            _serving: serving,
        })
    }

    pub fn url(&self) -> String {
        format!("{}{ROOT}", self.url)
    }
}

pub(crate) const ROOT: &str = "/manual/";

/// The pages below `/manual/`; none without a folder.
pub(crate) fn router<S: Clone + Send + Sync + 'static>(folder: Option<PathBuf>) -> Router<S> {
    let Some(folder) = folder else {
        return Router::new();
    };
    Router::new()
        .route(
            ROOT,
            get(|| async { Redirect::temporary("/manual/index.html") }),
        )
        .route("/manual/{*name}", get(file))
        .with_state(Arc::new(folder))
}

async fn file(
    State(folder): State<Arc<PathBuf>>,
    Path(name): Path<String>,
) -> Result<Response, Refusal> {
    let plain = |part: Component| matches!(part, Component::Normal(_));
    let missing = || refusal!(NOT_FOUND, "console.no_file");
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
