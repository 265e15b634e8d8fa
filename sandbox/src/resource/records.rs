//! Steps 4 and 8: in which situation the professional works, and opening a patient's shared record.

use super::{Bearer, Segment, say_situation, segment};
use crate::bilingual::quoted;
use crate::events::{Subject, Topic};
use crate::random::hex;
use crate::refusal::{Refusal, Reply, object};
use crate::scenario::Patient;
use crate::shared::App;
use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use serde_json::{Value, json};

/// The list in the reply, where hosts find it: `situations_pointer` of the configuration.
pub(crate) const SITUATIONS: &str = "situations";

/// `PUT user-profiles`. Any JSON object is taken; the reply is the sandbox's own choice:
/// `situations`, each with an `id`.
pub(super) async fn put(State(shared): App, bearer: Bearer, body: Bytes) -> Reply {
    object(&body, &words!("the.payload"))?;
    let mut state = shared.state();
    let session = state.session(&bearer.0)?;
    session.profiled = true;
    if session.known_at_login() {
        remark!("profile.needless");
    }
    Ok(Json(json!({
        SITUATIONS: session.card.situations,
        "situation": session.situation,
    })))
}

/// `GET user-profiles/{situation.id}/select`. The reply is the sandbox's own choice.
pub(super) async fn select(State(shared): App, bearer: Bearer, path: Segment) -> Reply {
    let id = segment(path)?;
    let mut state = shared.state();
    let session = state.session(&bearer.0)?;
    if !session.profiled {
        return Err(refusal!(CONFLICT, "select.early"));
    }
    right!("select.in_order");
    let situations = &session.card.situations;
    let situation = situations.iter().find(|s| s.id == id).cloned();
    let Some(situation) = situation else {
        let ids: Vec<_> = situations.iter().map(|s| quoted(&s.id)).collect();
        let ids = ids.join(", ");
        return Err(refusal!(NOT_FOUND, "select.unknown", id, ids));
    };
    let name = quoted(situation.name());
    right!("select.right", name);
    session.situation = Some(situation);
    let text = words!("done.situation", serial = session.card.serial, name);
    let reply = json!({
        "situation": session.situation,
        "masterData": session.master_data(),
    });
    state.events.record(Topic::Session, text);
    Ok(Json(reply))
}

/// `PUT dmp/{patient_id}`: opens the record for this login only. The body is empty or JSON of
/// any kind; the reply is the sandbox's own choice.
pub(super) async fn open(State(shared): App, bearer: Bearer, path: Segment, body: Bytes) -> Reply {
    let patient_id = segment(path)?;
    if !body.is_empty() && serde_json::from_slice::<Value>(&body).is_err() {
        return Err(refusal!(BAD_REQUEST, "open.no_json", length = body.len()));
    }
    let mut state = shared.state();
    let session = state.identified(&bearer.0)?;
    say_situation(session);
    let current = session.patient.as_ref() == Some(&patient_id);
    check(state.patient(&patient_id)?)?;
    if !current {
        remark!("open.not_current");
    }
    state.events.push(Subject::Sessions);
    state.session(&bearer.0)?.opened.insert(patient_id.clone());
    Ok(Json(json!({
        "patient_id": patient_id,
        "opened": true,
        "dmpSession": hex(8),
    })))
}

/// Refuses a record that cannot be opened.
fn check(patient: &Patient) -> Result<(), Refusal> {
    right!("open.patient", name = patient.name());
    if patient.opposed {
        return Err(refusal!(CONFLICT, "open.opposed"));
    }
    if !patient.ins_qualified {
        return Err(refusal!(CONFLICT, "open.not_qualified"));
    }
    right!("open.qualified");
    if !patient.alimentation_consent {
        return Err(refusal!(CONFLICT, "open.no_consent"));
    }
    right!("open.consent");
    Ok(())
}
