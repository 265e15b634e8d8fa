//! What the control interface and the event stream show of each thing, as JSON. Secrets are masked.

use crate::bilingual::{Bilingual, french};
use crate::call::Call;
use crate::documents::StoredDocument;
use crate::events::Activity;
use crate::fault::{Fault, NamedFault};
use crate::findings::{Finding, Mismatch, UploadPart};
use crate::logged_request::{LoggedRequest, LoggedResponse};
use crate::mask::{self, Mask};
use crate::reader::KnownCard;
use crate::scenario::CardType;
use crate::state::{SandboxState, Session};
use serde_json::{Map, Value, json};
use time::OffsetDateTime;
use time::macros::format_description;

/// The value of the query `show`: a list such as `nir,pin`. Words that it does not know change nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Show {
    /// The invented national numbers of the patients, whole.
    pub nir: bool,
    /// The PINs of the invented cards.
    pub pin: bool,
}

impl Show {
    pub(crate) fn parse(list: &str) -> Show {
        let has = |word| list.split(',').any(|given| given.trim() == word);
        Show {
            nir: has("nir"),
            pin: has("pin"),
        }
    }

    /// From the query of a request.
    pub(crate) fn of_query(query: Option<&str>) -> Show {
        let pairs = query.unwrap_or("").split('&');
        let list = pairs.filter_map(|pair| pair.strip_prefix("show=")).next();
        Show::parse(&list.unwrap_or("").replace("%2C", ",").replace("%2c", ","))
    }
}

/// ISO 8601, UTC, in milliseconds.
pub(crate) fn time(at: OffsetDateTime) -> String {
    let format =
        format_description!("[year]-[month]-[day]T[hour]:[minute]:[second].[subsecond digits:3]Z");
    at.format(format).unwrap_or_default()
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
    let holder = format!("{} {}", session.first_name, session.last_name);
    let mask = Mask::new(&state.known, show);
    mask.texts(json!({
        "connectionId": session.connection_id,
        "card": session.card_serial,
        "holder": holder.trim(),
        "situation": mask.json(json!(session.situation)),
        "identified": session.known_at_login,
        "since": time(session.since),
        "patient_id": session.patient,
        "patient": patient.map(|(number, _)| number),
        "opened": session.opened,
    }))
}

/// A stored document, without its content.
pub(crate) fn document(state: &SandboxState, document: &StoredDocument, show: Show) -> Value {
    let patient = state.numbered(&document.patient_id);
    Mask::new(&state.known, show).texts(json!({
        "number": document.number,
        "documentId": document.document_id,
        "session": document.session,
        "time": time(document.time),
        "patient_id": document.patient_id,
        "patient": patient.map(|(number, _)| number),
        "patient_name": patient.map(|(_, patient)| patient.name()),
        "filename": document.filename,
        "file_name_in_part": document.file_name_in_part,
        "activity_type": document.activity_type,
        "type_code": document.type_code,
        "sha256": document.sha256,
        "bytes": document.bytes,
        "media_type": document.media_type,
        "kept": document.content.is_some(),
        "double_of": document.double_of,
        "remark": document.remark.as_ref().map(|remark| &remark.en),
        "remark_fr": document.remark.as_ref().map(|remark| &remark.fr),
    }))
}

/// Something that happened beside the requests.
pub(crate) fn activity(activity: &Activity, mask: &Mask) -> Value {
    json!({
        "number": activity.number,
        "time": time(activity.time),
        "topic": activity.topic,
        "text": mask.text(&activity.text.en),
        "text_fr": mask.text(&activity.text.fr),
    })
}

/// The armed faults, in the order in which they were set.
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
    armed.collect()
}

/// Those that have a name.
pub(crate) fn named_faults(state: &SandboxState) -> Value {
    let mask = &Mask::new(&state.known, Show::default());
    let named = NamedFault::all().iter().map(|named| {
        json!({
            "name": named.name,
            "call": named.call,
            "calls": named.calls,
            "text": named.text,
            "text_fr": french(named.text, &[]),
            "fault": fault(&named.fault(named.call), mask),
        })
    });
    named.collect()
}

/// As `POST /faults` takes it, but for what is hidden of what it answers.
fn fault(fault: &Fault, mask: &Mask) -> Value {
    let mut shown = mask.texts(json!(fault));
    let headers = fault.headers.iter();
    shown["headers"] = headers
        .map(|(name, value)| (mask.text(name), json!(mask.header(name, value))))
        .collect::<Map<_, _>>()
        .into();
    shown
}

/// What of a request fits in a line of a list.
pub(crate) fn request_brief(state: &SandboxState, seen: &LoggedRequest, show: Show) -> Value {
    brief(seen, &Mask::new(&state.known, show))
}

fn brief(seen: &LoggedRequest, mask: &Mask) -> Value {
    let text = |text: &String| mask.text(text);
    json!({
        "number": seen.number,
        "time": time(seen.time),
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
    body(seen, mask).put(&mut full);
    full["findings"] = seen.findings.iter().map(|one| finding(one, mask)).collect();
    full["response"] = seen
        .response
        .as_deref()
        .map_or(Value::Null, |given| response(given, mask));
    full
}

/// A body, or a sentence instead of it.
enum ShownBody {
    Content(Value),
    Sentence(Bilingual),
}

impl ShownBody {
    fn put(self, shown: &mut Value) {
        match self {
            ShownBody::Content(content) => shown["body"] = content,
            ShownBody::Sentence(text) => {
                shown["body"] = text.en.into();
                shown["body_fr"] = text.fr.into();
            }
        }
    }
}

fn refusal(mismatch: &Mismatch) -> Value {
    let (expected, found) = (&mismatch.expected, &mismatch.found);
    json!({
        "expected": expected.en,
        "expected_fr": expected.fr,
        "found": found.en,
        "found_fr": found.fr,
    })
}

fn finding(finding: &Finding, mask: &Mask) -> Value {
    let none = json!({ "expected": null, "expected_fr": null, "found": null, "found_fr": null });
    let mut shown = finding.mismatch.as_ref().map_or(none, refusal);
    shown["ok"] = json!(finding.ok);
    shown["text"] = json!(finding.text.en);
    shown["text_fr"] = json!(finding.text.fr);
    mask.texts(shown)
}

fn headers(headers: &[(String, String)], mask: &Mask) -> Value {
    let shown =
        |(name, value): &(String, String)| json!([mask.text(name), mask.header(name, value)]);
    headers.iter().map(shown).collect()
}

fn body(seen: &LoggedRequest, mask: &Mask) -> ShownBody {
    match seen.call {
        _ if seen.bytes == 0 => ShownBody::Content(Value::Null),
        Call::DmpSend if !seen.parts.is_empty() => {
            let parts: Vec<_> = seen.parts.iter().map(|one| part(one, mask)).collect();
            ShownBody::Content(json!({ "multipart": parts }))
        }
        _ if seen.body.is_empty() => ShownBody::Sentence(not_kept(seen.bytes)),
        _ => match mask.body(&seen.body) {
            Some(body) => ShownBody::Content(body),
            None => ShownBody::Sentence(not_json(seen.bytes)),
        },
    }
}

fn not_kept(bytes: u64) -> Bilingual {
    words!("{bytes} bytes that are not kept", bytes)
}

fn not_json(bytes: u64) -> Bilingual {
    words!("{bytes} bytes that are not JSON", bytes)
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
    let body = match (&given.body, given.bytes, given.cut_after) {
        (_, Some(bytes), Some(sent)) => {
            ShownBody::Sentence(words!("cut after {sent} of {bytes} bytes", sent, bytes))
        }
        (Some(body), ..) if body.is_empty() => ShownBody::Content(Value::Null),
        (Some(body), ..) => match (mask.body(body), std::str::from_utf8(body)) {
            (Some(body), _) => ShownBody::Content(body),
            (None, Ok(text)) => ShownBody::Content(mask.text(text).into()),
            (None, Err(_)) => ShownBody::Sentence(not_json(body.len() as u64)),
        },
        (None, Some(bytes), None) => ShownBody::Sentence(not_kept(bytes)),
        (None, None, _) => ShownBody::Sentence(words!("a body without a length of its own")),
    };
    let mut shown = json!({ "headers": headers(&given.headers, mask) });
    body.put(&mut shown);
    shown
}
