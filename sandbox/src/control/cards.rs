//! The reader: cards in, out, locked, unlocked, with another PIN.

use super::{App, Reply, read};
use crate::refusal::Refusal;
use crate::scenario::{Card, CardType};
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
        let token = state.insert_known_card(&known.serial).ok_or_else(|| {
            Refusal::not_found(words!(
                "no card has this serial: give a whole card, as in a scenario"
            ))
        })?;
        return Ok(Json(json!({ "token": token })));
    }
    let card: Card = read(&body)?;
    card.check()?;
    let mut others = state.reader.cards.iter();
    let same = others
        .find(|it| it.card.serial != card.serial && it.token.is_some() && it.token == card.token);
    if let Some(other) = same {
        let serial = &other.card.serial;
        return Err(Refusal::bad_request(words!(
            "card {serial} is in the reader under this token: leave the token out",
            serial
        )));
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
        (None, None) => return Err(words!("give serial or token").into()),
        (Some(_), Some(_)) => return Err(words!("give one of serial and token, not both").into()),
    };
    match shared.state().remove_card(&which) {
        true => Ok(Json(json!({ "removed": true }))),
        false => Err(Refusal::not_found(words!(
            "no card in the reader has this token or serial"
        ))),
    }
}

/// The card has all its tries again.
pub(super) async fn unlock(State(shared): App, body: Bytes) -> Reply {
    let known: Known = read(&body)?;
    let tries = shared.state().unlock_card(&known.serial);
    Ok(Json(json!({ "tries_left": tries.ok_or_else(unknown)? })))
}

/// The card has no try left, as after wrong PINs.
pub(super) async fn lock(State(shared): App, body: Bytes) -> Reply {
    let known: Known = read(&body)?;
    has_pin(&shared, &known.serial)?;
    shared.state().lock_card(&known.serial);
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
    has_pin(&shared, &change.serial)?;
    if change.pin.is_empty() {
        return Err(words!("the pin is empty").into());
    }
    shared.state().set_pin(&change.serial, &change.pin);
    Ok(Json(json!({ "changed": true })))
}

fn has_pin(shared: &crate::shared::Shared, serial: &str) -> Result<(), Refusal> {
    let state = shared.state();
    let known = state.reader.by_serial(serial).ok_or_else(unknown)?;
    match known.card.card_type {
        CardType::Cps => Ok(()),
        CardType::Vitale => Err(words!("a Vitale has no pin").into()),
    }
}

fn unknown() -> Refusal {
    Refusal::not_found(words!("no card has this serial: GET /state lists them"))
}
