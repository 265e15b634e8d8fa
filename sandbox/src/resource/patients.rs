//! Steps 5 to 7: the current patient of a session.

use super::{Bearer, object, say_situation};
use crate::bilingual::{Bilingual, quoted};
use crate::events::{Subject, Topic};
use crate::findings;
use crate::refusal::Refusal;
use crate::scenario::Patient;
use crate::shared::Shared;
use axum::Json;
use axum::body::Bytes;
use axum::extract::{RawQuery, State};
use percent_encoding::percent_decode_str;
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// The name of the list in the reply of a search.
pub(crate) const LIST: &str = "patients";

const QUALIFIED: &str = "insQualified";
const CONSENT: &str = "alimentationConsent";

fn owned((key, value): (&String, &Value)) -> (String, Value) {
    (key.clone(), value.clone())
}

/// `GET patient/search`. The reply has `count` and the list `patients`. One patient found becomes
/// the session's current patient, whose traits then stand beside the list as well. A search that
/// finds none or several clears the current patient. The shapes are the sandbox's own choice.
pub(super) async fn search(
    State(shared): State<Arc<Shared>>,
    bearer: Bearer,
    RawQuery(query): RawQuery,
) -> Result<Json<Value>, Refusal> {
    let mut guard = shared.state();
    let state = &mut *guard;
    say_situation(state.identified(&bearer.0)?);
    let traits = Traits::parse(query.as_deref().unwrap_or(""))?;
    traits.say(&state.patients);
    let found: Vec<_> = state.patients.iter().filter(|p| traits.fit(p)).collect();
    let only = match found.as_slice() {
        [only] => Some((only.patient_id.clone(), only.name())),
        _ => None,
    };
    let found: Vec<_> = found.iter().map(|patient| patient.traits()).collect();
    let (id, name) = only.unzip();
    state.identified(&bearer.0)?.patient = id;
    state.events.push(Subject::Sessions);
    match found.len() {
        0 => Err(nobody(&traits, &state.patients)),
        1 => {
            let name = name.unwrap_or_default();
            findings::right(words!(
                "one patient has all the traits: {name} is now the current patient",
                name
            ));
            let mut reply: Map<String, Value> = found.iter().flatten().map(owned).collect();
            reply.insert("count".into(), 1.into());
            reply.insert(LIST.into(), json!(found));
            Ok(Json(Value::Object(reply)))
        }
        count => {
            findings::remark(words!(
                "{count} patients have all the traits: none of them is the current patient",
                count
            ));
            Ok(Json(json!({ "count": count, LIST: found })))
        }
    }
}

fn nobody(traits: &Traits, patients: &[Patient]) -> Refusal {
    let text = words!("no patient has all these traits");
    Refusal::not_found(text).mismatch(
        words!("traits that one patient has"),
        traits.counts(patients),
    )
}

/// `GET patient`: the record of the current patient.
pub(super) async fn read(
    State(shared): State<Arc<Shared>>,
    bearer: Bearer,
) -> Result<Json<Value>, Refusal> {
    let mut state = shared.state();
    let extra = state.scenario.record_extra.clone();
    let patient = state.current(&bearer.0)?;
    say_current(patient);
    Ok(Json(patient.record(&extra)))
}

/// `POST patient`: sets `insQualified` and `alimentationConsent` where given; other fields are
/// taken without effect. The reply is the record, which is the sandbox's own choice.
pub(super) async fn update(
    State(shared): State<Arc<Shared>>,
    bearer: Bearer,
    body: Bytes,
) -> Result<Json<Value>, Refusal> {
    let mut state = shared.state();
    let extra = state.scenario.record_extra.clone();
    let patient = state.current(&bearer.0)?;
    say_current(patient);
    let fields = object(&body, &words!("the body"))?;
    let qualified = boolean(&fields, QUALIFIED)?;
    let consent = boolean(&fields, CONSENT)?;
    if patient.opposed && consent == Some(true) {
        return Err(opposed());
    }
    let changes: Vec<_> = [
        change(QUALIFIED, &mut patient.ins_qualified, qualified),
        change(CONSENT, &mut patient.alimentation_consent, consent),
    ]
    .into_iter()
    .flatten()
    .collect();
    say_without_effect(&fields, &changes);
    let (name, record) = (patient.name(), patient.record(&extra));
    if !changes.is_empty() {
        let changes = changes.join(", ");
        let text = words!("patient {name}: {changes}", name, changes);
        state.events.record(Topic::Patient, text);
    }
    Ok(Json(record))
}

/// Sets a field; what changed, in words that are the same in both languages.
fn change(name: &str, field: &mut bool, given: Option<bool>) -> Option<String> {
    let given = given?;
    let before = std::mem::replace(field, given);
    if before == given {
        findings::right(words!("{name} was {given} already", name, given));
        return None;
    }
    findings::right(words!(
        "{name} goes from {before} to {given}",
        name,
        before,
        given
    ));
    Some(format!("{name} {before} → {given}"))
}

fn say_without_effect(fields: &Map<String, Value>, changes: &[String]) {
    let others = fields
        .keys()
        .filter(|key| ![QUALIFIED, CONSENT].contains(&key.as_str()));
    let others: Vec<_> = others.map(|key| quoted(key)).collect();
    if !others.is_empty() {
        let others = others.join(", ");
        findings::remark(words!("fields without effect: {others}", others));
    }
    if changes.is_empty() {
        findings::remark(words!("nothing changes"));
    }
}

fn say_current(patient: &Patient) {
    let name = patient.name();
    findings::right(words!("the current patient is {name}", name));
}

fn opposed() -> Refusal {
    let text = words!("the patient opposed the feeding of the record: no consent can be recorded");
    let expected = words!("a patient who is not opposed, or alimentationConsent false");
    let found = words!("alimentationConsent true for an opposed patient");
    Refusal::conflict(text).mismatch(expected, found)
}

fn boolean(fields: &Map<String, Value>, name: &str) -> Result<Option<bool>, Refusal> {
    match fields.get(name) {
        None => Ok(None),
        Some(Value::Bool(value)) => Ok(Some(*value)),
        Some(_) => {
            let text = words!("{name} must be true or false", name);
            let expected = words!("{name}: true or false", name);
            let found = words!("another JSON value");
            Err(Refusal::bad_request(text).mismatch(expected, found))
        }
    }
}

/// The traits given, in order.
struct Traits(Vec<(&'static str, String)>);

const NAMES: [&str; 4] = ["nom", "prenom", "date_naissance", "sexe"];

impl Traits {
    /// Reads `application/x-www-form-urlencoded` text. Bytes that are not UTF-8 are refused
    /// rather than replaced: a client that encodes another alphabet must hear of it.
    fn parse(query: &str) -> Result<Traits, Refusal> {
        let mut traits: Vec<(&str, String)> = Vec::new();
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let name = decode(name)?;
            let Some(name) = NAMES.into_iter().find(|known| *known == name) else {
                let text = words!(
                    "`{name}` is no trait: use nom, prenom, date_naissance, sexe",
                    name
                );
                let found = quoted(&name);
                return Err(refusal(text, words!("the parameter {found}", found)));
            };
            if traits.iter().any(|(given, _)| *given == name) {
                let text = words!("{name} is given twice", name);
                let found = words!("{name}, twice", name);
                return Err(refusal(text, found));
            }
            traits.push((name, decode(value)?));
        }
        if traits.is_empty() {
            let text = words!("give at least one trait: nom, prenom, date_naissance, sexe");
            return Err(refusal(text, words!("no trait")));
        }
        Ok(Traits(traits))
    }

    /// Whether a patient has all the traits given, whatever the case; accents count.
    fn fit(&self, patient: &Patient) -> bool {
        self.0.iter().all(|(name, given)| has(patient, name, given))
    }

    /// Notes how many patients have each trait.
    fn say(&self, patients: &[Patient]) {
        for (name, given) in &self.0 {
            findings::right(count(patients, name, given));
        }
    }

    /// How many patients have each trait, in a sentence.
    fn counts(&self, patients: &[Patient]) -> Bilingual {
        let counts = self
            .0
            .iter()
            .map(|(name, given)| count(patients, name, given));
        let (en, fr): (Vec<_>, Vec<_>) = counts.map(|text| (text.en, text.fr)).unzip();
        Bilingual::new(en.join("; "), fr.join(" ; "))
    }
}

fn has(patient: &Patient, name: &str, given: &str) -> bool {
    let has = match name {
        "nom" => &patient.nom,
        "prenom" => &patient.prenom,
        "date_naissance" => &patient.date_naissance,
        _ => &patient.sexe,
    };
    has.to_lowercase() == given.to_lowercase()
}

fn count(patients: &[Patient], name: &str, given: &str) -> Bilingual {
    let count = patients.iter().filter(|p| has(p, name, given)).count();
    let given = quoted(given);
    match count {
        0 => words!("{name} {given}: no patient", name, given),
        1 => words!("{name} {given}: one patient", name, given),
        _ => words!("{name} {given}: {count} patients", name, given, count),
    }
}

fn refusal(text: Bilingual, found: Bilingual) -> Refusal {
    let expected = words!("one or more of nom, prenom, date_naissance, sexe, each once");
    Refusal::bad_request(text).mismatch(expected, found)
}

fn decode(text: &str) -> Result<String, Refusal> {
    let spaced = text.replace('+', " ");
    match percent_decode_str(&spaced).decode_utf8() {
        Ok(decoded) => Ok(decoded.into_owned()),
        Err(_) => {
            let text = words!("the query is not UTF-8 once percent-decoded");
            let expected = words!("UTF-8, percent-encoded");
            let found = words!("bytes of another encoding");
            Err(Refusal::bad_request(text).mismatch(expected, found))
        }
    }
}
