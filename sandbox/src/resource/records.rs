//! Steps 4 and 8: in which situation the professional works, and opening a patient's shared record.

use super::{Bearer, object, say_situation, segment};
use crate::bilingual::quoted;
use crate::events::{Subject, Topic};
use crate::findings;
use crate::random::hex;
use crate::refusal::Refusal;
use crate::scenario::{Patient, Situation};
use crate::shared::Shared;
use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use serde_json::{Value, json};
use std::sync::Arc;

/// The list in the reply, where hosts find it: `situations_pointer` of the configuration.
pub(crate) const SITUATIONS: &str = "situations";

/// `PUT user-profiles`. Any JSON object is taken; the reply is the sandbox's own choice:
/// `situations`, each with an `id`.
pub(super) async fn put(
    State(shared): State<Arc<Shared>>,
    bearer: Bearer,
    body: Bytes,
) -> Result<Json<Value>, Refusal> {
    let what = words!("the payload of user-profiles");
    object(&body, &what)?;
    let mut state = shared.state();
    let session = state.session(&bearer.0)?;
    session.profiled = true;
    if session.known_at_login {
        findings::remark(words!(
            "this call was not needed: the login said that the situation is known"
        ));
    }
    Ok(Json(json!({
        SITUATIONS: session.situations,
        "situation": session.situation,
    })))
}

/// `GET user-profiles/{situation.id}/select`. The reply is the sandbox's own choice.
pub(super) async fn select(
    State(shared): State<Arc<Shared>>,
    bearer: Bearer,
    path: Result<Path<String>, PathRejection>,
) -> Result<Json<Value>, Refusal> {
    let id = segment(path)?;
    let mut state = shared.state();
    let session = state.session(&bearer.0)?;
    if !session.profiled {
        return Err(too_early());
    }
    findings::right(words!("PUT user-profiles came before"));
    let found = session.situations.iter().find(|s| s.id == id).cloned();
    let situation = found.ok_or_else(|| unknown(&id, &session.situations))?;
    let name = quoted(situation.name());
    findings::right(words!(
        "the situation {name} is one of this professional",
        name
    ));
    session.situation = Some(situation);
    let serial = &session.card_serial;
    let text = words!(
        "card {serial}: the situation {name} is selected",
        serial,
        name
    );
    let reply = json!({
        "situation": session.situation,
        "masterData": session.master_data(),
    });
    state.events.record(Topic::Session, text);
    Ok(Json(reply))
}

fn too_early() -> Refusal {
    let text =
        words!("PUT user-profiles comes first: its reply lists the situations to select from");
    let expected = words!("PUT user-profiles before");
    let found = words!("a session without user-profiles");
    Refusal::conflict(text).mismatch(expected, found)
}

fn unknown(id: &str, situations: &[Situation]) -> Refusal {
    let text = words!(
        "no situation of this professional has the id `{id}` (after percent-decoding)",
        id
    );
    let ids: Vec<_> = situations.iter().map(|s| quoted(&s.id)).collect();
    let ids = ids.join(", ");
    let found = quoted(id);
    Refusal::not_found(text).mismatch(
        words!("the id of a situation: {ids}", ids),
        words!("the id {found}", found),
    )
}

/// `PUT dmp/{patient_id}`: opens the record for this login only. The body is empty or JSON of
/// any kind; the reply is the sandbox's own choice.
pub(super) async fn open(
    State(shared): State<Arc<Shared>>,
    bearer: Bearer,
    path: Result<Path<String>, PathRejection>,
    body: Bytes,
) -> Result<Json<Value>, Refusal> {
    let patient_id = segment(path)?;
    if !body.is_empty() && serde_json::from_slice::<Value>(&body).is_err() {
        let text = words!("the body must be empty or JSON");
        let expected = words!("an empty body, or JSON");
        let length = body.len();
        let found = words!("{length} bytes that are not JSON", length);
        return Err(Refusal::bad_request(text).mismatch(expected, found));
    }
    let mut state = shared.state();
    let session = state.identified(&bearer.0)?;
    say_situation(session);
    let current = session.patient.as_ref() == Some(&patient_id);
    check(state.patient(&patient_id)?)?;
    if !current {
        findings::remark(words!(
            "this patient is not the current patient of the session"
        ));
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
    let name = patient.name();
    findings::right(words!("the path names a patient: {name}", name));
    if patient.opposed {
        let text = words!("the patient opposed the feeding of the record");
        let expected = words!("a patient who is not opposed");
        let found = words!("an opposed patient");
        return Err(Refusal::conflict(text).mismatch(expected, found));
    }
    if !patient.ins_qualified {
        let text = words!("the identity is not qualified: POST patient with insQualified true");
        return Err(Refusal::conflict(text).mismatch(
            words!("a record with insQualified true"),
            words!("insQualified is false"),
        ));
    }
    findings::right(words!("the identity is qualified"));
    if !patient.alimentation_consent {
        let text = words!("the consent is missing: POST patient with alimentationConsent true");
        return Err(Refusal::conflict(text).mismatch(
            words!("a record with alimentationConsent true"),
            words!("alimentationConsent is false"),
        ));
    }
    findings::right(words!("the patient consents to the feeding of the record"));
    Ok(())
}
