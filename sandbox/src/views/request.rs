//! A request and its end.

use super::{Show, time};
use crate::bilingual::{Bilingual, words};
use crate::call::Call;
use crate::findings::{Finding, Mismatch, UploadPart};
use crate::logged_request::{LoggedRequest, LoggedResponse};
use crate::mask;
use serde_json::{Value, json};

/// What fits in a line of a list.
pub(crate) fn request_brief(seen: &LoggedRequest, show: Show) -> Value {
    let text = |text: &String| mask::text_for(text, show);
    json!({
        "number": seen.number,
        "time": time(seen.time),
        "service": seen.service,
        "call": seen.call,
        "method": seen.method,
        "path": text(&seen.path),
        "query": seen.query.as_ref().map(text),
        "status": seen.status,
        "ended": seen.ended,
        "duration_ms": seen.duration.map(|time| (time.as_secs_f64() * 1e4).round() / 10.0),
        "peer": seen.peer,
        "bytes": seen.bytes,
        "session": seen.session,
        "ticket": seen.ticket,
        "card": seen.card,
        "problem": seen.problem.as_ref().map(text),
        "problem_fr": seen.problem_fr.as_ref().map(text),
        "refusal": seen.refusal.as_ref().map(|mismatch| refusal(mismatch, show)),
        "fault": seen.fault,
        "remarks": seen.remarks,
    })
}

/// All that is known of it.
pub(crate) fn request(seen: &LoggedRequest, show: Show) -> Value {
    let mut full = request_brief(seen, show);
    full["headers"] = headers(&seen.headers, show);
    body(seen, show).put(&mut full);
    full["findings"] = seen.findings.iter().map(|one| finding(one, show)).collect();
    full["response"] = seen
        .response
        .as_deref()
        .map_or(Value::Null, |given| response(given, show));
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

fn refusal(mismatch: &Mismatch, show: Show) -> Value {
    let (expected, found) = (&mismatch.expected, &mismatch.found);
    json!({
        "expected": mask::text_for(&expected.en, show),
        "expected_fr": mask::text_for(&expected.fr, show),
        "found": mask::text_for(&found.en, show),
        "found_fr": mask::text_for(&found.fr, show),
    })
}

fn finding(finding: &Finding, show: Show) -> Value {
    let mut shown = json!({
        "ok": finding.ok,
        "text": mask::text_for(&finding.text.en, show),
        "text_fr": mask::text_for(&finding.text.fr, show),
        "expected": null,
        "expected_fr": null,
        "found": null,
        "found_fr": null,
    });
    if let (Some(mismatch), Value::Object(shown)) = (&finding.mismatch, &mut shown)
        && let Value::Object(mismatch) = refusal(mismatch, show)
    {
        shown.extend(mismatch);
    }
    shown
}

fn headers(headers: &[(String, String)], show: Show) -> Value {
    let shown = |(name, value): &(String, String)| json!([name, mask::header(name, value, show)]);
    headers.iter().map(shown).collect()
}

fn body(seen: &LoggedRequest, show: Show) -> ShownBody {
    match seen.call {
        _ if seen.bytes == 0 => ShownBody::Content(Value::Null),
        Call::DmpSend if !seen.parts.is_empty() => {
            let parts: Vec<_> = seen.parts.iter().map(|one| part(one, show)).collect();
            ShownBody::Content(json!({ "multipart": parts }))
        }
        _ if seen.body.is_empty() => ShownBody::Sentence(not_kept(seen.bytes)),
        _ => match mask::body(&seen.body, show) {
            Some(body) => ShownBody::Content(body),
            None => ShownBody::Sentence(not_json(seen.bytes)),
        },
    }
}

fn not_kept(bytes: u64) -> Bilingual {
    words!(
        "{bytes} bytes that are not kept",
        "{bytes} octets qui ne sont pas conservés",
    )
}

fn not_json(bytes: u64) -> Bilingual {
    words!(
        "{bytes} bytes that are not JSON",
        "{bytes} octets qui ne sont pas du JSON",
    )
}

fn part(part: &UploadPart, show: Show) -> Value {
    let text = |text: &String| mask::text_for(text, show);
    json!({
        "name": text(&part.name),
        "filename": part.filename.as_ref().map(text),
        "content_type": part.content_type.as_ref().map(text),
        "bytes": part.bytes,
        "value": part.value.as_ref().map(text),
    })
}

fn response(given: &LoggedResponse, show: Show) -> Value {
    let body = match (&given.body, given.bytes, given.cut_after) {
        (_, Some(bytes), Some(sent)) => ShownBody::Sentence(words!(
            "cut after {sent} of {bytes} bytes",
            "coupé après {sent} octets sur {bytes}",
        )),
        (Some(body), ..) if body.is_empty() => ShownBody::Content(Value::Null),
        (Some(body), ..) => match (mask::body(body, show), std::str::from_utf8(body)) {
            (Some(body), _) => ShownBody::Content(body),
            (None, Ok(text)) => ShownBody::Content(mask::text_for(text, show).into()),
            (None, Err(_)) => ShownBody::Sentence(not_json(body.len() as u64)),
        },
        (None, Some(bytes), None) => ShownBody::Sentence(not_kept(bytes)),
        (None, None, _) => ShownBody::Sentence(words!(
            "a body without a length of its own",
            "un corps sans longueur propre",
        )),
    };
    let mut shown = json!({ "headers": headers(&given.headers, show) });
    body.put(&mut shown);
    shown
}
