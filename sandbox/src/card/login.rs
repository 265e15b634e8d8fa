//! `login`: presents the PIN to the card and opens a session.

use super::{Code, Operation, form, refuse};
use crate::random::hex;
use crate::reader::{KnownCard, PinCheck};
use crate::refusal::Refusal;
use crate::shared::Shared;
use crate::state::Session;
use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;
use time::OffsetDateTime;

pub(super) async fn login(
    State(shared): State<Arc<Shared>>,
    method: Method,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Json<Value>, Refusal> {
    let payload = form::payload(&shared, Operation::Login, &method, &headers, &body)?;
    let token = text(&payload, "token")?;
    let pin = text(&payload, "pinCode")?;

    let mut state = shared.state();
    let card = state.reader.by_token(token).ok_or_else(|| {
        let text = "no card in the reader has this token: a token changes when the card \
                    is inserted again, call ready";
        refuse(Operation::Login, StatusCode::OK, Code::UnknownToken, text)
    })?;
    present(card, pin)?;
    let session = open(card);
    let bearer = hex(32);
    let mut reply = json!({
        "connectionId": session.connection_id,
        "connectedTo": format!("{}/connection/{}", shared.urls.socket, session.connection_id),
        "bearer": bearer,
        "serviceUrl": shared.urls.service,
        "masterData": session.master_data(),
    });
    reply[state.scenario.identified_field.as_str()] = session.situation.is_some().into();
    state.sessions.insert(bearer, session);
    Ok(Json(reply))
}

fn text<'a>(payload: &'a Map<String, Value>, field: &str) -> Result<&'a str, Refusal> {
    let wrong = |text: &str| {
        let text = format!("{field} {text}");
        refuse(
            Operation::Login,
            StatusCode::BAD_REQUEST,
            Code::Request,
            &text,
        )
    };
    match payload.get(field) {
        Some(Value::String(text)) if text.is_empty() => Err(wrong("is empty")),
        Some(Value::String(text)) => Ok(text),
        Some(_) => Err(wrong("must be a string")),
        None => Err(wrong("is missing from the JSON body")),
    }
}

fn present(card: &mut KnownCard, pin: &str) -> Result<(), Refusal> {
    let refused = |code, text: &str| Err(refuse(Operation::Login, StatusCode::OK, code, text));
    match card.present(pin) {
        PinCheck::Right => Ok(()),
        PinCheck::Wrong(0) => refused(Code::WrongPin, "wrong PIN: the card is now locked"),
        PinCheck::Wrong(left) => {
            let text = format!("wrong PIN: {left} left before the card locks");
            refused(Code::WrongPin, &text)
        }
        PinCheck::Locked => refused(Code::Locked, "the card is locked"),
        PinCheck::NoPin => refused(
            Code::NoPin,
            "this card has no PIN: log in with a professional's card",
        ),
    }
}

/// A new session; one situation is taken at once, several wait for a selection.
fn open(known: &KnownCard) -> Session {
    let card = &known.card;
    Session {
        connection_id: hex(16),
        card_serial: card.serial.clone(),
        id_nat: card.holder.id_nat.clone(),
        last_name: card.holder.last_name.clone(),
        first_name: card.holder.first_name.clone(),
        situation: match card.situations.as_slice() {
            [only] => Some(only.clone()),
            _ => None,
        },
        situations: card.situations.clone(),
        known_at_login: card.situations.len() == 1,
        since: OffsetDateTime::now_utc(),
        profiled: false,
        patient: None,
        opened: BTreeSet::new(),
    }
}
