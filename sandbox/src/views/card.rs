//! A card.

use super::Show;
use crate::mask;
use crate::reader::KnownCard;
use crate::scenario::CardType;
use crate::state::SandboxState;
use serde_json::{Value, json};

pub(crate) fn cards(state: &SandboxState, show: Show) -> Value {
    state
        .reader
        .cards
        .iter()
        .map(|known| card(known, show))
        .collect()
}

fn card(known: &KnownCard, show: Show) -> Value {
    let card = &known.card;
    let mut holder = json!(card.holder);
    // A patient's card has the patient's number.
    holder["id_nat"] = mask::text_for(&card.holder.id_nat, show).into();
    let mut shown = json!({
        "serial": card.serial,
        "type": card.card_type,
        "token": known.token,
        "inserted": known.token.is_some(),
        "tries": card.tries,
        "tries_left": known.tries_left,
        "locked": card.card_type == CardType::Cps && known.tries_left == 0,
        "pin_presentations": known.presentations,
        "holder": holder,
        "situations": card.situations,
        "note": card.note,
        "note_fr": card.note_fr,
    });
    if show.pin {
        shown["pin"] = json!(card.pin);
    }
    shown
}
