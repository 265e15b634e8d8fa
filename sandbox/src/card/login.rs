//! `login`: presents the PIN to the card and opens a session.

use super::{Code, Operation, form, refuse};
use crate::bilingual::{Bilingual, quoted, words};
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
        Some(Value::String(_)) => (
            words!("is empty", "est vide"),
            words!("an empty text", "un texte vide"),
        ),
        Some(_) => (
            words!("must be a string", "doit être une chaîne"),
            words!("another JSON value", "une autre valeur JSON"),
        ),
        None => (
            words!("is missing from the JSON body", "manque dans le corps JSON"),
            words!("no such field", "pas de champ de ce nom"),
        ),
    };
    let Bilingual { en, fr } = why;
    let text = words!("{field} {en}", "{field} {fr}");
    let expected = words!(
        "{field}, a text, in the JSON body",
        "{field}, un texte, dans le corps JSON",
    );
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
        "no card in the reader has this token: a token changes when the card is inserted again, call ready",
        "aucune carte du lecteur n'a ce token : un token change quand la carte est insérée à nouveau, appelez ready",
    );
    let count = reader.cards.iter().filter(|c| c.token.is_some()).count();
    let expected = match count {
        0 => words!(
            "the token of a card in the reader (none is in)",
            "le token d'une carte présente dans le lecteur (aucune n'y est)",
        ),
        1 => words!(
            "the token of the card in the reader",
            "le token de la carte présente dans le lecteur",
        ),
        _ => words!(
            "the token of a card in the reader ({count} are in)",
            "le token d'une carte présente dans le lecteur ({count} y sont)",
        ),
    };
    let found = match reader.by_serial(token) {
        Some(_) => words!(
            "the serial of a card, which is not its token",
            "le numéro de série d'une carte, qui n'est pas son token",
        ),
        None => words!(
            "a token that no card in the reader has: it changes at each insertion",
            "un token qu'aucune carte du lecteur n'a : il change à chaque insertion",
        ),
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
        "le token est celui de la carte {serial}, présente dans le lecteur",
    ));
    let expected = words!(
        "the PIN of card {serial}",
        "le code PIN de la carte {serial}"
    );
    match card.present(pin) {
        PinCheck::Right => {
            let left = card.tries_left;
            findings::right(words!(
                "the PIN is right: {left} tries are left",
                "le code PIN est bon : il reste {left} essais",
            ));
            Ok(())
        }
        PinCheck::Wrong(0) => {
            events.record(
                Topic::Card,
                words!(
                    "card {serial}: wrong PIN, the card is locked",
                    "carte {serial} : code PIN faux, la carte est bloquée",
                ),
            );
            let text = words!(
                "wrong PIN: the card is now locked",
                "code PIN faux : la carte est maintenant bloquée",
            );
            let found = words!(
                "another PIN: it was the last try",
                "un autre code PIN : c'était le dernier essai",
            );
            Err(wrong_pin(text).mismatch(expected, found))
        }
        PinCheck::Wrong(left) => {
            events.record(
                Topic::Card,
                words!(
                    "card {serial}: wrong PIN, tries left: {left}",
                    "carte {serial} : code PIN faux, essais restants : {left}",
                ),
            );
            let text = words!(
                "wrong PIN: {left} left before the card locks",
                "code PIN faux : essais restants avant le blocage de la carte : {left}",
            );
            let found = words!(
                "another PIN; tries left: {left}",
                "un autre code PIN ; essais restants : {left}",
            );
            Err(wrong_pin(text).mismatch(expected, found))
        }
        PinCheck::Locked => {
            let text = words!("the card is locked", "la carte est bloquée");
            let expected = words!(
                "a card that is not locked",
                "une carte qui n'est pas bloquée"
            );
            let found = words!(
                "card {serial}, locked: it looked at no PIN",
                "la carte {serial}, bloquée : elle n'a regardé aucun code PIN",
            );
            let refusal = said_no(Code::Locked, text).code("card_locked");
            Err(refusal.mismatch(expected, found))
        }
        PinCheck::NoPin => {
            let text = words!(
                "this card has no PIN: log in with a professional's card",
                "cette carte n'a pas de code PIN : authentifiez-vous avec une carte de professionnel",
            );
            let expected = words!(
                "the card of a professional (CPS)",
                "la carte d'un professionnel (CPS)",
            );
            let found = words!("the Vitale card {serial}", "la carte Vitale {serial}");
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
                "le professionnel a une seule situation, {label} : user-profiles est inutile",
            )
        }
        None => words!(
            "the professional has {count} situations: user-profiles comes next",
            "le professionnel a {count} situations : user-profiles vient ensuite",
        ),
    });
    let serial = &session.card_serial;
    events.record(
        Topic::Session,
        words!(
            "card {serial}: a session is open",
            "carte {serial} : une session est ouverte",
        ),
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
