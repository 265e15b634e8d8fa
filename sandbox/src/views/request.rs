//! A request and its end.

use super::{Show, time};
use crate::bilingual::Bilingual;
use crate::call::Call;
use crate::findings::{Finding, Mismatch, UploadPart};
use crate::logged_request::{LoggedRequest, LoggedResponse};
use crate::mask::{self, Mask};
use crate::state::SandboxState;
use serde_json::{Value, json};

/// What fits in a line of a list.
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
        "refusal": seen.refusal.as_ref().map(|mismatch| refusal(mismatch, mask)),
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

fn refusal(mismatch: &Mismatch, mask: &Mask) -> Value {
    let (expected, found) = (&mismatch.expected, &mismatch.found);
    json!({
        "expected": mask.text(&expected.en),
        "expected_fr": mask.text(&expected.fr),
        "found": mask.text(&found.en),
        "found_fr": mask.text(&found.fr),
    })
}

fn finding(finding: &Finding, mask: &Mask) -> Value {
    let mut shown = json!({
        "ok": finding.ok,
        "text": mask.text(&finding.text.en),
        "text_fr": mask.text(&finding.text.fr),
        "expected": null,
        "expected_fr": null,
        "found": null,
        "found_fr": null,
    });
    if let (Some(mismatch), Value::Object(shown)) = (&finding.mismatch, &mut shown)
        && let Value::Object(mismatch) = refusal(mismatch, mask)
    {
        shown.extend(mismatch);
    }
    shown
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
    let text = |text: &String| mask.text(text);
    json!({
        "name": text(&part.name),
        "filename": part.filename.as_ref().map(text),
        "content_type": part.content_type.as_ref().map(text),
        "bytes": part.bytes,
        "value": part.value.as_ref().map(|value| mask.under(&part.name, value)),
    })
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
