//! Which run it is, and where it listens.

use crate::shared::{Shared, Urls};
use crate::state::SandboxState;
use serde_json::{Value, json};

pub(crate) fn hello(shared: &Shared, state: &SandboxState, resumed: bool) -> Value {
    json!({
        "run": state.events.run,
        "version": env!("CARGO_PKG_VERSION"),
        "resumed": resumed,
        "urls": urls(&shared.urls),
    })
}

/// Base addresses of the services.
pub(crate) fn urls(urls: &Urls) -> Value {
    json!({
        "license": urls.license,
        "card": urls.card,
        "service": urls.service,
        "control": urls.control,
    })
}
