//! The resource service reached after login.
//!
//! The interface shows few of its replies; where it is silent, the shapes here are the
//! sandbox's own choice, and say so.

mod codes;
mod echo;
mod incoming;
mod media_type;
mod parts;
mod patients;
mod profiles;
mod query;
mod records;
mod socket;
mod upload;

pub(crate) use patients::LIST as SEARCH_LIST;
pub(crate) use profiles::LIST as SITUATIONS;

use crate::bilingual::{Bilingual, quoted, words};
use crate::findings;
use crate::license::bearer_token;
use crate::refusal::Refusal;
use crate::shared::Shared;
use crate::state::Session;
use axum::Router;
use axum::extract::FromRequestParts;
use axum::extract::rejection::PathRejection;
use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use axum::routing::{any, get, post, put};
use serde_json::{Map, Value};
use std::sync::Arc;

/// The routes; `base` is the service prefix without its last slash.
pub(crate) fn router(base: &str) -> Router<Arc<Shared>> {
    let at = |path: &str| format!("{base}{path}");
    Router::new()
        .route(&at("/user-profiles"), put(profiles::put))
        .route(
            &at("/user-profiles/{situation_id}/select"),
            get(profiles::select),
        )
        .route(&at("/patient/search"), get(patients::search))
        .route(&at("/patient"), get(patients::read).post(patients::update))
        .route(&at("/dmp/{patient_id}"), put(records::open))
        .route(&at("/dmp/{patient_id}/unique/doc/send"), post(upload::send))
        .route(&at("/echo"), any(echo::echo))
        .route(&at("/echo/{*rest}"), any(echo::echo))
        .route("/connection/{connection_id}", get(socket::connect))
}

/// The session bearer of a request. It was live when the request came; it is looked up again
/// where it is used.
pub(crate) struct Bearer(String);

impl Bearer {
    fn of(shared: &Shared, headers: &HeaderMap) -> Result<Bearer, Refusal> {
        let given = headers.get(AUTHORIZATION).ok_or_else(|| {
            unauthorized(
                words!(": the header is missing", " : l'en-tête manque"),
                words!("no Authorization header", "aucun en-tête Authorization"),
            )
        })?;
        let bearer = given.to_str().ok().and_then(bearer_token).ok_or_else(|| {
            unauthorized(
                words!("", ""),
                words!(
                    "an Authorization of another form",
                    "un en-tête Authorization d'une autre forme",
                ),
            )
        })?;
        let mut state = shared.state();
        if bearer == state.scenario.license_bearer {
            return Err(unauthorized(
                words!(
                    ": this is the license bearer, which goes to the license server only",
                    " : ceci est le jeton de licence, qui ne va qu'au serveur de licence",
                ),
                words!("the license bearer", "le jeton de licence"),
            ));
        }
        if shared.tickets.check(bearer).is_ok() {
            return Err(unauthorized(
                words!(
                    ": this is a license ticket, which goes to the card client only",
                    " : ceci est un ticket de licence, qui ne va qu'au logiciel du lecteur de cartes",
                ),
                words!("a license ticket", "un ticket de licence"),
            ));
        }
        let serial = &state.session(bearer)?.card_serial;
        findings::right(words!(
            "the bearer is that of an open session, of card {serial}",
            "le jeton est celui d'une session ouverte, de la carte {serial}",
        ));
        Ok(Bearer(bearer.into()))
    }
}

fn unauthorized(why: Bilingual, found: Bilingual) -> Refusal {
    let Bilingual { en, fr } = why;
    let text = words!(
        "Authorization must be `Bearer <session bearer>` of the login{en}",
        "Authorization doit être `Bearer <jeton de session>` de l'authentification{fr}",
    );
    let expected = words!(
        "Authorization: Bearer <the bearer of the login>",
        "Authorization: Bearer <le jeton de l'authentification>",
    );
    Refusal::unauthorized(text).mismatch(expected, found)
}

impl FromRequestParts<Arc<Shared>> for Bearer {
    type Rejection = Refusal;

    async fn from_request_parts(
        parts: &mut Parts,
        shared: &Arc<Shared>,
    ) -> Result<Bearer, Refusal> {
        Bearer::of(shared, &parts.headers)
    }
}

fn segment(path: Result<axum::extract::Path<String>, PathRejection>) -> Result<String, Refusal> {
    path.map(|path| path.0).map_err(|_| {
        let text = words!(
            "the identifier in the path must be UTF-8, percent-encoded",
            "l'identifiant dans le chemin doit être de l'UTF-8, encodé avec des %",
        );
        let expected = words!("UTF-8, percent-encoded", "de l'UTF-8, encodé avec des %");
        let found = words!("other bytes", "d'autres octets");
        Refusal::bad_request(text).mismatch(expected, found)
    })
}

/// Notes that a session knows its situation, which was checked.
fn say_situation(session: &Session) {
    if let Some(situation) = &session.situation {
        let name = quoted(situation.name());
        findings::right(words!(
            "the situation is known: {name}",
            "la situation est connue : {name}",
        ));
    }
}

/// A body that must be a JSON object.
fn object(body: &[u8], what: &Bilingual) -> Result<Map<String, Value>, Refusal> {
    let Bilingual { en, fr } = what;
    let (text, found) = match serde_json::from_slice(body) {
        Ok(Value::Object(map)) => {
            findings::right(words!("{en} is a JSON object", "{fr} est un objet JSON",));
            return Ok(map);
        }
        Ok(_) => (
            words!("{en} must be a JSON object", "{fr} doit être un objet JSON"),
            words!("another JSON value", "une autre valeur JSON"),
        ),
        Err(_) if body.is_empty() => (
            words!(
                "{en} is missing: it must be a JSON object",
                "{fr} manque : ce doit être un objet JSON",
            ),
            words!("an empty body", "un corps vide"),
        ),
        Err(error) => {
            let (line, column, length) = (error.line(), error.column(), body.len());
            (
                words!(
                    "{en} is not JSON: {error}",
                    "{fr} n'est pas du JSON : erreur à la ligne {line}, colonne {column}",
                ),
                words!(
                    "{length} bytes that are not JSON",
                    "{length} octets qui ne sont pas du JSON",
                ),
            )
        }
    };
    let expected = words!("a JSON object in the body", "un objet JSON dans le corps");
    Err(Refusal::bad_request(text).mismatch(expected, found))
}
