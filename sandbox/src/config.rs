//! What a program passes to `hr_open` to use the sandbox, the license bearer included.

use crate::shared::Shared;
use crate::{card, resource};
use serde_json::{Value, json};

pub(crate) fn config(shared: &Shared) -> Value {
    let state = shared.state();
    let field = state.scenario.identified_field.replace('~', "~0");
    let mut config = json!({
        "license_url": shared.urls.license,
        "license_bearer": state.scenario.license_bearer,
        "local_url": shared.urls.card,
        "identified_field": format!("/{}", field.replace('/', "~1")),
        "profile": {},
        "situations_pointer": format!("/{}", resource::SITUATIONS),
        "patients_pointer": format!("/{}", resource::SEARCH_LIST),
        "card_codes": card::meanings(),
    });
    if let Some(file) = shared.ca_file.get() {
        config["ca_file"] = json!(file);
    }
    config
}
