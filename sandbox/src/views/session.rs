//! A session.

use crate::mask;
use crate::state::Session;
use serde_json::{Value, json};

pub(crate) fn session(session: &Session) -> Value {
    let opened: Vec<_> = session.opened.iter().map(|id| mask::text(id)).collect();
    json!({
        "connectionId": session.connection_id,
        "card": session.card_serial,
        "situation": session.situation,
        "patient_id": session.patient.as_deref().map(mask::text),
        "opened": opened,
    })
}
