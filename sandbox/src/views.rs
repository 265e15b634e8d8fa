//! What the control interface and the event stream show of each thing, as JSON. Secrets are masked.

use crate::bilingual::Bilingual;
use crate::call::Call;
use crate::clock;
use crate::documents::StoredDocument;
use crate::events::Activity;
use crate::fault::{Fault, NamedFault};
use crate::findings::{Finding, Mismatch, UploadPart};
use crate::mask::{self, Mask, Show};
use crate::reader::KnownCard;
use crate::request_log::{LoggedRequest, LoggedResponse};
use crate::scenario::CardType;
use crate::state::{SandboxState, Session};
use axum::http::Uri;
use serde_json::{Value, json};

/// The value of the query `show`: a list such as `nir,pin`. Words that it does not know change nothing.
pub(crate) fn show(uri: &Uri) -> Show {
    let list = in_query(uri, "show").unwrap_or("");
    let list = list.replace("%2C", ",").replace("%2c", ",");
    let has = |word| list.split(',').any(|given| given.trim() == word);
    Show {
        nir: has("nir"),
        pin: has("pin"),
    }
}

pub(crate) fn in_query<'a>(uri: &'a Uri, name: &str) -> Option<&'a str> {
    let mut pairs = uri.query()?.split('&');
    pairs.find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='))
}

pub(crate) fn cards(state: &SandboxState, show: Show) -> Value {
    let mask = Mask::new(&state.known, show);
    let cards = state.reader.cards.iter();
    cards.map(|known| card(known, show, &mask)).collect()
}

fn card(known: &KnownCard, show: Show, mask: &Mask) -> Value {
    let card = &known.card;
    let mut shown = json!({
        "serial": card.serial,
        "type": card.card_type,
        "token": known.token,
        "inserted": known.token.is_some(),
        "tries": card.tries,
        "tries_left": known.tries_left,
        "locked": card.card_type == CardType::Cps && known.tries_left == 0,
        "pin_presentations": known.presentations,
        // A patient's card has the patient's number.
        "holder": mask.json(json!(card.holder)),
        "situations": mask.json(json!(card.situations)),
        "note": mask.text(&card.note),
        "note_fr": mask.text(&card.note_fr),
    });
    if show.pin {
        shown["pin"] = json!(card.pin);
    }
    shown
}

pub(crate) fn patients(state: &SandboxState, show: Show) -> Value {
    let mask = Mask::new(&state.known, show);
    let numbered = (1..).zip(&state.patients).map(|(number, patient)| {
        let mut shown = json!(patient);
        shown["number"] = json!(number);
        shown["note_fr"] = json!(patient.note_fr);
        mask.texts(shown)
    });
    numbered.collect()
}

/// The newest, at most so many, in the order of the logins.
pub(crate) fn sessions(state: &SandboxState, show: Show, most: usize) -> Value {
    let mut all: Vec<_> = state.sessions.values().collect();
    all.sort_by(|a, b| (a.since, &a.connection_id).cmp(&(b.since, &b.connection_id)));
    let newest = all.iter().skip(all.len().saturating_sub(most));
    newest.map(|one| session(state, one, show)).collect()
}

fn session(state: &SandboxState, session: &Session, show: Show) -> Value {
    let patient = session.patient.as_deref().and_then(|id| state.numbered(id));
    let mask = Mask::new(&state.known, show);
    mask.texts(json!({
        "connectionId": session.connection_id,
        "card": session.card.serial,
        "holder": session.card.holder.name(),
        "situation": mask.json(json!(session.situation)),
        "identified": session.known_at_login(),
        "since": clock::iso(session.since),
        "patient_id": session.patient,
        "patient": patient.map(|(number, _)| number),
        "opened": session.opened,
    }))
}

pub(crate) fn document(state: &SandboxState, document: &StoredDocument, show: Show) -> Value {
    let patient = state.numbered(&document.patient_id);
    let mut shown = json!(document);
    shown["patient"] = json!(patient.map(|(number, _)| number));
    shown["patient_name"] = json!(patient.map(|(_, patient)| patient.name()));
    shown["kept"] = json!(document.content.is_some());
    put(&mut shown, "remark", document.remark.as_ref());
    Mask::new(&state.known, show).texts(shown)
}

/// A sentence in English, and under `_fr` in French.
fn put(shown: &mut Value, key: &str, text: Option<&Bilingual>) {
    let (en, fr) = text.map(|text| (&text.en, &text.fr)).unzip();
    shown[key] = json!(en);
    shown[format!("{key}_fr")] = json!(fr);
}

pub(crate) fn activity(activity: &Activity, mask: &Mask) -> Value {
    let mut shown = json!({
        "number": activity.number,
        "time": activity.time,
        "topic": activity.topic,
    });
    put(&mut shown, "text", Some(&activity.text));
    mask.texts(shown)
}

/// The armed faults, in the order in which they were set, and those that have a name.
pub(crate) fn faults(state: &SandboxState, show: Show) -> Value {
    let mask = &Mask::new(&state.known, show);
    let armed = state.faults.all().iter().map(|armed| {
        let mut shown = fault(&armed.fault, mask);
        shown["id"] = json!(armed.id);
        shown["name"] = json!(armed.name);
        shown["seen"] = json!(armed.seen);
        shown["applied"] = json!(armed.applied);
        shown["left"] = json!(armed.left());
        shown["down"] = json!(armed.is_down());
        shown
    });
    let named = NamedFault::all().iter().map(|named| {
        let mut shown = json!({
            "name": named.name,
            "call": named.call,
            "calls": named.calls,
            "fault": fault(&named.fault(named.call), mask),
        });
        put(&mut shown, "text", Some(&named.text()));
        shown
    });
    json!({ "armed": armed.collect::<Value>(), "named": named.collect::<Value>() })
}

/// As `POST /faults` takes it, but for what is hidden of what it answers.
fn fault(fault: &Fault, mask: &Mask) -> Value {
    let mut shown = mask.texts(json!(fault));
    let headers = fault.headers.iter();
    let headers = headers.map(|(name, value)| (mask.text(name), json!(mask.header(name, value))));
    shown["headers"] = Value::Object(headers.collect());
    shown
}

/// What of a request fits in a line of a list.
pub(crate) fn brief(seen: &LoggedRequest, mask: &Mask) -> Value {
    let text = |text: &String| mask.text(text);
    json!({
        "number": seen.number,
        "time": seen.time,
        "service": seen.service,
        "call": seen.call,
        "method": mask::method(&seen.method),
        "path": text(&seen.path),
        "query": seen.query.as_ref().map(text),
        "status": seen.status,
        "ended": seen.ended,
        "duration_ms": seen.duration.map(|time| (time.as_secs_f64() * 1e4).round() / 10.0),
        "peer": seen.peer,
        "bytes": seen.bytes,
        "announced": seen.announced,
        "session": seen.session,
        "ticket": seen.ticket,
        "card": seen.card,
        "problem": seen.problem.as_ref().map(text),
        "problem_fr": seen.problem_fr.as_ref().map(text),
        "code": seen.code,
        "refusal": seen.refusal.as_ref().map(|it| mask.texts(refusal(it))),
        "fault": seen.fault,
        "remarks": seen.remarks,
    })
}

/// All that is known of it.
pub(crate) fn request(state: &SandboxState, seen: &LoggedRequest, show: Show) -> Value {
    let mask = &Mask::new(&state.known, show);
    let mut full = brief(seen, mask);
    full["headers"] = headers(&seen.headers, mask);
    put_body(&mut full, request_body(seen, mask));
    full["findings"] = seen.findings.iter().map(|one| finding(one, mask)).collect();
    let given = seen.response.as_deref();
    full["response"] = json!(given.map(|given| response(given, mask)));
    full
}

fn refusal(mismatch: &Mismatch) -> Value {
    let mut shown = json!({});
    put(&mut shown, "expected", Some(&mismatch.expected));
    put(&mut shown, "found", Some(&mismatch.found));
    shown
}

fn finding(finding: &Finding, mask: &Mask) -> Value {
    let mismatch = finding.mismatch.as_ref();
    let mut shown = json!({ "ok": finding.ok });
    put(&mut shown, "text", Some(&finding.text));
    put(&mut shown, "expected", mismatch.map(|it| &it.expected));
    put(&mut shown, "found", mismatch.map(|it| &it.found));
    mask.texts(shown)
}

fn headers(headers: &[(String, String)], mask: &Mask) -> Value {
    let shown =
        |(name, value): &(String, String)| json!([mask.text(name), mask.header(name, value)]);
    headers.iter().map(shown).collect()
}

/// A body, or a sentence instead of it.
fn put_body(shown: &mut Value, body: Result<Value, Bilingual>) {
    match body {
        Ok(body) => shown["body"] = body,
        Err(sentence) => put(shown, "body", Some(&sentence)),
    }
}

fn request_body(seen: &LoggedRequest, mask: &Mask) -> Result<Value, Bilingual> {
    let bytes = seen.bytes;
    match seen.call {
        _ if bytes == 0 => Ok(Value::Null),
        Call::DmpSend if !seen.parts.is_empty() => {
            let parts: Vec<_> = seen.parts.iter().map(|one| part(one, mask)).collect();
            Ok(json!({ "multipart": parts }))
        }
        _ if seen.body.is_empty() => Err(words!("body.not_kept", bytes)),
        _ => mask
            .body(&seen.body)
            .ok_or_else(|| words!("body.no_json", bytes)),
    }
}

fn part(part: &UploadPart, mask: &Mask) -> Value {
    mask.texts(json!({
        "name": part.name,
        "filename": part.filename,
        "content_type": part.content_type,
        "bytes": part.bytes,
        "value": part.value.as_ref().map(|value| mask.under(&part.name, value)),
    }))
}

fn response(given: &LoggedResponse, mask: &Mask) -> Value {
    let mut shown = json!({ "headers": headers(&given.headers, mask) });
    let body = match (&given.body, given.bytes, given.cut_after) {
        (_, Some(bytes), Some(sent)) => Err(words!("body.cut", sent, bytes)),
        (Some(body), ..) if body.is_empty() => Ok(Value::Null),
        (Some(body), ..) => {
            let text = || Some(mask.text(std::str::from_utf8(body).ok()?).into());
            let body_or_text = mask.body(body).or_else(text);
            body_or_text.ok_or_else(|| words!("body.no_json", bytes = body.len()))
        }
        (None, Some(bytes), None) => Err(words!("body.not_kept", bytes)),
        (None, None, _) => Err(words!("body.no_length")),
    };
    put_body(&mut shown, body);
    shown
}
