//! `ready`: the cards in the reader.

use super::{Operation, envelope, form};
use crate::findings;
use crate::reader::KnownCard;
use crate::refusal::Refusal;
use crate::scenario::{CardType, PinAttempt};
use crate::shared::Shared;
use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Method};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::sync::Arc;

pub(super) async fn ready(
    State(shared): State<Arc<Shared>>,
    method: Method,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Json<Reply>, Refusal> {
    form::payload(&shared, Operation::Ready, &method, &headers, &body)?;
    let state = shared.state();
    let count = state.scenario.pin_attempt;
    let cards = state.reader.cards.iter().filter_map(|known| {
        let token = known.token.as_ref()?;
        Some((token.clone(), [entry(known, token, count)]))
    });
    let cards: Vec<_> = cards.collect();
    say_cards(cards.len());
    Ok(Json(Reply {
        envelope: envelope(Operation::Ready, 0, "success"),
        data: Data { data: Cards(cards) },
    }))
}

#[derive(Serialize)]
pub(super) struct Reply {
    #[serde(flatten)]
    envelope: Value,
    data: Data,
}

#[derive(Serialize)]
struct Data {
    data: Cards,
}

/// Token and entry of each card, in the order of the scenario whatever the tokens: a program that takes the first takes
/// the same one in each run.
struct Cards(Vec<(String, [Value; 1])>);

impl Serialize for Cards {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(token, entry)| (token, entry)))
    }
}

fn say_cards(count: usize) {
    match count {
        0 => findings::coded_remark("no_card", words!("no card is in the reader")),
        1 => findings::right(words!("one card is in the reader")),
        _ => findings::right(words!("{count} cards are in the reader", count)),
    }
}

fn entry(known: &KnownCard, token: &str, count: PinAttempt) -> Value {
    let (card, holder) = (&known.card, &known.card.holder);
    let pin_attempt = match (card.card_type, count) {
        (CardType::Vitale, _) => 0,
        (CardType::Cps, PinAttempt::Left) => known.tries_left,
        (CardType::Cps, PinAttempt::Used) => card.tries - known.tries_left.min(card.tries),
    };
    let card_type = match card.card_type {
        CardType::Cps => "CPS",
        CardType::Vitale => "VITALE",
    };
    json!({
        "model": url_encoded(&card.model),
        "manufacturer": url_encoded(&card.manufacturer),
        "serial": card.serial,
        "token": token,
        "categoryCard": card.category,
        "cardType": card_type,
        "idNat": holder.id_nat,
        "civTitle": holder.civ_title,
        "firstName": holder.first_name,
        "lastName": holder.last_name,
        "profCode": holder.prof_code,
        "trainCode": holder.train_code,
        "specCode": holder.spec_code,
        "pinAttempt": pin_attempt,
    })
}

fn url_encoded(text: &str) -> String {
    utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()
}
