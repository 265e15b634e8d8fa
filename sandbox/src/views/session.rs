//! A session.

use super::{Show, time};
use crate::mask::Mask;
use crate::state::{SandboxState, Session};
use serde_json::{Value, json};

/// The newest, at most so many, in the order of the logins.
pub(crate) fn sessions(state: &SandboxState, show: Show, most: usize) -> Value {
    let mut all: Vec<_> = state.sessions.values().collect();
    all.sort_by(|a, b| (a.since, &a.connection_id).cmp(&(b.since, &b.connection_id)));
    let newest = all.iter().skip(all.len().saturating_sub(most));
    newest.map(|one| session(state, one, show)).collect()
}

fn session(state: &SandboxState, session: &Session, show: Show) -> Value {
    let mask = Mask::new(&state.known, show);
    let opened = session.opened.iter().map(|id| mask.text(id));
    let current = session.patient.as_deref();
    let number = (1u64..)
        .zip(&state.patients)
        .find(|(_, patient)| Some(patient.patient_id.as_str()) == current)
        .map(|(number, _)| number);
    let holder = format!("{} {}", session.first_name, session.last_name);
    json!({
        "connectionId": session.connection_id,
        "card": session.card_serial,
        "holder": mask.text(holder.trim()),
        "situation": mask.json(json!(session.situation)),
        "identified": session.known_at_login,
        "since": time(session.since),
        "patient_id": current.map(|id| mask.text(id)),
        "patient": number,
        "opened": opened.collect::<Vec<_>>(),
    })
}
