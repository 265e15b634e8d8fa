//! Steps 5 to 7: the current patient of a session.

use super::{Bearer, say_situation};
use crate::bilingual::{Bilingual, quoted};
use crate::events::{Subject, Topic};
use crate::findings;
use crate::refusal::{Refusal, Reply, object};
use crate::scenario::Patient;
use crate::shared::App;
use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::Uri;
use percent_encoding::percent_decode_str;
use serde_json::{Map, Value, json};

/// The name of the list in the reply of a search.
pub(crate) const LIST: &str = "patients";

const QUALIFIED: &str = "insQualified";
const CONSENT: &str = "alimentationConsent";

/// `GET patient/search`. The reply has `count` and the list `patients`. One patient found becomes
/// the session's current patient, whose traits then stand beside the list as well. A search that
/// finds none or several clears the current patient. The shapes are the sandbox's own choice.
pub(super) async fn search(State(shared): App, bearer: Bearer, uri: Uri) -> Reply {
    let mut guard = shared.state();
    let state = &mut *guard;
    say_situation(state.identified(&bearer.0)?);
    let traits = Traits::parse(uri.query().unwrap_or(""))?;
    traits.say(&state.patients);
    let found: Vec<_> = state.patients.iter().filter(|p| traits.fit(p)).collect();
    let (mut reply, id, name) = match found.as_slice() {
        [only] => (
            only.traits(),
            Some(only.patient_id.clone()),
            Some(only.name()),
        ),
        _ => (Map::new(), None, None),
    };
    let count = found.len();
    let found: Vec<_> = found.iter().map(|patient| patient.traits()).collect();
    reply.insert("count".into(), count.into());
    reply.insert(LIST.into(), json!(found));
    state.identified(&bearer.0)?.patient = id;
    state.events.push(Subject::Sessions);
    match name {
        Some(name) => right!("search.one", name),
        None if count > 0 => remark!("search.several", count),
        None => {
            let found = traits.counts(&state.patients);
            return Err(refusal!(NOT_FOUND, "search.nobody", found));
        }
    }
    Ok(Json(reply.into()))
}

/// `GET patient`: the record of the current patient.
pub(super) async fn read(State(shared): App, bearer: Bearer) -> Reply {
    let mut state = shared.state();
    let extra = state.scenario.record_extra.clone();
    let patient = state.current(&bearer.0)?;
    say_current(patient);
    Ok(Json(patient.record(&extra)))
}

/// `POST patient`: sets `insQualified` and `alimentationConsent` where given; other fields are
/// taken without effect. The reply is the record, which is the sandbox's own choice.
pub(super) async fn update(State(shared): App, bearer: Bearer, body: Bytes) -> Reply {
    let mut state = shared.state();
    let extra = state.scenario.record_extra.clone();
    let patient = state.current(&bearer.0)?;
    say_current(patient);
    let fields = object(&body, &words!("the.body"))?;
    let qualified = boolean(&fields, QUALIFIED)?;
    let consent = boolean(&fields, CONSENT)?;
    if patient.opposed && consent == Some(true) {
        return Err(refusal!(CONFLICT, "update.opposed"));
    }
    let changes = [
        change(QUALIFIED, &mut patient.ins_qualified, qualified),
        change(CONSENT, &mut patient.alimentation_consent, consent),
    ];
    let changes: Vec<_> = changes.into_iter().flatten().collect();
    say_without_effect(&fields, &changes);
    let (name, record) = (patient.name(), patient.record(&extra));
    if !changes.is_empty() {
        let text = words!("done.record_changed", name, changes = changes.join(", "));
        state.events.record(Topic::Patient, text);
    }
    Ok(Json(record))
}

/// Sets a field; what changed, in words that are the same in both languages.
fn change(name: &str, field: &mut bool, given: Option<bool>) -> Option<String> {
    let given = given?;
    let before = std::mem::replace(field, given);
    if before == given {
        right!("update.same", name, given);
        return None;
    }
    right!("update.changed", name, before, given);
    Some(format!("{name} {before} → {given}"))
}

fn say_without_effect(fields: &Map<String, Value>, changes: &[String]) {
    let others = fields.keys().map(String::as_str);
    let others = others.filter(|key| ![QUALIFIED, CONSENT].contains(key));
    let others: Vec<_> = others.map(quoted).collect();
    if !others.is_empty() {
        remark!("update.without_effect", others = others.join(", "));
    }
    if changes.is_empty() {
        remark!("update.nothing");
    }
}

fn say_current(patient: &Patient) {
    right!("patient.current", name = patient.name());
}

fn boolean(fields: &Map<String, Value>, name: &str) -> Result<Option<bool>, Refusal> {
    match fields.get(name) {
        None => Ok(None),
        Some(Value::Bool(value)) => Ok(Some(*value)),
        Some(_) => Err(refusal!(BAD_REQUEST, "update.no_boolean", name)),
    }
}

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
                let name = quoted(&name);
                return Err(refusal!(BAD_REQUEST, "search.unknown", name));
            };
            if traits.iter().any(|(given, _)| *given == name) {
                return Err(refusal!(BAD_REQUEST, "search.twice", name));
            }
            traits.push((name, decode(value)?));
        }
        match traits.as_slice() {
            [] => Err(refusal!(BAD_REQUEST, "search.empty")),
            _ => Ok(Traits(traits)),
        }
    }

    /// Whether a patient has all the traits given, whatever the case; accents count.
    fn fit(&self, patient: &Patient) -> bool {
        self.0.iter().all(|(name, given)| has(patient, name, given))
    }

    /// Notes how many patients have each trait.
    fn say(&self, patients: &[Patient]) {
        for (name, given) in &self.0 {
            findings::add(Some(true), count(patients, name, given));
        }
    }

    /// How many patients have each trait, in a sentence.
    fn counts(&self, patients: &[Patient]) -> Bilingual {
        let traits = self.0.iter();
        let counts = traits.map(|(name, given)| count(patients, name, given));
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
        0 => words!("trait.of_none", name, given),
        1 => words!("trait.of_one", name, given),
        _ => words!("trait.of_several", name, given, count),
    }
}

fn decode(text: &str) -> Result<String, Refusal> {
    let spaced = text.replace('+', " ");
    let decoded = percent_decode_str(&spaced).decode_utf8();
    let decoded = decoded.map_err(|_| refusal!(BAD_REQUEST, "search.not_utf8"))?;
    Ok(decoded.into_owned())
}
