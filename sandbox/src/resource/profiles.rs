//! Step 4: in which situation the professional works.

use super::{Bearer, object, segment};
use crate::bilingual::quoted;
use crate::events::Topic;
use crate::findings;
use crate::refusal::Refusal;
use crate::scenario::Situation;
use crate::shared::Shared;
use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use serde_json::{Value, json};
use std::sync::Arc;

/// The list in the reply, where hosts find it: `situations_pointer` of the configuration.
pub(crate) const LIST: &str = "situations";

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
        LIST: session.situations,
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
