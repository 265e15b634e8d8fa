//! A card.

use crate::reader::KnownCard;
use serde_json::{Value, json};

pub(crate) fn card(known: &KnownCard) -> Value {
    json!({
        "serial": known.card.serial,
        "type": known.card.card_type,
        "token": known.token,
        "inserted": known.token.is_some(),
        "tries_left": known.tries_left,
        "pin_presentations": known.presentations,
    })
}
