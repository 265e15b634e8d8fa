//! The console: a page on the control port, with all its files inside the program.

mod assets;
mod guard;
mod headers;

pub(crate) use guard::guard;

use crate::shared::Shared;
use axum::Router;
use axum::routing::get;
use std::sync::Arc;

pub(crate) fn router() -> Router<Arc<Shared>> {
    Router::new()
        .route("/", get(assets::index))
        .route("/console/{*name}", get(assets::file))
}
