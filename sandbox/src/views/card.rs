//! A card.

use super::Show;
use crate::mask::Mask;
use crate::reader::KnownCard;
use crate::scenario::CardType;
use crate::state::SandboxState;
use serde_json::{Value, json};

pub(crate) fn cards(state: &SandboxState, show: Show) -> Value {
    let mask = Mask::new(&state.known, show);
    state
        .reader
        .cards
        .iter()
        .map(|known| card(known, show, &mask))
        .collect()
}

fn card(known: &KnownCard, show: Show, mask: &Mask) -> Value {
    let card = &known.card;
    let mut shown = json!({
        "serial": card.serial,
        "type": card.card_type,
        "token": known.token,
        "inserted": known.token.is_some(),
        "tries": card.tries,
        "tries_left": known.tries_left,
        "locked": card.card_type == CardType::Cps && known.tries_left == 0,
        "pin_presentations": known.presentations,
        // A patient's card has the patient's number.
        "holder": mask.json(json!(card.holder)),
        "situations": mask.json(json!(card.situations)),
        "note": mask.text(&card.note),
        "note_fr": mask.text(&card.note_fr),
    });
    if show.pin {
        shown["pin"] = json!(card.pin);
    }
    shown
}
