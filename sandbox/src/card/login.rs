//! `login`: presents the PIN to the card and opens a session.

use super::{Code, Operation, form};
use crate::bilingual::quoted;
use crate::events::{EventLog, Subject, Topic};
use crate::findings;
use crate::random::hex;
use crate::reader::{KnownCard, PinCheck, Reader};
use crate::refusal::{Refusal, Reply};
use crate::scenario::Card;
use crate::shared::App;
use crate::state::Session;
use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Method};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use time::OffsetDateTime;

pub(super) async fn login(
    State(shared): App,
    method: Method,
    headers: HeaderMap,
    body: Bytes,
) -> Reply {
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
    let session = open(card.card.clone());
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
    let refusal = match payload.get(field) {
        Some(Value::String(text)) if !text.is_empty() => return Ok(text),
        Some(Value::String(_)) => refusal!(BAD_REQUEST, "login.field_empty", field),
        Some(_) => refusal!(BAD_REQUEST, "login.field_no_string", field),
        None => refusal!(BAD_REQUEST, "login.field_missing", field),
    };
    Err(refusal.in_envelope(Operation::Login, Code::Request))
}

fn no_card(reader: &Reader, token: &str) -> Refusal {
    let count = reader.cards.iter().filter(|c| c.token.is_some()).count();
    let (code, expected) = match count {
        0 => ("no_card", words!("token.of_none")),
        1 => ("token_unknown", words!("token.of_one")),
        _ => ("token_unknown", words!("token.of_several", count)),
    };
    let found = match reader.by_serial(token) {
        Some(_) => words!("token.is_serial"),
        None => words!("token.is_other"),
    };
    let refusal = refusal!(OK, "token.unknown", expected, found).code(code);
    refusal.in_envelope(Operation::Login, Code::UnknownToken)
}

fn present(card: &mut KnownCard, pin: &str, events: &mut EventLog) -> Result<(), Refusal> {
    let serial = card.card.serial.clone();
    findings::note(|noted| noted.card = Some(serial.clone()));
    right!("token.right", serial);
    let (code, refusal) = match card.present(pin) {
        PinCheck::Right => {
            right!("pin.right", left = card.tries_left);
            return Ok(());
        }
        PinCheck::Wrong(0) => {
            events.record(Topic::Card, words!("done.pin_last", serial));
            let refusal = refusal!(OK, "pin.last", serial);
            (Code::WrongPin, refusal.code("pin_wrong"))
        }
        PinCheck::Wrong(left) => {
            events.record(Topic::Card, words!("done.pin_wrong", serial, left));
            let refusal = refusal!(OK, "pin.wrong", serial, left);
            (Code::WrongPin, refusal.code("pin_wrong"))
        }
        PinCheck::Locked => {
            let refusal = refusal!(OK, "pin.locked", serial);
            (Code::Locked, refusal.code("card_locked"))
        }
        PinCheck::NoPin => (Code::NoPin, refusal!(OK, "pin.none", serial)),
    };
    Err(refusal.in_envelope(Operation::Login, code))
}

fn say_opened(session: &Session, events: &mut EventLog) {
    findings::note(|noted| noted.session = Some(session.connection_id.clone()));
    let count = session.card.situations.len();
    match &session.situation {
        Some(situation) => right!("login.one_situation", label = quoted(situation.name())),
        None => right!("login.several_situations", count),
    }
    let serial = &session.card.serial;
    events.record(Topic::Session, words!("done.session_open", serial));
}

/// A new session; one situation is taken at once, several wait for a selection.
fn open(card: Card) -> Session {
    Session {
        connection_id: hex(16),
        situation: match card.situations.as_slice() {
            [only] => Some(only.clone()),
            _ => None,
        },
        card,
        since: OffsetDateTime::now_utc(),
        profiled: false,
        patient: None,
        opened: BTreeSet::new(),
    }
}
