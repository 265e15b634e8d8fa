//! `login`: presents the PIN to the card and opens a session.

use super::{Code, Operation, form, refuse};
use crate::bilingual::{Bilingual, quoted};
use crate::events::{EventLog, Subject, Topic};
use crate::findings;
use crate::random::hex;
use crate::reader::{KnownCard, PinCheck, Reader};
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

    let mut guard = shared.state();
    let state = &mut *guard;
    let Some(card) = state.reader.by_token(token) else {
        return Err(no_card(&state.reader, token));
    };
    state.events.push(Subject::Cards);
    present(card, pin, &mut state.events)?;
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
    say_opened(&session, &mut state.events);
    state.known.session(&bearer);
    state.sessions.insert(bearer, session);
    Ok(Json(reply))
}

fn text<'a>(payload: &'a Map<String, Value>, field: &str) -> Result<&'a str, Refusal> {
    let (why, found) = match payload.get(field) {
        Some(Value::String(text)) if !text.is_empty() => return Ok(text),
        Some(Value::String(_)) => (words!("is empty"), words!("an empty text")),
        Some(_) => (words!("must be a string"), words!("another JSON value")),
        None => (
            words!("is missing from the JSON body"),
            words!("no such field"),
        ),
    };
    let text = words!("{field} {why}", field, why);
    let expected = words!("{field}, a text, in the JSON body", field);
    let refusal = refuse(
        Operation::Login,
        StatusCode::BAD_REQUEST,
        Code::Request,
        text,
    );
    Err(refusal.mismatch(expected, found))
}

fn no_card(reader: &Reader, token: &str) -> Refusal {
    let text = words!(
        "no card in the reader has this token: a token changes when the card is inserted again, call ready"
    );
    let count = reader.cards.iter().filter(|c| c.token.is_some()).count();
    let expected = match count {
        0 => words!("the token of a card in the reader (none is in)"),
        1 => words!("the token of the card in the reader"),
        _ => words!("the token of a card in the reader ({count} are in)", count),
    };
    let found = match reader.by_serial(token) {
        Some(_) => words!("the serial of a card, which is not its token"),
        None => words!("a token that no card in the reader has: it changes at each insertion"),
    };
    let code = if count == 0 {
        "no_card"
    } else {
        "token_unknown"
    };
    said_no(Code::UnknownToken, text)
        .code(code)
        .mismatch(expected, found)
}

fn said_no(code: Code, text: Bilingual) -> Refusal {
    refuse(Operation::Login, StatusCode::OK, code, text)
}

fn wrong_pin(text: Bilingual) -> Refusal {
    said_no(Code::WrongPin, text).code("pin_wrong")
}

fn present(card: &mut KnownCard, pin: &str, events: &mut EventLog) -> Result<(), Refusal> {
    let serial = card.card.serial.clone();
    findings::card(&serial);
    findings::right(words!(
        "the token is that of card {serial}, which is in the reader",
        serial
    ));
    let expected = words!("the PIN of card {serial}", serial);
    match card.present(pin) {
        PinCheck::Right => {
            let left = card.tries_left;
            findings::right(words!("the PIN is right: {left} tries are left", left));
            Ok(())
        }
        PinCheck::Wrong(0) => {
            events.record(
                Topic::Card,
                words!("card {serial}: wrong PIN, the card is locked", serial),
            );
            let text = words!("wrong PIN: the card is now locked");
            let found = words!("another PIN: it was the last try");
            Err(wrong_pin(text).mismatch(expected, found))
        }
        PinCheck::Wrong(left) => {
            events.record(
                Topic::Card,
                words!("card {serial}: wrong PIN, tries left: {left}", serial, left),
            );
            let text = words!("wrong PIN: {left} left before the card locks", left);
            let found = words!("another PIN; tries left: {left}", left);
            Err(wrong_pin(text).mismatch(expected, found))
        }
        PinCheck::Locked => {
            let text = words!("the card is locked");
            let expected = words!("a card that is not locked");
            let found = words!("card {serial}, locked: it looked at no PIN", serial);
            let refusal = said_no(Code::Locked, text).code("card_locked");
            Err(refusal.mismatch(expected, found))
        }
        PinCheck::NoPin => {
            let text = words!("this card has no PIN: log in with a professional's card");
            let expected = words!("the card of a professional (CPS)");
            let found = words!("the Vitale card {serial}", serial);
            Err(said_no(Code::NoPin, text).mismatch(expected, found))
        }
    }
}

fn say_opened(session: &Session, events: &mut EventLog) {
    findings::session(&session.connection_id);
    let count = session.situations.len();
    findings::right(match &session.situation {
        Some(situation) => {
            let label = quoted(situation.name());
            words!(
                "the professional has one situation, {label}: user-profiles is not needed",
                label
            )
        }
        None => words!(
            "the professional has {count} situations: user-profiles comes next",
            count
        ),
    });
    let serial = &session.card_serial;
    events.record(
        Topic::Session,
        words!("card {serial}: a session is open", serial),
    );
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
