//! The local card client. It asks for nothing but the ticket and the PIN.
//!
//! A refusal carries `status` with a code other than 0, and `error`. Codes and HTTP statuses
//! of refusals are the sandbox's own choice: 200 when the card says no, 400 for a malformed
//! request, 401 for the ticket, 405 for a form that is not accepted.

mod form;
mod login;
mod pages;

use crate::clock;
use crate::findings;
use crate::headers::bearer;
use crate::reader::KnownCard;
use crate::refusal::Refusal;
use crate::scenario::{CardType, PinAttempt};
use crate::shared::{App, Shared};
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Method};
use axum::middleware;
use axum::routing::any;
use axum::{Json, Router};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::Arc;

pub(crate) fn router(shared: &Arc<Shared>) -> Router<Arc<Shared>> {
    Router::new()
        .route("/direct/ready", any(ready))
        .route("/direct/login", any(login::login))
        .layer(middleware::from_fn_with_state(
            Arc::clone(shared),
            pages::allow,
        ))
}

/// Notes what a request carries that is not handled because of a fault.
pub(crate) fn recognise(shared: &Shared, headers: &HeaderMap, body: &[u8]) {
    let payload: Value = serde_json::from_slice(body).unwrap_or_default();
    let ticket = payload["licenseTicket"].as_str();
    let ticket = ticket.or_else(|| bearer(headers));
    if let Some(Ok((id, _))) = ticket.map(|ticket| shared.tickets.check(ticket)) {
        findings::note(|noted| noted.ticket = Some(id));
    }
    if let Some(token) = payload["token"].as_str()
        && let Some(known) = shared.state().reader.by_token(token)
    {
        findings::note(|noted| noted.card = Some(known.card.serial.clone()));
    }
}

/// Numbers of the operations in the envelope; the interface shows the fields, not the values.
#[derive(Clone, Copy)]
enum Operation {
    Ready = 1,
    Login = 2,
}

/// Codes of `status` in a refusal.
#[derive(Clone, Copy)]
enum Code {
    Request = 1,
    Ticket = 2,
    UnknownToken = 3,
    WrongPin = 4,
    Locked = 5,
    NoPin = 6,
}

/// What the codes mean, as the key `card_codes` of `hr_open` takes it.
pub(crate) fn meanings() -> Value {
    json!({
        "pin_refused": [Code::WrongPin as i32],
        "card_locked": [Code::Locked as i32],
        "card_absent": [Code::UnknownToken as i32],
    })
}

/// What surrounds the answers of the card client.
fn envelope(operation: Operation, code: i32, message: &str) -> Value {
    json!({
        "messageType": 2,
        "operation": operation as i32,
        "response": null,
        "timestamp": clock::now(),
        "status": { "code": code, "message": message },
    })
}

impl Refusal {
    /// As the card client answers it.
    fn in_envelope(self, operation: Operation, code: Code) -> Refusal {
        let envelope = envelope(operation, code as i32, self.english());
        self.with(envelope)
    }
}

async fn ready(
    State(shared): App,
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
        data: HashMap::from([("data", Cards(cards))]),
    }))
}

#[derive(Serialize)]
struct Reply {
    #[serde(flatten)]
    envelope: Value,
    data: HashMap<&'static str, Cards>,
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
        0 => {
            findings::note(|noted| noted.code = Some("no_card"));
            remark!("cards.none");
        }
        1 => right!("cards.one"),
        _ => right!("cards.several", count),
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
