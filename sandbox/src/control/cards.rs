//! The reader: cards in, out, locked, unlocked, with another PIN.

use super::{App, Reply, read};
use crate::refusal::Refusal;
use crate::scenario::{Card, CardType};
use crate::state::SandboxState;
use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use serde::Deserialize;
use serde_json::json;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Known {
    serial: String,
}

/// `{"serial": "..."}` for a known card, or a whole card as in a scenario.
pub(super) async fn insert(State(shared): App, body: Bytes) -> Reply {
    let mut state = shared.state();
    if let Ok(known) = serde_json::from_slice::<Known>(&body) {
        let token = state.insert_known_card(&known.serial);
        let token = token.ok_or_else(|| refusal!(NOT_FOUND, "wrong.card_not_whole"))?;
        return Ok(Json(json!({ "token": token })));
    }
    let card: Card = read(&body)?;
    card.check()?;
    let mut others = state.reader.cards.iter();
    let same = others
        .find(|it| it.card.serial != card.serial && it.token.is_some() && it.token == card.token);
    if let Some(other) = same {
        let serial = &other.card.serial;
        return Err(refusal!(BAD_REQUEST, "wrong.token_taken", serial));
    }
    Ok(Json(json!({ "token": state.insert_card(card) })))
}

/// `{"serial": "..."}` or `{"token": "..."}`.
pub(super) async fn remove(State(shared): App, body: Bytes) -> Reply {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Which {
        serial: Option<String>,
        token: Option<String>,
    }
    let which: Which = read(&body)?;
    let which = match (which.serial, which.token) {
        (Some(which), None) | (None, Some(which)) => which,
        (None, None) => return Err(refusal!(BAD_REQUEST, "wrong.which_card")),
        (Some(_), Some(_)) => return Err(refusal!(BAD_REQUEST, "wrong.which_card_twice")),
    };
    match shared.state().remove_card(&which) {
        true => Ok(Json(json!({ "removed": true }))),
        false => Err(refusal!(NOT_FOUND, "wrong.card_not_in")),
    }
}

pub(super) async fn unlock(State(shared): App, body: Bytes) -> Reply {
    let known: Known = read(&body)?;
    let tries = shared.state().unlock_card(&known.serial);
    Ok(Json(json!({ "tries_left": tries.ok_or_else(unknown)? })))
}

/// The card has no try left, as after wrong PINs.
pub(super) async fn lock(State(shared): App, body: Bytes) -> Reply {
    let known: Known = read(&body)?;
    let mut state = shared.state();
    has_pin(&state, &known.serial)?;
    state.lock_card(&known.serial);
    Ok(Json(json!({ "tries_left": 0 })))
}

/// The card has another PIN. Its tries stay.
pub(super) async fn pin(State(shared): App, body: Bytes) -> Reply {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Change {
        serial: String,
        pin: String,
    }
    let change: Change = read(&body)?;
    let mut state = shared.state();
    has_pin(&state, &change.serial)?;
    if change.pin.is_empty() {
        return Err(refusal!(BAD_REQUEST, "wrong.pin_empty"));
    }
    state.set_pin(&change.serial, &change.pin);
    Ok(Json(json!({ "changed": true })))
}

fn has_pin(state: &SandboxState, serial: &str) -> Result<(), Refusal> {
    let known = state.reader.by_serial(serial).ok_or_else(unknown)?;
    match known.card.card_type {
        CardType::Cps => Ok(()),
        CardType::Vitale => Err(refusal!(BAD_REQUEST, "wrong.vitale_pin")),
    }
}

fn unknown() -> Refusal {
    refusal!(NOT_FOUND, "wrong.card_unknown")
}
